"""Every page shows the library and the models as they are, whatever changed them and where.

After each change the pages are compared with pages that are built anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QTimer
from PySide6.QtWidgets import QAbstractItemView, QWidget
from pytestqt.qtbot import QtBot

from core.base.jobs import Job, SilentJob
from core.base.records import PaperNumber, PaperRecord
from core.runs.records import CorpusChecked, CorpusFinding, Run
from core.services.training import Training
from core.workspace import Workspace
from desktop.app.application import Application, Start
from desktop.app.main_window import LIBRARY, MANUSCRIPT, MODELS
from desktop.app.open_pages import Pages
from desktop.library.history import HistoryDialog
from desktop.library.page import LibraryPage
from desktop.papers.paper_query import LibrarySection
from desktop.similar.models import EVIDENCE
from desktop.similar.page import NEIGHBOURS, SimilarPage
from desktop.training.models_page import ModelsPage
from desktop.training.panel import TrainingPanel
from desktop.training.wizard import NewTraining
from tests.desktop.app.conftest import Engine, wait_for_papers
from tests.desktop.manuscript_desk import sample
from tests.desktop.small_library import put_on_shelf, write_record

SOON_MS = 5_000
GAP = 5
LOOKED_AT = 8
"""Rows of the table that are compared: those that nobody looks at are not fetched."""
Shown = dict[str, Sequence[object]]


def texts(view: QAbstractItemView | QAbstractItemModel) -> list[str]:
    """Return what each cell of a view shows, children behind their parents."""
    model = view.model() if isinstance(view, QAbstractItemView) else view

    def below(parent: QModelIndex) -> Iterator[str]:
        for row in range(model.rowCount(parent)):
            for column in range(model.columnCount(parent)):
                yield str(model.index(row, column, parent).data())
            yield from below(model.index(row, 0, parent))

    return list(below(QModelIndex()))


def count_papers(_training: Training, corpus: Path, _job: Job) -> CorpusChecked:
    """Say how many papers a corpus has; the trainer's own check starts a process."""
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in corpus.glob("papers*.jsonl"))
    finding = CorpusFinding("enough", "papers", lines, f"Papers: {lines}", ("specter",))
    return CorpusChecked(corpus, (finding,), {"specter": "enough"})


