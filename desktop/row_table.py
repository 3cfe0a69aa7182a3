"""A table whose rows are read and chosen, not edited: what all such tables have in common."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from desktop.papers.density import keep_rows

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RowTable(QTableView):
    """Chooses whole rows, one or several; Tab leaves it, and its rows follow the density.

    ``widths`` are those of the first columns in pixels; the last column takes what is left.
    """

    def __init__(
        self,
        model: QAbstractItemModel,
        name: str,
        *,
        widths: Sequence[int] = (),
        several: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
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
        header.setStretchLastSection(True)
        for section, width in enumerate(widths):
            header.resizeSection(section, width)
