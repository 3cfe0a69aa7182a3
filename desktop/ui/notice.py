"""What a page says instead of a dialog: a strip with one action, or what an empty page is for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from desktop.ui.responsive import FlowLayout
from desktop.ui.theme import GRID, set_icon, set_look
from desktop.ui.widgets import hbox, text_label, vbox

# --- a strip inside a page that says what is wrong, with at most one action -------------------


class Notice(QFrame):
    """Hidden until something is to be said."""

    def __init__(self, look: str = "news", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, look)
        self._label = text_label(wrap=True)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._button = QPushButton()
        self._call: Callable[[], None] | None = None
        self._closed: Callable[[], None] | None = None
        self._shown_text = ""
        self._floats = False
        self._button.clicked.connect(self._act)
        self.close_button = QPushButton()
        self.close_button.setAccessibleName(self.tr("Close the message"))
        self.close_button.setToolTip(self.tr("Close the message"))
        set_look(self.close_button, "quiet")
        set_icon(self.close_button, "close")
        self.close_button.clicked.connect(self._close)
        self.close_button.hide()
        row = hbox((self._label, 1), of=self, margins=(12, GRID, GRID, GRID))
        for button in (self._button, self.close_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def float_over(self, page: QWidget) -> None:
        """Stand over the bottom of a page instead of in its layout: nothing moves for it.

        What it covers can be seen again: it has a button that closes it.
        """
        set_look(self, f"{self.property('look')} floating")
        self._floats = True
        Floating(self, page)
        self.hide()

    @property
    def text(self) -> str:
        """What is said now; "" while hidden."""
        return "" if self.isHidden() else self._label.text()

    def say(
        self,
        text: str,
        *,
        action: str = "",
        call: Callable[[], None] | None = None,
        closable: bool = False,
    ) -> None:
        """Show a text; a button named ``action``, if any, does ``call``."""
        self.close_button.setVisible(closable or self._floats)
        self._shown_text, self._closed = text, None
        self._label.setText(text)
        self.setAccessibleName(text)
        self._call = call
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self.show()

    def say_error(
        self, error: EngineError, *, action: str = "", call: Callable[[], None] | None = None
    ) -> None:
        """Show what went wrong and what to do about it."""
        self.say(f"{error} {error.remedy}".strip(), action=action, call=call)

    def keep_saying(
        self,
        text: str,
        *,
        action: str = "",
        call: Callable[[], None] | None = None,
        closed: Callable[[], None] | None = None,
    ) -> None:
        """Show a text that is said again and again, unless a person closed it.

        With ``closed``, it can be closed by a button, which calls that.
        """
        if text != self._shown_text:
            self.say(text, action=action, call=call, closable=closed is not None)
            self._closed = closed

    def clear(self) -> None:
        """Say nothing."""
        self._shown_text = ""
        self.hide()

    def _close(self) -> None:
        self.hide()
        if self._closed is not None:
            self._closed()

    def _act(self) -> None:
        if self._call is not None:
            self._call()


# --- keeping a widget above others ------------------------------------------------------
#
# Lets a message stand over the bottom of a page, so that nothing on the page moves for it.

_LIFT = 5 * GRID
"""What is left free below: the line of buttons in which many pages end."""
_LETTERS = 110


class Floating(QObject):
    """Keeps a widget in the middle of a host's lower edge, above all else that is there."""

    def __init__(self, widget: QWidget, host: QWidget) -> None:
        super().__init__(widget)
        self._widget, self._host = widget, host
        widget.setParent(host)
        host.installEventFilter(self)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if (watched is self._host and kind == QEvent.Type.Resize) or (
            watched is self._widget and kind in (QEvent.Type.Show, QEvent.Type.LayoutRequest)
        ):
            self._place()
        return False

    def _place(self) -> None:
        widget, room = self._widget, self._host.rect().adjusted(2 * GRID, GRID, -2 * GRID, -_LIFT)
        letter = widget.fontMetrics().averageCharWidth()
        width = min(room.width(), max(_LETTERS * letter, widget.minimumSizeHint().width()))
        preferred_height = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
        height = max(preferred_height, widget.minimumSizeHint().height())
        box = QRect(0, 0, width, height)
        box.moveCenter(room.center())
        box.moveBottom(room.bottom())
        widget.setGeometry(box)
        widget.raise_()


# --- what an empty page says: what it is for, and the first steps one can take ----------------


class EmptyState(QWidget):
    """A title, a sentence, and buttons; the first one is the suggested step."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = text_label(title)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        set_look(self.heading, "title")
        self.explanation = text_label(text, wrap=True)
        self.explanation.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.explanation.setMaximumWidth(max(480, 60 * self.fontMetrics().averageCharWidth()))
        set_look(self.explanation, "muted")
        self._buttons = FlowLayout(spacing=8, centred=True)
        middle = QHBoxLayout()  # an alignment instead would give the text one line only
        middle.addStretch(1)
        middle.addWidget(self.explanation, 1000)
        middle.addStretch(1)
        vbox(2, self.heading, middle, self._buttons, 3, of=self, spacing=16)

    def add_step(self, text: str, call: Callable[[], None]) -> QPushButton:
        """Offer a step."""
        button = QPushButton(text)
        if self._buttons.count() == 0:
            set_look(button, "primary")
        button.clicked.connect(lambda *_: call())
        self._buttons.addWidget(button)
        return button
