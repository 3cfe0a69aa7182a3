"""Which manuscripts were open in a library when the program ended, and where one stood in them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSettings

from desktop.manuscript.tab_state import TabState, packed, unpacked


class OpenManuscripts:
    """Keeps the open manuscripts of one library in the window's settings.

    What is stored is not touched before it was brought back, nor while everything is closed at
    the end: else the tabs that are not there yet, or no more, would be forgotten.
    """

    def __init__(self, library: Path) -> None:
        name = hashlib.sha256(str(library).encode()).hexdigest()[:16]
        self._tabs, self._front = f"open/{name}/tabs", f"open/{name}/front-tab"
        self._settings: QSettings | None = None
        self._has_started = False
        self._follows = False

    def use(self, settings: QSettings) -> None:
        """Keep them in these settings."""
        self._settings = settings

    def stored(self) -> tuple[list[TabState], int] | None:
        """Return what was open and which was in front, -1 for none; ``None`` if that was said."""
        if self._has_started or self._settings is None:
            return None
        self._has_started = True
        states = unpacked(str(self._settings.value(self._tabs, "")))
        front = str(self._settings.value(self._front, "-1"))
        return states, int(front) if front.lstrip("-").isdigit() else -1

    def follow(self) -> None:
        """Store every change from now on."""
        self._follows = True

    def rest(self) -> None:
        """Store no change any more."""
        self._follows = False

    def keep(self, states: Sequence[TabState], front: int) -> None:
        """Store what is open, if changes are to be stored."""
        if self._follows and self._settings is not None:
            self._settings.setValue(self._tabs, packed(states))
            self._settings.setValue(self._front, front)
