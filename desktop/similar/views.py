"""Two ways to look at neighbours, and small parts of the similar page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QDrag, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QSplitter,
    QWidget,
)
from typing_extensions import override

from core.base.records import PaperNumber
from desktop.language.wording import translate
from desktop.papers.model import as_dragged
from desktop.similar.models import EVIDENCE, ByEvidence, KnownFirst, NeighbourModel, NumberRole
from desktop.ui.remembered_state import remember_panes
from desktop.ui.responsive import FlowLayout, NarrowBar
from desktop.ui.row_table import RowTable
from desktop.ui.theme import theme
from desktop.ui.widgets import ShareBar, action_button, hbox, text_label, vbox

# --- small parts of the similar page ----------------------------------------------------------


_LOW_LINES = 32


def menu_position(view: QAbstractItemView, event: QContextMenuEvent) -> QPoint:
    """Return where the menu of a row opens: at the mouse, or at the row for the Menu key."""
    event.accept()
    if event.reason() == QContextMenuEvent.Reason.Mouse:
        return event.globalPos()
    row = view.visualRect(view.currentIndex()).intersected(view.viewport().rect())
    return view.viewport().mapToGlobal(row.bottomLeft() + QPoint(24, 0))


def top(title: str, *buttons: QPushButton) -> NarrowBar:
    """Return a heading with buttons at its right, icons alone where it is narrow."""
    label = text_label(title, "heading")
    bar = NarrowBar()
    row = hbox(label, 1, of=bar, margins=(16, 8, 8, 8))
    for button in buttons:
        row.addWidget(button)
        bar.say(button, button.text())
    return bar


class WhyColumn(QWidget):
    """A pane over buttons for what can be done with the paper it shows.

    In a low window the buttons have icons alone, so that the pane has room.
    """

    def __init__(self, why: QWidget, *rows: Sequence[QAction]) -> None:
        super().__init__()
        self._buttons = [
            (action_button(action, "quiet", icon=True), action) for row in rows for action in row
        ]
        below = QWidget()
        flow = FlowLayout(*(button for button, _ in self._buttons))
        flow.setContentsMargins(8, 0, 8, 8)
        below.setLayout(flow)
        vbox(
            top(translate("SimilarPage", "This paper")),
            (why, 1),
            below,
            of=self,
            margins=0,
            spacing=0,
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < _LOW_LINES * self.fontMetrics().height()
        for button, action in self._buttons:
            button.setText("" if low else action.text())


def side_by_side(*panes: QWidget) -> QSplitter:
    """Return three panes beside each other, as wide as they were left; the middle one grows."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(1)
    for pane in panes:
        splitter.addWidget(pane)
        splitter.setStretchFactor(splitter.count() - 1, int(splitter.count() == 2))
        splitter.setCollapsible(splitter.count() - 1, splitter.count() != 2)
    grown = theme().text_percent / 100
    splitter.setSizes([round(216 * min(grown, 1.3)), 768, round(296 * min(grown, 1.2))])
    remember_panes(splitter, "similar")
    return splitter


# --- all evidence in one table, or a list for each kind of it ---------------------------------


_LETTERS = (0, 17, 5, 11, 11, 11)
FIRST_EVIDENCE = 3
"""The first column of evidence in ``NeighbourModel``."""


class NeighbourTable(RowTable):
    """A table of neighbours; rows can be dragged.

    Signals:
        moved: another paper is the current one.
        opened: a paper was double-clicked, or Return pressed on it.
        menu_wanted(QPoint): the menu of the current paper, at a position on the screen.
    """

    selection_moved = Signal()
    opened = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, model: QAbstractItemModel, name: str, letters: Sequence[int] = ()) -> None:
        super().__init__(model, name, several=True, letters=letters)
        self.horizontalHeader().setStretchLastSection(False)
        self.setItemDelegate(ShareBar(self))
        self.selectionModel().currentRowChanged.connect(lambda *_: self.selection_moved.emit())
        self.selectionModel().selectionChanged.connect(lambda *_: self.selection_moved.emit())
        self.doubleClicked.connect(lambda _: self.opened.emit())

    def number(self) -> PaperNumber | None:
        """Return the current paper."""
        index = self.currentIndex()
        return PaperNumber(index.data(NumberRole)) if index.isValid() else None

    def numbers(self) -> tuple[PaperNumber, ...]:
        """Return the selected papers."""
        rows = self.selectionModel().selectedRows()
        return tuple(PaperNumber(index.data(NumberRole)) for index in rows)

    def go_to_row(self, row: int) -> None:
        """Select a row alone, whichever keys are held: ``selectRow`` would heed Ctrl and Shift."""
        flags = QItemSelectionModel.SelectionFlag
        command = flags.ClearAndSelect | flags.Rows
        self.selectionModel().setCurrentIndex(self.model().index(row, 0), command)

    def show_number(self, number: PaperNumber) -> bool:
        """Select a paper; nothing, if it is not in the table."""
        model = self.model()
        for row in range(model.rowCount()):
            if model.index(row, 0).data(NumberRole) == number:
                if self.numbers() != (number,):
                    self.go_to_row(row)
                self.scrollTo(model.index(row, 0))
                return True
        self.setCurrentIndex(QModelIndex())
        self.clearSelection()
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
            return
        super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.currentIndex().isValid():
            self.menu_wanted.emit(menu_position(self, event))

    @override
    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        if self.numbers():
            drag = QDrag(self)
            drag.setMimeData(as_dragged(self.numbers()))
            drag.exec(Qt.DropAction.CopyAction)


