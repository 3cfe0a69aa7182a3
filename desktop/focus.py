"""Puts the keyboard focus on the part of a page where one works, and lets Return press a button."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget


def focus_in(part: QWidget) -> None:
    """Give the focus to a part of the window, or to what Tab reaches first inside it.

    A focus proxy would do, but Tab passes by all that lies before the proxy of a container.
    """
    tab = Qt.FocusPolicy.TabFocus
    for each in (part, *part.findChildren(QWidget)):
        if each.focusPolicy() & tab == tab and each.isVisible() and each.isEnabled():
            each.setFocus()
            return


def pressed_by_return(window: QWidget, event: QKeyEvent) -> bool:
    """Press the button that has the focus, if a key that nobody took is Return; tell whether.

    Outside dialogs most systems let only Space press a button.
    """
    button = window.focusWidget()
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.isAutoRepeat():
        return False
    if not isinstance(button, QPushButton | QToolButton):
        return False
    button.click()
    return True
