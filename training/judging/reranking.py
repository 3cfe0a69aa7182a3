"""Rankings whose first papers a cross-encoder puts in order, and their metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.evaluation.metrics import per_query
from core.recommend.reranking import log_odds
from training.corpus.corpus import Corpus
from training.sampling.bm25 import NOTHING
from training.sampling.pairs import WHOLE, RerankQuery

Scorer = Callable[[str, Sequence[tuple[str, str]]], NDArray[np.float32]]
"""A reranker's ``score``: a query's text and papers → a score for each."""


def reranked(
    corpus: Corpus,
    texts: Sequence[str],
    papers: NDArray[np.int32],
    score: Scorer,
    depth: int,
    *,
    first: float = 0.0,
) -> NDArray[np.int32]:
    """Return the rankings with their first ``depth`` papers put in the order of the scores.

    ``papers`` is (queries, k), best first. What stands below keeps its rank; papers of equal
    score keep their order. ``first`` is the manifest's ``first_stage``.
    """
    result = papers.copy()
    for row, text in zip(result, texts, strict=True):
        head = row[:depth][row[:depth] != NOTHING]
        scores = score(text, [corpus.text(paper) for paper in head.tolist()])
        row[: len(head)] = head[new_order(scores, first)]
    return result


def new_order(scores: NDArray[np.float32], first: float) -> NDArray[np.int64]:
    """Return the order of hits by their scores, best first: (hits,).

    They come in the first stage's order, of which the log-odds − ``first`` · ln(rank) count.
    """
    if not first:
        return np.argsort(-scores, kind="stable")
    odds = log_odds(scores.astype(np.float64)) - first * np.log(np.arange(len(scores)) + 1.0)
    return np.argsort(-odds, kind="stable")


def judged(
    corpus: Corpus, queries: Sequence[RerankQuery], papers: NDArray[np.int32]
) -> dict[str, dict[str, float]]:
    """Return every metric of every query; a right paper that was not found counts as missed."""
    names = corpus.ids
    right, rankings = {}, {}
    for query, row in zip(queries, papers, strict=True):
        name = names[query.citing] + ("" if query.context == WHOLE else f"#{query.context}")
        right[name] = [names[paper] for paper in query.cited]
        rankings[name] = [names[paper] for paper in row[row != NOTHING].tolist()]
    return per_query(right, rankings)


# --- ranks ------------------------------------------------------------------------------
#
# Where the right document stands among others, by distance: what SemCSE is stopped by.

_CHUNK = 1024

Rows = NDArray[np.float64]


def ranks(queries: ArrayLike, documents: ArrayLike) -> Rows:
    """Return the rank of document i for query i, by Euclidean distance, 1 being best: (q,).

    ``queries`` are (q, d), ``documents`` (c, d) with c ≥ q. Documents as near as the right one
    share the mean of their ranks, so that equal rows gain nothing.
    """
    asking, answers = np.asarray(queries, np.float64), np.asarray(documents, np.float64)
    result = np.empty(len(asking))
    for start, distances in distances_by_chunk(asking, answers):
        own = distances[np.arange(len(distances)), start + np.arange(len(distances))][:, None]
        # Equal rows come out of a product equal but for its last digits.
        slack = 1e-10 * (1 + np.abs(own))
        nearer = (distances < own - slack).sum(1)
        as_near = (np.abs(distances - own) <= slack).sum(1) - 1
        result[start : start + len(distances)] = 1 + nearer + as_near / 2
    return result


def distances_by_chunk(rows: Rows, columns: Rows) -> Iterator[tuple[int, Rows]]:
    """Yield squared distances of a chunk of rows to all others, with the chunk's start."""
    lengths = np.square(columns).sum(1)
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        yield start, np.square(chunk).sum(1)[:, None] + lengths - 2 * chunk @ columns.T
