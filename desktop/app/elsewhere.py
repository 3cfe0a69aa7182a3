"""Work in another process that the window only follows, such as a training."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from typing_extensions import override

from desktop.ui.tasks import Task


class Elsewhere(Task):
    """Stands among the jobs while ``TaskRunner.follow`` shows it.

    ``cancel`` hands the wish to stop on. It ends when whoever follows it says so, who also knows
    how many seconds are ``remaining_seconds``.
    """

    def __init__(self, title: str, stop: Callable[[], object], parent: QObject) -> None:
        super().__init__(title, parent)
        self._stop = stop
        self.state = "running"
        self.remaining_seconds: float | None = None

    @override
    def cancel(self) -> None:
        if not self.stop_requested:
            self._stop()
        super().cancel()

    @override
    def seconds_left(self) -> float | None:
        return self.remaining_seconds
