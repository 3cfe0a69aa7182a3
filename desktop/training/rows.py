"""A plain table of texts, and the view that shows it: the shelf, the runs, the judgement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHeaderView, QWidget
from typing_extensions import override

from desktop.row_table import RowTable

_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Row:
    """Cells, what is said of all of them at length, and whether they stand out."""

    cells: tuple[str, ...]
    hint: str = ""
    bold: bool = False


class Rows(QAbstractTableModel):
    """Rows of texts; the columns of numbers are right-aligned."""

    def __init__(
        self, headings: Sequence[str], numbers: frozenset[int], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._headings = tuple(headings)
        self._numbers = numbers
        self._rows: tuple[Row, ...] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replace the rows; where there are as many, the selection stays."""
        rows = tuple(rows)
        if rows == self._rows:
            return
        if len(rows) == len(self._rows):
            self._rows = rows
            last = self.index(len(rows) - 1, len(self._headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._headings)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._headings[section]
        return self._aligned(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role == Qt.ItemDataRole.FontRole and row.bold:
            font = QFont()
            font.setBold(True)
            return font
        others = {
            Qt.ItemDataRole.ToolTipRole: row.hint or row.cells[column],
            Qt.ItemDataRole.TextAlignmentRole: self._aligned(column),
        }
        return others.get(Qt.ItemDataRole(role))

    def _aligned(self, column: int) -> Qt.AlignmentFlag:
        right = column in self._numbers
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class RowsView(RowTable):
    """Shows rows; the first column takes the room that is left, Enter does ``activate``."""

    def __init__(
        self, rows: Rows, name: str, letters: Sequence[int], parent: QWidget | None = None
    ) -> None:
        super().__init__(rows, name, letters=letters, parent=parent)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(56)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

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
