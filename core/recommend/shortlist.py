"""The best papers for a question, before anything is told of them.

Reasons, sets and the papers themselves take as long as the ranking, and a manuscript has hundreds
of sentences that nobody looks at. So this is what is kept of them: some ten kB each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.records import Cited, PaperNumber, leading
from core.recommend.citing_contexts import ContextHit
from core.recommend.signals import SignalTable


class HiddenPaper(NamedTuple):
    """A new paper that a filter hides; ``rank``, from 1, is its place among all new papers."""

    paper: PaperNumber
    chance: float
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlist:
    """Papers best first, with what they were ranked by.

    ``likely`` are the papers that may form sets, with their chances. ``names`` are those of the
    columns of ``signals`` (papers, names), empty where no ranker took part; ``hits`` the citing
    sentences found that cite one of the papers. ``library_chance`` is the chance that the library
    has what is needed here, which the chances of new papers hold already. ``hidden`` are the new
    papers that a filter left out of it. ``candidates`` are what words and vectors found, of
    which a filter must leave enough.
    """

    papers: tuple[PaperNumber, ...]
    scores: NDArray[np.float64]
    chances: NDArray[np.float64]
    cited: tuple[Cited, ...]
    likely: tuple[tuple[PaperNumber, float], ...]
    stages: tuple[str, ...]
    names: tuple[str, ...] = ()
    signals: NDArray[np.float32] | None = None
    hits: tuple[ContextHit, ...] = ()
    seconds: float = 0.0
    library_chance: float = 1.0
    hidden: tuple[HiddenPaper, ...] = ()
    candidates: Sequence[int] = ()

    @property
    def table(self) -> SignalTable | None:
        """The signals as they were when the papers were ranked."""
        if self.signals is None:
            return None
        columns = {name: self.signals[:, at] for at, name in enumerate(self.names)}
        return SignalTable(self.papers, columns, self.hits)

    def first(self, limit: int) -> Shortlist:
        """Return the same with ``limit`` papers, and as many that are not cited yet."""
        shortened = self.taking(leading([cited == "no" for cited in self.cited], limit))
        hidden = tuple(one for one in self.hidden if one.rank <= limit)
        return shortened if hidden == self.hidden else replace(shortened, hidden=hidden)

    def only(self, papers: Collection[PaperNumber]) -> Shortlist:
        """Return the same with some of its papers."""
        return self.taking([row for row, paper in enumerate(self.papers) if paper in papers])

    def new(self, limit: int) -> list[PaperNumber]:
        """Return the first papers that are not cited yet."""
        marked = zip(self.papers, self.cited, strict=True)
        return [paper for paper, cited in marked if cited == "no"][:limit]

    def list_named_papers(self) -> Iterator[PaperNumber]:
        """Yield every paper that may be named in what is told, or counted as hidden."""
        yield from self.papers
        yield from (hidden.paper for hidden in self.hidden)
        yield from (paper for paper, _ in self.likely)
        yield from (hit.citing for hit in self.hits)

    def taking(self, rows: Sequence[int]) -> Shortlist:
        """Return the same with the papers in these rows."""
        if list(rows) == [*range(len(self.papers))]:
            return self
        papers = tuple(self.papers[row] for row in rows)
        named_papers = frozenset(papers)
        return replace(
            self,
            papers=papers,
            scores=self.scores[rows],
            chances=self.chances[rows],
            cited=tuple(self.cited[row] for row in rows),
            signals=None if self.signals is None else self.signals[rows],
            hits=tuple(hit for hit in self.hits if not named_papers.isdisjoint(hit.cited)),
        )
