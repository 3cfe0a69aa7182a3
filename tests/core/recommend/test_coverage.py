"""How far a library holds what a text needs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from core.base.records import PLAUSIBLE, STRONG, PaperNumber
from core.recommend.coverage import Coverage, Presence, nearness, shipped_presence
from core.recommend.signals import SignalTable

UNKNOWN = float("nan")


def table(**columns: list[float]) -> SignalTable:
    count = len(next(iter(columns.values())))
    named = {f"vectors.{name}": np.array(c, np.float32) for name, c in columns.items()}
    return SignalTable(tuple(PaperNumber(n) for n in range(1, count + 1)), named)


def test_a_share_follows_laplaces_rule_and_is_open_without_a_list() -> None:
    assert Coverage().share == 0.5
    assert Coverage(0, 127).share == pytest.approx(1 / 129)
    assert Coverage(30, 30).share == pytest.approx(31 / 32)


def test_a_sentence_finds_one_of_the_papers_it_cites() -> None:
    presence = Presence(cited=2, near=0.4, steepness=10)
    assert presence.chance(Coverage(), UNKNOWN) == pytest.approx(0.75)
    # Papers as near as usual say nothing, nor do nearer ones; farther ones do, in log-odds.
    assert presence.chance(Coverage(), 0.4) == pytest.approx(0.75)
    assert presence.chance(Coverage(), 0.9) == pytest.approx(0.75)
    assert presence.chance(Coverage(), 0.3) == pytest.approx(3 / (3 + np.e))


def test_more_references_and_nearer_papers_never_make_it_less_likely() -> None:
    presence = shipped_presence()
    for near in (0.1, 0.4, 0.7, UNKNOWN):
        chances = [presence.chance(Coverage(linked, 40), near) for linked in range(41)]
        assert all(0 <= one <= other <= 1 for one, other in pairwise(chances))
        steps = [other - one for one, other in pairwise(chances)]
        assert near < 0.4 or max(steps) < 0.15
    for linked in (0, 4, 40):
        chances = [presence.chance(Coverage(linked, 40), near / 20) for near in range(20)]
        assert all(one <= other for one, other in pairwise(chances))
        assert chances[0] < chances[-1]


def test_a_paper_of_another_field_is_never_plausible() -> None:
    presence, surest = shipped_presence(), 0.5
    for coverage in (Coverage(), Coverage(0, 40)):
        assert presence.chance(coverage, 0.2) * surest < PLAUSIBLE
    # Where half of the references are there and near papers too, what is strong stays strong.
    assert presence.chance(Coverage(20, 40), 0.6) * surest > STRONG
    assert presence.chance(Coverage(), 0.6) * surest > STRONG


def test_nearness_is_that_of_the_nearest_few() -> None:
    found = nearness(table(sentence=[0.1, 0.5, np.nan, 0.2], neighbours=[0.3, 0.1, 0.7, np.nan]))
    assert found == pytest.approx((0.7 + 0.5 + 0.3) / 3)
    assert nearness(table(sentence=[0.4, np.nan])) == pytest.approx(0.4)


@pytest.mark.parametrize("unknown", [None, table(cited=[0.5]), table(sentence=[np.nan])])
def test_without_vectors_nothing_is_known_of_nearness(unknown: SignalTable | None) -> None:
    assert np.isnan(nearness(unknown))
