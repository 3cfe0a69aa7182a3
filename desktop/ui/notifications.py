"""The notification bar: news and expected failures, never a dialog."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QMetaObject, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from desktop.language.wording import translate
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.theme import colors, set_icon, set_look
from desktop.ui.widgets import hbox, push_button, text_label

if TYPE_CHECKING:
    from desktop.ui.changes import LibraryUndo


# --- the last notifications, to read again and to copy ----------------------------------------


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
        super().__init__(model, name, letters=(7, 56), several=True)
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


# --- the bar ----------------------------------------------------------------------------------


NEWS_LASTS_MS = 8_000
_MOST_WAITING = 5


@dataclass(eq=False, slots=True)
class _Notice:
    """What the bar shows; one that ``waits`` comes back when what covers it has gone."""

    look: str
    message: str
    remedy: str = ""
    action: str = ""
    call: Callable[[], None] | None = None
    waits: bool = False
    offers_undo: bool = False
    is_undoable: bool = False
    later_actions: int = 0


class NotificationBar(QFrame):
    """Shows one message at a time. Good news goes by itself, a failure stays until it is closed.

    What tells of something that was not done comes back behind a later message, until it is closed.
    It stands over the bottom of the page, which does not move. ``history`` keeps what was said.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Message"))
        self.history = MessageModel(self)
        self.message, self.remedy = text_label(), text_label()
        for label in (self.message, self.remedy):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.action_button = push_button("", self._act)
        self.close_button = QPushButton()
        self.close_button.setAccessibleName(self.tr("Close the message"))
        self.close_button.setToolTip(self.tr("Close the message"))
        set_look(self.close_button, "quiet")
        set_icon(self.close_button, "close")
        self.close_button.clicked.connect(self._close)
        hbox(
            (self.message, 3),
            (self.remedy, 2),
            self.action_button,
            self.close_button,
            of=self,
            margins=(16, 6, 8, 6),
            spacing=16,
        )
        self._notices: list[_Notice] = []  # the last one is shown
        self._connections: list[QMetaObject.Connection] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._close)
        self.hide()

    def show_news(
        self,
        message: str,
        /,
        *,
        action: str = "",
        call: Callable[[], None] | None = None,
        stays: bool = False,
        until_closed: bool = False,
        undo: LibraryUndo | None = None,
    ) -> None:
        """Say something that needs no answer; a button named ``action``, if any, does ``call``.

        It goes by itself, unless it is shown ``until_closed``, as one is that tells of something
        that was not done. With ``stays`` the history offers the same later. With ``undo`` it is
        about the last action, and goes once that is undone; without a button of its own it has one
        that takes the action back, and goes once there is another one, too.
        """
        offers_undo = undo is not None and not action
        if undo is not None and offers_undo:
            action, call = self.tr("Undo"), undo.undo
        notice = _Notice("news", message, action=action, call=call, waits=until_closed)
        if undo is not None:
            notice.is_undoable, notice.offers_undo = True, offers_undo
            self._watch(undo)
        self.history.add(message, is_failure=False, report=call if stays else None)
        self._show(notice)

    def show_question(self, message: str, action: str, call: Callable[[], None]) -> None:
        """Ask whether to do ``call``, which a button named ``action`` does; stay until closed."""
        self.show_news(message, action=action, call=call, stays=True, until_closed=True)

    def show_error(
        self, error: EngineError, *, action: str = "", call: Callable[[], None] | None = None
    ) -> None:
        """Say what failed and what to do about it."""
        self.history.add(str(error), error.remedy, is_failure=True)
        self._show(_Notice("trouble", str(error), error.remedy, action, call))

    def clear(self) -> None:
        """Take all messages back, those that wait as well."""
        for notice in [*self._notices]:
            self._withdraw(notice)

    def _show(self, notice: _Notice) -> None:
        waiting = [one for one in self._notices if one.waits and one.message != notice.message]
        self._notices = [*waiting[-_MOST_WAITING:], notice]
        self._show_last()

    def _show_last(self) -> None:
        self._timer.stop()
        if not self._notices:
            self.hide()
            return
        notice = self._notices[-1]
        set_look(self, f"{notice.look} floating")
        self.message.setText(notice.message)
        self.remedy.setText(notice.remedy)
        self.remedy.setVisible(bool(notice.remedy))
        self.action_button.setText(notice.action)
        self.action_button.setVisible(bool(notice.action))
        self.setAccessibleDescription(f"{notice.message} {notice.remedy}".strip())
        self.show()
        if notice.look == "news" and not notice.waits:
            self._timer.start(NEWS_LASTS_MS)

    def _watch(self, undo: LibraryUndo) -> None:
        for connection in self._connections:
            QObject.disconnect(connection)
        self._connections = [
            undo.moved.connect(self._follow),
            undo.destroyed.connect(self._withdraw_undoable),
        ]

    def _follow(self, direction: int) -> None:
        """Take a message back whose action is undone; an offer to undo goes with any action."""
        for notice in [*self._notices]:
            notice.later_actions += direction
            if notice.is_undoable and (notice.offers_undo or notice.later_actions < 0):
                self._withdraw(notice)

    def _withdraw_undoable(self) -> None:
        self._connections = []
        for notice in [*self._notices]:
            if notice.is_undoable:
                self._withdraw(notice)

    def _withdraw(self, notice: _Notice) -> None:
        """Take back an offer that there is nothing left to do for."""
        if notice in self._notices:
            is_shown = notice is self._notices[-1]
            self._notices.remove(notice)
            if is_shown:
                self._show_last()

    def _close(self) -> None:
        if self._notices:
            self._withdraw(self._notices[-1])

    def _act(self) -> None:
        call = self._notices[-1].call if self._notices else None
        self._close()
        if call is not None:
            call()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)
