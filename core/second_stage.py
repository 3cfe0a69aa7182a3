"""The reranker in use, beside the encoder: started when it is first needed, ended with the window.

It has a process of its own, so that it never keeps a new question waiting for its encoder and a
crash leaves the first stage whole. Its precision is bfloat16 where the processor has it, else
float32: int8 weights read pairs about twice as fast, but turn the default model's vectors to a
cosine of .93 with their own (scores of pairs: correlation .87), and what is left of the order is
worth more than the papers gained.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence

from core.errors import ModelError
from core.library.papers import PaperStore
from core.models.process import RerankerProcess
from core.models.reranker import Reranker
from core.models.shelf import Model, Shelf
from core.recommend.context import Passage
from core.recommend.engine import Question
from core.recommend.reranking import (
    DEPTH,
    Effort,
    asked_text,
    combined,
    first_of,
    read_scores,
    reranked,
)
from core.records import ModelState, PaperNumber, Recommendation

_MOST_CRASHES = 2
"""A process that ended, as one that idles may in want of memory, is started once more."""


class SecondStage:
    """Reads the first papers of an answer again. Calls may come from any thread."""

    def __init__(self, shelf: Shelf, papers: PaperStore) -> None:
        """Find out which reranker is in use; nothing is loaded yet."""
        self._shelf = shelf
        self._papers = papers
        self._model = shelf.reranker()
        self._scorer: Reranker | RerankerProcess | None = None
        self._starting: RerankerProcess | None = None
        self._state: ModelState = "none"
        self._crashes = 0
        self._stopped = False
        self._loading = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the reranker that takes part, "" if none does."""
        usable = self._model is not None and self._state != "failed"
        return self._model.manifest.name if self._model is not None and usable else ""

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
        with self._loading:
            self._load(model, in_process=in_process)

    def recommendation(
        self, found: Recommendation, passage: Passage, *, limit: int, effort: Effort
    ) -> Recommendation:
        """Return the first ``limit`` of a deeper recommendation in their better order.

        Raises:
            ModelError: the model cannot be loaded, or its process ended.
        """
        scorer = self._ready()
        if scorer is None:
            return first_of(found, limit)
        try:
            return first_of(reranked(found, asked_text(passage), scorer, effort), limit)
        except ModelError:
            self._drop(scorer)
            raise

    def full_ranking(
        self,
        ranked: Sequence[tuple[PaperNumber, float]],
        question: Question,
        *,
        depth: int = DEPTH,
        seconds: float = math.inf,
    ) -> list[tuple[PaperNumber, float]]:
        """Return papers with their chances, best first, in their better order.

        Every paper stays. Without a limit of time the order is the same on every machine.

        Raises:
            ModelError: the model cannot be loaded, or its process ended.
        """
        scorer = self._ready()
        if scorer is None:
            return list(ranked)
        head = [paper for paper, _ in ranked[:depth]]
        known = {paper.number: paper for paper in self._papers.get_many(head)}
        texts = [(known[p].title, known[p].abstract) if p in known else ("", "") for p in head]
        effort = Effort(depth=depth, seconds=seconds)
        scores = read_scores(asked_text(question.passage), texts, scorer, effort)
        chances = combined([chance for _, chance in ranked], scores)
        order = sorted(range(len(ranked)), key=lambda place: -chances[place])
        return [(ranked[place][0], float(chances[place])) for place in order]

    def stop(self) -> None:
        """Make calls that wait for the model end now, with a ``ModelError``."""
        self._stopped = True
        for process in (self._scorer, self._starting):
            if isinstance(process, RerankerProcess):
                process.kill()

    def close(self) -> None:
        """End the process. May be called again."""
        self.stop()
        if isinstance(self._scorer, RerankerProcess):
            self._scorer.close()

    def _ready(self) -> Reranker | RerankerProcess | None:
        """Return the reranker, started now if that has to be; ``None`` if none takes part."""
        with self._loading:
            if self._scorer is None and self._model is not None and self._state != "failed":
                crashes = self._crashes
                self._load(self._model, in_process=False)
                self._crashes = crashes
            return self._scorer

    def _load(self, model: Model, *, in_process: bool) -> None:
        self._state = "loading"
        try:
            scorer = self._start(model, in_process=in_process)
        except BaseException:
            self._state = "ready" if self._scorer else "failed"
            raise
        before, self._scorer, self._model = self._scorer, scorer, model
        self._state, self._crashes = "ready", 0
        if isinstance(before, RerankerProcess):
            before.close()

    def _start(self, model: Model, *, in_process: bool) -> Reranker | RerankerProcess:
        if in_process:
            return Reranker(model.folder, model.manifest)
        process = self._starting = RerankerProcess(model.folder, model.manifest)
        if self._stopped:  # meanwhile
            process.kill()
        try:
            process.wait_until_ready()
        except BaseException:
            process.close()
            raise
        finally:
            self._starting = None
        return process

    def _drop(self, scorer: Reranker | RerankerProcess) -> None:
        """Do without a reranker that failed, or start it anew with the next question."""
        with self._loading:
            if self._scorer is not scorer:
                return
            self._scorer = None
            self._crashes += 1
            self._state = "failed" if self._crashes >= _MOST_CRASHES else "none"
        if isinstance(scorer, RerankerProcess):
            scorer.close()
