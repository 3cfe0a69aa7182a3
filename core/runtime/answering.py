"""Answers the questions of an open library: the engine, and the reranker behind it.

Citations and trees are read when the indexes follow the library, never while a person waits. The
reranker in use is started at its first use. It has a process of its own, so that it never keeps a
new question waiting for its encoder and a crash leaves the first stage whole.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.base.precedence import person_waits
from core.base.records import ModelState, PaperNumber, Recommendation
from core.library.library import Library
from core.library.store.papers import PaperStore
from core.manuscript.text.sentences import split_quickly
from core.models.encoder import Encoder
from core.models.process import RerankerProcess, Starter, close_process
from core.models.reranker import Reranker, check_kind
from core.models.shelf import Model, Shelf, Slot, supports_language
from core.recommend.answers import Answers, PaperChanges
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.citing_contexts import CitingContexts
from core.recommend.context import Passage
from core.recommend.engine import Engine
from core.recommend.profiles import Profiles
from core.recommend.question import Question
from core.recommend.reranking import (
    DEPTH,
    STAGE,
    Effort,
    Reading,
    asked_text,
    asked_with_neighbours,
    read_scores,
    rows_to_read,
)
from core.recommend.scoring import (
    Ranked,
    Trees,
    combine_readings,
    load_usable_trees,
    reorder_recommendation,
)
from core.recommend.shortlist import Shortlist
from core.recommend.signals import PaperTexts, Sources
from core.runtime.active_models import Places
from core.runtime.indexes import Indexes

Answer = TypeVar("Answer")

_MOST_CHANGED = 200
"""Papers that may go, come or be edited at once without all answers being old."""

_MOST_CRASHES = 2
"""A process that ended, as one that idles may in want of memory, is started once more."""

_LEAST = 1e-9
"""Between the scores of two papers of equal chance."""


class _State(NamedTuple):
    """What answers rest on."""

    papers: int
    citations: int
    sentences: int
    retriever: Retriever
    trees: Trees | None
    graph: CitationGraph | None


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
            self._find_changes,
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

        Answers are forgotten, but those that papers which changed since did not touch.
        """
        self.warm()
        if self._graph is None or self._graph.revision != self._library.citations.revision():
            self._graph = CitationGraph.of(self._library)
        self._make()
        before, self._followed = self._followed, self._state()
        self._forget(self._find_all_changes(before, self._followed))

    def follow_vectors(self, *, encoded: tuple[int, int] | None) -> None:
        """Forget answers of vectors before.

        So many papers and citing sentences have a vector that had none; ``None`` says that more
        than these has.
        """
        self._make()
        before, self._vectors_of = self._vectors_of, self._state()
        changes = self._find_all_changes(before, self._vectors_of)
        if changes is not None and encoded is not None:
            sentence_count = sum(map(self._library.contexts.count, changes.citing))
            if encoded[0] <= len(changes.present) and encoded[1] <= sentence_count:
                self._forget(changes)
                return
        self._forget(None)

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

    def _forget(self, changes: PaperChanges | None) -> None:
        """Forget all answers, or those that changes touch: the indexes may have found them late."""
        if changes is None:
            self.answers.forget()
        else:
            self.answers.follow_papers(changes)

    def _state(self) -> _State:
        papers = self._library.papers.revision()
        return _State(
            papers=papers,
            citations=self._library.citations.revision() - papers,
            sentences=self._library.contexts.revision(),
            retriever=self.retriever,
            trees=self._trees,
            graph=self._graph,
        )

    def _find_all_changes(self, before: _State, now: _State) -> PaperChanges | None:
        """Return the changes of papers and of what they cite; ``None`` if more than these changed.

        What papers that went cited is none of it, nor is who cites a paper that changed itself.
        """
        changes = self._find_changes(before.papers)
        contexts, graph = self._library.contexts, now.graph
        telling = contexts.changes(before.sentences, _MOST_CHANGED + 1)
        is_known = contexts.revision() >= before.sentences and len(telling) <= _MOST_CHANGED
        is_same = before.retriever is now.retriever and before.trees is now.trees
        if changes is None or not is_known or not is_same or graph is None or before.graph is None:
            return None
        changed_papers = changes.went | changes.present
        pairs = [
            (citing, cited)
            for citing, cited in graph.find_changes(before.graph)
            if citing not in changes.went and cited not in changed_papers
        ]
        retold_papers = {change.number for change in telling if change.present}
        pairs += [
            (paper, cited)
            for paper in retold_papers
            for cited in self._library.citations.cites(paper)
        ]
        return changes._replace(
            recited=frozenset(cited for _, cited in pairs),
            citing=frozenset(citing for citing, _ in pairs),
            citing_total=before.graph.citing_papers(without=None),
        )

    def _find_changes(self, since: int) -> PaperChanges | None:
        """Return the papers that changed since a revision; ``None`` if these are too many."""
        papers, cites = self._library.papers, self._library.citations.cites
        changes = papers.changes(since, _MOST_CHANGED + 1)
        if papers.revision() < since or len(changes) > _MOST_CHANGED:
            return None
        went = frozenset(change.number for change in changes if not change.present)
        present = frozenset(change.number for change in changes if change.present)
        return PaperChanges(
            went,
            cited=any(map(cites, went)),
            present=present,
            total=papers.count(),
        )

    def _make(self) -> None:
        """Make the engines of now."""
        indexes = self._indexes
        self.engine = self._build_engine(
            self.retriever, indexes.contexts, indexes.profiles(), self._places.knows_language
        )
        serving_place, before = self._places.serving("languages"), self._other
        self._other, self._other_engine = None, None
        if serving_place is not None:
            column = serving_place.column
            other = Retriever(indexes.words, column.papers, serving_place.encoder)
            if before is not None and before.encoder is serving_place.encoder:
                other = before  # which remembers what it encoded
            contexts = indexes.get_contexts(column)
            self._other = other
            self._other_engine = self._build_engine(
                other, contexts, column.profiles(), self._places.handles_language
            )

    def _build_engine(
        self,
        retriever: Retriever,
        contexts: CitingContexts,
        profiles: Profiles | None,
        knows_language: Callable[[str], bool],
    ) -> Engine:
        sources = Sources(
            library=self._library,
            retriever=retriever,
            texts=self._texts,
            graph=self._graph,
            contexts=contexts,
            profiles=profiles,
        )
        return Engine(sources, split_quickly, trees=self._trees, knows_language=knows_language)


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

    def shortlists(
        self, question: Question, *, limit: int, wide_limit: int
    ) -> tuple[Shortlist, Shortlist | None]:
        """Return the best papers, and more of them as they are without the filter, if it can."""
        return self._with(
            question.language,
            lambda engine: engine.shortlists(question, limit=limit, wide_limit=wide_limit),
        )

    def narrow(
        self, question: Question, wide: Shortlist, *, limit: int, wide_limit: int
    ) -> Shortlist | None:
        """Cut the list of a filter out of a longer one without it, if that holds enough."""
        engine = self._answering.get_engine(question.language)
        return engine.narrow(question, wide, limit=limit, wide_limit=wide_limit)

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

    def would_list(
        self,
        question: Question,
        shortlist: Shortlist,
        papers: frozenset[PaperNumber],
        *,
        limit: int,
        recited: frozenset[PaperNumber] = frozenset(),
    ) -> bool:
        """Tell whether any of these papers would be in a list that was made before."""
        return self._with(
            question.language,
            lambda engine: engine.would_list(
                question, shortlist, papers, limit=limit, recited=recited
            ),
        )

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


