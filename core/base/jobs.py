"""Long-running work: progress is reported one way, a stop is requested the other."""

from __future__ import annotations

from typing import Protocol


class JobCancelled(Exception):
    """The person asked the work to stop. Not an error: what was finished stays."""


class Job(Protocol):
    """What a long operation needs from whoever started it."""

    def report(self, done: int, total: int, note: str = "") -> None:
        """Say that ``done`` of ``total`` steps are behind us; a total of 0 is unknown. Cheap."""

    def check(self) -> None:
        """Raise ``JobCancelled`` if a stop was asked for. Call it once per step."""


class SilentJob:
    """A job nobody watches and nobody stops."""

    def report(self, done: int, total: int, note: str = "") -> None:
        """Do nothing."""

    def check(self) -> None:
        """Never stop."""
