"""Puts the keyboard focus on the part of a page where one works, and lets Return press a button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from typing_extensions import override

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SPACE = Qt.Key.Key_Space


def focus_part(part: QWidget) -> None:
    """Give the focus to a part of the window, or to what Tab reaches first inside it.

    A focus proxy would do, but Tab passes by all that lies before the proxy of a container.
    """
    tab = Qt.FocusPolicy.TabFocus
    for widget in (part, *part.findChildren(QWidget)):
        if widget.focusPolicy() & tab == tab and widget.isVisible() and widget.isEnabled():
            widget.setFocus()
            return


class ButtonKeys(QObject):
    """Gives Return and Space to the button that has the focus, before anyone else gets them.

    Outside dialogs most systems let only Space press a button; what a button leaves goes to the
    widget that it is part of, and Return means something else there.
    """

    def watch_focus(self, application: QApplication) -> None:
        """Serve every button of the program, from when it has the focus."""
        application.focusChanged.connect(self._watch)

    def _watch(self, _before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, QPushButton | QToolButton):
            now.installEventFilter(self)  # once, however often it is asked for

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return (
            isinstance(event, QKeyEvent)
            and isinstance(watched, QPushButton | QToolButton)
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            and _is_for_button(watched, event)
        )


def _is_for_button(button: QPushButton | QToolButton, event: QKeyEvent) -> bool:
    """Press the button if the key is Return; tell whether nobody else is to get the event."""
    if event.type() == QEvent.Type.ShortcutOverride and event.key() in (*_RETURN, _SPACE):
        event.accept()  # an action may have the same key
        return True
    if event.type() == QEvent.Type.KeyPress and event.key() in _RETURN:
        if not event.isAutoRepeat():
            button.click()
        return True
    return False
