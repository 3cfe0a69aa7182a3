"""Judges co-citation sets: how well they complete groups of papers that authors cited together.

Of each sentence's group one paper is hidden, each in turn; the rest is given as cited there, and
the hidden one has to come up in the first ten. All arms answer the same question with the same
papers given and the same candidates: they differ in how these are ordered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.evaluation.harness import build_question
from core.evaluation.queries import Query
from core.library.store.papers import PaperStore
from core.recommend.affinity import Rows
from core.recommend.citation_graph import CitationGraph
from core.recommend.completion import Completion as Weights
from core.recommend.completion import Years, completing
from core.recommend.question import Question

Arm = Literal["without sets", "plain count", "with sets"]
ARMS: tuple[Arm, ...] = ("without sets", "plain count", "with sets")
Rank = Callable[[Question], Sequence[tuple[PaperNumber, float]]]
"""Answers a question with papers and the chance that each is cited there, best first."""

DEPTH = 10


@dataclass(frozen=True, slots=True)
class Case:
    """A question with all but one of a sentence's papers given; ``query`` names the sentence."""

    query: str
    question: Question
    hidden: PaperNumber

    @property
    def given(self) -> tuple[PaperNumber, ...]:
        """The papers given as cited here, ascending."""
        return tuple(sorted(self.question.cited_here))


@dataclass(frozen=True, slots=True)
class Answered:
    """A query's case with what its arms order by: a row a candidate.

    ``counts`` are papers that cite the candidate and a given one, summed over those given;
    ``features`` say how well it completes the group.
    """

    query: str
    hidden: PaperNumber
    papers: NDArray[np.int64]
    chances: NDArray[np.float64]
    counts: NDArray[np.float64]
    features: NDArray[np.float64]

    def rank(self, arm: Arm, weights: Weights) -> int | None:
        """Return the rank of the hidden paper, from 1; ``None`` if it is no candidate.

        Equal counts are in the order of the chances.
        """
        found = np.flatnonzero(self.papers == self.hidden)
        if not len(found):
            return None
        scores = self.chances
        if arm == "plain count":
            scores = self.counts
        elif arm == "with sets":
            scores = weights.odds(self.chances, self.features)
        order = np.lexsort((-self.chances, -scores))
        return int(np.flatnonzero(order == found[0])[0]) + 1


@dataclass(frozen=True, slots=True)
class Completion:
    """Recall and average precision of the hidden papers in the first ten: (queries,) each.

    A query's is the mean over its papers, each hidden once.
    """

    queries: tuple[str, ...]
    recall: NDArray[np.float64]
    precision: NDArray[np.float64]


def completion_cases(queries: Iterable[Query], papers: PaperStore) -> Iterator[Case]:
    """Yield a case for each paper of each query that has at least two in the library."""
    for query in queries:
        group = sorted(set(papers.resolve_many(query.relevant).values()))
        if len(group) < 2:
            continue
        question = build_question(query, papers)
        for hidden in group:
            given = frozenset(group) - {hidden}
            yield Case(
                query.id,
                replace(question, cited_here=given, left_out=question.left_out | given),
                hidden,
            )


def answer(
    case: Case,
    rank: Rank,
    graph: CitationGraph,
    rows: Rows,
    years: Callable[[Sequence[PaperNumber]], Years],
) -> Answered:
    """Rank the candidates of a case and gather what the arms order them by."""
    out = case.question.own
    ranked = [(paper, chance) for paper, chance in rank(case.question) if paper not in case.given]
    papers = [paper for paper, _ in ranked]
    counts = np.nan_to_num(graph.co_cited(papers, case.given, without=out)).sum(axis=1)
    return Answered(
        case.query,
        case.hidden,
        np.array(papers, np.int64),
        np.array([chance for _, chance in ranked], np.float64),
        counts.astype(np.float64),
        completing(papers, case.given, graph, rows, years([*papers, *case.given]), without=out),
    )


def completion(answers: Sequence[Answered], arm: Arm, weights: Weights) -> Completion:
    """Return how well an arm finds the hidden papers."""
    found: dict[str, list[tuple[float, float]]] = {}
    for each in answers:
        rank = each.rank(arm, weights)
        hit = rank is not None and rank <= DEPTH
        values = (1.0, 1 / rank) if hit and rank else (0.0, 0.0)
        found.setdefault(each.query, []).append(values)
    means = np.array([np.mean(values, axis=0) for values in found.values()]).reshape(-1, 2)
    return Completion(tuple(found), means[:, 0], means[:, 1])
