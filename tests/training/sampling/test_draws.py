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
from training.sampling.draws import generator


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
