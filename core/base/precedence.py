"""Priorities on processor and pipes: a person's request before work ahead and in the background.

What a person asks goes first: everything else stands aside until it is answered. Work done ahead,
such as the other sentences of a manuscript, comes before work that nobody waits for.
"""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum

_TICK_S = 0.2
"""How soon work that stands aside notices that it is to stop."""

_MOST_S = 10.0
"""No question takes so long; one that hangs must not hold up everything else."""

_MOST_JOB_S = 300.0


class Rank(IntEnum):
    """For whom something is done; the lowest goes first."""

    PERSON = 0
    AHEAD = 1
    BEHIND = 2


_rank = ContextVar("rank", default=Rank.PERSON)
_persons = _jobs = 0
_answered = threading.Condition()


@contextmanager
def working(rank: Rank) -> Iterator[None]:
    """Do what the block does, on this thread, for somebody; without it, it is for a person."""
    token = _rank.set(rank)
    try:
        yield
    finally:
        _rank.reset(token)


def rank() -> Rank:
    """Return for whom this thread works."""
    return _rank.get()


@contextmanager
def person_waits() -> Iterator[None]:
    """Let other work of this process stand aside while the block runs."""
    global _persons  # noqa: PLW0603 - one person sits before one process
    with _answered:
        _persons += 1
    try:
        yield
    finally:
        with _answered:
            _persons -= 1
            _answered.notify_all()


@contextmanager
def job_waits() -> Iterator[None]:
    """Let work ahead stand aside while the block, a job that a person began, runs."""
    global _jobs  # noqa: PLW0603 - as above
    with _answered:
        _jobs += 1
    try:
        yield
    finally:
        with _answered:
            _jobs -= 1
            _answered.notify_all()


def stand_aside(check: Callable[[], None] = lambda: None, *, for_jobs: bool = False) -> None:
    """Wait until no person waits, nor ``for_jobs`` a job that one began.

    ``check`` is asked now and then, and may raise.
    """
    began = time.monotonic()
    while True:
        check()  # without the lock: a job may be held here
        with _answered:
            waited_s = time.monotonic() - began
            for_person = _persons and waited_s <= _MOST_S
            if not for_person and not (for_jobs and _jobs and waited_s <= _MOST_JOB_S):
                return
            _answered.wait(_TICK_S)


class Turns:
    """A lock that goes to the lowest rank that waits for it, and to the first of these."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[Rank, int]] = []
        self._numbers = itertools.count()
        self._is_taken = False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the lock while the block runs."""
        if rank() is not Rank.PERSON:
            stand_aside()
        self._take((rank(), next(self._numbers)))
        try:
            yield
        finally:
            with self._changed:
                self._is_taken = False
                self._changed.notify_all()

    def _take(self, turn: tuple[Rank, int]) -> None:
        with self._changed:
            heapq.heappush(self._waiting, turn)
            try:
                self._changed.wait_for(lambda: not self._is_taken and self._waiting[0] == turn)
                self._is_taken = True
            finally:
                self._waiting.remove(turn)
                heapq.heapify(self._waiting)
