"""Corpus folders that are opened."""

from __future__ import annotations

from core.base.jobs import JobCancelled


class Stopped:
    """A job that is stopped at its first look."""

    def report(self, done: int, total: int, note: str = "") -> None:
        assert 0 <= done <= total, note

    def check(self) -> None:
        raise JobCancelled