class Desk:
    """The program with every page in use."""

    def __init__(self, program: Application, workspace: Workspace, qtbot: QtBot) -> None:
        self.program, self.workspace, self.qtbot = program, workspace, qtbot
        assert program.window.pages is not None
        self.pages: Pages = program.window.pages
        self.library = self.pages.library
        self.changes = self.library.changes
        self.numbers = workspace.library.papers.numbers()
        self.word = ""

    def settle(self) -> None:
        """Wait until nothing is asked; what is to be asked in a moment is asked at once."""

        def quiet() -> bool:
            if self.program.runner.pending():
                return False
            roots = (self.program, self.program.window)
            timers = [timer for root in roots for timer in root.findChildren(QTimer)]
            due = [t for t in timers if t.isActive() and t.isSingleShot()]
            soon = [timer for timer in due if timer.interval() < SOON_MS]
            for timer in soon:
                timer.stop()
                timer.timeout.emit()
            return not soon

        for _ in range(3):
            self.qtbot.waitUntil(quiet)

    def use_every_page(self, draft: Path) -> None:
        """Search, look for duplicates, compare, open a manuscript, begin a training."""
        window = self.program.window
        window.setUpdatesEnabled(False)  # what is painted is compared by its models
        self.history = HistoryDialog(self.changes.undo, window)
        self.history.show()
        self.library.sidebar.choose(LibrarySection("duplicates"))
        self.settle()
        first = self.workspace.library.papers.get(self.numbers[0])
        self.word = max(first.title.split(), key=len)
        self.library.sidebar.choose(LibrarySection())
        self.library.search(self.word)
        self.settle()
        window.show_similar((self.numbers[4], self.numbers[5]))
        self.settle()
        window.open_manuscript(draft)
        self.settle()
        tab = self.pages.manuscript.current_tab()
        assert tab is not None
        tab.view.select(GAP)
        self.settle()
        window.show_page(MODELS)
        self.pages.models.panel.train()
        self.settings = self.program.settings_manager.show_panel()
        self.settings.show_section("Models & training")
        self.settle()
        (self.panel,) = self.settings.findChildren(TrainingPanel)
        self.settle()

    def shown(self) -> Shown:
        """Return what the pages show, by part."""
        tab = self.pages.manuscript.current_tab()
        duplicates, wizard = self.library.duplicates, self.pages.models.panel.wizard
        assert duplicates is not None
        assert wizard is not None
        session = tab.session if tab is not None else None
        return {
            **of_library(self.library),
            **of_similar(self.pages.similar),
            **of_models(self.pages.models),
            "models in the settings": texts(self.panel.shelf.table),
            "trainings in the settings": texts(self.panel.runs.table),
            "duplicates": [group.papers for group in duplicates.groups.rows],
            "titles of duplicates": texts(duplicates.groups),
            "history": texts(self.history.model),
            "can be undone": [self.changes.undo.can_undo],
            "to learn from": [each.count for each in checked(wizard)],
            "bases": [wizard.recipe.base.itemText(at) for at in range(wizard.recipe.base.count())],
            "references": sorted(
                (entry, link.paper) for entry, link in session.references.links.items()
            )
            if session is not None
            else [],
            "suggestions": [one.paper for one in tab.panel.model.suggestions]
            if tab is not None and tab.panel is not None
            else [],
        }

    def true(self) -> Shown:
        """Return what pages that are built now show, and what the library says."""
        workspace, runner = self.workspace, self.program.runner
        library = LibraryPage(workspace, runner, lambda *_, **__: None)
        library.query = self.library.query
        library.refresh()
        models = ModelsPage(workspace, runner, lambda *_, **__: None)
        models.panel.train()
        models.refresh()
        models.show_status(workspace.indexing.status())
        history = HistoryDialog(self.changes.undo, self.program.window)
        self.settle()
        of_library(library)  # looked at, so that the rows are fetched
        self.settle()
        wizard = models.panel.wizard
        assert wizard is not None
        self.qtbot.waitUntil(lambda: wizard.corpus.checked is not None)
        groups = workspace.library.duplicates.scan(SilentJob())
        found = workspace.library.papers
        tab = self.pages.manuscript.current_tab()
        session = tab.session if tab is not None else None
        opened = session.opened if session is not None else None
        links = workspace.manuscripts.relink(opened).links if opened is not None else {}
        asked = workspace.recommending.recommend(opened, GAP) if opened is not None else None
        truth: Shown = {
            **of_library(library),
            **similar_of(workspace, (self.numbers[4], self.numbers[5])),
            **of_models(models),
            "models in the settings": texts(models.panel.shelf.table),
            "trainings in the settings": texts(models.panel.runs.table),
            "duplicates": [group.papers for group in groups],
            "titles of duplicates": [found.get(group.papers[0]).title for group in groups],
            "history": texts(history.model),
            "can be undone": [any(not entry.undone for entry in workspace.library.history.all())],
            "to learn from": [each.count for each in checked(wizard)],
            "bases": [wizard.recipe.base.itemText(at) for at in range(wizard.recipe.base.count())],
            "references": sorted((entry, link.paper) for entry, link in links.items()),
            "suggestions": [one.paper for one in asked.suggestions] if asked is not None else [],
        }
        for page in (library, models, history):
            page.close()
            page.deleteLater()
        return truth

    def compare(self, change: str) -> None:
        """Compare what is shown after a change with what is true."""
        self.settle()
        of_library(self.library)  # looked at, so that the rows are fetched
        self.settle()
        shown, truth = self.shown(), self.true()
        stale = [part for part in truth if shown[part] != truth[part]]
        told = [f"{part}: {shown[part]} instead of {truth[part]}" for part in stale]
        assert not told, f"{change}: " + "\n".join(told)


