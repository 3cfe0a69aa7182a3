"""How cells of the table of papers are painted: a line of text, and what is selected or pointed at.

Qt's own delegate asks a model seven times for each cell and sets its text anew, through the style
sheet, which costs four times as much: a table that fills a large window could not be scrolled at
fifty frames a second. What is painted here looks the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QStaticText
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from desktop.papers.columns import Column, WarningRole
from desktop.ui.theme import colors

PADDING = 11
"""Where the headings begin, too."""
_MOST_LINES = 4_000
_SELECTED = QStyle.StateFlag.State_Selected
_POINTED = QStyle.StateFlag.State_MouseOver
_FOCUSED = QStyle.StateFlag.State_HasFocus


class PaperCells(QStyledItemDelegate):
    """Paints the cells of a model whose ``columns`` are these."""

    def __init__(self, columns: Sequence[Column[Any]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numeric = [column.numeric for column in columns]
        self._warning = [column.warns is not None for column in columns]
        self._lines: dict[tuple[str, int], tuple[QStaticText, int, int]] = {}

    def reset_texts(self) -> None:
        """Set the texts anew: the font is another one."""
        self._lines.clear()

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        state, cell, tokens = option.state, option.rect, colors()
        if state & _SELECTED:
            painter.fillRect(cell, tokens.selection)
        elif state & _POINTED:
            painter.fillRect(cell, tokens.hover)
        text = index.data()
        if text:
            room = cell.width() - 2 * PADDING
            line, width, height = self._line(text, room, option)
            aside = room - width if self._numeric[index.column()] else 0
            warns = self._warning[index.column()] and index.data(WarningRole)
            painter.setPen(tokens.bad if warns else tokens.text)
            painter.drawStaticText(
                cell.x() + PADDING + aside, cell.y() + (cell.height() - height) // 2, line
            )
        if state & _FOCUSED and not state & _SELECTED:
            painter.setPen(tokens.accent)
            painter.drawRect(cell.adjusted(0, 0, -1, -1))

    def _line(
        self, text: str, room: int, option: QStyleOptionViewItem
    ) -> tuple[QStaticText, int, int]:
        """Return a text as it fits, with its width and height in pixels."""
        set_text = self._lines.get((text, room))
        if set_text is None:
            if len(self._lines) > _MOST_LINES:
                self._lines.clear()
            set_text = self._lines[text, room] = _set(text, room, option)
        return set_text


def _set(text: str, room: int, option: QStyleOptionViewItem) -> tuple[QStaticText, int, int]:
    metrics: QFontMetrics = option.fontMetrics
    line = QStaticText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.prepare(font=option.font)
    size = line.size()
    return line, round(size.width()), round(size.height())
