"""SPECTER's triplets against what the sets say, by brute force on random graphs."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from training.sampling.draws import generator
from training.sampling.triplets import (
    CitationDraws,
    CitationTriplets,
    Triplet,
    draw_outside,
    hard_count,
)

Edges = set[tuple[int, int]]


def matrix(edges: Edges, papers: int) -> scipy.sparse.csr_array:
    pairs = np.array(sorted(edges), int).reshape(-1, 2)
    ones = np.ones(len(pairs), bool)
    return scipy.sparse.csr_array((ones, (pairs[:, 0], pairs[:, 1])), shape=(papers, papers))


def epoch_of(sampler: CitationTriplets, epoch: int) -> list[Triplet]:
    return [sampler.triplet(epoch, index) for index in range(len(sampler))]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Edges, np.ndarray]:
    papers = draw(st.integers(4, 40))
    paper = st.integers(0, papers - 1)
    edges = draw(st.sets(st.tuples(paper, paper).filter(lambda e: e[0] != e[1]), max_size=80))
    usable = draw(st.lists(st.booleans(), min_size=papers, max_size=papers))
    return edges, np.array(usable)


@settings(max_examples=150, deadline=None)
@given(graphs(), st.booleans(), st.integers(0, 3))
def test_a_querys_triplets_are_what_the_sets_say(
    graph: tuple[Edges, np.ndarray], citing_related: bool, epoch: int
) -> None:
    edges, usable = graph
    draws = CitationDraws(citing_related=citing_related, seed=5)
    sampler = CitationTriplets(matrix(edges, len(usable)), usable, draws)
    possible = set(np.flatnonzero(usable).tolist())
    cited = {q: {b for a, b in edges if a == q} for q in range(len(usable))}
    expected = []
    triplets = epoch_of(sampler, epoch)
    for query in sorted(possible):
        positives = cited[query] & possible
        citing = {a for a, b in edges if b == query} if citing_related else set()
        related = cited[query] | citing | {query}
        second = set().union(*(cited[paper] for paper in cited[query]))
        hard = (second - related) & possible
        easy = possible - related - second
        if not positives or not hard | easy:
            continue
        expected.append(query)
        own = [each for each in triplets if each.anchor == query]
        assert len(own) == 5
        assert {each.positive for each in own} <= positives
        assert len({each.positive for each in own}) == min(5, len(positives))
        negatives = [each.negative for each in own]
        assert query not in negatives
        assert not set(negatives) & cited[query]
        assert set(negatives) <= hard | easy
        assert len(set(negatives)) == min(5, len(hard) + len(easy))
        if len(hard) >= 2 and len(easy) >= 3:
            assert [negative in hard for negative in negatives] == [True] * 2 + [False] * 3
        assert len(hard & set(negatives)) >= min(2, len(hard))
    assert sampler.queries.tolist() == expected


def test_the_share_of_hard_triplets_is_rounded_up() -> None:
    assert hard_count(5, 0.3) == 2  # SPECTER's own numbers
    assert [hard_count(5, share) for share in (0.0, 0.2, 0.4, 0.6, 1.0)] == [0, 1, 2, 3, 5]
    assert hard_count(100, 0.07) == 7  # 7.000000000000001 as the computer multiplies


CHAIN: Edges = {(0, 1), (1, 2), (1, 3), (1, 4), (5, 0), (0, 6), (6, 7)}


def chain(**draws: object) -> CitationTriplets:
    return CitationTriplets(
        matrix(CHAIN, 60),
        np.ones(60, bool),
        CitationDraws(**draws),  # type: ignore[arg-type]
    )


def test_a_citing_paper_is_no_negative_unless_asked_for() -> None:
    def negatives(sampler: CitationTriplets) -> set[int]:
        return {
            sampler.triplet(epoch, index).negative
            for epoch, index in itertools.product(range(300), range(5))
        }

    assert negatives(chain()) == {2, 3, 4, 7, *range(8, 60)}
    assert negatives(chain(citing_related=False)) == {2, 3, 4, 5, 7, *range(8, 60)}


def test_hard_and_easy_negatives_are_drawn_evenly() -> None:
    sampler = chain()
    counts = Counter(
        sampler.triplet(epoch, index).negative
        for epoch, index in itertools.product(range(2000), range(5))
    )
    hard = [counts[paper] for paper in (2, 3, 4, 7)]
    easy = [counts[paper] for paper in range(8, 60)]
    assert sum(hard) == 4000
    assert sum(easy) == 6000
    # χ² with 3 and 51 degrees of freedom: the 99.9 % points are 16.3 and 87.0.
    assert sum((count - 1000) ** 2 / 1000 for count in hard) < 16.3
    assert sum((count - 6000 / 52) ** 2 / (6000 / 52) for count in easy) < 87.0


def test_each_epoch_has_triplets_of_its_own_and_each_is_drawn_alone() -> None:
    sampler = chain(seed=3)
    first, second = epoch_of(sampler, 0), epoch_of(sampler, 1)
    assert first != second
    assert [chain(seed=3).triplet(1, index) for index in reversed(range(len(sampler)))] == second[
        ::-1
    ]
    assert epoch_of(chain(seed=4), 0) != first


def test_frozen_triplets_are_those_of_the_first_epoch() -> None:
    frozen = chain(seed=3, redraw=False)
    assert epoch_of(frozen, 7) == epoch_of(frozen, 0) == epoch_of(chain(seed=3), 0)


def test_without_hard_negatives_easy_ones_fill() -> None:
    sampler = CitationTriplets(matrix({(0, 1)}, 10), np.ones(10, bool))
    assert sampler.without_hard() == 1
    assert sorted(each.negative for each in epoch_of(sampler, 0)) == sorted(
        {each.negative for each in epoch_of(sampler, 0)}
    )
    assert sampler.anchor(4) == 0


def test_a_corpus_without_citations_has_no_triplets() -> None:
    assert len(CitationTriplets(matrix(set(), 5), np.ones(5, bool))) == 0
    assert len(CitationTriplets(matrix({(0, 1)}, 2), np.ones(2, bool))) == 0  # no negative


@pytest.mark.parametrize("size", [0, 1, 7, 95, 200])
@pytest.mark.parametrize("papers", [100, 5000])
def test_what_is_drawn_outside_is_different_and_never_excluded(papers: int, size: int) -> None:
    excluded = np.arange(0, 50, 10)
    drawn = draw_outside(generator(0, 0, 0), np.arange(papers), excluded, size)
    assert len(drawn) == len(set(drawn.tolist())) == min(size, papers - 5)
    assert not set(drawn.tolist()) & set(excluded.tolist())
