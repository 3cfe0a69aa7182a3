"""Every write may fail: one sentence says so, nothing acknowledged is lost, and it can be redone.

A sample of the writes. ``COCITE_FAULTS=1`` takes all of them, 6 each of them in all six ways.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core.library import disturbed
from tests.faults import Disturbing

SAMPLES = {
    "opening": 6,
    "editing": 6,
    "upgrading": 6,
    "importing": 9,
    "attaching": 6,
    "reading": 6,
    "backing_up": 9,
    "restoring": 6,
    "rebuilding": 6,
    "exporting": 9,
    "indexing": 6,
}


@pytest.fixture(scope="module")
def disturbing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disturbing]:
    with Disturbing(disturbed.__name__, tmp_path_factory.mktemp("faults")) as disturbing:
        yield disturbing


@pytest.mark.parametrize("name", SAMPLES)
def test_any_write_may_fail(disturbing: Disturbing, name: str) -> None:
    seen = disturbing.failures(name, sample=SAMPLES[name])
    assert [each for each in seen if each.end != "done"], "no failure was told of"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_kill_at_any_write_takes_nothing_that_was_acknowledged(
    disturbing: Disturbing, name: str
) -> None:
    seen = disturbing.kills(name, most=2)
    assert [each for each in seen if each.failed], "nothing was killed"
    wrong = [f"call {each.fault.at}: {each.end}" for each in seen if each.end.startswith("bug")]
    assert not wrong, "\n".join(wrong)
