"""Hard negatives mined with the current model, positive-aware (NV-Retriever, Moreira et al. 2024).

The papers nearest to a query that it is not known to cite are hard, but many of them would be
right as well. Whatever scores above a share of the score of a known answer is therefore left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

_ROWS = 256
"""Queries scored at once; with 100,000 papers that is 100 MB."""

NONE = -1
"""Stands where a query has fewer negatives than asked for."""


@dataclass(frozen=True, slots=True)
class MiningPool:
    """Papers that may be mined: their numbers, different ones, and their unit rows."""

    numbers: NDArray[np.int64]
    rows: NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class MiningQuery:
    """What a query must not get as negatives: its answers, and papers that are neither.

    Answers of the pool set the limit that a negative must stay under; the lowest of them counts,
    so that it holds for each pair of the query and an answer.
    """

    positives: Collection[int]
    excluded: Collection[int] = ()


def mine(
    rows: NDArray[np.float32],
    queries: Sequence[MiningQuery],
    pool: MiningPool,
    *,
    depth: int,
    limit: float = 0.95,
    skip: int = 0,
) -> NDArray[np.int64]:
    """Return the hardest fair negatives of each query, hardest first: (queries, depth).

    Args:
        rows: unit rows of the queries, (queries, dimension).
        queries: what each must not get.
        pool: where negatives come from.
        depth: negatives of a query; ``NONE`` fills up.
        limit: share of the lowest answer's score that a negative must not exceed.
        skip: the nearest papers that are passed over, after the limit.
    """
    papers = torch.from_numpy(pool.rows.astype(np.float32)).T
    columns = _Columns(pool.numbers, np.argsort(pool.numbers))
    chosen = np.full((len(queries), depth), NONE, np.int64)
    for start in range(0, len(queries), _ROWS):
        part = slice(start, start + _ROWS)
        scores = torch.from_numpy(rows[part]) @ papers
        for row, query in zip(scores, queries[part], strict=True):
            _leave_out(row, query, columns, limit)
        best = scores.topk(min(depth + skip, len(pool.numbers)), dim=1)
        nearest, best_scores = best.indices[:, skip:].numpy(), best.values[:, skip:].numpy()
        fair = np.isfinite(best_scores)
        chosen[part, : nearest.shape[1]] = np.where(fair, pool.numbers[nearest], NONE)
    return chosen


@dataclass(frozen=True, slots=True)
class _Columns:
    """Finds papers among a pool's numbers by bisection."""

    numbers: NDArray[np.int64]
    order: NDArray[np.int64]

    def of(self, papers: Collection[int]) -> NDArray[np.int64]:
        numbers = np.fromiter(papers, np.int64, len(papers))
        at = np.searchsorted(self.numbers, numbers, sorter=self.order).clip(max=len(self.order) - 1)
        indices = self.order[at]
        columns: NDArray[np.int64] = indices[self.numbers[indices] == numbers]
        return columns


def _leave_out(scores: torch.Tensor, query: MiningQuery, columns: _Columns, limit: float) -> None:
    positives = torch.from_numpy(columns.of(query.positives))
    if len(positives):
        lowest = scores[positives].min()
        # A share of a negative score would lie above it.
        most = lowest * limit if lowest > 0 else lowest
        scores[scores > most] = -torch.inf
    scores[positives] = -torch.inf
    scores[torch.from_numpy(columns.of(query.excluded))] = -torch.inf
