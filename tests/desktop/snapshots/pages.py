"""The pages in the states in which people see them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from core.base.errors import LibraryBusyError
from core.base.jobs import Job
from core.base.messages import Message
from core.base.records import OpenManuscript, PaperNumber, PaperRecord, Status, UnreadPart
from core.models.shelf import Shelf
from core.runs import trainer
from core.runs.records import Device
from core.workspace import Workspace
from desktop.app.main_window import MANUSCRIPT, MODELS, SIMILAR
from desktop.app.open_pages import Pages
from desktop.app.welcome_page import WelcomePage
from desktop.manuscript.tab import ManuscriptTab
from desktop.papers.paper_query import LibrarySection
from desktop.similar.page import MAP, SIDE_BY_SIDE
from desktop.training.wizard import NewTraining
from tests.desktop.bird_papers import PAPERS, VENUES
from tests.desktop.sample_paper import write_paper
from tests.desktop.snapshots.camera import wait
from tests.desktop.snapshots.fake_training import FakeTraining
from tests.desktop.snapshots.fake_workspace import FakeWorkspace
from tests.desktop.snapshots.paper_workspace import PaperWorkspace
from tests.desktop.snapshots.studio import Studio
from tests.tiny_corpus import make_tiny_corpus

PASSAGE = (
    "Contrastive pretraining on audio distinguishes two views of one clip from all others. Its "
    "success depends on the choice of negatives. We average the scores of five independently "
    "trained networks. Active learning asks for the labels that are worth most."
)
BUSY = Status(papers=12408, words="building", vectors=(5120, 12408), model_state="loading")


def welcome(studio: Studio) -> None:
    def warn(folder: object) -> str:
        cloud = "Dropbox" in str(folder)
        return "This folder seems to be synchronised with a cloud service." if cloud else ""

    page = WelcomePage(studio.runner, warn, [Path("/home/ada/Documents/Thesis")])
    studio.window.show_start(page)
    page.set_folder(Path("/home/ada/Dropbox/papers"))


def library_empty(studio: Studio) -> None:
    studio.open(FakeWorkspace(0))


def library(studio: Studio) -> None:
    page = studio.open(trashed=(3, 4)).library
    page.table.select_only(3)


def library_large(studio: Studio) -> None:
    page = studio.open(FakeWorkspace(4000)).library
    page.table.select_only(5)


def library_search(studio: Studio) -> None:
    page = studio.open(FakeWorkspace(4000)).library
    studio.window.search.setText("quiet lanterns")
    page.search("quiet lanterns")
    studio.settle()
    page.table.select_only(0)


def library_nothing_found(studio: Studio) -> None:
    page = studio.open().library
    studio.window.search.setText("unheard of")
    page.search("unheard of")


def library_trash(studio: Studio) -> None:
    studio.open(trashed=(3, 4)).library.sidebar.choose(LibrarySection("trash"))


def duplicates(studio: Studio) -> None:
    opened = Workspace(studio.scratch / "library", Shelf(studio.scratch / "m"), create=True)
    with closing(opened) as workspace:
        list(workspace.library.papers.add(_copies(), source="test"))
        page = studio.open(workspace).library  # type: ignore[arg-type]
        page.sidebar.choose(LibrarySection("duplicates"))
        studio.settle()


def _copies() -> list[PaperRecord]:
    records = [
        PaperRecord(title=title, authors=tuple(authors.split("; ")), year=year, venue=VENUES[0])
        for title, authors, year in PAPERS
    ]
    copies = [
        PaperRecord(title=one.title.replace("e", "ee", 1), authors=one.authors, year=one.year)
        for one in records[:9]
    ]
    return [*records, *copies]


# --- the manuscript ---------------------------------------------------------------------------


def manuscript_empty(studio: Studio) -> None:
    studio.open()
    studio.window.show_page(MANUSCRIPT)


def manuscript(studio: Studio) -> None:
    tab = _manuscript(studio)
    tab.view.select(tab.view._marks.gaps[1])


def manuscript_to_cite(studio: Studio) -> None:
    tab = _manuscript(studio)
    for gap in tab.view._marks.gaps[:3]:
        tab.view.select(gap)
        studio.settle()
        assert tab.panel is not None
        for row in (0, 1):
            card = tab.panel.list.card(row)
            if card is not None and card.suggestion.confidence > 0.1:
                card.cite_button.click()
        studio.settle()


def manuscript_everything_open(studio: Studio) -> None:
    manuscript_to_cite(studio)
    studio.window.show_status(BUSY)
    studio.window.news.show_news("Moved 3 papers to the Trash.", action="Undo", call=id)
    studio.window.news._timer.stop()  # it stays, however slow the machine is
    studio.window.toggle_jobs()


def manuscript_card(studio: Studio) -> None:
    manuscript(studio)
    studio.settle()
    tab = _tab(studio)
    assert tab.panel is not None
    card = tab.panel.list.card(0)
    assert card is not None
    card.unfold(True)
    tab.panel.list.focus_first()


def manuscript_reference(studio: Studio) -> None:
    tab = _manuscript(studio)
    assert tab.side is not None
    tab.side.show_reference(8)


def manuscript_whole(studio: Studio) -> None:
    tab = _manuscript(studio)
    wait(lambda: tab.whole is not None and tab.whole.answer is not None)
    _pages(studio).manuscript.whole_action.trigger()


def manuscript_not_read(studio: Studio) -> None:
    workspace = PaperWorkspace()
    read = workspace.open
    lost = (
        UnreadPart(
            kind="text",
            text=Message("“{construct}” is not closed.", construct="\\begin{figure}"),
            file="evaluation.tex",
            line=168,
            characters=5_200,
        ),
        UnreadPart(
            kind="file",
            text=Message("“{file}” was not found.", file="results.tex"),
            file="main.tex",
        ),
    )

    def open_in_part(path: Path, job: Job, *, beginning: bool = False) -> OpenManuscript:
        opened = read(path, job, beginning=beginning)
        return replace(opened, manuscript=replace(opened.manuscript, unread=lost))

    workspace.open = open_in_part  # type: ignore[method-assign]
    studio.open(workspace)
    path = studio.scratch / "listening-for-silence.pdf"
    write_paper(path)
    studio.window.open_manuscript(path)
    studio.settle()
    _tab(studio).show_unread()
    studio.settle()


def manuscript_broken(studio: Studio) -> None:
    studio.open()
    broken = studio.scratch / "scanned-draft.pdf"
    broken.write_bytes(b"this is not a PDF")
    studio.window.open_manuscript(broken)


def passage(studio: Studio) -> None:
    page = studio.open(FakeWorkspace(400)).manuscript
    studio.window.show_page(MANUSCRIPT)
    page.open_text(PASSAGE)
    studio.settle()
    page.next_gap_action.trigger()


def _manuscript(studio: Studio) -> ManuscriptTab:
    studio.open()
    path = studio.scratch / "listening-for-silence.pdf"
    write_paper(path)
    studio.window.open_manuscript(path)
    studio.settle()
    return _tab(studio)


def _tab(studio: Studio) -> ManuscriptTab:
    tab = _pages(studio).manuscript.current_tab()
    assert tab is not None
    return tab


def _pages(studio: Studio) -> Pages:
    assert studio.window.pages is not None
    return studio.window.pages


# --- similar papers, and the map --------------------------------------------------------------


def similar_empty(studio: Studio) -> None:
    studio.open()
    studio.window.show_page(SIMILAR)


def similar(studio: Studio) -> None:
    page = studio.open(FakeWorkspace(400)).similar
    studio.window.show_similar((PaperNumber(5), PaperNumber(6)))
    studio.settle()
    page.less.trigger()
    studio.settle()
    page.table.show_number(PaperNumber(7))


def similar_side_by_side(studio: Studio) -> None:
    similar(studio)
    studio.settle()
    _pages(studio).similar.show_view(SIDE_BY_SIDE)


def similar_map(studio: Studio) -> None:
    page = studio.open(FakeWorkspace(400)).similar
    studio.window.show_page(SIMILAR)
    page.show_view(MAP)


# --- models and training ----------------------------------------------------------------------


class _Training(FakeTraining):
    """Models and devices are invented; recipes and what a corpus is good for are real."""

    def __init__(self, scratch: Path) -> None:
        super().__init__()
        start = [sys.executable, "-P", "-m", "tests.small_trainer"]
        trainer.command = lambda arguments: [*start, *arguments]
        self.workspace = Workspace(scratch / "library", Shelf(scratch / "m"), create=True)
        desk, corpus = self.workspace.training, make_tiny_corpus(scratch / "corpus")
        self.recipes = desk.recipes  # type: ignore[method-assign]
        self.added = desk.added
        self.check = desk.check  # type: ignore[method-assign]
        for one in (self, desk):
            one.library_corpus = lambda job: corpus  # type: ignore[method-assign] # noqa: ARG005

    def devices(self, job: Job) -> tuple[Device, ...]:
        job.check()
        return (Device("cpu", "cpu", "Processor, 8 cores", 12 * 2**30, 16 * 2**30),)


def models(studio: Studio) -> None:
    studio.open()
    studio.window.show_page(MODELS)


def training_1_device(studio: Studio) -> None:
    wizard = _train(studio)
    wait(lambda: bool(wizard.device.buttons))
    wizard.device.focus_first()


def training_2_corpus(studio: Studio) -> None:
    wizard = _train(studio)
    wizard.show_step(1)


def training_3_recipe(studio: Studio) -> None:
    wizard = _train(studio)
    wait(lambda: bool(wizard.device.buttons))
    wizard.show_step(2)


def training_again(studio: Studio) -> None:
    studio.workspace.training = _Training(studio.scratch)
    panel = studio.open().models.panel
    studio.window.show_page(MODELS)
    panel.open_update_view()
    view = panel.again
    assert view is not None
    wait(lambda: view.added is not None)


def _train(studio: Studio) -> NewTraining:
    studio.workspace.training = _Training(studio.scratch)
    panel = studio.open().models.panel
    studio.window.show_page(MODELS)
    panel.train()
    wizard = panel.wizard
    assert wizard is not None
    wait(lambda: len(wizard.recipe.cards) > 0)
    wizard.corpus.check()
    wait(lambda: wizard.corpus.checked is not None)
    return wizard


# --- what the window says ---------------------------------------------------------------------


def trouble(studio: Studio) -> None:
    studio.open()
    studio.window.show_status(BUSY)
    error = LibraryBusyError("The library “Thesis” is being written by cocite (process 4711).")
    studio.window.news.show_error(error, action="Open for reading only", call=id)


def jobs(studio: Studio) -> None:
    studio.open()
    gate = threading.Event()
    studio.window.closed.connect(gate.set)
    studio.waits_for_workers = False

    def work(job: Job) -> None:
        job.report(132, 400, "a paper with a rather long file name 2021 final.pdf")
        gate.wait(60)

    studio.runner.start_job("Importing 400 files", work)
    studio.runner.start_job("Importing thesis.bib", lambda _job: None)
    wait(lambda: "132 of 400" in studio.window.jobs_line.words.text())
    studio.window.toggle_jobs()


def messages(studio: Studio) -> None:
    studio.open()
    news = studio.window.news
    news.show_error(LibraryBusyError("The library “Thesis” is being written by another window."))
    news.show_news("Moved 3 papers to the Trash.")
    rows = news.history.rows
    rows[:] = [replace(row, at=datetime(2026, 5, 4, 9, 30)) for row in rows]
    studio.window.toggle_jobs()
    studio.window.jobs_panel.tabs.setCurrentIndex(1)


IN_FULL: tuple[Callable[[Studio], None], ...] = (
    welcome,
    library_empty,
    library,
    duplicates,
    manuscript_empty,
    manuscript,
    manuscript_to_cite,
    similar,
    similar_map,
    models,
    training_1_device,
    training_2_corpus,
    training_3_recipe,
    training_again,
    jobs,
)
VARIANTS: tuple[Callable[[Studio], None], ...] = (
    library_large,
    library_search,
    library_nothing_found,
    library_trash,
    manuscript_not_read,
    manuscript_everything_open,
    manuscript_card,
    manuscript_reference,
    manuscript_whole,
    manuscript_broken,
    passage,
    similar_empty,
    similar_side_by_side,
    trouble,
    messages,
)
