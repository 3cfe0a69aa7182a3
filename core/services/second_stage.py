"""The reranker in use, beside the encoder: started at its first use, ended with the window.

It has a process of its own, so that it never keeps a new question waiting for its encoder and a
crash leaves the first stage whole. Its precision is bfloat16 where the processor has it, else
float32: in 8-bit integers it read 1.4 times as fast, and moved log-odds by .98 of a spread of 2.3.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from core.base.errors import ModelError
from core.base.precedence import person_waits
from core.base.records import ModelState, Recommendation
from core.library.store.papers import PaperStore
from core.models.process import RerankerProcess, Starter, close_process
from core.models.reranker import Reranker, check_kind
from core.models.shelf import Model, Shelf, supports_language
from core.recommend.context import Passage
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
from core.recommend.scoring import Ranked, combine_readings, reorder_recommendation

_MOST_CRASHES = 2
"""A process that ended, as one that idles may in want of memory, is started once more."""

_LEAST = 1e-9
"""Between the scores of two papers of equal chance."""


class SecondStage:
    """Reads the first papers of an answer again. Calls may come from any thread."""

    def __init__(self, shelf: Shelf, papers: PaperStore) -> None:
        """Find out which reranker is in use; nothing is loaded yet."""
        self._shelf = shelf
        self._papers = papers
        self._model = shelf.reranker()
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
