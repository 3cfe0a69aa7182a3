"""Hard negatives mined with the current model, positive-aware (NV-Retriever, Moreira et al. 2024).

The papers nearest to a query that it is not known to cite are hard, but many of them would be
right as well. Whatever scores above a share of the score of a known answer is therefore left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from core.models.devices import is_out_of_memory, release_memory

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


def mine(  # noqa: PLR0913 - each is a choice of its own
    rows: NDArray[np.float32],
    queries: Sequence[MiningQuery],
    pool: MiningPool,
    *,
    depth: int,
    limit: float = 0.95,
    skip: int = 0,
    device: str = "cpu",
) -> NDArray[np.int64]:
    """Return the hardest fair negatives of each query, hardest first: (queries, depth).

    Args:
        rows: unit rows of the queries, (queries, dimension).
        queries: what each must not get.
        pool: where negatives come from.
        depth: negatives of a query; ``NONE`` fills up.
        limit: share of the lowest answer's score that a negative must not exceed.
        skip: the nearest papers that are passed over, after the limit.
        device: where it is computed; on the CPU instead if the pool does not fit.
    """
    mined = partial(_mined, rows, queries, pool, depth=depth, limit=limit, skip=skip)
    if device != "cpu":
        try:
            return mined(device)
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        release_memory(torch.device(device))
    return mined("cpu")


def _mined(  # noqa: PLR0913
    rows: NDArray[np.float32],
    queries: Sequence[MiningQuery],
    pool: MiningPool,
    device: str,
    *,
    depth: int,
    limit: float,
    skip: int,
) -> NDArray[np.int64]:
    papers = torch.from_numpy(pool.rows).to(device).float().T
    columns = _Columns(pool.numbers, np.argsort(pool.numbers))
    chosen = np.full((len(queries), depth), NONE, np.int64)
    for start in range(0, len(queries), _ROWS):
        part = slice(start, start + _ROWS)
        scores = torch.from_numpy(rows[part]).to(device) @ papers
        _leave_out(scores, queries[part], columns, limit)
        best = scores.topk(min(depth + skip, len(pool.numbers)), dim=1)
        nearest = best.indices[:, skip:].cpu().numpy()
        fair = np.isfinite(best.values[:, skip:].cpu().numpy())
        chosen[part, : nearest.shape[1]] = np.where(fair, pool.numbers[nearest], NONE)
    return chosen


@dataclass(frozen=True, slots=True)
class _Columns:
    """Finds papers among a pool's numbers by bisection."""

    numbers: NDArray[np.int64]
    order: NDArray[np.int64]

    def of(
        self, lists: Sequence[Collection[int]], device: torch.device
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return for each paper that the pool has the number of its list, and its column."""
        lengths = [len(papers) for papers in lists]
        numbers = np.fromiter(itertools.chain.from_iterable(lists), np.int64, sum(lengths))
        at = np.searchsorted(self.numbers, numbers, sorter=self.order).clip(max=len(self.order) - 1)
        indices = self.order[at]
        real = self.numbers[indices] == numbers
        own = np.repeat(np.arange(len(lists)), lengths)[real]
        return torch.from_numpy(own).to(device), torch.from_numpy(indices[real]).to(device)


def _leave_out(
    scores: torch.Tensor, queries: Sequence[MiningQuery], columns: _Columns, limit: float
) -> None:
    """Set to -inf what is no fair negative: (queries, papers)."""
    own, answers = columns.of([query.positives for query in queries], scores.device)
    lowest = torch.full((len(queries),), torch.inf, device=scores.device)
    lowest.scatter_reduce_(0, own, scores[own, answers], "amin")
    # A share of a negative score would lie above it.
    most = torch.where(lowest > 0, lowest * limit, lowest)
    scores.masked_fill_(scores > most[:, None], -torch.inf)
    scores[own, answers] = -torch.inf
    scores[columns.of([query.excluded for query in queries], scores.device)] = -torch.inf
