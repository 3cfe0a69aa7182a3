"""Pasted text, drops and watched folders, with a real library behind them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.base.jobs import Job
from core.base.reports import ImportEntry, ImportReport
from core.formats import registry
from core.library.imports.importing import import_sources
from core.library.imports.watching import WatchedFolders
from core.library.library import Library
from desktop.library.file_formats import export_filters, import_filters
from desktop.library.import_actions import ImportActions, PasteDialog
from desktop.library.import_result import (
    NAME,
    UNFINISHED_NAME,
    ImportResult,
    add_import,
    take_unfinished,
)
from desktop.library.importing import Importer, ImportReportDialog, list_sources
from desktop.library.watching import FolderWatch, WatchedFoldersDialog
from desktop.ui.tasks import TaskRunner
from desktop.ui.undo import LibraryUndo
from tests.desktop.conftest import Notices

BOOK = "@book{a, title={Walks on graphs}, year=2001}"


class Engine:
    """A real library that reads reference files."""

    def __init__(self, folder: Path) -> None:
        self.library = Library.open(folder, write=True, create=True)
        self.imports = self

    def add(
        self,
        sources: Sequence[Path | str],
        *,
        job: Job,
        on_entry: Callable[[ImportEntry], None] | None = None,
    ) -> ImportReport:
        return import_sources(self.library, sources, parser=None, job=job, on_entry=on_entry)


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(tmp_path / "library")


@pytest.fixture
def actions(engine: Engine, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> ImportActions:
    page = QWidget()
    qtbot.addWidget(page)
    page.show()
    importer = Importer(engine, runner, page)  # type: ignore[arg-type]  # all that it asks for
    actions = ImportActions(
        page, importer, notices, LibraryUndo(engine, runner, page), enabled=True
    )
    actions.start_watching(WatchedFolders(engine.library.database), runner)
    page.actions_kept = actions  # type: ignore[attr-defined]  # lives as long as the page
    return actions


def test_the_dialog_offers_every_kind_of_file_packed_or_not() -> None:
    everything, *each = import_filters()
    for pattern in ("*.enw", "*.json", "*.rdf", "zotero.sqlite", "*.pdf", "*.zip", "*.bib.gz"):
        assert pattern in everything.partition("(")[2].strip(")").split()
        assert any(pattern in one for one in each)
    for taken in registry.imported():
        assert all(pattern in everything for pattern in taken.patterns)


def test_papers_can_be_exported_in_each_format_that_has_a_writer() -> None:
    filters = export_filters()
    assert list(filters.values()) == registry.list_writable_formats()
    assert filters["CSL-JSON (*.json)"].name == "csl"


def test_pasted_text_is_imported(
    actions: ImportActions, engine: Engine, runner: TaskRunner, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText(BOOK)
    actions.paste.trigger()
    dialog = actions.parent().findChild(PasteDialog)
    assert isinstance(dialog, PasteDialog)
    assert dialog.text() == BOOK
    dialog.edit.clear()
    assert not dialog.add.isEnabled()
    dialog.edit.setPlainText(BOOK)
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: engine.library.papers.count() == 1 and runner.pending() == 0)


def test_the_dialog_names_formats_whose_entries_it_knows_and_counts_the_others(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = registry.Format("cards", "Index cards", (".cards",), r"^== ", parser="cards:parse")
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, cards))
    dialog = PasteDialog()
    qtbot.addWidget(dialog)
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    more = len({file_format.title for file_format in registry.pasted()}) - 6
    assert "(BibTeX, RIS, CSL-JSON, EndNote, EndNote XML, PubMed and " in said
    assert f" and {more} more formats)" in said
    assert "PDF," not in said


def test_text_can_be_typed_when_nothing_was_ever_copied(actions: ImportActions) -> None:
    QGuiApplication.clipboard().clear()
    actions.paste.trigger()
    dialog = actions.parent().findChild(PasteDialog)
    assert isinstance(dialog, PasteDialog)
    assert dialog.text() == ""


def test_an_import_that_outlives_its_page_ends_in_silence(
    actions: ImportActions, engine: Engine, runner: TaskRunner, qtbot: QtBot
) -> None:
    page = QWidget()
    importer = Importer(engine, runner, page)  # type: ignore[arg-type]  # all that it asks for
    gate = threading.Event()
    runner.start_job("before it", lambda _: gate.wait(30))
    importer.start([BOOK]).cancel()
    shiboken6.delete(page)
    gate.set()
    qtbot.waitUntil(lambda: runner.pending() == 0)


@pytest.mark.parametrize("form", ["file", "address", "text"])
def test_drops_are_imported(
    actions: ImportActions,
    engine: Engine,
    runner: TaskRunner,
    tmp_path: Path,
    form: str,
    qtbot: QtBot,
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    actions.accept_drops(window)
    assert window.acceptDrops()
    source = tmp_path / "a.bib"
    source.write_text(BOOK, encoding="utf-8")
    data = QMimeData()
    if form == "text":
        data.setText(BOOK)
    else:
        web = QUrl("https://arxiv.org/abs/1706.03762")
        data.setUrls([QUrl.fromLocalFile(str(source)) if form == "file" else web])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, drop)
    qtbot.waitUntil(lambda: engine.library.papers.count() == 1 and runner.pending() == 0)


def test_an_empty_drop_brings_nothing() -> None:
    assert list_sources(QMimeData()) == []


def test_what_arrives_in_a_watched_folder_is_imported_once(
    actions: ImportActions, engine: Engine, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    arrivals = tmp_path / "arrivals"
    arrivals.mkdir()
    watch = actions.watch
    assert isinstance(watch, FolderWatch)
    dialog = WatchedFoldersDialog(watch)
    qtbot.addWidget(dialog)
    dialog.add_folder(tmp_path / "nowhere")
    qtbot.waitUntil(lambda: "not a folder" in dialog.problem.text())
    dialog.add_folder(arrivals)
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    (arrivals / "a.bib").write_text(BOOK, encoding="utf-8")
    entries: list[object] = []
    watch.importer.finished.connect(entries.append)
    for _ in range(4):
        qtbot.waitUntil(lambda: runner.pending() == 0)
        watch.look()
    qtbot.waitUntil(lambda: engine.library.papers.count() == 1 and runner.pending() == 0)
    assert len(entries) == 1
    dialog.list.setCurrentRow(0)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.list.count() == 0)


MIXED = f"""10.1038/nature14539

