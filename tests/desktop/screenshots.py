"""Write a picture of every page and state of the window, to look at. Run by hand.

    QT_QPA_PLATFORM=offscreen python tests/desktop/screenshots.py FOLDER

STATES in the environment names the functions to run, such as ``take_full_texts``.
Each state is drawn in light and dark, pages at 1280×720 and 1920×1080.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.errors import LibraryBusyError
from core.jobs import Job
from core.records import PaperFile, PaperNumber, Status
from core.reports import ImportEntry, ImportStatus
from desktop.empty_state import EmptyState
from desktop.library.edit_dialog import EditDialog
from desktop.library.full_text_report import FullTextsDialog
from desktop.library.importing import ImportReportDialog, ImportResult
from desktop.library.page import LibraryPage
from desktop.library.paper_query import Place
from desktop.main_window import LIBRARY, MANUSCRIPT, MODELS, SIMILAR, MainWindow, Pages
from desktop.manuscript.page import ManuscriptPage
from desktop.menus import Menus
from desktop.models_page import ModelsPage
from desktop.similar.page import SimilarPage
from desktop.tasks import TaskRunner
from desktop.theme import Choice, theme
from desktop.welcome_page import WelcomePage
from tests.desktop.fake_workspace import FakeWorkspace, invented_paper

SIZES = ((1280, 720), (1920, 1080))
THEMES: tuple[Choice, ...] = ("light", "dark")
PASSAGE = (
    "Gardens are held together by patience. Earlier work has shown this for ledgers. "
    "Tides behave differently when nobody measures them. No model of lanterns has been tried."
)


def settle(milliseconds: int = 350) -> None:
    while milliseconds or theme()._unpainted:  # a busy machine is late with the icons of a theme
        loop = QEventLoop()
        QTimer.singleShot(milliseconds or 20, loop.quit)
        loop.exec()
        milliseconds = 0


class Studio:
    """A window on invented papers, and the camera."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runner = TaskRunner()
        scratch = Path(tempfile.mkdtemp())
        state = QSettings(str(scratch / "window.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(self.runner, state)
        self.menus = Menus(self.window, scratch)
        self.window.show()

    def open(self, papers: int, workspace: FakeWorkspace | None = None) -> Pages:
        workspace = workspace or FakeWorkspace(papers)
        workspace.library.papers.trashed = {PaperNumber(n) for n in (3, 4) if papers}
        notify = self.window.news.show_news
        pages = Pages(
            LibraryPage(workspace, self.runner, notify),
            ManuscriptPage(workspace, self.runner, notify),
            SimilarPage(workspace, self.runner, notify),
            ModelsPage(workspace, self.runner, notify),
        )
        self.window.show_pages(pages, "Invented library")
        self.menus.rebuild()
        pages.library.refresh()
        pages.models.refresh()
        self.window.show_status(workspace.status())
        settle()
        return pages

    def take(self, name: str) -> None:
        """Photograph the window in both themes and sizes."""
        for choice in THEMES:
            theme().choose(choice)
            for width, height in SIZES:
                self.window.resize(width, height)
                settle()
                self.window.grab().save(str(self.folder / f"{name}-{choice}-{width}.png"))

    def take_dialog(self, name: str, make: Callable[[], QWidget]) -> None:
        """Photograph a dialog in both themes."""
        for choice in THEMES:
            theme().choose(choice)
            dialog = make()
            dialog.show()
            settle()
            dialog.grab().save(str(self.folder / f"{name}-{choice}.png"))
            dialog.close()


def take_pages(studio: Studio) -> None:
    window = studio.window
    window.show_start(WelcomePage(studio.runner, recent=[Path("/home/ada/Documents/Thesis")]))
    settle()
    studio.take("welcome")
    window.show_start(EmptyState("Opening the library", "/home/ada/Documents/Thesis"))
    studio.take("opening")
    studio.open(0)
    studio.take("library-empty")
    pages = studio.open(4000)
    studio.take("library")
    pages.library.table.select_only(3)
    settle()
    studio.take("library-selected")
    window.search.setText("quiet lanterns")
    pages.library.search("quiet lanterns")
    settle()
    studio.take("library-search")
    window.search.clear()
    pages.library.sidebar.choose(Place("trash"))
    settle()
    studio.take("library-trash")
    pages.library.sidebar.choose(Place())
    window.show_page(SIMILAR)
    studio.take("similar-empty")
    window.show_similar((PaperNumber(5), PaperNumber(6)))
    settle()
    pages.similar.less.trigger()
    settle()
    studio.take("similar")
    window.show_page(MODELS)
    studio.take("models")
    window.show_page(MANUSCRIPT)
    studio.take("manuscript-empty")
    pages.manuscript.open_text(PASSAGE)
    settle(600)
    pages.manuscript.next_gap_action.trigger()
    settle(600)
    studio.take("manuscript-passage")


def take_full_texts(studio: Studio) -> None:
    workspace = FakeWorkspace(4000)
    names = ("haas.pdf", "broken scan.pdf", "crash.pdf", "tides.pdf", "ledgers.pdf")
    for number, name in enumerate(names, start=3993):
        text = workspace.attach(number, name)
        workspace.library.papers.attached[text.paper] = [PaperFile(text.path, name)]
    pages = studio.open(4000, workspace)
    pages.library.full_texts.catch_up()
    settle(900)
    pages.library.show_paper(PaperNumber(3994))
    settle(600)
    studio.take("full-text-failed")
    pages.library.in_texts.click()
    studio.window.search.setText("lanterns at dusk")
    pages.library.search("lanterns at dusk")
    settle(600)
    pages.library.show_paper(PaperNumber(3997))
    settle(600)
    studio.take("library-full-text-search")

    def make() -> QWidget:
        dialog = FullTextsDialog(pages.library.full_texts, pages.library.titles, studio.window)
        settle(400)
        return dialog

    studio.take_dialog("dialog-full-texts", make)


def take_states(studio: Studio) -> None:
    window, gate = studio.window, threading.Event()
    pages = studio.open(4000)
    window.show_page(LIBRARY)
    window.news.show_news("Moved 3 papers to the Trash.", action="Undo", call=gate.set)
    studio.take("news")
    error = LibraryBusyError("The library “Thesis” is being written by cocite (process 4711).")
    window.news.show_error(error, action="Open for reading only", call=gate.set)
    window.show_status(
        Status(papers=12408, words="building", vectors=(5120, 12408), model_state="loading")
    )
    studio.take("trouble")
    window.news.hide()

    def work(job: Job) -> None:
        for done in range(1, 133):
            job.report(done, 400, "a paper with a rather long file name 2021 final.pdf")
            gate.wait(0.004)
        gate.wait(60)

    studio.runner.start_job("Importing 400 files", work)
    studio.runner.start_job("Indexing meaning", lambda _job: None, write=False)
    studio.runner.start_job("Importing thesis.bib", lambda _job: None)
    window.toggle_jobs()
    settle(1200)
    studio.take("jobs")
    gate.set()
    window.toggle_jobs()
    pages.library.table.setFocus()


def take_dialogs(studio: Studio) -> None:
    window = studio.window
    statuses: tuple[ImportStatus, ...] = ("refused", "skipped", "merged", "added", "added")
    entries = tuple(
        ImportEntry(
            status=status,
            source="thesis.bib",
            place=f"entry {number} (haas20{number})",
            title=invented_paper(number).title,
            reason="A brace is not closed." if status == "refused" else "",
        )
        for number, status in enumerate(statuses, start=10)
    )
    counts: dict[ImportStatus, int] = {"refused": 1, "skipped": 1, "merged": 1, "added": 2}
    result = ImportResult(entries, counts | {"unchanged": 0}, citations=12)
    studio.take_dialog("dialog-import", lambda: ImportReportDialog(result, window))
    studio.take_dialog("dialog-edit", lambda: EditDialog(invented_paper(7), window))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    theme().install(application, "light")
    studio = Studio(folder)
    theme().show_icons()
    wanted = os.environ.get("STATES", "").split()
    for take in (take_pages, take_full_texts, take_states, take_dialogs):
        if not wanted or take.__name__ in wanted:
            take(studio)
    studio.window.close()
    studio.runner.close()
    theme().forget_icons()


if __name__ == "__main__":
    main()
