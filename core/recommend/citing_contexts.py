"""Finds citing sentences of the library's full texts that resemble the query.

A sentence that resembles one in which others cited a paper asks for that paper. The sentences are
those of ``core.library.store.contexts``, citation markers cut out as they are from the
question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.indexes.passages import ContextIndex
from core.library.indexes.vector_search import VectorSearch
from core.library.library import Library
from core.recommend.bare import bare


@dataclass(frozen=True, slots=True)
class ContextHit:
    """A citing sentence that was found: its number, who says it, and the papers that it cites.

    ``score`` is BM25, or the cosine if ``by_vectors``; papers in the trash are not among ``cited``.
    """

    number: int
    citing: PaperNumber
    cited: tuple[PaperNumber, ...]
    score: float
    by_vectors: bool


class CitingContexts:
    """The citing sentences of one library. Safe from any thread, also while the indexes follow.

    Sentences that only cite papers in the trash never answer, nor do those that were replaced
    since they were indexed.
    """

    def __init__(
        self, library: Library, words: ContextIndex, vectors: VectorSearch[int] | None = None
    ) -> None:
        self._contexts = library.contexts
        self._words = words
        self._vectors = vectors

    def by_words(
        self, terms: Mapping[str, float], *, limit: int, without: PaperNumber | None
    ) -> list[ContextHit]:
        """Return the sentences nearest to weighted index terms by BM25, best first.

        None of the ``limit`` is of the paper ``without``.
        """
        hits = self._words.search(terms, limit=self._enough(limit, without))
        return self._hits([hits], limit, without, by_vectors=False)[0]

    def by_vectors(
        self, rows: NDArray[np.float32], *, limit: int, without: PaperNumber | None
    ) -> list[list[ContextHit]]:
        """Return for each of ``rows`` (n, dimension) the nearest sentences by cosine, best first.

        None is of the paper ``without``. The result is empty while there are no vectors of the
        rows' dimension.
        """
        vectors = self._vectors
        if vectors is None or not vectors.count() or rows.shape[1:] != (vectors.dimension,):
            return []
        hits_by_row = vectors.search(rows, limit=self._enough(limit, without))
        return self._hits(hits_by_row, limit, without, by_vectors=True)

    def text(self, number: int) -> str:
        """Return a sentence with its citation markers cut out; "" if it is there no more."""
        return "".join(
            bare(context.text, context.markers) for context in self._contexts.get([number])
        )

    def count(self) -> int:
        """Return how many sentences words can find."""
        return self._words.count()

    def _enough(self, limit: int, without: PaperNumber | None) -> int:
        """Return how many to ask for, so that ``limit`` remain without those of one paper."""
        return limit if without is None else limit + self._contexts.count(without)

    def _hits(
        self,
        rankings: Sequence[Sequence[tuple[int, float]]],
        limit: int,
        without: PaperNumber | None,
        *,
        by_vectors: bool,
    ) -> list[list[ContextHit]]:
        citations = self._contexts.find_citations(
            list(dict.fromkeys(number for ranking in rankings for number, _ in ranking))
        )
        return [
            [
                ContextHit(number, *citations[number], score, by_vectors)
                for number, score in ranking
                if number in citations and citations[number][0] != without
            ][:limit]
            for ranking in rankings
        ]
