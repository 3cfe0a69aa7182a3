"""Every write of a training may fail: the last checkpoint stays, and the run can go on from it.

A sample of the writes. ``COCITE_FAULTS=1`` takes all of them, 6 each of them in all six ways.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults import Disturbing
from tests.training import disturbed


@pytest.fixture(scope="module")
def disturbing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disturbing]:
    with Disturbing(disturbed.__name__, tmp_path_factory.mktemp("faults")) as disturbing:
        yield disturbing


@pytest.mark.parametrize(("name", "sample"), [("checkpoints", 9), ("run_folder", 9), ("arrays", 4)])
def test_any_write_of_a_training_may_fail(disturbing: Disturbing, name: str, sample: int) -> None:
    seen = disturbing.failures(name, sample=sample)
    assert [each for each in seen if each.end != "done"], "no failure was told of"
