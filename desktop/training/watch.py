"""Says when a training ends, whatever page is in front."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from core.runs.records import Run
from desktop.tasks import TaskRunner
from desktop.training.protocols import Library

LOOK_EVERY_MS = 5_000


class RunWatch(QObject):
    """Looks at the runs now and then, and tells of those that ended since.

    Signals:
        ended: a ``Run`` that no process carries any more.
    """

    ended = Signal(object)

    def __init__(self, workspace: Library, runner: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace, self._runner = workspace, runner
        self._alive: frozenset[str] = frozenset()
        self._clock = QTimer(self, interval=LOOK_EVERY_MS)
        self._clock.timeout.connect(self.look)
        self._clock.start()

    def look(self) -> None:
        """Look once."""
        self._runner.run(self._workspace.runs.runs, self._compare, owner=self)

    def _compare(self, runs: list[Run]) -> None:
        for run in runs:
            if run.name in self._alive and not run.is_alive:
                self.ended.emit(run)
        self._alive = frozenset(run.name for run in runs if run.is_alive)
