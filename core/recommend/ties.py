"""What ties a neighbour to the papers it was found by: words both use, citations, co-citation.

Nothing here is an opinion of a model: every tie can be looked up in the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.base.records import Paper, PaperNumber
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.telling_terms import TellingTerms, uncapitalised

MAX_TERMS = 6

TieKind = Literal["terms", "cites", "cited by", "references", "citers"]


@dataclass(frozen=True, slots=True)
class Tie:
    """One tie of a paper to a seed.

    "terms" are words and phrases that both use, rarest first. "cites" and "cited by" are said of
    the paper.
    "references" counts the ``papers`` that both cite, "citers" those that cite both.
    """

    kind: TieKind
    seed: PaperNumber
    terms: tuple[str, ...] = ()
    papers: int = 0


class Ties:
    """Looks ties up in one library. Its calls block and may come from any thread."""

    def __init__(self, library: Library, words: WordIndex) -> None:
        self._library = library
        self._telling = TellingTerms(words)

    def between(self, paper: PaperNumber, seeds: Sequence[PaperNumber]) -> list[Tie]:
        """Return what ties a paper to each seed: citations first, then co-citation, then words."""
        papers_by_number = {p.number: p for p in self._library.papers.get_many([paper, *seeds])}
        if paper not in papers_by_number:
            return []
        known_seeds = [seed for seed in seeds if seed in papers_by_number and seed != paper]
        cited, counted_ties = self._by_citations(paper, known_seeds)
        terms = [
            Tie("terms", seed, terms=shared)
            for seed in known_seeds
            if (shared := self._shared(papers_by_number[paper], papers_by_number[seed]))
        ]
        return [*cited, *counted_ties, *terms]

    def _by_citations(
        self, paper: PaperNumber, seeds: Sequence[PaperNumber]
    ) -> tuple[list[Tie], list[Tie]]:
        citations = self._library.citations
        cites, cited_by = set(citations.cites(paper)), set(citations.find_citing_papers(paper))
        stated = [Tie("cites", seed) for seed in seeds if seed in cites]
        stated += [Tie("cited by", seed) for seed in seeds if seed in cited_by]
        counted_ties: list[Tie] = []
        for seed in seeds:
            shared: tuple[tuple[TieKind, set[PaperNumber]], ...] = (
                ("references", cites.intersection(citations.cites(seed))),
                ("citers", cited_by.intersection(citations.find_citing_papers(seed))),
            )
            counted_ties += [Tie(kind, seed, papers=len(both)) for kind, both in shared if both]
        return stated, counted_ties

    def _shared(self, paper: Paper, seed: Paper) -> tuple[str, ...]:
        mine, theirs = self._telling.of(_text(paper)), self._telling.of(_text(seed))
        shared = self._telling.shared(mine, theirs)[:MAX_TERMS]
        return tuple(uncapitalised(shared_term.term_text) for shared_term in shared)


def _text(paper: Paper) -> str:
    return f"{paper.title} {paper.abstract}"
