"""A plain table of texts, and the view that shows it: the shelf, the runs, the judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.ui.row_table import RowModel, RowTable, narrowed
from desktop.ui.theme import GRID

_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Row:
    """Cells, what is said of all of them at length, and whether they stand out."""

    cells: tuple[str, ...]
    hint: str = ""
    bold: bool = False


class Rows(RowModel[Row]):
    """Rows of texts; the columns of numbers are right-aligned."""

    def __init__(
        self,
        headings: Sequence[str],
        numbers: frozenset[int],
        parent: QObject | None = None,
        *,
        hints: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self._hints = tuple(hints)
        self._headings = tuple(headings)
        self._numbers = numbers

    @override
    def headings(self) -> tuple[str, ...]:
        return self._headings

    @override
    def show_rows(self, rows: Iterable[Row]) -> None:
        """Replace the rows; where there are as many, the selection stays."""
        rows = list(rows)
        if rows == self.rows:
            return
        if len(rows) == len(self.rows):
            self.rows = rows
            last = self.index(len(rows) - 1, len(self._headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        super().show_rows(rows)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole:
            if section < len(self._hints):
                return self._hints[section]
            return super().headerData(section, orientation)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._aligned(section)
        return super().headerData(section, orientation, role)

    @override
    def cell(self, row: Row, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role == Qt.ItemDataRole.FontRole and row.bold:
            font = QFont()
            font.setBold(True)
            return font
        role_values = {
            Qt.ItemDataRole.ToolTipRole: row.hint or row.cells[column],
            Qt.ItemDataRole.TextAlignmentRole: self._aligned(column),
        }
        return role_values.get(Qt.ItemDataRole(role))

    def _aligned(self, column: int) -> Qt.AlignmentFlag:
        right = column in self._numbers
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


_LEAST = 40
"""The width of a column that holds nothing, where there is too little room for its name."""


class RowsView(RowTable):
    """Shows rows; columns are as wide as what they hold, the first takes the room that is left.

    Where there is too little room, the columns ``less_needed`` are hidden one by one, then the
    widest give way. Columns that a person has made wider or narrower stay as they are.
    """

    def __init__(
        self,
        rows: Rows,
        name: str,
        parent: QWidget | None = None,
        *,
        less_needed: Sequence[int] = (),
    ) -> None:
        super().__init__(rows, name, parent=parent)
        self._less_needed = tuple(less_needed)
        self._fitting = self._by_hand = False
        self._least_rows = 0
        header = self.horizontalHeader()
        header.setMinimumSectionSize(_LEAST)
        header.setStretchLastSection(False)
        header.sectionResized.connect(self._resized)
        rows.modelReset.connect(self._fit_columns)
        rows.dataChanged.connect(self._fit_columns)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    @override
    def _fit_columns(self) -> None:
        if self._by_hand or not self.isVisible():
            return
        header = self.horizontalHeader()
        room = self.viewport().width()
        self._fitting = True
        for column in self._less_needed:
            header.showSection(column)
        widths = [
            (0, 0)
            if header.isSectionHidden(column)
            else (self.sizeHintForColumn(column) + GRID, header.sectionSizeHint(column) + GRID)
            for column in range(header.count())
        ]
        for column in self._less_needed:
            if sum(max(content, _LEAST) for content, _ in widths if content) > room:
                widths[column] = (0, 0)
                header.hideSection(column)
        for column, width in enumerate(fitted(widths, room)):
            header.resizeSection(column, width)
        self._fitting = False

    def _resized(self) -> None:
        self._by_hand |= not self._fitting and self.isVisible()

    def row(self) -> int:
        """Return the chosen row, -1 if there is none."""
        index = self.currentIndex()
        return index.row() if index.isValid() else -1

    def on_choice(self, call: Callable[[], None]) -> None:
        """Call when another row is chosen, or the rows are others."""
        self.selectionModel().selectionChanged.connect(lambda *_: call())
        self.model().modelReset.connect(call)

    def fit_height(self, most: int) -> None:
        """Take no more room than the rows need, up to ``most`` rows."""
        rows = min(max(self.model().rowCount(), 1), most)
        height = self.horizontalHeader().sizeHint().height() + 4
        self.setFixedHeight(height + rows * self.verticalHeader().defaultSectionSize())

    def keep_rows_in_sight(self, rows: int) -> None:
        """Be no lower than so many rows, or all where there are fewer."""
        self._least_rows = rows
        self.model().modelReset.connect(self.updateGeometry)

    @override
    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        rows = min(self._least_rows, self.model().rowCount())
        head = self.horizontalHeader().sizeHint().height() + 4
        high = head + rows * self.verticalHeader().defaultSectionSize()
        return least.expandedTo(QSize(0, high if rows else 0))


def fitted(wanted_widths: Sequence[tuple[int, int]], room: int) -> list[int]:
    """Return widths that fill the room, of what columns (hold, are called) want.

    The first takes what is left; where there is too little, long names give way before the widest
    columns.
    """
    if not wanted_widths:
        return []
    most = max(heading for _, heading in wanted_widths)
    while True:
        widths = [max(width, min(heading, most)) for width, heading in wanted_widths]
        if sum(widths) <= room or most <= _LEAST:
            break
        most -= 1
    widths = narrowed(widths, room)
    widths[0] += max(room - sum(widths), 0)
    return widths
