"""How well papers fit together in one citation: smoothed co-citation counts and similarity.

After MP-BERT4CR, which draws a paper's company with chance ∝ frequency^(3/4) over the papers it
was co-cited with (§4.1.2). Here the counts become an *affinity* of two papers, 0..1:

    counted(i, j)  = (f(i, j) / (√(f(i) f(j)) + DOUBT))^(3/4)
    scarce(i, j)   = DOUBT / (min(f(i), f(j)) + DOUBT)
    affinity(i, j) = 1 − (1 − counted(i, j)) (1 − scarce(i, j) · CLOSENESS · cosine(i, j)²)

``f`` counts papers of the library that cite both (or the one), and each sentence that does
``SENTENCE`` times on top; the root is Salton's measure, so that a paper cited with everything
says little. Where one of the two is hardly ever cited, counts say nothing and the cosine of the
embeddings speaks instead: one of 0.6 as much as two papers that cite both, of 0.8 as much as five.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.recommend.citation_graph import SENTENCE, SMOOTHING, CitationGraph

DOUBT = 20.0
"""Citations that a paper needs for its counts to weigh as much as the doubt about them."""
CLOSENESS = 0.5
"""The affinity of two papers of one meaning that nobody cites."""

Matrix = NDArray[np.float32]
Rows = Callable[[Sequence[PaperNumber]], Matrix]
"""Gives (papers, dimension) vectors of unit length; NaN where a paper has none."""


def affinity(joint: Matrix, one: Matrix, other: Matrix, cosine: Matrix) -> Matrix:
    """Return (papers, others) in 0..1, never NaN.

    ``joint`` (papers, others) are weighted joint counts, ``one`` (papers,) and ``other``
    (others,) how often each is cited at all in the same weights. Unknown ones are NaN, as is an
    unknown ``cosine`` (papers, others).
    """
    joint, one, other = (np.nan_to_num(matrix) for matrix in (joint, one, other))
    smoothed_counts = (joint / (np.sqrt(np.outer(one, other)) + DOUBT)) ** SMOOTHING
    scarce = DOUBT / (np.minimum.outer(one, other) + DOUBT)
    close = CLOSENESS * scarce * np.clip(np.nan_to_num(cosine), 0, 1) ** 2
    together = 1 - (1 - np.minimum(smoothed_counts, 1)) * (1 - close)
    return together.astype(np.float32)


def affinities(
    papers: Sequence[PaperNumber],
    other_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    rows: Rows,
    *,
    without: PaperNumber | None,
) -> Matrix:
    """Return (papers, others): how much each two belong in one citation, 0..1, never NaN."""
    return affinity(
        joint_counts(papers, other_papers, graph, without=without),
        counts(papers, graph, without=without),
        counts(other_papers, graph, without=without),
        rows(papers) @ rows(other_papers).T,
    )


def completion_scores(
    candidates: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    rows: Rows,
    *,
    without: PaperNumber | None,
) -> Matrix:
    """Return (candidates,): how well each completes the group ``cited_papers``, 0..1, never NaN.

    The mean affinity with the given papers; 0 for all where none is given, and for a given one.
    """
    if not len(cited_papers) or not len(candidates):
        return np.zeros(len(candidates), np.float32)
    ties = affinities(candidates, cited_papers, graph, rows, without=without)
    scores: Matrix = ties.mean(axis=1)
    scores[np.isin(np.asarray(candidates, np.int64), np.asarray(cited_papers, np.int64))] = 0
    return scores


def joint_counts(
    papers: Sequence[PaperNumber],
    other_papers: Sequence[PaperNumber],
    graph: CitationGraph,
    *,
    without: PaperNumber | None,
) -> Matrix:
    """Return (papers, others): papers that cite both, and ``SENTENCE`` times sentences that do."""
    in_sentences = graph.co_cited_in_sentences(papers, other_papers, without=without)
    joint = graph.co_cited(papers, other_papers, without=without)
    joint_total: Matrix = np.nan_to_num(joint) + np.float32(SENTENCE) * np.nan_to_num(in_sentences)
    return joint_total


def counts(
    papers: Sequence[PaperNumber], graph: CitationGraph, *, without: PaperNumber | None
) -> Matrix:
    """Return (papers,): papers that cite each, and ``SENTENCE`` times sentences that do."""
    in_sentences = graph.sentences_citing(papers, without=without)
    cited_by = graph.count_citing_papers(papers, without=without)
    citation_counts: Matrix = np.nan_to_num(cited_by) + np.float32(SENTENCE) * np.nan_to_num(
        in_sentences
    )
    return citation_counts
