"""Which manuscripts were open in a library when the program ended."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSettings


class OpenManuscripts:
    """Keeps the open files of one library in the window's settings.

    What is stored is not touched before it was brought back, nor while everything is closed at
    the end: else the tabs that are not there yet, or no more, would be forgotten.
    """

    def __init__(self, library: Path) -> None:
        name = hashlib.sha256(str(library).encode()).hexdigest()[:16]
        self._files, self._front = f"open/{name}/files", f"open/{name}/front"
        self._settings: QSettings | None = None
        self._begun = False
        self._follows = False

    def use(self, settings: QSettings) -> None:
        """Keep them in these settings."""
        self._settings = settings

    def stored(self) -> tuple[list[Path], Path | None] | None:
        """Return the files that were open and the one in front; ``None`` from the second call."""
        if self._begun or self._settings is None:
            return None
        self._begun = True
        value = self._settings.value(self._files, [])
        # A list of one comes back as text.
        names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        front = str(self._settings.value(self._front, ""))
        paths = [Path(name) for name in names if isinstance(name, str)]
        return paths, Path(front) if front else None

    def follow(self) -> None:
        """Store every change from now on."""
        self._follows = True

    def rest(self) -> None:
        """Store no change any more."""
        self._follows = False

    def keep(self, files: Sequence[Path], front: Path | None) -> None:
        """Store which files are open, if changes are to be stored."""
        if self._follows and self._settings is not None:
            self._settings.setValue(self._files, [str(path) for path in files])
            self._settings.setValue(self._front, str(front) if front is not None else "")
