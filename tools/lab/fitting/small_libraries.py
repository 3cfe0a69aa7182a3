"""Libraries of a person's size, cut out of a large one, for the ranker to learn in.

A library holds what its manuscript cites and what its full texts cite; some of these are of the
manuscript's field, for they share a citation with it. Only its own full texts say what is cited
with what: counts of the large library would be far too good for a small one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.store.citations import CitedInSentences
from core.recommend.citation_graph import CitationGraph
from core.recommend.citing_contexts import CitingContexts, ContextHit
from core.recommend.signals import Sources
from training.corpus.corpus import Corpus

LEAST, MOST = 150, 10_000
"""Papers of a library; its size is drawn evenly on a logarithmic scale."""
_UNREAD = 0.25
"""Share of the libraries without a full text or citation."""
_UNSAID = 0.3
"""Share of the others that know citations, but no citing sentence."""
_DEEP = 3_000
"""Citing sentences of the large library among which those of the small one are looked for."""


class SmallLibraries:
    """Draws libraries from the training papers of a large one."""

    def __init__(self, sources: Sources, corpus: Corpus) -> None:
        library = sources.library
        self._sources = sources
        self._pairs = library.citations.pairs()
        self._cited_sentences = library.citations.cited_in_sentences()
        self._cites: defaultdict[int, set[int]] = defaultdict(set)
        training = set(_numbers(sources, [corpus.ids[n] for n in corpus.fulltexts("train")]))
        for citing, cited in self._pairs.tolist():
            if citing in training:
                self._cites[citing].add(cited)
        known_papers = {
            corpus.ids[p]
            for c in corpus.contexts("train")
            for p in c.cited
            if corpus.has_abstract[p]
        }
        self._papers = frozenset(_numbers(sources, sorted(known_papers)))

    def draw(
        self, cited: frozenset[PaperNumber], random: np.random.Generator
    ) -> tuple[Sources, frozenset[PaperNumber]]:
        """Return what a library with the papers ``cited`` knows, and which papers it holds."""
        size = round(np.exp(random.uniform(np.log(LEAST), np.log(MOST))))
        read_papers = self._full_texts(cited, size, random)
        theirs = sorted(
            {paper for read_paper in read_papers for paper in self._cites[read_paper]}
            & self._papers
        )
        drawn_papers = random.permutation(theirs)[:size].tolist()
        other_papers = sorted(self._papers - set(drawn_papers))
        drawn_papers += random.permutation(other_papers)[
            : max(size - len(drawn_papers), 0)
        ].tolist()
        allowed = cited | frozenset(drawn_papers)
        has_sentences = random.random() >= _UNSAID
        return self._knowing(read_papers, allowed, has_sentences=has_sentences), allowed

    def _full_texts(
        self, cited: frozenset[PaperNumber], size: int, random: np.random.Generator
    ) -> frozenset[int]:
        """Draw the library's full texts, half of them of the manuscript's field."""
        if random.random() < _UNREAD:
            return frozenset()
        count = round(np.exp(random.uniform(0, np.log(size / 3))))
        every = random.permutation(sorted(self._cites)).tolist()
        near = [paper for paper in every if self._cites[paper] & cited][: (count + 1) // 2]
        return frozenset(near) | frozenset(every[: count - len(near)])

    def _knowing(
        self, read_papers: frozenset[int], allowed: frozenset[PaperNumber], *, has_sentences: bool
    ) -> Sources:
        held_papers = np.fromiter(allowed, np.int64)
        citing = np.fromiter(read_papers, np.int64)
        pairs = self._pairs[
            np.isin(self._pairs[:, 0], citing) & np.isin(self._pairs[:, 1], held_papers)
        ]
        graph = CitationGraph(
            pairs, _of(self._cited_sentences, citing if has_sentences else citing[:0], held_papers)
        )
        contexts = self._sources.contexts
        if contexts is not None:
            contexts = _Some(contexts, read_papers) if has_sentences and read_papers else None
        return replace(self._sources, graph=graph, contexts=contexts)


class _Some(CitingContexts):
    """The citing sentences of some papers only."""

    def __init__(self, every: CitingContexts, citing: frozenset[int]) -> None:
        self._every = every
        self._citing = citing

    def by_words(
        self, terms: Mapping[str, float], *, limit: int, without: PaperNumber | None
    ) -> list[ContextHit]:
        return self._allowed(self._every.by_words(terms, limit=_DEEP, without=without), limit)

    def by_vectors(
        self, rows: NDArray[np.float32], *, limit: int, without: PaperNumber | None
    ) -> list[list[ContextHit]]:
        hit_lists = self._every.by_vectors(rows, limit=_DEEP, without=without)
        return [self._allowed(hits, limit) for hits in hit_lists]

    def text(self, number: int) -> str:
        return self._every.text(number)

    def count(self) -> int:
        return self._every.count()

    def _allowed(self, hits: Sequence[ContextHit], limit: int) -> list[ContextHit]:
        return [hit for hit in hits if hit.citing in self._citing][:limit]


def _of(
    citations: CitedInSentences, citing: NDArray[np.int64], held_papers: NDArray[np.int64]
) -> CitedInSentences:
    """Return the sentences of some papers, and what they cite of those held."""
    kept_mask = np.isin(citations.citing[citations.sentence], citing) & np.isin(
        citations.cited, held_papers
    )
    sentences, index = np.unique(citations.sentence[kept_mask], return_inverse=True)
    return CitedInSentences(citations.citing[sentences], index, citations.cited[kept_mask])


def _numbers(sources: Sources, ids: Sequence[str]) -> list[PaperNumber]:
    return list(sources.library.papers.resolve_many(ids).values())
