"""Models on a query set: their answers, their scores, and how far two of them lie apart."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.jobs import Job
from core.evaluation.harness import Answer, summary
from core.evaluation.metrics import per_query
from core.evaluation.queries import Query
from core.models.encoder import Encoder
from tools.lab.judging.answers import Comparison, compared, read_answers
from tools.lab.judging.models import encoded_papers
from training.corpus.corpus import Corpus
from training.judging.evaluation import PerQuery, cosines
from training.sampling.questions import FORMS, Questions

COMPARED = ("recall@10", "map@10", "mrr", "ndcg@10", "recall@100", "recall@1000")
"""The metrics that every query has by itself."""


@dataclass(frozen=True)
class QuerySet:
    """Queries, and the papers of a corpus that may answer them."""

    corpus: Corpus
    queries: Sequence[Query]
    questions: Questions

    @classmethod
    def of(
        cls, corpus: Corpus, queries: Sequence[Query], *, form: str, pool: NDArray[np.int64] | None
    ) -> QuerySet:
        """Put the queries into that form; without a pool every paper with an abstract answers."""
        return cls(corpus, queries, asked_questions(corpus, queries, form=form, pool=pool))

    def answers(
        self, encoder: Encoder, job: Job, *, keep_in: Path | None = None
    ) -> dict[str, Answer]:
        """Return a model's answers; ``seconds`` is a query's share of encoding and searching."""
        papers = [self.corpus.text(int(paper)) for paper in self.questions.pool]
        rows = encoded_papers(encoder, papers, job, keep_in=keep_in)
        started = time.perf_counter()
        query_rows = encoder.encode_queries(self.questions.texts)
        rankings = dict(self.questions.rankings(cosines(query_rows, rows)))
        seconds = (time.perf_counter() - started) / max(len(rankings), 1)
        return {name: Answer(name, tuple(ranking), seconds) for name, ranking in rankings.items()}

    def summary(self, answers: Mapping[str, Answer]) -> dict[str, object]:
        """Return the means as ``cocite evaluate`` does, with new, again and several."""
        return summary(self.queries, answers)


def score_rankings(queries: Sequence[Query], rankings: Mapping[str, Sequence[str]]) -> PerQuery:
    """Return every metric of every query that has a relevant paper."""
    return per_query({query.id: query.relevant for query in queries}, rankings)


def collect_rankings(answers: Iterable[Answer]) -> dict[str, list[str]]:
    """Return the ids of each answer, best first."""
    return {answer.query: [paper for paper, _ in answer.ranking] for answer in answers}


def compared_files(
    queries: Sequence[Query], first: Path, second: Path, metrics: Sequence[str] = COMPARED
) -> list[Comparison]:
    """Return how much better the second file's answers are, metric by metric.

    A query that a file does not answer scores 0 there.

    Raises:
        UsageError: a file cannot be read, or answers none of the queries.
        FormatError: a line of a file is no answer.
    """
    before, after = _file_scores(queries, first), _file_scores(queries, second)
    if not before:
        raise UsageError("No query of the set has a relevant paper.")
    return [compared(before, after, metric) for metric in metrics]


def _file_scores(queries: Sequence[Query], path: Path) -> PerQuery:
    rankings = read_answers(path)
    if not any(query.id in rankings for query in queries):
        raise UsageError(
            f"“{path.name}” answers none of the queries.",
            remedy="Name the query set that the answers belong to.",
        )
    return score_rankings(queries, rankings)


def asked_questions(
    corpus: Corpus, queries: Sequence[Query], *, form: str, pool: NDArray[np.int64] | None = None
) -> Questions:
    """Return a query set as questions; a relevant paper that the corpus lacks is never found.

    Without a pool, every paper with an abstract may answer.
    """
    allowed = np.flatnonzero(corpus.has_abstract) if pool is None else pool
    return Questions(
        ids=tuple(query.id for query in queries),
        texts=tuple(FORMS[form](query.passage) for query in queries),
        relevant=tuple(query.relevant for query in queries),
        own=tuple(_number(corpus, query.self_id) for query in queries),
        pool=np.asarray(allowed, np.int64),
        names=corpus.ids,
    )


def read_pool(corpus: Corpus, path: Path) -> NDArray[np.int64]:
    """Read ids, one a line, and return the numbers of the papers the corpus has.

    Raises:
        UsageError: the file cannot be read, or names no paper of the corpus.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"The pool “{path}” cannot be read: {reason}.") from error
    ids = (line.strip() for line in lines)
    numbers = np.unique(np.fromiter(_numbers(corpus, ids), np.int64))
    if not len(numbers):
        raise UsageError(
            f"The pool “{path.name}” names no paper of the corpus.",
            remedy="Use the pool that belongs to this corpus.",
        )
    return numbers


def _numbers(corpus: Corpus, ids: Iterable[str]) -> Iterator[int]:
    return (number for number in map(corpus.number, ids) if number is not None)


def _number(corpus: Corpus, paper_id: str | None) -> int:
    number = None if paper_id is None else corpus.number(paper_id)
    return -1 if number is None else number
