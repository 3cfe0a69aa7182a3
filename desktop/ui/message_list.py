"""The last notifications, to read again and to copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from typing_extensions import override

from desktop.language.wording import translate
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.theme import colors

KEPT = 200
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Message:
    """One message. ``remedy`` says what to do about it; only failures have one.

    ``report``, if any, shows what the message is about.
    """

    at: datetime
    is_failure: bool
    text: str
    remedy: str = ""
    report: Callable[[], None] | None = None

    def line(self) -> str:
        """Return the message as it is copied."""
        return f"{self.at:%Y-%m-%d %H:%M:%S}  {self.text} {self.remedy}".rstrip()


class MessageModel(RowModel[Message]):
    """The messages, the latest first."""

    @override
    def headings(self) -> tuple[str, ...]:
        return ("", "", "")  # time, text, what to do

    def add(
        self,
        text: str,
        remedy: str = "",
        *,
        is_failure: bool,
        report: Callable[[], None] | None = None,
    ) -> None:
        """Keep a message that was just shown; the oldest beyond ``KEPT`` goes."""
        self.beginInsertRows(_ROOT, 0, 0)
        now = datetime.now().astimezone()
        self.rows.insert(0, Message(now, is_failure, text, remedy, report))
        self.endInsertRows()
        if len(self.rows) > KEPT:
            self.beginRemoveRows(_ROOT, KEPT, KEPT)
            self.rows.pop()
            self.endRemoveRows()

    @override
    def cell(self, message: Message, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return (f"{message.at:%H:%M}", message.text, message.remedy)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return message.line()
        if role == Qt.ItemDataRole.ForegroundRole:
            text = colors().bad if message.is_failure else colors().text
            return text if column == 1 else colors().muted
        return None


class MessageTable(RowTable):
    """Shows the messages."""

    def __init__(self, model: MessageModel) -> None:
        name = translate("MessageTable", "Messages")
        super().__init__(model, name, letters=(10, 80), several=True)
        self._messages = model
        self.horizontalHeader().hide()

    def report(self) -> Callable[[], None] | None:
        """Return what shows the report of the chosen message, ``None`` if there is none."""
        row = self.currentIndex().row()
        return self._messages.rows[row].report if row >= 0 else None

    def copy(self) -> None:
        """Put the chosen messages on the clipboard, all if none is chosen."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        chosen = [self._messages.rows[row] for row in rows] or self._messages.rows
        QGuiApplication.clipboard().setText("\n".join(message.line() for message in chosen))
