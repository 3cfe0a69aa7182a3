"""Calls that are dropped when the object they are about is gone.

Qt drops a connection to a method of an object that is gone, but not one to a function: a job that
ends, or is cancelled, after its page was closed would call into a widget that is no more.
"""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject


def while_alive(owner: QObject, call: Callable[[], object]) -> Callable[[], None]:
    """Return what makes a call as long as its owner is there, to be connected to a signal."""

    def guarded() -> None:
        if shiboken6.isValid(owner):
            call()

    return guarded