class SecondStage:
    """Reads the first papers of an answer again. Calls may come from any thread."""

    def __init__(self, shelf: Shelf, papers: PaperStore, slot: Slot = "reranker") -> None:
        """Find out which reranker is in use in a place; nothing is loaded yet."""
        self._shelf = shelf
        self._papers = papers
        self._model = shelf.get_assigned_model(slot)
        self._scorer: Reranker | RerankerProcess | None = None
        self._starter = Starter()
        self._state: ModelState = "none"
        self._crashes = 0
        self._loading = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the reranker that takes part, "" if none does."""
        usable = self._model is not None and self._state != "failed"
        return self._model.manifest.name if self._model is not None and usable else ""

    def supports_language(self, language: str) -> bool | None:
        """Tell whether it reads a language; ``None`` where it does not say."""
        return None if self._model is None else supports_language(self._model.manifest, language)

    @property
    def state(self) -> ModelState:
        """Whether it is loaded; "none" too before the first question."""
        return self._state

    def load(self, name: str = "", *, in_process: bool = False) -> None:
        """Load the reranker in use, or the one of that name; do nothing if none is in use.

        Raises:
            UsageError: there is no such model.
            ModelError: it is no reranker or damaged; another one that was loaded stays in use.
        """
        model = self._shelf.get(name) if name else self._model
        if model is None:
            return
        check_kind(model.manifest)
        with self._loading:
            self._load(model, in_process=in_process)
            self._crashes = 0

    def leave(self) -> None:
        """Do without a reranker from now on."""
        with self._loading:
            scorer, self._scorer, self._model = self._scorer, None, None
            self._state = "none"
        close_process(scorer)

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return how well each (title, text) fits a query, from 0 to 1: (texts,).

        Raises:
            ModelError: no model is in use, it cannot be loaded, or its process ended.
        """
        with self._reading() as scorer:
            if scorer is None:
                raise ModelError("No reranker is in use.")
            return scorer.score(query, papers)

    def recommendation(
        self, first_answer: Recommendation, passage: Passage, *, limit: int, effort: Effort
    ) -> Recommendation:
        """Return the first ``limit`` of a deeper recommendation in their better order.

        Raises:
            ModelError: the model cannot be loaded, or its process ended.
        """
        with person_waits(), self._reading() as scorer:
            if scorer is None:
                return first_answer.first(limit)
            started = time.perf_counter()
            suggestions = first_answer.suggestions
            rows = rows_to_read([suggestion.cited != "no" for suggestion in suggestions])
            papers = [suggestions[row].paper for row in rows.tolist()]
            texts = [(paper.title, paper.abstract) for paper in papers]
            scores = read_scores(self._make_query(passage), texts, scorer, effort)
            answer = reorder_recommendation(first_answer, Reading(rows, scores)).first(limit)
            seconds = answer.seconds + time.perf_counter() - started
            return replace(answer, seconds=seconds) if len(scores) else answer

    def full_ranking(
        self,
        ranked: Ranked,
        question: Question,
        *,
        depth: int = DEPTH,
        seconds: float = math.inf,
    ) -> Ranked:
        """Return all that was ranked in its better order; the scores are the chances now.

        Without a limit of time the order is the same on every machine.

        Raises:
            ModelError: the model cannot be loaded, or its process ended.
        """
        reading = self.reading(ranked, question, Effort(depth=depth, seconds=seconds))
        if not len(reading.scores):
            return ranked
        chances = combine_readings(ranked.chances, reading)
        order = np.argsort(-chances, kind="stable")
        ordered = ranked.taking(order.tolist())
        # Whoever sorts by score again finds the same order, papers of equal chance too.
        falling = chances[order] - _LEAST * np.arange(len(order))
        stages = (*ranked.stages, STAGE)
        return replace(ordered, scores=falling, chances=chances[order], stages=stages)

    def reading(self, ranked: Ranked, question: Question, effort: Effort) -> Reading:
        """Return what the reranker says of the first papers; nothing if none takes part.

        Raises:
            ModelError: the model cannot be loaded, or its process ended.
        """
        cited = question.cited_here | question.cited_elsewhere
        rows = rows_to_read([paper in cited for paper in ranked.papers])
        with self._reading() as scorer:
            if scorer is None:
                return Reading(rows, np.zeros(0, np.float32))
            head = [ranked.papers[row] for row in rows[: effort.depth].tolist()]
            papers_by_number = {paper.number: paper for paper in self._papers.get_many(head)}
            texts = [
                (papers_by_number[p].title, papers_by_number[p].abstract)
                if p in papers_by_number
                else ("", "")
                for p in head
            ]
            query_text = self._make_query(question.passage)
            return Reading(rows, read_scores(query_text, texts, scorer, effort))

    def _make_query(self, passage: Passage) -> str:
        """Return what the reranker in use reads of a question."""
        reads_more = self._model is not None and self._model.manifest.neighbours
        return asked_with_neighbours(passage) if reads_more else asked_text(passage)

    def stop(self) -> None:
        """Make calls that wait for the model end now, with a ``ModelError``."""
        self._starter.stop(self._scorer)

    def close(self) -> None:
        """End the process. May be called again."""
        self.stop()
        close_process(self._scorer)

    @contextmanager
    def _reading(self) -> Iterator[Reranker | RerankerProcess | None]:
        """Give the reranker, ``None`` if none takes part; one that fails is not asked again."""
        scorer = self._ready()
        try:
            yield scorer
        except ModelError:
            if scorer is not None:
                self._drop(scorer)
            raise

    def _ready(self) -> Reranker | RerankerProcess | None:
        """Return the reranker, started now if that has to be; ``None`` if none takes part."""
        with self._loading:
            if self._scorer is None and self._model is not None and self._state != "failed":
                self._load(self._model, in_process=False)
            return self._scorer

    def _load(self, model: Model, *, in_process: bool) -> None:
        state, self._state = self._state, "loading"
        try:
            scorer = self._start(model, in_process=in_process)
        except BaseException:
            useless = self._scorer is None and model == self._model
            self._state = "failed" if useless else state
            raise
        before, self._scorer, self._model = self._scorer, scorer, model
        self._state = "ready"
        close_process(before)

    def _start(self, model: Model, *, in_process: bool) -> Reranker | RerankerProcess:
        if in_process:
            return Reranker(model.folder, model.manifest)
        with self._starter.starting(RerankerProcess(model.folder, model.manifest)) as process:
            process.wait_until_ready()
        return process

    def _drop(self, scorer: Reranker | RerankerProcess) -> None:
        """Do without a reranker that failed, or start it anew with the next question."""
        with self._loading:
            if self._scorer is not scorer:
                return
            self._scorer = None
            self._crashes += 1
            self._state = "failed" if self._crashes >= _MOST_CRASHES else "none"
        close_process(scorer)
