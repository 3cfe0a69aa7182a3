"""Runs a query set through a stage of the recommender and scores the rankings."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.base.jobs import Job, SilentJob
from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.evaluation.metrics import mean, per_query
from core.evaluation.queries import Query
from core.library.store.papers import PaperStore
from core.recommend.candidates import Candidates
from core.recommend.engine import Engine
from core.recommend.question import Question
from core.recommend.scoring import Ranked

Stage = Literal["words", "vectors", "fused", "ranked", "full"]
STAGES: tuple[Stage, ...] = ("words", "vectors", "fused", "ranked", "full")
ANSWERS = 1_000

Reorder = Callable[[Ranked, Question], Ranked]
"""What makes the full ranking of a ranked one: the second stage."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The ranking of one query: external ids with scores, best first, and the time it took."""

    query: str
    ranking: tuple[tuple[str, float], ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """How to run a query set: the stage, the context, and the only papers that may answer."""

    stage: Stage = "fused"
    breadth: float = DEFAULT_BREADTH
    pool: frozenset[PaperNumber] | None = None


class Harness:
    """Asks an engine every query of a set."""

    def __init__(
        self, papers: PaperStore, engine: Engine, second_stage: Reorder | None = None
    ) -> None:
        """Without a second stage, the full ranking is the ranked one."""
        self._papers = papers
        self._engine = engine
        self._second_stage = second_stage
        self._total = papers.count()

    def answers(
        self, queries: Sequence[Query], how: Evaluation, job: Job | None = None
    ) -> Iterator[Answer]:
        """Yield an answer a query, in their order; the manuscript's own record never answers."""
        job = job or SilentJob()
        for done_count, query in enumerate(queries):
            job.check()
            job.report(done_count, len(queries), "queries")
            yield self._answer(query, how)

    def _answer(self, query: Query, how: Evaluation) -> Answer:
        question = build_question(query, self._papers, breadth=how.breadth)
        started = time.perf_counter()
        leading: list[tuple[PaperNumber, float]] = []
        if how.stage in ("ranked", "full"):
            ranked = self._engine.rank(question, allowed=how.pool)
            if how.stage == "full" and self._second_stage is not None:
                ranked = self._second_stage(ranked, question)
            leading = list(zip(ranked.papers, ranked.scores.tolist(), strict=True))
            seconds = time.perf_counter() - started
        candidates = self._engine.sources.retriever.candidates(
            query.passage, breadth=how.breadth, depth=ANSWERS + 1, allowed=how.pool
        )
        if not leading:
            seconds = time.perf_counter() - started
        rest = [
            candidate
            for candidate in _ranked(candidates, how.stage)
            if candidate[0] != question.own
        ]
        ranking = self._filled(_below(leading, rest), question.own, how.pool)
        return Answer(query.id, self._name_papers(ranking), seconds)

    def _filled(
        self,
        ranked: Sequence[tuple[PaperNumber, float]],
        itself: PaperNumber | None,
        pool: Collection[PaperNumber] | None,
    ) -> list[tuple[PaperNumber, float]]:
        """Fill a short ranking up with the papers nobody found, which all score the same."""
        filled = list(ranked[:ANSWERS])
        least = min(0.0, filled[-1][1] - 1) if filled else 0.0
        wanted_count = min(ANSWERS, self._total if pool is None else len(pool))
        if len(filled) < wanted_count:
            seen_papers = {paper for paper, _ in filled} | {itself}
            rest = self._papers.numbers() if pool is None else sorted(pool)
            unseen = (paper for paper in rest if paper not in seen_papers)
            filled.extend(
                (paper, least)
                for paper, _ in zip(unseen, range(wanted_count - len(filled)), strict=False)
            )
        return filled

    def _name_papers(
        self, ranked: Sequence[tuple[PaperNumber, float]]
    ) -> tuple[tuple[str, float], ...]:
        names = self._papers.ids([paper for paper, _ in ranked])
        return tuple((names[paper], score) for paper, score in ranked if paper in names)


def summary(queries: Sequence[Query], answers: Mapping[str, Answer]) -> dict[str, object]:
    """Return the means over a query set by their names in reports, with the subsets."""
    rankings = {query: [paper for paper, _ in answer.ranking] for query, answer in answers.items()}
    subsets: dict[str, dict[str, tuple[str, ...]]] = {
        "new": {query.id: query.new for query in queries},
        "again": {query.id: query.again for query in queries},
        "several": {query.id: query.relevant for query in queries if len(query.relevant) > 1},
    }
    seconds = [answer.seconds for answer in answers.values()] or [0.0]
    return {
        **_means({query.id: query.relevant for query in queries}, rankings),
        "seconds_p50": float(np.percentile(seconds, 50)),
        "seconds_p95": float(np.percentile(seconds, 95)),
        **{name: _means(relevant, rankings) for name, relevant in subsets.items()},
        "new_only": _means(subsets["new"], _without_cited(queries, rankings)),
    }


def _without_cited(
    queries: Sequence[Query], rankings: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Return the rankings as somebody sees them who looks for papers not cited yet."""
    return {
        query.id: [
            paper for paper in rankings.get(query.id, ()) if paper not in query.already_cited
        ]
        for query in queries
    }


def _means(
    relevant: Mapping[str, Sequence[str]], rankings: Mapping[str, Sequence[str]]
) -> dict[str, float]:
    results = per_query(relevant, rankings)
    return {"queries": len(results), **mean(results)}


def build_question(
    query: Query, papers: PaperStore, *, breadth: float = DEFAULT_BREADTH
) -> Question:
    """Return a query as a question; the manuscript's record says who wrote it and when."""
    own = None if query.self_id is None else papers.resolve(query.self_id)
    record = None if own is None else papers.get(own)
    return Question(
        passage=query.passage,
        breadth=breadth,
        cited_elsewhere=frozenset(papers.resolve_many(query.already_cited).values()),
        left_out=frozenset() if own is None else frozenset({own}),
        own=own,
        authors=() if record is None else record.authors,
        year=None if record is None else record.year,
    )


def _below(
    leading: list[tuple[PaperNumber, float]], rest: Sequence[tuple[PaperNumber, float]]
) -> list[tuple[PaperNumber, float]]:
    """Return a ranking with what else was found under it, scored on from its lowest score."""
    if not leading:
        return list(rest)
    seen_papers = {paper for paper, _ in leading}
    lowest = leading[-1][1]
    return leading + [
        (paper, lowest - 1 + score) for paper, score in rest if paper not in seen_papers
    ]


def _ranked(candidates: Candidates, stage: Stage) -> list[tuple[PaperNumber, float]]:
    if stage == "words":
        return candidates.by_words()
    return candidates.by_vectors() if stage == "vectors" else candidates.fused()
