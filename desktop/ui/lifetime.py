"""What must go when an object of Qt is gone: calls about it, and what Python keeps of it.

Qt drops a connection to a method of an object that is gone, but not one to a function: a job that
ends, or is cancelled, after its page was closed would call into a widget that is no more.
"""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QMenuBar


def while_alive(owner: QObject, call: Callable[[], object]) -> Callable[[], None]:
    """Return what makes a call as long as its owner is there, to be connected to a signal."""

    def guarded() -> None:
        if shiboken6.isValid(owner):
            call()

    return guarded


def make_menu(parent: QMenuBar | QMenu, title: str) -> QMenu:
    """Return a new menu in a bar or another menu.

    Of one that ``addMenu`` makes, PySide keeps the Python side when it is deleted: the menus of a
    window, made anew with each language and library, were thousands after some hours.
    """
    menu = QMenu(title, parent)
    parent.addAction(menu.menuAction())
    return menu