class Together(QWidget):
    """All evidence in one table, with switches for its columns."""

    def __init__(self, model: NeighbourModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sorted = KnownFirst(model, self)
        self.table = NeighbourTable(self.sorted, self.tr("Neighbours"), _LETTERS)
        self.table.setDragEnabled(True)
        header = self.table.horizontalHeader()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.setSortingEnabled(True)  # sorts at once, so only now: nearest first
        header.sortIndicatorChanged.connect(self._order_changed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        vbox(self.table, of=self, margins=0)

    def show_evidence(self, kind: int, *, is_visible: bool) -> None:
        """Show or hide the column of a kind of evidence (a position in ``EVIDENCE``)."""
        self.table.setColumnHidden(FIRST_EVIDENCE + kind, not is_visible)

    def _order_changed(self, section: int, order: Qt.SortOrder) -> None:
        # A proxy without a column would turn the rows round if it stayed descending.
        if section < 0 and order == Qt.SortOrder.DescendingOrder:
            self.sorted.sort(-1, Qt.SortOrder.AscendingOrder)


class SideBySide(QWidget):
    """A list for each kind of evidence. One paper is current in all that hold it."""

    def __init__(self, model: NeighbourModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        names = (self.tr("By meaning"), self.tr("By words"), self.tr("By citations"))
        nothing = (
            self.tr("No results by meaning: the meaning index is empty."),
            self.tr("No paper shares words with the starting papers."),
            self.tr("No citations between these papers"),
        )
        self.tables: list[NeighbourTable] = []
        self._parts: list[QWidget] = []
        self._empty: list[QLabel] = []
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        for kind, name in enumerate(names):
            table = NeighbourTable(ByEvidence(model, FIRST_EVIDENCE + kind), name)
            table.setDragEnabled(True)
            table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
            table.horizontalHeader().resizeSection(1, 72)
            part, empty = _headed(name, nothing[kind], table)
            self.tables.append(table)
            self._parts.append(part)
            self._empty.append(empty)
            splitter.addWidget(part)
        remember_panes(splitter, "side by side")
        model.modelReset.connect(self._count)
        hbox(splitter, of=self, margins=0)

    def show_evidence(self, kind: int, *, is_visible: bool) -> None:
        """Show or hide the list of a kind of evidence."""
        self._parts[kind].setVisible(is_visible)

    def _count(self) -> None:
        for table, empty in zip(self.tables, self._empty, strict=True):
            empty.setVisible(table.model().rowCount() == 0)


def evidence_switches(names: tuple[str, ...]) -> list[QCheckBox]:
    """Return a switch for each kind of evidence, all on."""
    switches = []
    for name in names[: len(EVIDENCE)]:
        switch = QCheckBox(name)
        switch.setChecked(True)
        switches.append(switch)
    return switches


def _headed(name: str, nothing: str, table: NeighbourTable) -> tuple[QWidget, QLabel]:
    heading = text_label(name, "heading")
    heading.setContentsMargins(12, 8, 8, 4)
    empty = text_label(nothing, "muted", wrap=True)
    empty.setContentsMargins(12, 4, 8, 4)
    empty.hide()
    table.horizontalHeader().hide()
    part = QWidget()
    vbox(heading, empty, (table, 1), of=part, margins=0, spacing=0)
    return part, empty
