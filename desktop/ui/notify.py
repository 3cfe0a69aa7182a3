"""The type of the function with which a page shows a notification."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from desktop.ui.changes import LibraryUndo


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
        until_closed: bool = False,
        undo: LibraryUndo | None = None,
    ) -> None:
        """Show ``message``; a button named ``action``, if any, does ``call``.

        ``undo`` takes back what was just done, by a button; the message goes once that is undone,
        or something else is done. One whose button does something else goes once that is undone.
        With ``stays`` it can be called later too, from the messages kept. ``until_closed`` is for
        a message that tells of something that was not done: it does not go by itself.
        """
