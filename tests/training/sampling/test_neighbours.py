"""SciNCL's bands on a circle, where every rank is known, and against brute force."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from training.sampling import neighbours
from training.sampling.neighbours import BandDraws, Bands, BandTriplets, hard_rank, nearest

PAPERS = 600
BANDS = Bands(k_hard=120)


def circle(papers: int) -> NDArray[np.float32]:
    """Points one behind the other, the gaps growing: each rank is another one's, without ties."""
    angles = np.cumsum(np.linspace(1, 2, papers)) * (5.5 / (1.5 * papers))
    lengths = np.linspace(0.5, 3, papers)  # the cosine does not see them
    return (np.stack([np.cos(angles), np.sin(angles)], axis=1) * lengths[:, None]).astype(
        np.float32
    )


def ranked(rows: NDArray[np.float32], query: int) -> list[int]:
    exact = rows.astype(np.float64)
    cosines = exact @ exact[query] / np.linalg.norm(exact, axis=1)
    return [place for place in np.argsort(-cosines).tolist() if place != query]


def sampler(**draws: object) -> BandTriplets:
    rows = circle(PAPERS)
    queries = np.arange(PAPERS)
    return BandTriplets(
        queries,
        nearest(rows, queries, BANDS.k_hard),
        BANDS,
        np.arange(PAPERS),
        BandDraws(**draws),  # type: ignore[arg-type]
    )


def test_on_the_circle_each_band_has_its_ranks_and_no_paper_is_its_own() -> None:
    rows, triplets = circle(PAPERS), sampler()
    assert len(triplets) == 5 * PAPERS
    for query in range(0, PAPERS, 7):
        order = ranked(rows, query)
        rank = {paper: at for at, paper in enumerate(order, start=1)}
        drawn = [triplets.triplet(0, 5 * query + place) for place in range(5)]
        assert {each.anchor for each in drawn} == {query}
        assert sorted(rank[each.positive] for each in drawn) == [21, 22, 23, 24, 25]
        negatives = sorted(rank[each.negative] for each in drawn)  # the query would have no rank
        assert negatives[:2] == [119, 120]
        assert all(each > 120 for each in negatives[2:])
        assert len(set(negatives)) == 5


def test_positives_and_negatives_are_paired_anew_each_epoch() -> None:
    triplets = sampler(seed=2)
    epochs = [[triplets.triplet(epoch, index) for index in range(5)] for epoch in range(30)]
    hard = {int(paper) for paper in triplets.hard[0]}
    beside_hard = {each.positive for drawn in epochs for each in drawn if each.negative in hard}
    assert beside_hard == set(triplets.positives[0].tolist())
    assert triplets.triplet(4, 3) == sampler(seed=2).triplet(4, 3)
    frozen = sampler(seed=2, redraw=False)
    assert [frozen.triplet(9, index) for index in range(5)] == epochs[0]


def test_plain_random_negatives_may_be_near() -> None:
    triplets = sampler(filtered=False, easy=8)
    near = set(ranked(circle(PAPERS), 0)[:120])
    drawn = {
        triplets.triplet(epoch, index).negative for epoch in range(40) for index in range(10)
    } - set(triplets.hard[0].tolist())
    assert 0 not in drawn
    assert drawn & near
    assert drawn - near


@pytest.mark.parametrize("scores", [10_000_000, 1_000])
def test_neighbours_are_those_of_brute_force(scores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "_SCORES", scores)
    rows = np.random.default_rng(0).standard_normal((300, 8)).astype(np.float32)
    queries = np.array([0, 5, 299, 17, 5])
    found = nearest(rows, queries, 299, job=SilentJob())
    assert [row.tolist() for row in found] == [ranked(rows, query) for query in queries.tolist()]


def test_collisions_are_the_shares_that_the_query_cites() -> None:
    triplets = sampler()
    cites = scipy.sparse.lil_array((PAPERS, PAPERS), dtype=bool)
    for query in range(PAPERS):
        cites[query, triplets.positives[query][:2]] = True
    cites[0, triplets.hard[0]] = True
    found = triplets.collisions(scipy.sparse.csr_array(cites))
    assert found.positives == pytest.approx(2 / 5)
    assert found.hard == pytest.approx(1 / PAPERS)


def test_bands_come_nearer_in_a_small_corpus() -> None:
    assert Bands().fitted(4001) == Bands()
    assert Bands().fitted(4000) == Bands(k_hard=3999)
    assert Bands().fitted(20) == Bands(k_positive=17, k_hard=19)
    assert Bands().fitted(4) == Bands(k_positive=1, c_positive=1, k_hard=3)
    with pytest.raises(UsageError, match="Only 3 papers"):
        Bands().fitted(3)


def test_bands_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(UsageError, match=r"21 to 25.*19 to 20"):
        Bands(k_hard=20)


def test_the_far_rank_is_a_share_of_the_corpus() -> None:
    assert hard_rank(0.0128, 311_860, least=27) == pytest.approx(4000, abs=10)
    assert hard_rank(0.0128, 1000, least=27) == 27
