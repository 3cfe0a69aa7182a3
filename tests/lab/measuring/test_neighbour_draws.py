"""Other ways to draw SciNCL's triplets, on a circle where every rank is known."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tools.lab.measuring.neighbour_draws import VariedSettings, VariedTriplets, last_above
from training.sampling.neighbours import BandDraws, Bands, BandTriplets, nearest

PAPERS = 200
ANGLES = np.cumsum(np.linspace(1, 2, PAPERS)) * (5.5 / (1.5 * PAPERS))
ROWS = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1).astype(np.float32)


def bands(**ranks: int) -> BandTriplets:
    chosen = Bands(**({"k_positive": 10, "c_positive": 3, "k_hard": 60, "c_hard": 2} | ranks))
    queries = np.arange(PAPERS)
    return BandTriplets(queries, nearest(ROWS, queries, 60), chosen, queries, BandDraws())


def varied(found: BandTriplets, **values: object) -> VariedTriplets:
    settings = VariedSettings.model_validate(
        {"k_positive": 10, "c_positive": 3, "k_hard": 60, "c_hard": 2, "c_easy": 3} | values
    )
    return VariedTriplets(found, settings, ROWS)


def cosine(one: int, other: int) -> float:
    return float(ROWS[one] @ ROWS[other])


def order(query: int) -> NDArray[np.int64]:
    return np.array([paper for paper in np.argsort(-(ROWS @ ROWS[query])) if paper != query])


def test_without_a_variation_the_bands_are_what_is_drawn_from() -> None:
    triplets = varied(bands())
    ranks = {int(paper): rank for rank, paper in enumerate(order(50), start=1)}
    drawn = [triplets.triplet(0, 5 * 50 + at) for at in range(5)]
    assert {ranks[each.positive] for each in drawn} == {8, 9, 10}
    negatives = sorted(ranks[each.negative] for each in drawn)
    assert negatives[:2] == [59, 60]
    assert min(negatives[2:]) > 60


def test_of_a_wide_interval_each_epoch_draws_others() -> None:
    triplets = varied(bands(c_positive=8, c_hard=8), wide=8)
    ranks = {int(paper): rank for rank, paper in enumerate(order(50), start=1)}
    drawn = [triplets.triplet(epoch, 5 * 50 + at) for epoch in range(40) for at in range(5)]
    assert {ranks[each.positive] for each in drawn} == set(range(3, 11))
    hard = [ranks[each.negative] for each in drawn if ranks[each.negative] <= 60]
    assert set(hard) == set(range(53, 61))
    assert len(hard) == 2 * 40


@pytest.mark.parametrize("least", [0.2, 0.9])
def test_above_a_similarity_the_last_papers_serve(least: float) -> None:
    found = last_above(ROWS, bands(), least, 3)
    for query in range(0, PAPERS, 9):
        above = [paper for paper in order(query) if cosine(query, paper) > least]
        assert set(found[query].tolist()) == set(above[-3:])


def test_papers_without_a_neighbour_so_similar_ask_nothing() -> None:
    best = np.sort([cosine(query, order(query)[0]) for query in range(PAPERS)])
    least = float(best[80:84].mean())  # two papers may be nearest to each other
    lonely = int((best <= least).sum())
    triplets = varied(bands(), positive_similarity=least)
    assert 80 < lonely < 84
    assert triplets.without_positives == lonely
    assert len(triplets) == (PAPERS - lonely) * triplets.per_query
    for index in range(0, len(triplets), 7):
        drawn = triplets.triplet(0, index)
        assert cosine(drawn.anchor, drawn.positive) > least
        assert drawn.anchor == triplets.anchor(index)


def test_hard_negatives_by_similarity_lie_just_above_it() -> None:
    triplets = varied(bands(), hard_similarity=0.3)
    last = {int(paper) for paper in last_above(ROWS, bands(), 0.3, 2)[50]}
    drawn = {triplets.triplet(0, 5 * 50 + at).negative for at in range(5)}
    assert last < drawn


@pytest.mark.parametrize(("distance", "far"), [(0.0, False), (1.0, True)])
def test_easy_negatives_of_a_cluster_are_as_far_as_asked(distance: float, far: bool) -> None:
    triplets = varied(bands(), clusters=10, cluster_distance=distance)
    for query in range(0, PAPERS, 13):
        hard = set(bands().hard[query].tolist())
        easy = {
            triplets.triplet(epoch, 5 * query + at).negative
            for epoch in range(10)
            for at in range(5)
        } - hard
        assert all((cosine(query, paper) < 0) is far for paper in easy)
        assert query not in easy
