"""The list “To cite”: sentences with the papers chosen for them, and its exports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget
from typing_extensions import override

from core.base.records import Paper, PaperNumber, ToCite
from desktop.language.wording import translate
from desktop.suggestions.model import byline
from desktop.ui.widgets import plain_tip

_ROOT = QModelIndex()
_TOP = 0
"""Internal id of sentence rows; a paper row has the row of its sentence plus one."""


@dataclass(frozen=True, slots=True)
class Picked:
    """Papers of one sentence."""

    text: str
    papers: tuple[Paper, ...]


class ToCiteModel(QAbstractItemModel):
    """Sentences in reading order, each with its papers below it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ToCite] = []

    def show(self, rows: Sequence[ToCite]) -> None:
        """Replace all rows, if they are others."""
        if list(rows) != self._rows:
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()

    @property
    def rows(self) -> list[ToCite]:
        """The sentences and their papers."""
        return list(self._rows)

    def numbers(self) -> list[PaperNumber]:
        """Return every paper once, in the order of the sentences."""
        return list(dict.fromkeys(paper.number for row in self._rows for paper in row.papers))

    def get_row(self, index: QModelIndex | QPersistentModelIndex) -> ToCite:
        """Return the sentence an index is, or belongs to."""
        return self._rows[index.row() if index.internalId() == _TOP else index.internalId() - 1]

    def picked(self, indexes: Sequence[QModelIndex]) -> list[Picked]:
        """Return what some rows stand for, by sentence; a sentence stands for all its papers."""
        papers_by_text: dict[str, dict[PaperNumber, Paper]] = {}
        for index in sorted(indexes, key=self._order):
            row = self.get_row(index)
            papers = row.papers if index.internalId() == _TOP else (row.papers[index.row()],)
            papers_by_text.setdefault(row.text, {}).update(
                {paper.number: paper for paper in papers}
            )
        return [Picked(text, tuple(papers.values())) for text, papers in papers_by_text.items()]

    @staticmethod
    def _order(index: QModelIndex) -> tuple[int, int]:
        top = index.internalId() == _TOP
        return (index.row(), -1) if top else (index.internalId() - 1, index.row())

    # --- Qt -----------------------------------------------------------------------------------

    @override
    def index(
        self, row: int, column: int, parent: QModelIndex | QPersistentModelIndex = _ROOT
    ) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    @override
    def parent(self, index: QModelIndex | QPersistentModelIndex = _ROOT) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent()
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        if not parent.isValid():
            return len(self._rows)
        inner = parent.internalId() != _TOP or parent.column() > 0
        return 0 if inner else len(self._rows[parent.row()].papers)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 2

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's own
        if not index.isValid():
            return None
        row = self.get_row(index)
        if index.internalId() == _TOP:
            return _sentence_data(row, index.column(), role)
        return _paper_data(row.papers[index.row()], index.column(), role)


def _sentence_data(row: ToCite, column: int, role: int) -> object:
    if role == Qt.ItemDataRole.FontRole and column == 0:
        font = QFont()
        font.setWeight(QFont.Weight.DemiBold)
        return font
    if role == Qt.ItemDataRole.ToolTipRole:
        missing_text = translate("ToCite", "This sentence is no longer in the manuscript.")
        return plain_tip(row.text if row.index is not None else f"{row.text}\n\n{missing_text}")
    if role != Qt.ItemDataRole.DisplayRole:
        return None
    missing_text = translate("ToCite", "no longer in the manuscript") if row.index is None else ""
    return row.text if column == 0 else missing_text


def _paper_data(paper: Paper, column: int, role: int) -> object:
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(f"{paper.title}\n{byline(paper)}\n{paper.citation_key}")
    if role != Qt.ItemDataRole.DisplayRole:
        return None
    return paper.title if column == 0 else byline(paper)


class ToCiteView(QTreeView):
    """Shows the list. Delete takes rows off it, Return goes to the sentence.

    Signals:
        sentence_chosen(int): go to this sentence.
        removal_requested: take the selected rows off the list.
    """

    sentence_chosen = Signal(int)
    removal_requested = Signal()

    def __init__(self, model: ToCiteModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("To cite: sentences and the papers chosen for them"))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        model.modelReset.connect(self._unfold)
        self.clicked.connect(self._go)
        self.activated.connect(self._go)

    def picked(self) -> list[Picked]:
        """Return what is selected."""
        rows = [index for index in self.selectionModel().selectedIndexes() if index.column() == 0]
        return self._model.picked(rows)

    def select_sentence(self, sentence: int | None) -> None:
        """Select the row of a sentence; nothing if it has none or is selected in part already."""
        model = self.selectionModel()
        selected = {self._model.get_row(index).index for index in model.selectedIndexes()}
        if sentence is not None and selected == {sentence}:
            return
        model.clearSelection()
        rows = [n for n, row in enumerate(self._model.rows) if row.index == sentence]
        if sentence is not None and rows:
            index = self._model.index(rows[0], 0)
            model.setCurrentIndex(
                index, model.SelectionFlag.ClearAndSelect | model.SelectionFlag.Rows
            )
            self.scrollTo(index)

    def _unfold(self) -> None:
        self.expandAll()
        for row in range(self._model.rowCount()):
            self.setFirstColumnSpanned(row, QModelIndex(), self._model.rows[row].index is not None)

    def _go(self, index: QModelIndex) -> None:
        sentence = self._model.get_row(index).index
        if sentence is not None:
            self.sentence_chosen.emit(sentence)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.removal_requested.emit()
        else:
            super().keyPressEvent(event)
