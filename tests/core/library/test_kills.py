"""No acknowledged change is lost when the process is killed, wherever that hits it.

A slice of ``tools/lab/benchmarks/kill_library.py``, which kills hundreds of times.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.killing import Expected, Killing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="children are forked")


def test_after_each_kill_all_that_was_acknowledged_is_there(tmp_path: Path) -> None:
    with Killing(tmp_path, seed=1) as killing:
        for _ in range(25):
            killing.kill_once()
    assert killing.figures.inside_a_write >= 5
    assert killing.figures.acknowledged >= 25
    assert killing.figures.cut_logs
    assert killing.figures.lost_logs
    assert killing.figures.stale_logs


def test_the_oracle_sees_a_lost_change(tmp_path: Path) -> None:
    with Killing(tmp_path, seed=2) as killing:
        killing.kill_once()
        while not killing.figures.acknowledged:
            killing.kill_once()
        killing._expected = Expected()
        with pytest.raises(AssertionError, match="acknowledged change is lost"):
            killing._check(None)
