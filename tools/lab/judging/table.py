"""All held-out tasks of a corpus for one model, and the table of many models.

Every task ranks papers of one pool, so that a model encodes each paper once. The pool holds all
that dev papers cite and others by seed; the 25 others of the SciDocs tasks are drawn from it too,
which makes them harder than papers drawn from everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import mean
from tools.lab.baselines.held_back import encoded
from tools.lab.judging.manuscripts import (
    MANUSCRIPT_METRICS,
    manuscript_questions,
    manuscript_rows,
)
from tools.lab.judging.probe import ProbeTask
from tools.lab.judging.semantic_tasks import SemanticTasks
from training.corpus.corpus import Corpus
from training.judging.evaluation import TRAINING_METRICS, cosines, judge
from training.judging.related import RankingScores, RankingTask, cite_task, co_cite_task
from training.models.protocols import PaperEncoder
from training.sampling.bm25 import Bm25
from training.sampling.questions import (
    Questions,
    Scores,
    context_questions,
    drawn_pool,
)

SCIDOCS_METRICS = ("map", "ndcg")
SEMANTIC_METRICS = ("title rank", "segment rank", "query rank", "cluster purity")
COLUMNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("contexts", TRAINING_METRICS),
    ("manuscripts", MANUSCRIPT_METRICS),
    ("cite", SCIDOCS_METRICS),
    ("co-cite", SCIDOCS_METRICS),
    ("probe", ("macro-f1",)),
    ("semantic", SEMANTIC_METRICS),
)
"""Tasks and their metrics, in the table's order."""

Row = dict[str, dict[str, float]]
"""Metrics by task; a task that the corpus does not allow, or a model cannot do, is missing."""


@dataclass(frozen=True, slots=True)
class BenchmarkSettings:
    """How large the tasks are; the pool grows if more papers are cited."""

    contexts: int = 300
    pool: int = 5_000
    per_class: int = 60
    semantic: int = 300
    seed: int = 0


@dataclass(frozen=True)
class Benchmark:
    """The tasks of a corpus."""

    corpus: Corpus
    contexts: Questions
    manuscripts: Questions
    ranking: tuple[RankingTask, ...]
    probe: ProbeTask
    semantic: SemanticTasks

    @classmethod
    def of(cls, corpus: Corpus, settings: BenchmarkSettings | None = None) -> Benchmark:
        """Draw all tasks from the corpus' dev papers; the probe's from all."""
        settings = settings or BenchmarkSettings()
        seed = settings.seed
        cited = np.unique(corpus.edges("dev")[:, 1])
        needed = cited[corpus.has_abstract[cited]]
        pool = drawn_pool(corpus, [needed.tolist()], size=settings.pool, seed=seed)
        return cls(
            corpus=corpus,
            contexts=context_questions(corpus, most=settings.contexts, pool=pool, seed=seed),
            manuscripts=manuscript_questions(corpus, pool),
            ranking=(
                cite_task(corpus, pool=pool, seed=seed),
                co_cite_task(corpus, pool=pool, seed=seed),
            ),
            probe=ProbeTask.of(corpus, per_class=settings.per_class, seed=seed),
            semantic=SemanticTasks.of(corpus, size=settings.semantic, seed=seed),
        )

    def row(self, encoder: PaperEncoder) -> Row:
        """Return a model's scores. Semantic tasks ask for texts, never for papers by number."""
        vectors = encoded(encoder, self.corpus, self.papers)
        rows = dict(zip(map(int, self.papers), vectors, strict=True))

        def scores(questions: Questions) -> Scores:
            papers = np.stack([rows[int(paper)] for paper in questions.pool])
            if questions is self.manuscripts:
                return cosines(manuscript_rows(self.corpus, questions, encoder), papers)
            return cosines(encoder.encode_queries(questions.texts), papers)

        row = self._build_row(scores) | self._ranked(lambda task: task.scores(rows))
        if len(self.probe):
            labelled = np.stack([rows[int(paper)] for paper in self.probe.papers()])
            row["probe"] = {"macro-f1": self.probe.score(labelled)}
        semantic = self.semantic.scores(encoder)
        return row | ({"semantic": semantic} if semantic else {})

    def words_row(self) -> Row:
        """Return BM25's scores: it has no vectors, so neither probe nor semantic tasks.

        SciDocs' tasks are ranked by its score of a candidate for the query's title and abstract.
        """
        row_of = {int(paper): at for at, paper in enumerate(self.papers)}
        index = Bm25([" ".join(self.corpus.text(int(paper))) for paper in self.papers])

        def scores(questions: Questions) -> Scores:
            columns = [row_of[int(paper)] for paper in questions.pool]
            return lambda chunk: np.stack(
                [index.scores(text)[columns] for text in questions.texts[chunk]]
            )

        def distances(query: int, candidates: NDArray[np.int64]) -> NDArray[np.float32]:
            columns = [row_of[int(paper)] for paper in candidates]
            return -index.scores(" ".join(self.corpus.text(query)))[columns]

        return self._build_row(scores) | self._ranked(lambda task: task.score_distances(distances))

    @cached_property
    def papers(self) -> NDArray[np.int64]:
        """Every paper that a task needs a vector of, numbers rising."""
        parts = [self.contexts.pool, self.manuscripts.pool, self.probe.papers()]
        return np.unique(np.concatenate([*parts, *(task.papers() for task in self.ranking)]))

    def _build_row(self, scores: Callable[[Questions], Scores]) -> Row:
        row: Row = {}
        for name, questions, metrics in (
            ("contexts", self.contexts, TRAINING_METRICS),
            ("manuscripts", self.manuscripts, MANUSCRIPT_METRICS),
        ):
            if len(questions):
                means = mean(judge(questions, scores(questions)))
                row[name] = {metric: means[metric] for metric in metrics}
        return row

    def _ranked(self, scores: Callable[[RankingTask], RankingScores]) -> Row:
        row: Row = {}
        for task in self.ranking:
            if task.queries:
                task_scores = scores(task)
                row[task.name] = {"map": task_scores.map, "ndcg": task_scores.ndcg}
        return row


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the table: the scores, or in ``note`` the reason why there are none."""

    name: str
    row: Row
    note: str = ""


def markdown(entries: Sequence[Entry]) -> str:
    """Return the table as Markdown: a row a model, a dash where there is no score."""
    heads = [f"{task} {metric}" for task, metrics in COLUMNS for metric in metrics]
    lines = [_line(["model", *heads]), _line(["---", *("---:" for _ in heads)])]
    for entry in entries:
        cells = [
            _number(entry.row.get(task, {}).get(metric), task)
            for task, metrics in COLUMNS
            for metric in metrics
        ]
        lines.append(_line([entry.name, *cells]))
    notes = [f"{entry.name}: {entry.note}" for entry in entries if entry.note]
    return "\n".join([*lines, "", *notes]).rstrip()


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _number(value: float | None, task: str) -> str:
    if value is None:
        return "–"
    return f"{value:.1f}" if task == "probe" or value > 1 else f"{value:.3f}"
