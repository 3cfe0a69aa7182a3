"""Papers drawn by how often they are cited."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from core.base.errors import UsageError
from tests import wording
from tests.training.drawn_contexts import SIZES
from training.corpus.corpus import Corpus
from training.sampling.contexts import (
    CitationExamples,
    Draws,
)
from training.sampling.draws import Parts, generator


def test_co_cited_papers_are_drawn_by_three_quarter_powers_of_how_often(corpus: Corpus) -> None:
    examples = CitationExamples(corpus, SIZES, Draws(positives=1))
    counts = corpus.co_citations()
    target = int(np.argmax(np.diff(counts.indptr)))
    partners = counts.indices[counts.indptr[target] : counts.indptr[target + 1]]
    weights = counts.data[counts.indptr[target] : counts.indptr[target + 1]] ** 0.75
    drawn = Counter(examples.co_cited(target, generator(seed, 0, 0))[0] for seed in range(2000))
    observed = [drawn[int(partner)] for partner in partners]
    assert sum(observed) == 2000
    assert chisquare(observed, 2000 * weights / weights.sum()).pvalue > 0.001


def test_negatives_are_drawn_by_three_quarter_powers_of_citation_counts(corpus: Corpus) -> None:
    examples = CitationExamples(corpus, SIZES, Draws(negatives=1))
    counts = np.where(corpus.trainable, corpus.citation_counts(), 0).astype(float)
    without = frozenset(np.flatnonzero(counts)[:5].tolist())
    weights = counts**0.75
    weights[list(without)] = 0.0
    drawn = Counter(
        examples.negatives(generator(seed, 0, 0), without=without)[0] for seed in range(4000)
    )
    papers = np.flatnonzero(weights)
    assert set(drawn) <= set(papers.tolist())
    expected = 4000 * weights[papers] / weights.sum()
    assert chisquare([drawn[int(paper)] for paper in papers], expected).pvalue > 0.001


def test_where_few_papers_are_left_the_uncited_ones_come_in_and_then_any_again(
    corpus: Corpus, examples: CitationExamples
) -> None:
    trainable = np.flatnonzero(corpus.trainable).tolist()
    uncited = [paper for paper in trainable if not corpus.citation_counts()[paper]]
    without = frozenset(trainable) - {trainable[0], uncited[-1]}
    drawn = examples.negatives(generator(0, 0, 0), without=without)
    assert len(drawn) == 4
    assert set(drawn) == {trainable[0], uncited[-1]}
    with pytest.raises(UsageError, match=wording.pattern("training.sampling.contexts:negatives")):
        examples.negatives(generator(0, 0, 0), without=frozenset(trainable))


def test_parts_go_through_all_examples_in_an_order_of_each_pass() -> None:
    parts = Parts.of(10, 4, 7)
    assert parts.count == 3
    drawn = [parts.locate(part, index) for part in range(5) for index in range(4)]
    for turn in range(2):
        assert [of for of, _ in drawn[10 * turn : 10 * turn + 10]] == [turn] * 10
        assert {at for _, at in drawn[10 * turn : 10 * turn + 10]} == set(range(10))
    assert [at for _, at in drawn[:10]] != [at for _, at in drawn[10:]]
    assert drawn[8:] == [parts.locate(2 + at // 4, at % 4) for at in range(12)]


@pytest.mark.parametrize("size", [0, 10, 12])
def test_a_part_of_all_examples_leaves_them_as_they_are(size: int) -> None:
    parts = Parts.of(10, size, 7)
    assert (parts.size, parts.count) == (10, 1)
    assert [parts.locate(3, at) for at in range(10)] == [(3, at) for at in range(10)]
