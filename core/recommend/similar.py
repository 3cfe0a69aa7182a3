"""Papers like some others, by meaning, by words and by citations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from core.base.records import Neighbour, Paper, PaperNumber
from core.library.indexes.vector_search import VectorSearch
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.fusion import reciprocal_rank_fusion

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


def _text(paper: Paper) -> str:
    return f"{paper.title} {paper.abstract}"
