"""A library page on a real library: invented papers that cite one another, one with a PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.library.page import LibraryPage
from desktop.papers.paper_query import LibrarySection
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

PAGES = (
    "Reed warblers nest in shallow wetlands. Draining them silences the dawn.",
    "We recorded forty nights of song. The reed warblers came back on the twelfth.",
    "Discussion. Song returns before the birds are seen.",
)
RECORDS = (
    PaperRecord(
        id="made:reeds",
        title="Reed warblers and the water table",
        abstract="Nests stand over water. When it falls, the nests are left.",
        authors=("Elin Sandberg", "Piotr Wrona"),
        year=2018,
        venue="Ecology of Sound",
        doi="10.5555/reeds",
        keywords=("wetlands", "birds"),
        extra={"volume": "12", "page": "3-19"},
    ),
    PaperRecord(
        id="made:voices",
        title="A network that knows three thousand voices",
        abstract="Voices of birds are told apart by a network.",
        authors=("Johan Lindqvist",),
        year=2019,
        venue="Proc. Invented Learning",
    ),
    PaperRecord(
        id="made:choice",
        title="On the choice of negatives",
        abstract="Contrast needs examples that are hard to tell apart.",
        authors=("Filipa Duarte",),
        year=2021,
    ),
    PaperRecord(
        id="made:noise",
        title="Loud is not informative",
        abstract="Active learning prefers noise.",
        authors=("Nia Abara", "Viktor Holm"),
        year=2020,
    ),
    PaperRecord(
        id="made:survey",
        title="Listening to wetlands, a survey",
        abstract="What is known of wetlands by ear.",
        authors=("Magda Ruiz",),
        year=2023,
    ),
)
SAID = "Birds are told apart by their voices [1, 2]."


def write_pdf(path: Path) -> Path:
    document = pymupdf.open()
    for text in PAGES:
        page = document.new_page()
        page.insert_textbox((72, 72, 523, 700), f"{text}\n\n" * 3, fontsize=11)
    document.save(path)
    document.close()
    return path


class LibraryDesk:
    """The page, and hands to work with it. Numbers of papers are 1 to 5, as in ``RECORDS``."""

    def __init__(
        self,
        folder: Path,
        runner: TaskRunner,
        notify: Notify,
        qtbot: QtBot,
        *,
        write: bool = True,
    ) -> None:
        self.folder, self.runner, self.qtbot = folder, runner, qtbot
        self.workspace = Workspace(folder / "library", Shelf(folder / "models"), create=True)
        library = self.workspace.library
        list(library.papers.add(RECORDS, source="test"))
        survey, reeds, voices = PaperNumber(5), PaperNumber(1), PaperNumber(2)
        library.citations.add_citations([(survey, reeds), (survey, voices)], "test")
        library.citations.add_contexts(
            survey,
            [
                CitingContext(
                    text=SAID, cited=(reeds, voices), section="Voices", markers=((37, 43),)
                )
            ],
        )
        self.pdf = write_pdf(folder / "reeds.pdf")
        self.workspace.papers.attach(reeds, self.pdf)
        self.workspace.indexing.words()
        if not write:
            self.workspace.close()
            shelf = Shelf(folder / "models")
            self.workspace = Workspace(folder / "library", shelf, write=False)
        self.page = LibraryPage(self.workspace, runner, notify)
        qtbot.addWidget(self.page)
        self.page.resize(1280, 700)
        self.page.show()
        self.page.refresh()
        self.idle()

    def close(self) -> None:
        self.page.tabs.close_all()
        self.runner.close()
        self.workspace.close()

    def until(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()))

    def idle(self) -> None:
        page = self.page
        timers = (page._typing, page._settling)
        self.until(
            lambda: self.runner.pending() == 0 and not any(timer.isActive() for timer in timers)
        )

    def select(self, *numbers: int) -> None:
        flag = self.page.table.selectionModel().SelectionFlag
        self.page.table.clearSelection()
        for number in numbers:
            row = self.page.model.find_row(PaperNumber(number))
            assert row is not None
            index = self.page.model.index(row, 0)
            self.page.table.selectionModel().setCurrentIndex(index, flag.Select | flag.Rows)
        self.idle()

    def go(self, kind: str, number: int | None = None) -> None:
        self.page.sidebar.choose(LibrarySection(kind, number))  # type: ignore[arg-type]  # as in the test
        self.idle()

    def press(
        self, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None
    ) -> None:
        self.qtbot.keyClick(widget, key, modifier or Qt.KeyboardModifier.NoModifier)

    def undo(self) -> None:
        self.page.changes.undo.undo()
        self.idle()

    def redo(self) -> None:
        self.page.changes.undo.redo()
        self.idle()

    def shown(self) -> list[int]:
        return [self.page.model.number(row) for row in range(self.page.model.rowCount())]
