"""A PDF in the library that is annotated."""

from __future__ import annotations

import pymupdf

from core.base.library_records import Annotation
from core.base.records import PaperNumber
from desktop.library.annotating import Annotating
from desktop.pages.pdf_tab import PdfTab
from desktop.pages.pdf_text import PagePoint
from tests.desktop.library_desk import LibraryDesk

REEDS = PaperNumber(1)


def opened(annotating_desk: LibraryDesk) -> tuple[PdfTab, Annotating]:
    annotating_desk.page.open_paper(REEDS)
    annotating_desk.until(lambda: annotating_desk.page.tabs.current_tab() is not None)
    tab = annotating_desk.page.tabs.current_tab()
    assert tab is not None
    annotating_desk.until(lambda: tab.canvas.pages)
    annotating_desk.idle()
    (annotating,) = tab.findChildren(Annotating)
    return tab, annotating


def select(annotating_desk: LibraryDesk, tab: PdfTab, words: str) -> None:
    """Select words of the first page, as the mouse does."""
    with pymupdf.open(tab.path) as document:
        found = document[0].search_for(words)[0]
    middle = (found.y0 + found.y1) / 2
    selection = tab.tools.selection
    selection.select_between(
        PagePoint(0, found.x0 + 0.5, middle), PagePoint(0, found.x1 - 0.5, middle)
    )
    annotating_desk.until(lambda: selection.selected.text == words)


def stored(annotating_desk: LibraryDesk, annotating: Annotating) -> list[Annotation]:
    annotating_desk.idle()
    file = annotating.annotations.file
    return annotating_desk.workspace.papers.annotations.of_file(REEDS, file.sha256)
