"""How high the rows of tables are: the height of the text and a padding the person chooses."""

from __future__ import annotations

import functools
import weakref

import shiboken6
from PySide6.QtWidgets import QTableView

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
