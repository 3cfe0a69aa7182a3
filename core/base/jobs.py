"""Long-running work: progress is reported one way, a stop is requested the other."""

from __future__ import annotations

import threading
import time
from typing import Protocol


class JobCancelled(Exception):
    """The person asked the work to stop. Not an error: what was finished stays."""


class Job(Protocol):
    """What a long operation needs from whoever started it."""

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Say that ``done`` of ``total`` steps are behind us; a total of 0 is unknown. Cheap."""

    def check(self) -> None:
        """Raise ``JobCancelled`` if a stop was asked for. Call it once per step."""


class SilentJob:
    """A job nobody watches and nobody stops."""

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Do nothing."""

    def check(self) -> None:
        """Never stop."""


class StoppableJob:
    """A job that nobody watches and that another thread may stop."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Ask the work to end at its next step."""
        self._stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether the work was asked to end."""
        return self._stopped.is_set()

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Do nothing."""

    def check(self) -> None:
        """Stop if that was asked for."""
        if self._stopped.is_set():
            raise JobCancelled


class PatientJob:
    """Passes on a stop only after some seconds: for steps that cost more to end than to finish."""

    def __init__(self, job: Job, seconds: float) -> None:
        self._job = job
        self._until = time.monotonic() + seconds

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Pass on how far the work is."""
        self._job.report(steps_done, total, note)

    def check(self) -> None:
        """Stop if that was asked for and the step takes long."""
        if time.monotonic() > self._until:
            self._job.check()
