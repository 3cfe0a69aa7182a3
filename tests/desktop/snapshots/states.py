"""Every page and dialog that is photographed, and how one comes to it. Add a function here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.desktop.snapshots import dialogs, pages
from tests.desktop.snapshots.studio import Studio


@dataclass(frozen=True, slots=True)
class State:
    """A state of the program; ``build`` brings the studio's window into it."""

    name: str
    build: Callable[[Studio], None]
    is_dialog: bool = False


STATES: tuple[State, ...] = (
    *(State(build.__name__.replace("_", "-"), build) for build in pages.ALL),
    *(State(f"dialog-{build.__name__.replace('_', '-')}", build, True) for build in dialogs.ALL),
)
