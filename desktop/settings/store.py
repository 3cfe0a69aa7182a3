"""Holds the settings of the running program, says what changed, and writes them to their file."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from core.base import settings as settings_file
from core.base.settings import Settings
from desktop.ui.tasks import TaskRunner

logger = logging.getLogger(__name__)

SAVE_AFTER_MS = 600


class CitationKeys(Protocol):
    """The citation keys of a library. Every call blocks."""

    def pattern(self) -> str:
        """Give the pattern of the keys of new papers."""

    def set_pattern(self, pattern: str) -> None:
        """Raise ``UsageError`` if it is none."""


class SettingsStore(QObject):
    """The settings in force. ``citation_keys`` are those of the open library, which keeps them.

    Signals:
        changed: a ``frozenset`` of the names of settings that are others now.
    """

    changed = Signal(object)

    def __init__(self, path: Path, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.runner = runner
        self.citation_keys: CitationKeys | None = None
        self.now: Settings = settings_file.load(path)
        self._soon = QTimer(self, singleShot=True, interval=SAVE_AFTER_MS)
        self._soon.timeout.connect(self._write_away)

    def change(self, **values: object) -> None:
        """Take other values for some settings; they are written a moment later."""
        self.use(self.now.changed(**values))

    def use(self, settings: Settings) -> None:
        """Take another state of all settings."""
        before, self.now = self.now, settings
        old, new = before.model_dump(), settings.model_dump()
        names = frozenset(
            name for name in old.keys() | new.keys() if old.get(name) != new.get(name)
        )
        if names:
            self._soon.start()
            self.changed.emit(names)

    def write_now(self) -> None:
        """Write the file at once: the program ends."""
        self._soon.stop()
        self._write(self.now)

    def _write_away(self) -> None:
        settings = self.now
        self.runner.run(lambda: self._write(settings), write=True)

    def _write(self, settings: Settings) -> None:
        try:
            settings_file.save(settings, self._path)
        except OSError as error:
            logger.warning("The settings could not be saved: %s", error.strerror)