def of_library(page: LibraryPage) -> Shown:
    rows = range(page.model.rowCount())
    return {
        "papers": [page.model.number(row) for row in rows],
        "titles": [page.model.index(row, 0).data() for row in rows[:LOOKED_AT]],
        "count of papers": [page.centre.count.text()],
        "sections": texts(page.sidebar),
    }


def of_similar(page: SimilarPage) -> Shown:
    return {
        "seeds": texts(page.seed_list),
        "neighbours": titles_of(page.table),
        "neighbours side by side": [sorted(titles_of(table)) for table in page.side_by_side.tables],
    }


def titles_of(table: QAbstractItemView) -> list[str]:
    """Return the texts of the first column."""
    model = table.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def similar_of(workspace: Workspace, seeds: tuple[PaperNumber, ...]) -> Shown:
    """Return what the page of similar papers should show, as the library says it."""
    neighbours = workspace.similar.to(seeds, (), NEIGHBOURS)
    return {
        "seeds": [paper.title for paper in workspace.library.papers.get_many(seeds)],
        "neighbours": [one.paper.title for one in neighbours],
        "neighbours side by side": [
            sorted(one.paper.title for one in neighbours if one.by.get(kind)) for kind in EVIDENCE
        ],
    }


def of_models(page: ModelsPage) -> Shown:
    labels = (page.model_state, page.words_state, page.vectors_state, page.choices_state)
    return {
        "models": texts(page.panel.shelf.table),
        "trainings": texts(page.panel.runs.table),
        "model and indexes": [label.text() for label in labels],
    }


def checked(wizard: NewTraining) -> Sequence[CorpusFinding]:
    return () if wizard.corpus.checked is None else wizard.corpus.checked.findings


