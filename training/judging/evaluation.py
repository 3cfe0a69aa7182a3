"""How good an encoder is on held-out papers: rankings by exact cosine, trec_eval's own numbers.

``HeldOutContexts`` is small enough to be asked again and again while a model is trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from core.base.jobs import Job
from core.base.messages import Message
from core.evaluation.metrics import mean, per_query
from training.corpus.corpus import Corpus
from training.models.protocols import PaperEncoder
from training.sampling.questions import (
    Half,
    Questions,
    Scores,
    context_questions,
)

TRAINING_METRICS = ("recall@10", "map@10", "mrr", "ndcg@10")
CHOOSING = "recall@10, choosing"
"""Recall on the half of the dev papers that chooses which state of a training is kept."""
MEASURING = Message("Measuring on held-out citations")
_AT_ONCE = 128
"""Papers encoded between two reports."""
PerQuery = dict[str, dict[str, float]]
"""Every metric of every query."""


def cosines(queries: NDArray[np.float32], papers: NDArray[np.float16]) -> Scores:
    """Return the scores of unit rows against unit rows: their exact inner products."""
    columns = papers.astype(np.float32).T
    return lambda chunk: queries[chunk] @ columns


def judge(questions: Questions, scores: Scores) -> PerQuery:
    """Return every metric of every question, by exact scores over the whole pool."""
    rankings = questions.rankings(scores)
    papers = {name: [paper for paper, _ in ranking] for name, ranking in rankings}
    return per_query(questions.judged(), papers)


@dataclass(frozen=True)
class HeldOutContexts:
    """Citing sentences of the corpus' dev papers against a pool of papers."""

    corpus: Corpus
    questions: Questions

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        *,
        queries: int = 300,
        pool: int = 1000,
        half: Half | None = None,
        seed: int = 0,
    ) -> HeldOutContexts:
        """Draw citing sentences, of all dev papers or a half, and a pool with what they cite."""
        questions = context_questions(corpus, most=queries, pool=pool, half=half, seed=seed)
        return cls(corpus, questions)

    def scores(self, encoder: PaperEncoder) -> dict[str, float]:
        """Return recall@10, map@10, mrr and ndcg@10; nothing without a dev context."""
        if not len(self.questions):
            return {}
        means = mean(self.per_query(encoder))
        return {name: means[name] for name in TRAINING_METRICS}

    def per_query(self, encoder: PaperEncoder) -> PerQuery:
        """Return every metric of every question, to compare two encoders with."""
        return self.per_query_among(encoder.encode_papers(self.texts()), encoder)

    def texts(self) -> list[tuple[str, str]]:
        """Return title and abstract of each paper of the pool."""
        return [self.corpus.text(int(paper)) for paper in self.questions.pool]

    def per_query_among(self, rows: NDArray[np.float16], encoder: PaperEncoder) -> PerQuery:
        """Return every metric of every question, where the pool's papers are encoded already."""
        query_rows = encoder.encode_queries(self.questions.texts)
        return judge(self.questions, cosines(query_rows, rows))


@dataclass(frozen=True)
class HeldOutHalves:
    """What a training is measured by while it goes on: both halves of the corpus' dev papers.

    The scores are of the half that judges, on the questions and papers that the base was asked and
    the finished model will be: so the curve of a training, the line it begins from and its
    judgement compare. The half that chooses has a score of its own, ``CHOOSING``.
    """

    corpus: Corpus
    judging: Questions
    choosing: Questions
    pool: NDArray[np.int64]
    """The papers of both, numbers rising."""

    @classmethod
    def of(cls, corpus: Corpus, *, queries: int = 300, pool: int = 1000) -> Self:
        """Draw the questions; ``queries`` and ``pool`` are those of the half that chooses."""
        judging = HeldOutContexts.of(corpus, half="judging").questions
        choosing = HeldOutContexts.of(corpus, queries=queries, pool=0, half="choosing").questions
        # It asks among the other half's papers, so that hardly one more has to be encoded.
        distractors = judging.pool[: max(pool - len(choosing.pool), 0)]
        choosing = replace(choosing, pool=np.union1d(choosing.pool, distractors))
        return cls(corpus, judging, choosing, np.union1d(judging.pool, choosing.pool))

    def texts(self) -> list[tuple[str, str]]:
        """Return title and abstract of each paper of the pool."""
        return [self.corpus.text(int(paper)) for paper in self.pool]

    def scores(self, encoder: PaperEncoder) -> dict[str, float]:
        """Return the training metrics and ``CHOOSING``; nothing of a half without questions."""
        if not len(self.judging) and not len(self.choosing):
            return {}
        rows = encoder.encode_papers(self.texts())
        means = self._means(self.judging, rows, encoder)
        scores = {name: means[name] for name in TRAINING_METRICS if name in means}
        chosen = self._means(self.choosing, rows, encoder)
        return scores | ({CHOOSING: chosen["recall@10"]} if chosen else {})

    def _means(
        self, questions: Questions, rows: NDArray[np.float16], encoder: PaperEncoder
    ) -> dict[str, float]:
        if not len(questions):
            return {}
        query_rows = encoder.encode_queries(questions.texts)
        papers = rows[np.searchsorted(self.pool, questions.pool)]
        return dict(mean(judge(questions, cosines(query_rows, papers))))


@dataclass(frozen=True)
class Watched:
    """An encoder that says how far it is, and can be stopped between groups of papers."""

    encoder: PaperEncoder
    job: Job
    note: str = MEASURING

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        # Texts of about equal length together, as the encoder itself would have them.
        order = sorted(range(len(papers)), key=lambda row: -len("".join(papers[row])))
        groups = []
        for start in range(0, len(order), _AT_ONCE):
            self.job.check()
            self.job.report(start, len(order), self.note)
            chosen = order[start : start + _AT_ONCE]
            groups.append(self.encoder.encode_papers([papers[row] for row in chosen]))
        self.job.report(len(order), len(order), self.note)
        if not groups:
            return self.encoder.encode_papers(papers)
        rows = np.concatenate(groups)
        result = np.empty_like(rows)
        result[order] = rows
        return result

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""
        self.job.check()
        return self.encoder.encode_queries(texts)
