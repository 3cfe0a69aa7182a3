"""The pages of a paper's PDF with what was found in them marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.pages.canvas import PageCanvas
from desktop.pages.pdf_tab_text import Match
from desktop.theme import colors


class PdfCanvas(PageCanvas):
    """Shows pages and the matches of a search; one of them is the current one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._by_page: dict[int, list[Match]] = {}
        self._current: Match | None = None
        self.setAccessibleName(self.tr("Pages of the PDF"))

    def mark(self, matches: Sequence[Match]) -> None:
        """Mark these places, and none as the current one."""
        by_page: defaultdict[int, list[Match]] = defaultdict(list)
        for match in matches:
            by_page[match.page].append(match)
        self._by_page, self._current = dict(by_page), None
        self.viewport().update()

    def show_match(self, match: Match) -> None:
        """Make a match the current one and bring it into view."""
        self._current = match
        self.viewport().update()
        place = self._place(match)
        seen = QRectF(self.viewport().rect()).adjusted(0, 8, 0, -8)
        if place is None or seen.contains(place):
            return
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        down.setValue(round(down.value() + place.top() - seen.height() / 3))
        if place.left() < seen.left() or place.right() > seen.right():
            across.setValue(round(across.value() + place.center().x() - seen.width() / 2))

    def _place(self, match: Match) -> QRectF | None:
        """Return what a match covers, in viewport coordinates."""
        if not match.rects or match.page >= self.pages:
            return None
        first = match.rects[0]
        corner = self._layout.to_content(match.page, first.topLeft()) - self._offset()
        return QRectF(corner, first.size() * self._layout.scale)

    @override
    def _paint_page(self, painter: QPainter, page: int, place: QRectF) -> None:
        super()._paint_page(painter, page, place)
        scale, tokens = self._layout.scale, colors()
        for match in self._by_page.get(page, ()):
            current = match is self._current
            for rect in match.rects:
                shown = QRectF(place.topLeft() + rect.topLeft() * scale, rect.size() * scale)
                painter.fillRect(shown, tokens.page_selection if current else tokens.page_gap)
                if current:
                    painter.setPen(QPen(tokens.page_cited, 2))
                    painter.drawRect(shown.adjusted(-1, -1, 1, 1))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        places = {
            Qt.Key.Key_Home: bar.minimum(),
            Qt.Key.Key_End: bar.maximum(),
            Qt.Key.Key_Space: bar.value() + bar.pageStep(),
        }
        place = places.get(Qt.Key(event.key()))
        if place is None:
            super().keyPressEvent(event)
        else:
            bar.setValue(place)
