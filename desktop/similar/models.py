"""Seeds and neighbours as item models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from typing_extensions import override

from core.base.records import Neighbour, Paper, PaperNumber
from desktop.papers.model import authors_line
from desktop.ui.row_table import RowModel
from desktop.ui.theme import colors
from desktop.ui.widgets import ShareRole, plain_tip, share_words

EVIDENCE = ("meaning", "words", "citations")
SortRole = Qt.ItemDataRole.UserRole + 1
NumberRole = Qt.ItemDataRole.UserRole + 2

_ROOT = QModelIndex()
_YEAR = 2


@dataclass(frozen=True, slots=True)
class Seeds:
    """What neighbours are asked for: papers to be like, and papers not to be like."""

    like: tuple[PaperNumber, ...] = ()
    unlike: tuple[PaperNumber, ...] = ()

    def with_like(self, numbers: Sequence[PaperNumber]) -> Seeds:
        """Return the seeds with more papers to be like."""
        like = dict.fromkeys((*self.like, *numbers))
        return Seeds(tuple(like), tuple(n for n in self.unlike if n not in like))

    def with_unlike(self, numbers: Sequence[PaperNumber]) -> Seeds:
        """Return the seeds with more papers not to be like."""
        unlike = dict.fromkeys((*self.unlike, *numbers))
        return Seeds(tuple(n for n in self.like if n not in unlike), tuple(unlike))

    def without(self, number: PaperNumber) -> Seeds:
        """Return the seeds without a paper."""
        return Seeds(
            tuple(n for n in self.like if n != number),
            tuple(n for n in self.unlike if n != number),
        )


class NeighbourModel(RowModel[Neighbour]):
    """Neighbours, nearest first. ``SortRole`` gives what a column is sorted by, if it is known."""

    @override
    def headings(self) -> tuple[str, ...]:
        return (
            self.tr("Title"),
            self.tr("Authors"),
            self.tr("Year"),
            self.tr("Meaning"),
            self.tr("Words"),
            self.tr("Citations"),
        )

    def paper(self, row: int) -> Paper:
        """Return the paper of a row."""
        return self.rows[row].paper

    def find_row(self, number: PaperNumber) -> int | None:
        """Return the row of a paper, if it is among the neighbours."""
        numbers = (neighbour.paper.number for neighbour in self.rows)
        return next((row for row, candidate in enumerate(numbers) if candidate == number), None)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Any: Qt's variants
        if role == Qt.ItemDataRole.InitialSortOrderRole:
            rising = Qt.SortOrder.AscendingOrder
            return rising if section < _YEAR else Qt.SortOrder.DescendingOrder
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section == _YEAR else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return super().headerData(section, orientation, role)

    @override
    def cell(self, neighbour: Neighbour, column: int, role: int) -> object:
        if role == NumberRole:
            return neighbour.paper.number
        if column > _YEAR:
            kind = EVIDENCE[column - _YEAR - 1]
            return _evidence(neighbour.by.get(kind, 0.0), role)
        return _stated(neighbour.paper, column, role)


def _stated(paper: Paper, column: int, role: int) -> object:
    texts = (paper.title, authors_line(paper.signers), str(paper.year or ""))
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    values = {
        Qt.ItemDataRole.DisplayRole: texts[column],
        Qt.ItemDataRole.ToolTipRole: plain_tip(texts[column]),
        SortRole: (paper.title.lower(), texts[1].lower(), paper.year)[column] or None,
        Qt.ItemDataRole.TextAlignmentRole: right if column == _YEAR else None,
    }
    return values.get(role)


def _evidence(share: float, role: int) -> object:
    values = {
        ShareRole: share,
        SortRole: share or None,
        Qt.ItemDataRole.ToolTipRole: f"{share_words(share)} ({share:.2f})",
        Qt.ItemDataRole.AccessibleTextRole: share_words(share),
    }
    return values.get(role)


class SeedModel(RowModel[tuple[Paper, bool]]):
    """The seeds by title: first those to be like, then those not to be like."""

    def show_seeds(self, like: Sequence[Paper], unlike: Sequence[Paper]) -> None:
        """Replace all rows."""
        self.show_rows([*((paper, True) for paper in like), *((paper, False) for paper in unlike)])

    def number(self, row: int) -> PaperNumber:
        """Return the paper of a row."""
        return self.rows[row][0].number

    @override
    def cell(self, row: tuple[Paper, bool], column: int, role: int) -> object:
        paper, is_liked = row
        if role == Qt.ItemDataRole.DisplayRole:
            return paper.title if is_liked else self.tr("Unlike: {title}").format(title=paper.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{paper.title}\n{authors_line(paper.signers)} {paper.year or ''}"
        if role == Qt.ItemDataRole.ForegroundRole and not is_liked:
            return colors().muted
        return None


class KnownFirst(QSortFilterProxyModel):
    """Sorts by ``SortRole``; rows whose value is not known come last in both directions."""

    def __init__(self, model: NeighbourModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setSourceModel(model)
        self.setSortRole(SortRole)

    @override
    def lessThan(
        self,
        source_left: QModelIndex | QPersistentModelIndex,
        source_right: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        left_value, right = source_left.data(SortRole), source_right.data(SortRole)
        if left_value is None or right is None:
            falling = self.sortOrder() == Qt.SortOrder.DescendingOrder
            return bool((left_value is None) == falling and (left_value is None) != (right is None))
        return bool(left_value < right)


class ByEvidence(QSortFilterProxyModel):
    """The neighbours of one kind of evidence alone: title and share, nearest first."""

    def __init__(self, model: NeighbourModel, column: int) -> None:
        super().__init__(model)
        self._column = column
        self.setSourceModel(model)
        self.setSortRole(SortRole)
        self.sort(1, Qt.SortOrder.DescendingOrder)  # its own second column

    @override
    def filterAcceptsRow(
        self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        index = self.sourceModel().index(source_row, self._column)
        return bool((index.data(ShareRole) or 0) > 0)

    @override
    def filterAcceptsColumn(
        self, source_column: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        return source_column in (0, self._column)
