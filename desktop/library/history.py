"""What was done to the library, also on other days, and taking it back."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

from desktop.language.wording import in_language, moment
from desktop.ui.dialogs import close_button
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.theme import GRID
from desktop.ui.widgets import confirm, hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.library.store.history import HistoryEntry
    from desktop.ui.changes import LibraryUndo


class HistoryModel(RowModel["HistoryEntry"]):
    """A row for each action, the latest first."""

    def states(self) -> tuple[str, str]:
        """Return what is said of an action that is undone, and of one that cannot be."""
        return self.tr("undone"), self.tr("cannot be undone")

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("When"), self.tr("State"), self.tr("Action")

    @override
    def cell(self, row: HistoryEntry, column: int, role: int) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        undone, final = self.states()
        state = final if row.problem else undone if row.undone else ""
        when = moment(datetime.fromisoformat(row.made_at).astimezone())
        return (when, state, in_language(row.said))[column]


class HistoryDialog(QDialog):
    """Lists the last actions; undoes one, or all back to one, and does one again."""

    def __init__(self, undo: LibraryUndo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library_undo = undo
        self.setWindowTitle(self.tr("History"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        room = self.screen().availableSize()
        letter = self.fontMetrics().averageCharWidth()
        self.resize(QSize(max(760, 100 * letter), 480).boundedTo(room))
        self.explanation = text_label(
            self.tr(
                "The last 100 actions that changed this library, also those of other days. Papers"
                " that an import brought go to the Trash when it is undone."
            ),
            wrap=True,
        )
        self.model = HistoryModel(self)
        self.table = RowTable(
            self.model, self.tr("History"), letters=(26, self.model.states()), parent=self
        )
        self.undo = push_button(self.tr("Undo this"), self._undo)
        self.undo_to = push_button(self.tr("Undo back to here"), self._undo_entries)
        self.redo = push_button(self.tr("Redo"), self._redo)
        self.forget = push_button(self.tr("Forget all…"), self._forget)
        buttons = hbox(self.undo, self.undo_to, self.redo, 1, self.forget, close_button(self))
        vbox(
            self.explanation, (self.table, 1), buttons, of=self, margins=2 * GRID, spacing=2 * GRID
        )
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._follow())
        undo.named.connect(self.refresh)
        self._follow()
        self.refresh()

    def refresh(self) -> None:
        """Ask again for what was done."""
        self._library_undo.ask_history(self._show, owner=self)

    def _show(self, entries: list[HistoryEntry]) -> None:
        row = self.table.currentIndex().row()
        self.model.show_rows(entries)
        if entries:
            self.table.selectRow(min(max(row, 0), len(entries) - 1))
        self._follow()

    def _chosen(self) -> HistoryEntry | None:
        rows = self.table.selectionModel().selectedRows()
        return self.model.rows[rows[0].row()] if rows else None

    def _follow(self) -> None:
        """Allow what can be done with the chosen action, and say why the rest cannot."""
        entry = self._chosen()
        none = self.tr("Nothing to undo yet") if entry is None else ""
        undone = self.tr("Already undone") if entry and entry.undone else ""
        lost = in_language(entry.problem) if entry else ""
        standing = self.tr("Not undone") if entry and not entry.undone else ""
        for button, why in (
            (self.undo, none or undone or lost),
            (self.undo_to, none or undone or lost),
            (self.redo, none or standing),
            (self.forget, none),
        ):
            if why and button.hasFocus():
                self.table.setFocus()  # else Qt would move it to the next: that which forgets all
            button.setEnabled(not why)
            button.setToolTip(why)

    def _undo(self) -> None:
        if entry := self._chosen():
            self._library_undo.undo_action(entry.number)

    def _undo_entries(self) -> None:
        if entry := self._chosen():
            self._library_undo.undo_action(entry.number, and_later=True)

    def _redo(self) -> None:
        if entry := self._chosen():
            self._library_undo.redo_action(entry.number)

    def _forget(self) -> None:
        confirm(
            self,
            self.tr("Clear the history?"),
            self.tr(
                "Nothing in this list can be undone any more. The library itself stays as it is."
            ),
            self.tr("Forget all"),
            self._library_undo.clear_history,
        )
