"""Puts the keyboard focus on the part of a page where one works."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def focus_in(part: QWidget) -> None:
    """Give the focus to a part of the window, or to what Tab reaches first inside it.

    A focus proxy would do, but Tab passes by all that lies before the proxy of a container.
    """
    tab = Qt.FocusPolicy.TabFocus
    for each in (part, *part.findChildren(QWidget)):
        if each.focusPolicy() & tab == tab and each.isVisible() and each.isEnabled():
            each.setFocus()
            return
