"""Follows the trainings, whatever page is in front: among the jobs, and when one ends."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from typing_extensions import override

from core.base.errors import TrainingError
from core.runs.records import Run
from desktop.language.engine_words import in_language
from desktop.ui.tasks import State, Task, TaskRunner

if TYPE_CHECKING:
    from core.services.training import Training


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


LOOK_EVERY_MS = 5_000
LOOK_OFTEN_MS = 1_500
_ENDINGS: dict[str, State] = {"finished": "succeeded", "stopped": "cancelled"}


class RunWatch(QObject):
    """Looks at the runs now and then, shows those that go on, and tells of those that ended.

    Signals:
        ended: a ``Run`` that no process carries any more.
    """

    ended = Signal(object)

    def __init__(self, training: Training, runner: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._training, self._runner = training, runner
        self._tasks_by_name: dict[str, Elsewhere] = {}
        self._alive: dict[str, Run] = {}
        self._clock = QTimer(self, interval=LOOK_EVERY_MS)
        self._clock.timeout.connect(self.look)
        self._clock.start()
        # Without this object, which then no longer is one.
        parent.destroyed.connect(partial(_let_go, runner, self._tasks_by_name))
        QTimer.singleShot(0, self, self.look)

    def alive(self) -> list[Run]:
        """Return the runs that went on when they were last looked at."""
        return list(self._alive.values())

    def look(self) -> None:
        """Look once."""
        self._runner.run(self._training.runs, self._compare, owner=self)

    def stop(self, name: str) -> None:
        """Let a run stop with a checkpoint."""
        self._runner.run(lambda: self._training.pause(name), owner=self, write=True)

    def _compare(self, runs: list[Run]) -> None:
        ended = [run for run in runs if run.name in self._alive and not run.is_alive]
        self._alive = {run.name: run for run in runs if run.is_alive}
        for run in self._alive.values():
            self._show(run)
        for run in ended:
            self._settle(run)
            self.ended.emit(run)
        for name in self._tasks_by_name.keys() - self._alive.keys():  # deleted meanwhile
            self._runner.settle(self._tasks_by_name.pop(name), "cancelled")
        self._clock.setInterval(LOOK_OFTEN_MS if self._alive else LOOK_EVERY_MS)

    def _show(self, run: Run) -> None:
        if run.name not in self._tasks_by_name:
            title = self.tr("Training “{model}”").format(model=run.title or run.name)
            stop = partial(self.stop, run.name)
            self._tasks_by_name[run.name] = Elsewhere(title, stop, self._runner)
            self._runner.follow(self._tasks_by_name[run.name])
        task = self._tasks_by_name[run.name]
        task.remaining_seconds = run.seconds_left
        if run.doing or not run.step:
            task.progress.report(run.done_count, run.total, run.doing)
        else:
            task.progress.report(run.step, run.steps, self.tr("steps of the training"))

    def _settle(self, run: Run) -> None:
        task = self._tasks_by_name.pop(run.name, None)
        if task is None:
            return
        state = _ENDINGS.get(run.state, "failed")
        if run.state == "finished" and run.ended_at:
            task.outcome = self.tr("stopped, best state kept")
        run_error = TrainingError(in_language(run.message), remedy=in_language(run.remedy))
        self._runner.settle(task, state, run_error if state == "failed" else None)


def _let_go(runner: TaskRunner, tasks_by_name: dict[str, Elsewhere], *_: object) -> None:
    """Take what goes on from the list of jobs; it is not followed any more."""
    with contextlib.suppress(RuntimeError):  # the runner is gone as well
        for task in tasks_by_name.values():
            runner.settle(task, "running")
