"""Papers like some others, by meaning, by words and by citations, and what ties them to these.

Ties are words both use, citations and co-citation. No tie is an opinion of a model: each can be
looked up in the library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.base.records import Neighbour, Paper, PaperNumber
from core.library.indexes.vector_search import VectorSearch
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.candidates import reciprocal_rank_fusion
from core.recommend.telling_terms import TellingTerms, uncapitalised

_DEPTH = 200
_NEGATIVE = 0.5
"""How far a "less like this" paper pushes the question away (Rocchio's gamma, halved)."""
_Found = list[tuple[PaperNumber, float]]


def similar(
    library: Library,
    words: WordIndex,
    vectors: VectorSearch[PaperNumber] | None,
    positive: Sequence[PaperNumber],
    negative: Sequence[PaperNumber] = (),
    *,
    limit: int = 20,
) -> list[Neighbour]:
    """Return the papers nearest to ``positive`` and far from ``negative``, best first.

    ``by`` gives for each kind of evidence the share of the best paper's score in that kind; a
    kind that found nothing about a paper is 0.
    """
    shown_papers = {*positive, *negative}
    rankings_by_kind = {
        "meaning": _by_meaning(library, vectors, positive, negative),
        "words": _by_words(library, words, positive, negative),
        "citations": _by_citations(library, positive),
    }
    kept_rankings = {
        kind: [(paper, score) for paper, score in ranking if paper not in shown_papers]
        for kind, ranking in rankings_by_kind.items()
    }
    fused = reciprocal_rank_fusion(
        [(1.0, [paper for paper, _ in ranking]) for ranking in kept_rankings.values() if ranking]
    )[:limit]
    shares = {kind: _shares(ranking) for kind, ranking in kept_rankings.items()}
    papers = {p.number: p for p in library.papers.get_many([paper for paper, _ in fused])}
    return [
        Neighbour(papers[paper], score, {kind: shares[kind].get(paper, 0.0) for kind in shares})
        for paper, score in fused
        if paper in papers
    ]


def _by_meaning(
    library: Library,
    vectors: VectorSearch[PaperNumber] | None,
    positive: Sequence[PaperNumber],
    negative: Sequence[PaperNumber],
) -> _Found:
    if vectors is None or not vectors.count():
        return []
    liked = library.embeddings.get(vectors.model, positive).astype(np.float32)
    if not len(liked):
        return []
    question = liked.mean(axis=0)
    disliked = library.embeddings.get(vectors.model, negative).astype(np.float32)
    if len(disliked):
        question = question - _NEGATIVE * disliked.mean(axis=0)
    length = float(np.linalg.norm(question))
    return vectors.search(question[None] / length, limit=_DEPTH)[0] if length else []


def _by_words(
    library: Library,
    words: WordIndex,
    positive: Sequence[PaperNumber],
    negative: Sequence[PaperNumber],
) -> _Found:
    terms: Counter[str] = Counter()
    for paper in library.papers.get_many(positive):
        terms.update(words.terms(_text(paper)))
    for paper in library.papers.get_many(negative):
        terms.subtract(words.terms(_text(paper)))
    return words.search({t: float(n) for t, n in terms.items() if n > 0}, limit=_DEPTH)


def _by_citations(library: Library, positive: Sequence[PaperNumber]) -> _Found:
    """Rank by bibliographic coupling and co-citation: references shared plus citers shared."""
    citations = library.citations
    ties: Counter[PaperNumber] = Counter()
    for seed in positive:
        cited, citing = citations.cites(seed), citations.find_citing_papers(seed)
        ties.update(cited)
        ties.update(citing)
        for reference in cited[:_DEPTH]:
            ties.update(citations.find_citing_papers(reference))
        for citer in citing[:_DEPTH]:
            ties.update(citations.cites(citer))
    return [(paper, float(count)) for paper, count in ties.most_common(_DEPTH)]


def _shares(ranking: _Found) -> dict[PaperNumber, float]:
    best = max((score for _, score in ranking), default=0.0)
    return {paper: max(score, 0.0) / best for paper, score in ranking} if best > 0 else {}


# --- looking up how papers are tied to a seed --------------------------------------------------


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
