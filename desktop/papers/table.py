"""The table of papers: a hundred thousand rows, columns one can choose, widths that are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSettings,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QDrag,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QStaticText,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from core.base.records import PaperNumber, SortKey
from desktop.papers.model import COLUMNS, PROBLEM, Column, PaperModel, WarningRole, as_dragged
from desktop.ui.remembered_state import read_columns, restore_columns, store_columns
from desktop.ui.row_table import keep_rows
from desktop.ui.theme import colors

_STATE = "library/columns"
_NAMES = tuple(column.heading for column in COLUMNS)
_OLD_STATE = "library/columns-13"
_OLD_NAMES = (  # Columns of a past version: never add one.
    "Title",
    "Authors",
    "Year",
    "Venue",
    "Citation key",
    "DOI",
    "Keywords",
    "Id",
    "Added",
    "Full text",
    "Cited by",
    "Note",
    "Missing",
)
"""The columns of versions that stored their state without names."""
_USUAL_HEIGHT = 17  # pixels of a line at the usual size of texts
_MOST_PARTS = 5_000
"""So many runs of rows are selected again at most: more would hold the window up."""
_LEAST_FOR_TITLE = 0.36
_SCANT_FOR_TITLE = 0.3
_LEAST_LETTERS = 14
"""The part of a narrow table that is left to the title, whatever other columns are shown."""


class PaperTable(QTableView):
    """Shows a ``PaperModel``.

    Signals:
        order_chosen: a ``SortKey`` or ``None``, and whether descending.
        selection_settled: the selected papers are others now.
        paper_opened: the number of a paper that was double-clicked, or Enter was pressed on.
    """

    order_chosen = Signal(object, bool)
    selection_settled = Signal()
    paper_opened = Signal(int)

    def __init__(self, model: PaperModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.papers = model
        self._widths_are_chosen = False
        self.setModel(model)
        self._cells = PaperCells(COLUMNS, self)
        self.setItemDelegate(self._cells)
        self.setAccessibleName(self.tr("Papers"))
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._set_up_headers()
        self.selectionModel().selectionChanged.connect(self.selection_settled)
        self.doubleClicked.connect(lambda index: self.paper_opened.emit(model.number(index.row())))

    def selected_numbers(self) -> tuple[PaperNumber, ...]:
        """Return the selected papers in the order of the rows."""
        selection = self.selectionModel().selection()
        parts = [selection.at(index) for index in range(selection.count())]
        rows = {row for part in parts for row in range(part.top(), part.bottom() + 1)}
        return tuple(self.papers.number(row) for row in sorted(rows))

    def selects_several(self) -> bool:
        """Return whether more than one paper is selected; cheap, whatever their number."""
        selection = self.selectionModel().selection()
        parts = [selection.at(index) for index in range(min(selection.count(), 2))]
        return len({row for part in parts for row in (part.top(), part.bottom())}) > 1

    def show_numbers(
        self, numbers: list[PaperNumber], *, stay: bool, keep_several: bool = True
    ) -> None:
        """Show other papers; those of them that were selected stay so.

        The rows ``stay`` scrolled as they are, or the current paper is brought into view. In
        another list several papers are not kept selected, of which some may be out of sight.
        """
        if not keep_several and self.selects_several():
            self.clearSelection()
        selected, scrolled = set(self.selected_numbers()), self.verticalScrollBar().value()
        current = self.currentIndex()
        number = self.papers.number(current.row()) if current.isValid() else None
        if not self.papers.show_numbers(numbers):
            return
        rows = (
            [row for row, paper_number in enumerate(numbers) if paper_number in selected]
            if selected
            else []
        )
        row = None if number is None else self.papers.find_row(number)
        if row is None and rows:
            row = rows[0]
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(self._selection(rows), flag.ClearAndSelect)
        self.doItemsLayout()  # the scroll bar knows how many rows there are
        if row is not None:
            self.selectionModel().setCurrentIndex(self.papers.index(row, 0), flag.NoUpdate)
        elif not stay:
            self.scrollToTop()
        if stay:
            self.verticalScrollBar().setValue(scrolled)

    def select_paper(self, number: PaperNumber) -> bool:
        """Select one paper and bring it into view; ``False`` if no row shows it."""
        row = self.papers.find_row(number)
        if row is None:
            return False
        self.select_only(row)
        return True

    def show_best(self) -> None:
        """Select the first row, for what was just searched."""
        if self.papers.rowCount():
            self.select_only(0)
        self.scrollToTop()

    def select_only(self, row: int) -> None:
        """Select one row, whatever keys are down; ``selectRow`` would extend with Shift."""
        flag = QItemSelectionModel.SelectionFlag
        index = self.papers.index(row, 0)
        self.selectionModel().setCurrentIndex(index, flag.ClearAndSelect | flag.Rows)
        self.scrollTo(index)

    def step(self, by: int) -> PaperNumber | None:
        """Select the row below (1) or above (-1) the current one; ``None`` past the end."""
        row = self.currentIndex().row() + by
        if not 0 <= row < self.papers.rowCount():
            return None
        self.select_only(row)
        return self.papers.number(row)

    def show_order(self, sort: SortKey | None, *, descending: bool) -> None:
        """Mark the column the rows are ordered by."""
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        sections = [index for index, column in enumerate(COLUMNS) if column.sort == sort]
        header = self.horizontalHeader()
        header.blockSignals(True)
        header.setSortIndicator(sections[0] if sort and sections else -1, order)
        header.blockSignals(False)
        header.viewport().update()

    def show_problems(self, is_visible: bool) -> None:
        """Show why papers are not indexed, or hide the column that says so."""
        self.setColumnHidden(PROBLEM, not is_visible)
        if not self._widths_are_chosen:
            self._share_width()

    def save_state(self, settings: QSettings) -> None:
        """Keep widths, order and choice of the columns."""
        store_columns(self.horizontalHeader(), _NAMES, settings, _STATE)
        settings.setValue("library/widths-chosen", self._widths_are_chosen)
        settings.setValue("library/text-height", self.fontMetrics().height())

    def restore_state(self, settings: QSettings) -> None:
        """Bring back what ``save_state`` kept."""
        stored = read_columns(settings, _STATE)
        old_state = settings.value(_OLD_STATE)
        if stored is None and isinstance(old_state, QByteArray):
            stored = _OLD_NAMES, old_state
        if stored is not None and restore_columns(self.horizontalHeader(), _NAMES, *stored):
            self._widths_are_chosen = settings.value("library/widths-chosen", type=bool) is True
            self._scale_columns(settings.value("library/text-height", 0, int))
        self.show_problems(False)
        self.show_order(None, descending=False)

    def choose_columns(self, position: QPoint) -> None:
        """Open the menu of columns at a position on the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for section, column in enumerate(COLUMNS[:PROBLEM]):
            action = QAction(column.title(), menu)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(section))
            action.setEnabled(section > 0)
            action.toggled.connect(
                lambda is_visible, section=section: self.setColumnHidden(section, not is_visible)
            )
            menu.addAction(action)
        menu.popup(position)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        # Entered from Python, the interpreter lock is taken once for the whole painting. Without
        # this, each of a thousand calls of ``data`` queues behind a busy import.
        super().paintEvent(event)

    @override
    def startDrag(self, _actions: Qt.DropAction) -> None:
        # Qt would gather every cell of the selection, which takes seconds for a whole library.
        numbers = self.selected_numbers()
        if numbers:
            drag = QDrag(self)
            drag.setMimeData(as_dragged(numbers))
            drag.exec(Qt.DropAction.CopyAction)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.paper_opened.emit(self.papers.number(self.currentIndex().row()))
            return
        down = (Qt.Key.Key_Home, Qt.Key.Key_End)
        if event.key() in down and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            last = self.papers.rowCount() - 1
            if last >= 0:
                self.select_only(0 if event.key() == Qt.Key.Key_Home else last)
            return
        super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._widths_are_chosen:
            self._share_width()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            keep_rows(self)
            self._cells.reset_texts()
            if not self._widths_are_chosen:
                self._size_columns()
                self._share_width()

    def _set_up_headers(self) -> None:
        rows = self.verticalHeader()
        keep_rows(self)
        rows.setMinimumSectionSize(1)
        rows.hide()
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setHighlightSections(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(48)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(
            lambda point: self.choose_columns(header.mapToGlobal(point))
        )
        header.sortIndicatorChanged.connect(self._order_chosen)
        header.sectionResized.connect(lambda *_: self._width_chosen())
        self._size_columns()
        for section, column in enumerate(COLUMNS):
            header.setSectionHidden(section, not column.is_shown)
        header.setSectionResizeMode(0, header.ResizeMode.Stretch)
        self.show_order(None, descending=False)

    def _selection(self, rows: Sequence[int]) -> QItemSelection:
        """Return ascending rows as a selection; the first run of them if there are too many."""
        selection, last = QItemSelection(), self.papers.columnCount() - 1
        runs = list(_runs(rows))
        for top, bottom in runs if len(runs) <= _MOST_PARTS else runs[:1]:
            selection.select(self.papers.index(top, 0), self.papers.index(bottom, last))
        return selection

    def _width(self, index: int) -> int:
        """Return the least width of a column for texts as large as they are."""
        return round(COLUMNS[index].width * max(1.0, self.fontMetrics().height() / _USUAL_HEIGHT))

    def _size_columns(self) -> None:
        for index in range(len(COLUMNS)):
            self.horizontalHeader().resizeSection(index, self._width(index))

    def _scale_columns(self, height_before: object) -> None:
        """Fit widths that were kept when texts had another height."""
        height = self.fontMetrics().height()
        if not self._widths_are_chosen:
            self._size_columns()
        elif isinstance(height_before, int) and height_before not in (0, height):
            header = self.horizontalHeader()
            for index in range(len(COLUMNS)):
                if not self.isColumnHidden(index):
                    width = round(self.columnWidth(index) * height / height_before)
                    header.resizeSection(index, width)

    def _share_width(self) -> None:
        """Let long columns grow with the table until the person sets a width."""
        header = self.horizontalHeader()
        blocked = header.blockSignals(True)
        width = self.viewport().width()
        shared = [index for index, column in enumerate(COLUMNS) if column.share]
        wanted_widths = {
            index: max(self._width(index), int(width * COLUMNS[index].share)) for index in shared
        }
        shown_width = sum(
            wanted_widths[index] for index in shared if not self.isColumnHidden(index)
        )
        fixed = sum(
            self.columnWidth(index)
            for index in range(1, len(COLUMNS))
            if index not in shared and not self.isColumnHidden(index)
        )
        room = (1 - _LEAST_FOR_TITLE) * width - fixed
        if (
            room < shown_width / 2
        ):  # large texts in a small window: the title gives some of its room
            room = (1 - _SCANT_FOR_TITLE) * width - fixed
        squeeze = min(1.0, max(room, 0) / max(shown_width, 1))
        least = _LEAST_LETTERS * self.fontMetrics().averageCharWidth()
        for index in shared:
            header.resizeSection(
                index, min(wanted_widths[index], max(int(wanted_widths[index] * squeeze), least))
            )
        other_indexes = (
            index for index in range(1, len(COLUMNS)) if not self.isColumnHidden(index)
        )
        free_width = width - sum(self.columnWidth(index) for index in other_indexes)
        if free_width >= 2 * least:
            header.setSectionResizeMode(0, header.ResizeMode.Stretch)
        else:  # rather scroll sideways than show a letter or two of everything
            header.setSectionResizeMode(0, header.ResizeMode.Interactive)
            header.resizeSection(0, 2 * least)
        header.blockSignals(blocked)
        header.doItemsLayout()

    def _width_chosen(self) -> None:
        if self.horizontalHeader().underMouse():
            self._widths_are_chosen = True

    def _order_chosen(self, section: int, order: Qt.SortOrder) -> None:
        sort = COLUMNS[section].sort if section >= 0 else None
        self.order_chosen.emit(sort, order == Qt.SortOrder.DescendingOrder)


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of rows that follow one another."""
    first = 0
    for index in range(1, len(rows) + 1):
        if index == len(rows) or rows[index] != rows[index - 1] + 1:
            yield rows[first], rows[index - 1]
            first = index


# --- painting the cells -----------------------------------------------------------------
#
# How cells of the table of papers are painted: a line of text, and what is selected or pointed
# at.
#
# Qt's own delegate asks a model seven times for each cell and sets its text anew, through the
# style sheet, which costs four times as much: a table that fills a large window could not be
# scrolled at fifty frames a second. What is painted here looks the same.

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