{BOOK}

J. Doe and A. Roe. Lamps of the northern coast. Journal of Lights, 12(3):4-9, 2004.
"""


def test_pasting_into_the_table_answers_each_piece(
    actions: ImportActions,
    engine: Engine,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
) -> None:
    QGuiApplication.clipboard().setText(MIXED)
    results: list[ImportResult] = []
    actions._importer.finished.connect(results.append)
    actions.paste_here.trigger()
    qtbot.waitUntil(lambda: bool(results) and runner.pending() == 0)
    assert engine.library.papers.count() == 3
    by_title = {entry.title: entry for entry in results[0].entries}
    assert by_title["Walks on graphs"].reason == ""
    assert "to fill in the rest" in by_title["10.1038/nature14539"].reason
    assert "Lamps of the northern coast" in by_title
    assert notices[-1] == "Import finished: 3 added."
    assert notices.stays
    assert actions.pasted_paper(results[0]) == results[0].entries[0].paper
    assert actions.pasted_paper(results[0]) is None  # once


def test_one_pasted_id_is_answered_in_a_sentence(
    actions: ImportActions, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText("10.1038/nature14539")
    actions.paste_here.trigger()
    qtbot.waitUntil(lambda: bool(notices) and runner.pending() == 0)
    assert notices[-1].startswith("Added: “10.1038/nature14539”; only the id is known")
    actions.paste_here.trigger()
    qtbot.waitUntil(lambda: len(notices) == 2 and runner.pending() == 0)
    assert notices[-1] == "Already there: “10.1038/nature14539”."


def test_pasted_paths_are_files(tmp_path: Path) -> None:
    one, other = tmp_path / "a b.bib", tmp_path / "c.ris"
    one.touch()
    other.touch()
    data = QMimeData()
    data.setText(f"{one}\n{QUrl.fromLocalFile(str(other)).toString()}\n10.1038/nature14539")
    assert list_sources(data) == [one, other, "10.1038/nature14539"]
    data.setText(f"{tmp_path}/no such file.bib")
    assert list_sources(data) == [f"{tmp_path}/no such file.bib"]


def test_an_empty_clipboard_is_said_to_be_so(actions: ImportActions, notices: Notices) -> None:
    QGuiApplication.clipboard().clear()
    actions.paste_here.trigger()
    assert notices == ["The clipboard contains nothing to import."]


def test_the_report_of_an_import_can_be_shown_at_the_next_start(
    actions: ImportActions, engine: Engine, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    actions.last.trigger()
    qtbot.waitUntil(lambda: bool(notices))
    assert notices == ["No import report yet"]
    results: list[ImportResult] = []
    actions._importer.finished.connect(results.append)
    actions._importer.start([BOOK + "\n@book{half"])
    qtbot.waitUntil(lambda: bool(results) and runner.pending() == 0)

    page = QWidget()  # of the next start
    qtbot.addWidget(page)
    importer = Importer(engine, runner, page)  # type: ignore[arg-type]
    again = ImportActions(page, importer, notices, LibraryUndo(engine, runner, page), enabled=True)
    again.last.trigger()
    qtbot.waitUntil(lambda: bool(page.findChildren(ImportReportDialog)))
    dialog = page.findChildren(ImportReportDialog)[0]
    assert dialog._result == results[0]
    assert dialog._result.counts["added"] == len(dialog._result.added) == 1
    dialog.close()
    (engine.library.folder / NAME).write_text("{half", encoding="utf-8")
    again.last.trigger()
    qtbot.waitUntil(lambda: notices[-1].startswith("No import report"))


def test_an_import_that_a_close_cut_off_is_offered_once(
    actions: ImportActions, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    sources = [tmp_path / "a.bib", BOOK]
    (tmp_path / "a.bib").write_text(BOOK.replace("{a,", "{b,").replace("Walks", "Runs"))
    add_import(engine.library.folder, "cut off", sources)
    questions: list[tuple[str, str, Callable[[], None]]] = []
    actions.offer_unfinished(lambda *question: questions.append(question))
    qtbot.waitUntil(lambda: bool(questions))
    text, action, call = questions[0]
    assert (text, action) == ("The import of a.bib and 1 more was not finished.", "Continue import")
    call()
    qtbot.waitUntil(lambda: engine.library.papers.count() == 2)
    qtbot.waitUntil(lambda: not (engine.library.folder / UNFINISHED_NAME).exists())
    assert take_unfinished(engine.library.folder) == ()
    assert len(questions) == 1


def test_an_import_is_noted_while_it_runs_and_not_offered_meanwhile(
    actions: ImportActions, engine: Engine, qtbot: QtBot
) -> None:
    go_on = threading.Event()
    add = engine.add

    def wait_and_add(*args: object, **more: object) -> ImportReport:
        go_on.wait(10)
        return add(*args, **more)  # type: ignore[arg-type]

    engine.add = wait_and_add  # type: ignore[method-assign, assignment]
    actions._importer.start([BOOK])
    qtbot.waitUntil((engine.library.folder / UNFINISHED_NAME).exists)
    asked: list[object] = []
    actions._importer.take_unfinished(asked.append)
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [()]
    assert (engine.library.folder / UNFINISHED_NAME).exists()
    go_on.set()
    qtbot.waitUntil(lambda: not (engine.library.folder / UNFINISHED_NAME).exists())


def test_a_damaged_note_of_imports_is_none(tmp_path: Path) -> None:
    for text in ("", "[1]", '{"a": 3}', '{"a": [{"path": 7}]}'):
        (tmp_path / UNFINISHED_NAME).write_text(text)
        assert take_unfinished(tmp_path) == ()
