"""The recommender of an open library: the engine, and the parts it is made of.

Citations and ranker are read when the indexes follow the library, never while a person waits.
"""

from __future__ import annotations

from typing import NamedTuple

from core.library.library import Library
from core.manuscript.text.sentences import split_quickly
from core.models.encoder import Encoder
from core.recommend.answers import Answers, Gone
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.engine import Engine
from core.recommend.paper_texts import PaperTexts
from core.recommend.ranker import Ranker, usable_ranker
from core.recommend.signals import Sources
from core.services.indexes import Indexes

_MOST_REMOVED = 200
"""Papers that may go at once without all answers being old."""


class _State(NamedTuple):
    """What answers rest on."""

    papers: int
    citations: int
    sentences: int
    retriever: Retriever
    ranker: Ranker | None


class Answering:
    """The engine of a library, made anew when what it stands on changed. Safe from any thread."""

    def __init__(self, library: Library, indexes: Indexes) -> None:
        """Answer with words alone at first; nothing slow."""
        self._library = library
        self._indexes = indexes
        self._texts = PaperTexts(library, indexes.words)
        self._graph: CitationGraph | None = None
        self._ranker: Ranker | None = None
        self.retriever = Retriever(indexes.words)
        self.engine = self._made()
        self.answers = Answers(
            lambda: self.engine,
            lambda passages, breadth: self.retriever.warm(passages, breadth=breadth),
            library.papers.revision,
            self._removed,
        )
        self._followed = self._vectors_of = self._state()

    @property
    def graph(self) -> CitationGraph | None:
        """The citations as they were read last, ``None`` before that."""
        return self._graph

    def warm(self) -> None:
        """Read the ranker, which takes a second, while something else is waited for."""
        self._ranker = self._ranker or usable_ranker()

    def serve(self, encoder: Encoder) -> None:
        """Ask the vectors too, with this encoder from now on."""
        self.retriever = Retriever(self._indexes.words, self._indexes.vectors, encoder)
        self.follow()

    def follow(self) -> None:
        """Read the citations again where they changed, and the ranker once.

        Answers are forgotten, but those that papers which went since did not touch.
        """
        self.warm()
        if self._graph is None or self._graph.revision != self._library.citations.revision():
            self._graph = CitationGraph.of(self._library)
        self.engine = self._made()
        before, self._followed = self._followed, self._state()
        self._forget(before.papers, every=self._more_than_went(before, self._followed))

    def follow_vectors(self, *, more: bool) -> None:
        """Forget answers of vectors before; ``more`` says that there are more vectors now."""
        self.engine = self._made()
        before, now = self._vectors_of, self._state()
        self._vectors_of = now
        self._forget(before.papers, every=more or not self._only_went(before.sentences))

    def _forget(self, since: int, *, every: bool) -> None:
        """Forget all answers, or those that name what went: the indexes may have found it late."""
        removed = None if every else self._removed(since)
        if removed is None:
            self.answers.forget()
        else:
            self.answers.forget_naming(removed)

    def _state(self) -> _State:
        papers = self._library.papers.revision()
        return _State(
            papers=papers,
            citations=self._library.citations.revision() - papers,
            sentences=self._library.contexts.revision(),
            retriever=self.retriever,
            ranker=self._ranker,
        )

    def _more_than_went(self, before: _State, now: _State) -> bool:
        """Tell whether anything changed that papers do not take with them when they go."""
        same = before._replace(papers=now.papers, sentences=now.sentences) == now
        return not same or not self._only_went(before.sentences)

    def _only_went(self, since: int) -> bool:
        """Tell whether the citing sentences that changed since are those of papers that went."""
        contexts = self._library.contexts
        changes = contexts.changes(since, _MOST_REMOVED + 1)
        known = contexts.revision() >= since and len(changes) <= _MOST_REMOVED
        return known and not any(change.present for change in changes)

    def _removed(self, since: int) -> Gone | None:
        """Return the papers that went since a revision; ``None`` if more changed than that."""
        papers, cites = self._library.papers, self._library.citations.cites
        changes = papers.changes(since, _MOST_REMOVED + 1)
        if papers.revision() < since or len(changes) > _MOST_REMOVED:
            return None
        if any(change.present for change in changes):
            return None
        numbers = frozenset(change.number for change in changes)
        return Gone(numbers, cited=any(map(cites, numbers)))

    def _made(self) -> Engine:
        sources = Sources(
            library=self._library,
            retriever=self.retriever,
            texts=self._texts,
            graph=self._graph,
            contexts=self._indexes.contexts,
            profiles=self._indexes.profiles(),
        )
        return Engine(sources, split_quickly, ranker=self._ranker)
