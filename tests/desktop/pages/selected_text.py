"""Text that is selected in a PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.pages.pdf_tab import PdfTab

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT_COLUMN = ("Reeds grow in shallow water", "and warblers nest in them.")
RIGHT_COLUMN = ("Draining a wetland silences", "the dawn for some years.")
SECOND_PAGE = ("A second page goes on here",)


def write_columns(path: Path) -> Path:
    document = pymupdf.open()
    page = document.new_page(width=500, height=400)
    for left, lines in ((40, LEFT_COLUMN), (270, RIGHT_COLUMN)):
        for row, line in enumerate(lines):
            page.insert_text((left, 100 + 16 * row), line, fontsize=11)
    second = document.new_page(width=500, height=400)
    second.insert_text((40, 60), SECOND_PAGE[0], fontsize=11)
    document.save(path)
    document.close()
    return path


class Reader:
    """A PDF in a tab, and a mouse over its words."""

    def __init__(self, tab: PdfTab, path: Path, qtbot: QtBot) -> None:
        self.tab, self._qtbot = tab, qtbot
        self._document = pymupdf.open(path)
        self.viewport = tab.canvas.viewport()

    def place(self, page: int, words: str, *, end: bool = False) -> QPoint:
        """Return where words begin or end, in the viewport."""
        found = self._document[page].search_for(words)[0]
        x = found.x1 - 0.8 if end else found.x0 + 0.8
        canvas = self.tab.canvas
        point = canvas._layout.to_content(page, QPointF(x, (found.y0 + found.y1) / 2))
        return (point - canvas._offset()).toPoint()

    def drag(self, start: QPoint, *over: QPoint) -> None:
        QTest.mousePress(self.viewport, LEFT, pos=start)
        for point in over:
            self.move(point)
        QTest.mouseRelease(self.viewport, LEFT, pos=over[-1])

    def move(self, point: QPoint) -> None:
        place = QPointF(point)
        none = Qt.KeyboardModifier.NoModifier
        screen = QPointF(self.viewport.mapToGlobal(point))
        event = QMouseEvent(QEvent.Type.MouseMove, place, screen, LEFT, LEFT, none)
        QApplication.sendEvent(self.viewport, event)

    def until_selected(self, text: str) -> None:
        self.until(lambda: self.tab.tools.selection.selected.text == text)

    def until(self, condition: Callable[[], object]) -> None:
        self._qtbot.waitUntil(lambda: bool(condition()))

    def close(self) -> None:
        self.tab.close_pages()
        self._document.close()
