"""Tables whose rows are read and chosen, not edited: what all such models and views share."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import shiboken6
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from desktop.ui.theme import GRID
from desktop.ui.widgets import plain_tip

_LEAST = 48
"""Pixels that a column keeps, however little room there is."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


Row = TypeVar("Row")
_ROOT = QModelIndex()


class RowModel(QAbstractTableModel, Generic[Row]):
    """A value for each row. Subclasses say what columns there are, and what a cell shows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []

    def headings(self) -> tuple[str, ...]:
        """Return the headings of the columns, in the language of now."""
        return ("",)

    def cell(self, row: Row, column: int, role: int) -> object:
        """Return what a cell of a row shows in one of Qt's roles, ``None`` for nothing."""
        del row, column, role
        return None

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.headings())

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        cell_value = self.cell(self.rows[index.row()], index.column(), role)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(cell_value, str):
            return plain_tip(cell_value)
        return cell_value

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings()[section]
        return None


class RowTable(QTableView):
    """Chooses whole rows, one or several; Tab leaves it, and its rows follow the density.

    ``letters`` says how many letters wide the first columns are, or which words each of them has
    room for. They are narrower where the last one, which takes what is left, would have too little.
    """

    LEAST_LETTERS = 12

    def __init__(
        self,
        model: QAbstractItemModel,
        name: str,
        *,
        letters: Sequence[int | Sequence[str]] = (),
        several: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._letters, self._letter = tuple(letters), 0
        modes = QAbstractItemView.SelectionMode
        self.setAccessibleName(name)
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(modes.ExtendedSelection if several else modes.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalHeader().hide()
        keep_rows(self)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(_LEFT)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setStretchLastSection(True)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_columns()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            self._fit_columns()

    def _fit_columns(self) -> None:
        header, letter = self.horizontalHeader(), self.fontMetrics().averageCharWidth()
        if letter == self._letter:
            return  # the columns are as wide as the person made them
        self._letter = letter
        widths = {
            section: self._measure(letters) + 3 * GRID
            for section, letters in enumerate(self._letters)
            if header.sectionResizeMode(section) == QHeaderView.ResizeMode.Interactive
        }
        room = self.viewport().width() - self.LEAST_LETTERS * letter
        for section, width in zip(widths, narrowed([*widths.values()], room), strict=True):
            header.resizeSection(section, width)

    def _measure(self, letters: int | Sequence[str]) -> int:
        """Return how wide so many letters are, or the widest of some words."""
        if isinstance(letters, int):
            return letters * self.fontMetrics().averageCharWidth()
        return max(self.fontMetrics().horizontalAdvance(word) for word in letters)


def narrowed(wanted_widths: Sequence[int], room: int) -> list[int]:
    """Return widths that fit into the room, if that can be: the widest give way."""
    most = max(wanted_widths, default=0)
    while sum(min(width, most) for width in wanted_widths) > room and most > _LEAST:
        most -= 1
    return [min(width, most) for width in wanted_widths]


# --- the height of table rows -----------------------------------------------------------
#
# How high the rows of tables are: the height of the text and a padding the person chooses.

PADDING = {"compact": 6, "normal": 12, "roomy": 20}


class _Rows:
    """Knows the tables that follow."""

    def __init__(self) -> None:
        self.padding = PADDING["normal"]
        self.tables: weakref.WeakSet[QTableView] = weakref.WeakSet()

    def fit(self, table: QTableView) -> None:
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + self.padding)


@functools.cache
def _rows() -> _Rows:
    return _Rows()


def keep_rows(table: QTableView) -> None:
    """Let the rows of a table follow the density and the size of texts from now on."""
    rows = _rows()
    rows.tables.add(table)
    rows.fit(table)


def use_density(density: str) -> None:
    """Fit every table to a density, one of ``PADDING``, and to the font it has now."""
    rows = _rows()
    rows.padding = PADDING[density]
    for table in list(rows.tables):
        if shiboken6.isValid(table):
            rows.fit(table)
