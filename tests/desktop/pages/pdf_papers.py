"""A paper whose PDF is open."""

from __future__ import annotations

from PySide6.QtCore import Qt

from desktop.pages.pdf_tab import PdfTab
from tests.desktop.library_desk import LibraryDesk

CONTROL = Qt.KeyboardModifier.ControlModifier


def opened(pdf_tab_desk: LibraryDesk, number: int = 1) -> PdfTab:
    """Open the PDF of a paper with Enter."""
    pdf_tab_desk.select(number)
    pdf_tab_desk.page.table.setFocus()
    pdf_tab_desk.press(pdf_tab_desk.page.table, Qt.Key.Key_Return)
    pdf_tab_desk.until(lambda: pdf_tab_desk.page.tabs.current_tab() is not None)
    pdf_tab_desk.idle()
    tab = pdf_tab_desk.page.tabs.current_tab()
    assert tab is not None
    return tab
