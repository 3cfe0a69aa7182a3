"""The type of the function with which a page shows a notification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtGui import QUndoStack


class Notify(Protocol):
    """Say something in the quiet bar. ``Callable[[str], None]`` is what most callers need."""

    def __call__(
        self,
        message: str,
        /,
        *,
        action: str = "",
        call: Callable[[], None] | None = None,
        stays: bool = False,
        undo: QUndoStack | None = None,
        step_on: QUndoStack | None = None,
    ) -> None:
        """Show ``message``; a button named ``action``, if any, does ``call``.

        ``undo`` is where the step lies last that was just made: a button takes it back, and the
        message goes once that step is undone, or another one follows it.
        ``step_on`` is where the step lies that it is about, if a button does something else: the
        message goes once a step there is undone.
        With ``stays`` it can be called later too, from the messages kept.
        """
