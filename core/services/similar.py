"""Papers like some others, and what they have in common with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.base.lazily import lazily
from core.base.records import Neighbour, PaperNumber

if TYPE_CHECKING:
    from core.recommend.similar import Tie, Ties
    from core.runtime.runtime import Runtime


class Similar:
    """Finds neighbours in one library."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def to(
        self,
        numbers: Sequence[PaperNumber],
        negatives: Sequence[PaperNumber] = (),
        limit: int = 20,
    ) -> list[Neighbour]:
        """Return the papers nearest to ``numbers`` and far from ``negatives``.

        What they say is compared by the model of similar papers, if there is one.
        """
        from core.recommend.similar import similar

        runtime = self._runtime
        words, vectors = runtime.indexes.words, runtime.vectors_of_papers()
        return similar(runtime.library, words, vectors, numbers, negatives, limit=limit)

    def ties(self, paper: PaperNumber, seeds: Sequence[PaperNumber]) -> list[Tie]:
        """Return what ties a paper to those it was found by, the strongest first."""
        return self._ties.between(paper, seeds)

    @lazily
    def _ties(self) -> Ties:
        from core.recommend.similar import Ties

        return Ties(self._runtime.library, self._runtime.indexes.words)
