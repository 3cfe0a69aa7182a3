"""The recommender of an open library: the engine, and the parts it is made of.

Citations and ranker are read when the indexes follow the library, never while a person waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeVar

from core.base.errors import ModelError
from core.base.records import PaperNumber, Recommendation
from core.library.library import Library
from core.manuscript.text.sentences import split_quickly
from core.models.encoder import Encoder
from core.recommend.answers import Answers, Gone
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.citing_contexts import CitingContexts
from core.recommend.engine import Engine
from core.recommend.paper_texts import PaperTexts
from core.recommend.profiles import Profiles
from core.recommend.question import Question
from core.recommend.scoring import Trees, load_usable_trees
from core.recommend.shortlist import Shortlist
from core.recommend.signals import Sources
from core.services.indexes import Indexes
from core.services.places import Places

Answer = TypeVar("Answer")

_MOST_REMOVED = 200
"""Papers that may go at once without all answers being old."""


class _State(NamedTuple):
    """What answers rest on."""

    papers: int
    citations: int
    sentences: int
    retriever: Retriever
    trees: Trees | None


class Answering:
    """The engine of a library, made anew when what it stands on changed. Safe from any thread."""

    def __init__(self, library: Library, indexes: Indexes, places: Places) -> None:
        """Answer with words alone at first; nothing slow."""
        self._library = library
        self._indexes, self._places = indexes, places
        self._texts = PaperTexts(library, indexes.words)
        self._graph: CitationGraph | None = None
        self._trees: Trees | None = None
        self.retriever = Retriever(indexes.words)
        self._other: Retriever | None = None
        self._other_engine: Engine | None = None
        self._make()
        engine_by_language = _ByLanguage(self)
        self.answers = Answers(
            lambda: engine_by_language,
            engine_by_language.warm,
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
        self._trees = self._trees or load_usable_trees()

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
        self._make()
        before, self._followed = self._followed, self._state()
        self._forget(before.papers, every=self._more_than_went(before, self._followed))

    def follow_vectors(self, *, more: bool) -> None:
        """Forget answers of vectors before; ``more`` says that there are more vectors now."""
        self._make()
        before, now = self._vectors_of, self._state()
        self._vectors_of = now
        self._forget(before.papers, every=more or not self._only_went(before.sentences))

    def get_engine(self, language: str) -> Engine:
        """Return who answers what is in a language: the model of sentences, or one that knows it.

        All that vectors say then is said by those of that other model.
        """
        other = self._other_engine
        return (
            other if other is not None and self._places.handles_language(language) else self.engine
        )

    def without_other(self, error: ModelError) -> None:
        """Let the model of sentences answer in every language, for the other one failed."""
        self._places.gave_way("languages", error)
        self._make()
        self.answers.forget()

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
            trees=self._trees,
        )

    def _more_than_went(self, before: _State, now: _State) -> bool:
        """Tell whether anything changed that papers do not take with them when they go."""
        same = before._replace(papers=now.papers, sentences=now.sentences) == now
        return not same or not self._only_went(before.sentences)

    def _only_went(self, since: int) -> bool:
        """Tell whether the citing sentences that changed since are those of papers that went."""
        contexts = self._library.contexts
        changes = contexts.changes(since, _MOST_REMOVED + 1)
        is_known = contexts.revision() >= since and len(changes) <= _MOST_REMOVED
        return is_known and not any(change.present for change in changes)

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

    def _make(self) -> None:
        """Make the engines of now."""
        indexes = self._indexes
        self.engine = self._build_engine(self.retriever, indexes.contexts, indexes.profiles())
        serving_place, before = self._places.serving("languages"), self._other
        self._other, self._other_engine = None, None
        if serving_place is not None:
            column = serving_place.column
            other = Retriever(indexes.words, column.papers, serving_place.encoder)
            if before is not None and before.encoder is serving_place.encoder:
                other = before  # which remembers what it encoded
            contexts = indexes.get_contexts(column)
            self._other = other
            self._other_engine = self._build_engine(other, contexts, column.profiles())

    def _build_engine(
        self, retriever: Retriever, contexts: CitingContexts, profiles: Profiles | None
    ) -> Engine:
        sources = Sources(
            library=self._library,
            retriever=retriever,
            texts=self._texts,
            graph=self._graph,
            contexts=contexts,
            profiles=profiles,
        )
        return Engine(sources, split_quickly, trees=self._trees)


class _ByLanguage:
    """Asks the engine whose model knows the language of a question."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    def warm(self, questions: Sequence[Question]) -> None:
        """Encode questions of one breadth and language ahead."""
        passages, breadth = [question.passage for question in questions], questions[0].breadth
        self._with(
            questions[0].language,
            lambda engine: engine.sources.retriever.warm(passages, breadth=breadth),
        )

    def shortlist(self, question: Question, *, limit: int) -> Shortlist:
        """Return the best papers."""
        return self._with(question.language, lambda engine: engine.shortlist(question, limit=limit))

    def _with(self, language: str, ask: Callable[[Engine], Answer]) -> Answer:
        """Ask by a language's model; should it fail, by the model of sentences from then on."""
        answering = self._answering
        engine = answering.get_engine(language)
        try:
            return ask(engine)
        except ModelError as error:
            if engine is answering.engine:
                raise
            answering.without_other(error)
            return ask(answering.engine)

    def tell(
        self,
        question: Question,
        shortlist: Shortlist,
        *,
        explained: Collection[PaperNumber] | None = None,
    ) -> Recommendation:
        """Return them as they are shown, these or all with reasons."""
        engine = self._answering.get_engine(question.language)
        return engine.tell(question, shortlist, explained=explained)
