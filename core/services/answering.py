"""The recommender of an open library: the engine, and the parts it is made of.

Citations and ranker are read when the indexes follow the library, never while a person waits.
"""

from __future__ import annotations

from core.library.library import Library
from core.manuscript.text.sentences import split_quickly
from core.models.encoder import Encoder
from core.recommend.answers import Answers
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.engine import Engine
from core.recommend.paper_texts import PaperTexts
from core.recommend.ranker import Ranker, usable_ranker
from core.recommend.signals import Sources
from core.services.indexes import Indexes


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
            lambda question, limit: self.engine.recommend(question, limit=limit),
            lambda passages, breadth: self.retriever.warm(passages, breadth=breadth),
            library.papers.revision,
        )

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
        """Read the citations again where they changed, and the ranker once; forget answers."""
        self.warm()
        if self._graph is None or self._graph.revision != self._library.citations.revision():
            self._graph = CitationGraph.of(self._library)
        self.engine = self._made()
        self.answers.forget()

    def _made(self) -> Engine:
        sources = Sources(
            library=self._library,
            retriever=self.retriever,
            texts=self._texts,
            graph=self._graph,
            contexts=self._indexes.contexts,
        )
        return Engine(sources, split_quickly, ranker=self._ranker)
