"""What every job keeps to, whoever watches it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.base.jobs import Job, JobCancelled

REPORTS = (
    (0, 0, ""),
    (0, 10, "papers"),
    (5, 10, "Größe 模型 🙂 [/b] \x07"),
    (10, 10, ""),
    (3, 0, "x"),
)


def assert_is_a_job(job: Job, stop: Callable[[], object] | None = None) -> None:
    """Check what long work relies on; ``stop`` asks for its end, if that can be asked for."""
    for done, total, note in REPORTS:
        job.report(done, total, note)
        job.check()
    job.report(1, 2)
    with ThreadPoolExecutor(4) as pool:  # work may be divided
        list(pool.map(lambda number: job.report(number, 100, f"{number}"), range(100)))
        list(pool.map(lambda _: job.check(), range(20)))
    if stop is None:
        return
    stop()
    for _ in range(2):
        with pytest.raises(JobCancelled):
            job.check()
    job.report(1, 2, "what is said while it stops does no harm")