@pytest.fixture
def desk(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> Desk:
    monkeypatch.setattr(Training, "check", count_papers)
    monkeypatch.setattr(Training, "recipes", lambda *_: ())
    monkeypatch.setattr(Training, "devices", lambda *_: ())
    engine.fill(tmp_path / "one")
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    for name in ("peat", "moor"):
        put_on_shelf(engine.opened[0], name)
    draft = tmp_path / "draft.pdf"
    draft.write_bytes(sample()[0])
    desk = Desk(program, engine.opened[0], qtbot)
    desk.use_every_page(draft)
    return desk


def test_all_pages_follow_each_change_of_the_library(desk: Desk, tmp_path: Path) -> None:
    desk.compare("start")
    changes, library, papers = desk.changes, desk.library, desk.workspace.library.papers
    first, second, third = desk.numbers[:3]
    title = papers.get(first).title
    record = write_record(tmp_path, f"{desk.word} of another kind")

    def step(change: str, do: Callable[[], object]) -> None:
        do()
        desk.compare(change)

    step("import", lambda: library.import_paths([record]))
    step("undo of an import", changes.undo.undo)
    step("redo of an import", changes.undo.redo)
    step("trash", lambda: library.trash([first]))
    for again in (changes.undo.undo, changes.undo.redo):
        again()
        desk.settle()
    step("restore", lambda: changes.restore([first]))
    step("edit", lambda: changes.edit(papers.get(desk.numbers[4]), {"title": "Another seed"}))
    step("edit", lambda: changes.edit(papers.get(second), {"title": f"{title} again"}))
    step("undo of an edit", changes.undo.undo)
    changes.edit(papers.get(third), {"title": title})
    desk.settle()
    duplicates = desk.workspace.library.duplicates
    step(
        "merge",
        lambda: changes.write(lambda: duplicates.merge(first, [third], {})),
    )
    step("undo of a merge", changes.undo.undo)
    step("new tag", lambda: changes.add_tag("moths", [first, second]))
    step("new collection", lambda: changes.add_collection("Lamps", [second]))
    group = desk.workspace.library.collections.all()[0]
    step("collection", lambda: changes.collect(group, [first]))
    step("renamed collection", lambda: changes.rename_collection(group, "Chapter nine"))
    step("removed collection", lambda: changes.remove_collection(group))
    step("saved search", lambda: changes.save_search("mine", "words", desk.word))
    library.trash([second])
    desk.settle()
    step("delete", lambda: changes.purge([second]))
    oldest = desk.workspace.library.history.all()[-1].number
    step("undo from the history", lambda: changes.undo.undo_action(oldest, and_later=True))


def test_all_pages_follow_what_other_parts_of_the_program_bring(desk: Desk) -> None:
    papers = desk.workspace.library.papers

    def add(title: str) -> None:
        list(papers.add([PaperRecord(title=title)], source="test"))

    add(f"{desk.word} of Zotero")
    desk.library.import_actions.papers_followed.emit()
    desk.compare("Zotero")
    add(f"{desk.word} of a manuscript")
    desk.pages.manuscript.library_changed.emit()
    desk.compare("references of a manuscript")
    papers.trash([desk.numbers[7]])
    desk.program.safety.trash_emptied.emit()
    desk.compare("emptied Trash")
    add(f"{desk.word} looked up")
    desk.library.look_ups.changed.emit()
    desk.compare("looked up")


def test_all_pages_follow_the_models(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    models, shelf = desk.pages.models, desk.workspace.shelf
    for each in (models.panel, desk.panel):
        each.show_overview()
    desk.compare("start")
    for panel, name in ((models.panel, "peat"), (desk.panel, "moor"), (models.panel, "peat")):
        panel.shelf.encode_and_use(name, name)
        desk.compare(f"use {name}")
        assert shelf.in_use().manifest.name == name
    desk.panel.shelf.go_back()
    desk.compare("back")

    vectors = desk.workspace.indexing.vectors

    def stop(job: Job | None = None) -> None:
        assert job is not None
        job.check()

    monkeypatch.setattr(desk.workspace.indexing, "vectors", stop)
    monkeypatch.setattr(
        desk.workspace.indexing, "use_model", stopping(desk.workspace, desk.program)
    )
    desk.panel.shelf.encode_and_use("peat", "peat")
    desk.compare("a switch that was stopped while it encoded")
    monkeypatch.undo()
    del vectors, tmp_path


def stopping(workspace: Workspace, program: Application) -> Callable[[str, Job], None]:
    """Return what takes another model into use, and is stopped before its vectors are there."""

    def use(name: str, job: Job) -> None:
        workspace.shelf.use(name)
        for each in program.runner.jobs():
            each.cancel()
        job.check()

    return use


def test_all_pages_follow_a_model_that_goes_or_comes_and_an_index_that_is_made(
    desk: Desk, tmp_path: Path
) -> None:
    models = desk.pages.models
    for each in (models.panel, desk.panel):
        each.show_overview()
    desk.panel.shelf.remove("moor", "Moor")
    desk.compare("removed")
    models.panel.shelf.remove("peat", "Peat")
    desk.compare("removed")
    models.index_words()
    models.index_vectors()
    desk.compare("indexes")
    put_on_shelf(desk.workspace, "fen")
    run = Run(name="fen", folder=tmp_path / "fen", state="finished", title="Fen")
    models.watch.ended.emit(run)
    desk.compare("a training that ended")
    assert "fen" in " ".join(texts(desk.panel.shelf.table)).lower()


def test_what_is_open_is_followed(desk: Desk) -> None:
    desk.program.window.show_page(MANUSCRIPT)
    desk.pages.manuscript.close_current()
    desk.compare("closed")
    recent = desk.pages.manuscript.welcome
    assert "Listening for Silence" in " ".join(
        str(part.property("text")) for part in recent.findChildren(QWidget)
    )
    desk.program.window.show_page(LIBRARY)
