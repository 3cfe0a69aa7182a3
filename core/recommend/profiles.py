"""What the library's full texts say of a paper when they cite it, as one vector: its profile.

After DAVINCI's Profiler (arXiv 2603.17361): the mean of the vectors of the sentences that cite a
paper stands for it beside its own title and abstract. A sentence near to it asks for that paper
also where no single citing sentence is near. A paper that nothing cites has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.indexes.vector_search import BATCH, VectorSearch
from core.library.library import Library

_NOTHING = 1e-3
"""A mean of this length or less has no direction."""


@dataclass(frozen=True, slots=True)
class _Cited:
    """Which sentence, said by which paper, cites which: (pairs,) each."""

    sentence: NDArray[np.int64]
    citing: NDArray[np.int64]
    paper: NDArray[np.int64]


class Profiles:
    """The profiles of one library's papers. They never change; safe from any thread."""

    def __init__(
        self, cited: _Cited, papers: NDArray[np.int64], sums: NDArray[np.float16],
        vectors: VectorSearch[int],
    ) -> None:  # fmt: skip
        """``sums`` (papers, dimension) are of the vectors of the sentences that cite each."""
        self._cited, self._papers, self._sums, self._vectors = cited, papers, sums, vectors

    @property
    def dimension(self) -> int:
        """The length of a profile."""
        return int(self._sums.shape[1])

    @classmethod
    def of(cls, library: Library, vectors: VectorSearch[int]) -> Self:
        """Read the profiles of a library; sentences that have no vector yet do not count."""
        cited = _Cited(*library.contexts.cited_pairs().T)
        papers = np.unique(cited.paper)
        sums = np.zeros((len(papers), vectors.dimension), np.float32)
        rows = np.searchsorted(papers, cited.paper)
        for start in range(0, len(rows), BATCH):
            here = slice(start, start + BATCH)
            _add(sums, rows[here], vectors.rows(cited.sentence[here].tolist()))
        return cls(cited, papers, sums.astype(np.float16), vectors)

    def likeness(
        self,
        papers: Sequence[PaperNumber],
        questions: NDArray[np.float32],
        *,
        without: PaperNumber | None,
    ) -> NDArray[np.float32]:
        """Return (papers,): the mean cosine of each profile with ``questions`` (n, dimension).

        NaN for a paper that nothing cites. What the paper ``without`` says does not count.
        """
        paper_numbers = np.asarray(papers, np.int64)
        sums = self._sum_vectors(paper_numbers, without)
        norms = np.linalg.norm(sums, axis=1)
        norms[norms <= _NOTHING] = np.nan
        cosines: NDArray[np.float32] = (sums @ questions.T).mean(axis=1) / norms
        return cosines

    def _sum_vectors(
        self, paper_numbers: NDArray[np.int64], without: PaperNumber | None
    ) -> NDArray[np.float32]:
        vector_sums = np.zeros((len(paper_numbers), self._sums.shape[1]), np.float32)
        if not len(self._papers):
            return vector_sums
        at = np.minimum(np.searchsorted(self._papers, paper_numbers), len(self._papers) - 1)
        is_known = self._papers[at] == paper_numbers
        vector_sums[is_known] = self._sums[at[is_known]]
        own = np.flatnonzero(self._cited.citing == (-1 if without is None else without))
        own = own[np.isin(self._cited.paper[own], paper_numbers)]
        if len(own):
            order = np.argsort(paper_numbers)
            rows = order[np.searchsorted(paper_numbers, self._cited.paper[own], sorter=order)]
            _add(vector_sums, rows, -self._vectors.rows(self._cited.sentence[own].tolist()))
        return vector_sums


def _add(sums: NDArray[np.float32], rows: NDArray[np.intp], vectors: NDArray[np.float32]) -> None:
    """Add each vector to the sum in its row; one that is not known is none."""
    np.add.at(sums, rows, np.nan_to_num(vectors))
