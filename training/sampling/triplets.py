"""SPECTER's triplets: a paper, one it cites, and one it does not (Cohan et al. 2020, §2.3–2.4).

A hard negative is cited by a paper that the query cites, but not by the query; an easy one has
nothing to do with it. As SciNCL's authors measured, papers that cite the query count as related
to it as well. Positives and negatives of a query do not repeat while others are left; in the
authors' sampler they may.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from training.sampling.draws import generator

_TRIES = 8
_FEW = 4
"""A pool of fewer times what is excluded is gone through; from a larger one draws are rejected."""


class Triplet(NamedTuple):
    """Three papers, by number: what is asked for, one near to it, one that is not."""

    anchor: int
    positive: int
    negative: int


class Triplets(ABC):
    """A sampler of triplets: triplet ``i`` is that of query ``i // per_query``."""

    def __init__(self, name: str, per_query: int, *, seed: int, redraw: bool) -> None:
        """``name`` keeps its draws apart from others'; without ``redraw`` all epochs are alike."""
        self._name, self.per_query, self._seed, self._redraw = name, per_query, seed, redraw
        self.queries: NDArray[np.int64]

    def __len__(self) -> int:
        """Return how many triplets an epoch has."""
        return len(self.queries) * self.per_query

    def anchor(self, index: int) -> int:
        """Return the paper that a triplet is about; it is the same in each epoch."""
        return int(self.queries[index // self.per_query])

    def triplet(self, epoch: int, index: int) -> Triplet:
        """Return a triplet, drawn from (seed, epoch, index) alone."""
        row, position = divmod(index, self.per_query)
        query = int(self.queries[row])
        random = generator(self._seed, epoch if self._redraw else 0, query, self._name)
        positives, negatives = self._draw_candidates(random, row)
        return Triplet(
            query,
            int(positives[position % len(positives)]),
            int(negatives[position % len(negatives)]),
        )

    @abstractmethod
    def _draw_candidates(
        self, random: np.random.Generator, row: int
    ) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        """Return the positives and the negatives of a query in the order in which they serve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationDraws:
    """How triplets are drawn from citations; the values are SPECTER's.

    ``per_query`` triplets of a query in an epoch, of which ``hard`` with hard negatives.
    ``citing_related``: a paper that cites the query is related to it and no negative.
    ``redraw``: each epoch has triplets of its own, else all have those of the first.
    """

    per_query: int = 5
    hard: int = 2
    citing_related: bool = True
    redraw: bool = True
    seed: int = 0


def hard_count(per_query: int, share: float) -> int:
    """Return how many of a query's triplets are hard: rounded up, as in SPECTER's code."""
    return math.ceil(round(per_query * share, 9))


class CitationTriplets(Triplets):
    """Triplets from citations.

    The first ``hard`` of a query have hard negatives, while there are any; easy ones fill up.
    A query is a usable paper that cites usable ones, if there is any negative for it.
    """

    def __init__(
        self,
        cites: scipy.sparse.csr_array,
        usable: NDArray[np.bool_],
        draws: CitationDraws | None = None,
    ) -> None:
        """Find positives and hard negatives of each query.

        Args:
            cites: who cites whom, (papers, papers): row cites column.
            usable: which papers may be in a triplet, (papers,).
            draws: how they are drawn.
        """
        self._draws = draws = draws or CitationDraws()
        super().__init__("citation triplets", draws.per_query, seed=draws.seed, redraw=draws.redraw)
        self._pool = np.flatnonzero(usable)
        queries, positives = _with_entries(_columns(_binary_matrix(cites), usable), self._pool)
        hard_ones, related = _neighbourhood(
            _binary_matrix(cites), queries, citing_related=draws.citing_related
        )
        hard_ones, related = _columns(hard_ones, usable), _columns(related, usable)
        negatives = np.diff(hard_ones.indptr) + len(self._pool) - np.diff(related.indptr)
        positions = np.flatnonzero(negatives > 0)
        self.queries = queries[positions]
        self._positives, self._hard, self._related = (
            matrix[positions] for matrix in (positives, hard_ones, related)
        )

    def without_hard(self) -> int:
        """Return how many queries have no hard negative."""
        return int(np.count_nonzero(np.diff(self._hard.indptr) == 0))

    def _draw_candidates(
        self, random: np.random.Generator, row: int
    ) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        positives = random.permutation(_row(self._positives, row))
        hard = random.permutation(_row(self._hard, row))
        first, rest = hard[: self._draws.hard], hard[self._draws.hard :]
        missing = self.per_query - len(first)
        easy = draw_outside(random, self._pool, _row(self._related, row), missing)
        # Where the corpus has too few easy ones, more hard ones fill.
        return positives, np.concatenate([first, easy, rest])


def draw_outside(
    random: np.random.Generator, pool: NDArray[np.int64], excluded: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """Return up to ``size`` different papers of the pool in the order drawn, none excluded.

    They are fewer only where fewer are left. ``excluded`` is sorted.
    """
    if len(pool) < _FEW * (len(excluded) + size):
        remaining = np.setdiff1d(pool, excluded)
        return random.choice(remaining, min(size, len(remaining)), replace=False)
    chosen: dict[int, None] = {}
    while len(chosen) < size:
        for paper in random.choice(pool, _TRIES).tolist():
            at = np.searchsorted(excluded, paper)
            if at == len(excluded) or excluded[at] != paper:
                chosen[paper] = None
    return np.fromiter(chosen, np.int64)[:size]


def _neighbourhood(
    cites: scipy.sparse.csr_array, queries: NDArray[np.int64], *, citing_related: bool
) -> tuple[scipy.sparse.csr_array, scipy.sparse.csr_array]:
    """Return each query's hard negatives, and all that is related to it: (queries, papers)."""
    own = scipy.sparse.csr_array(
        (np.ones(len(queries), np.int32), (np.arange(len(queries)), queries)),
        shape=(len(queries), cites.shape[0]),
    )
    direct = own + cites[queries]
    if citing_related:
        direct = direct + scipy.sparse.csr_array(cites.T)[queries]
    direct = _binary_matrix(direct)
    second = _binary_matrix(scipy.sparse.csr_array(cites[queries] @ cites))
    hard = scipy.sparse.csr_array(second - second.multiply(direct))
    hard.eliminate_zeros()
    related = _binary_matrix(scipy.sparse.csr_array(direct + hard))
    return hard, related


def _binary_matrix(matrix: scipy.sparse.csr_array) -> scipy.sparse.csr_array:
    """Return 1 wherever the matrix has an entry; columns of a row in order."""
    matrix_of_ones = scipy.sparse.csr_array(
        (np.ones(matrix.nnz, np.int32), matrix.indices, matrix.indptr), shape=matrix.shape
    )
    matrix_of_ones.sort_indices()
    return matrix_of_ones


def _columns(matrix: scipy.sparse.csr_array, usable: NDArray[np.bool_]) -> scipy.sparse.csr_array:
    """Return the matrix with only the usable papers as columns' entries."""
    is_usable = usable[matrix.indices]
    counts = np.concatenate([[0], np.cumsum(is_usable)])
    return scipy.sparse.csr_array(
        (matrix.data[is_usable], matrix.indices[is_usable], counts[matrix.indptr]),
        shape=matrix.shape,
    )


def _with_entries(
    matrix: scipy.sparse.csr_array, rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], scipy.sparse.csr_array]:
    """Return those of the rows that have an entry, and their part of the matrix."""
    chosen = rows[np.diff(matrix.indptr)[rows] > 0]
    return chosen, matrix[chosen]


def _row(matrix: scipy.sparse.csr_array, row: int) -> NDArray[np.int64]:
    columns: NDArray[np.int64] = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]]
    return columns
