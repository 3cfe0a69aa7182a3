"""The ranking protocol of SciDocs, with tasks made from the dev papers of a corpus.

For each query five related papers must be ranked before 25 random ones by the distance of their
vectors (allenai/scidocs). The queries are ours: SciDocs' own data are not at hand, so scores
compare models on one corpus and nothing else, and their mean is no SciDocs average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Self

import ir_measures
import numpy as np
from ir_measures import AP, nDCG
from numpy.typing import NDArray
from scipy import sparse

from training.corpus.corpus import Corpus
from training.sampling.draws import generator
from training.sampling.questions import of_half

CITED = "cited map"
"""Mean average precision where a paper asks for those it cites, by the distance of their vectors:
what a model of papers is made for."""
CITED_CHOOSING = "cited map, choosing"
LEAST_QUERIES = 10
"""So many papers in each half are worth looking at."""
_OF_A_HALF, _OTHERS = 60, 250
POSITIVES, NEGATIVES, QUERIES = 5, 25, 1_000
_DECIMALS = 5  # as the reference rounds distances before it ranks

Rows = Mapping[int, NDArray[np.floating]]
"""Vectors by paper; a paper may have none."""
Distances = Callable[[int, NDArray[np.int64]], NDArray[np.floating]]


@dataclass(frozen=True, slots=True)
class Candidates:
    """A query and what is ranked for it, all numbers of the corpus."""

    query: int
    positives: tuple[int, ...]
    negatives: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        """Positives and negatives."""
        return self.positives + self.negatives


@dataclass(frozen=True, slots=True)
class RankingScores:
    """Means over the queries that have a vector; what had none is counted, not scored.

    ``precisions`` are the queries' average precisions, in their order.
    """

    map: float
    ndcg: float
    queries: int
    missing_queries: int
    missing_candidates: int
    precisions: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RankingTask:
    """The queries of one task."""

    name: str
    queries: tuple[Candidates, ...]

    def papers(self) -> NDArray[np.int64]:
        """Return every paper that needs a vector, numbers rising."""
        numbers = (paper for query in self.queries for paper in (query.query, *query.all))
        return np.unique(np.fromiter(numbers, np.int64))

    def scores(self, rows: Rows) -> RankingScores:
        """Rank by L2 distance; see ``RankingScores`` for papers without a vector."""
        with_vector = [query for query in self.queries if query.query in rows]
        runs = {
            str(query.query): {
                str(paper): -round(float(np.linalg.norm(_row(rows, query.query) - row)), _DECIMALS)
                for paper, row in ((p, _row(rows, p)) for p in query.all if p in rows)
            }
            for query in with_vector
        }
        candidates = {paper for query in with_vector for paper in query.all}
        return _judged(
            with_vector,
            runs,
            missing_queries=len(self.queries) - len(with_vector),
            missing_candidates=sum(paper not in rows for paper in candidates),
        )

    def score_distances(self, distances: Distances) -> RankingScores:
        """Rank by what ``distances`` gives for (query, candidates): smaller is nearer.

        For rankers without vectors, such as BM25; SciDocs has no such row.
        """
        runs = {}
        for query in self.queries:
            values = distances(query.query, np.array(query.all, np.int64))
            pairs = zip(query.all, values, strict=True)
            runs[str(query.query)] = {
                str(paper): -round(float(distance), _DECIMALS) for paper, distance in pairs
            }
        return _judged(self.queries, runs)


def cite_task(
    corpus: Corpus,
    *,
    queries: int = QUERIES,
    seed: int = 0,
    pool: NDArray[np.int64] | None = None,
    cites: sparse.csr_array | None = None,
) -> RankingTask:
    """Return the task "cite": a dev paper must be near what it cites.

    A query is a dev paper with an abstract that cites at least five papers with an abstract, of
    which five are drawn. The 25 others are drawn from the papers with an abstract that it neither
    cites nor is, those of ``pool`` if there is one. Queries are drawn if there are more than
    asked for. With ``cites`` these citations are asked for instead of the dev papers'.
    """
    cites = corpus.cites("dev") if cites is None else cites

    def related(paper: int) -> NDArray[np.int64]:
        return _columns(cites, paper)

    return RankingTask("cite", _Draw(corpus, pool, seed).queries(_citing(cites), related, queries))


def co_cite_task(
    corpus: Corpus,
    *,
    queries: int = QUERIES,
    seed: int = 0,
    pool: NDArray[np.int64] | None = None,
    cites: sparse.csr_array | None = None,
) -> RankingTask:
    """Return the task "co-cite": a paper must be near those cited together with it.

    A query is a paper with an abstract that a dev paper cites; related is what the same dev
    papers cite beside it. Five are drawn, and 25 others from the papers with an abstract, those
    of ``pool`` if there is one, that no dev paper cites together with it. ``cites`` as there.
    """
    cites = corpus.cites("dev") if cites is None else cites
    cited_by = cites.T.tocsr()

    def related(paper: int) -> NDArray[np.int64]:
        together = [_columns(cites, int(citing)) for citing in _columns(cited_by, paper)]
        return np.setdiff1d(np.concatenate(together), [paper])

    return RankingTask(
        "co-cite", _Draw(corpus, pool, seed).queries(_citing(cited_by), related, queries)
    )


@dataclass(frozen=True, slots=True)
class HeldOutCited:
    """The task "cite" by halves of the dev papers, small enough for while a model is trained.

    The one half chooses which state of a training is kept, the other says how good that is.
    """

    corpus: Corpus
    judging: RankingTask
    choosing: RankingTask

    @classmethod
    def of(cls, corpus: Corpus) -> Self:
        """Draw the queries and, among few other papers, what is ranked for them."""
        with_text = np.flatnonzero(corpus.has_text)
        distractors = generator(0, 0, 0, "others of cite").permutation(with_text)[:_OTHERS]
        queries = cite_task(corpus, pool=np.sort(distractors)).queries
        citing = [corpus.ids[query.query] for query in queries]
        judging, choosing = (
            RankingTask("cite", tuple(of_half(queries, citing, half)[:_OF_A_HALF]))
            for half in ("judging", "choosing")
        )
        return cls(corpus, judging, choosing)

    def __bool__(self) -> bool:
        """Whether there are enough queries to say anything."""
        return min(len(self.judging.queries), len(self.choosing.queries)) >= LEAST_QUERIES

    def papers(self) -> NDArray[np.int64]:
        """Return every paper that needs a vector, numbers rising."""
        return np.union1d(self.judging.papers(), self.choosing.papers())

    def scores(self, rows: NDArray[np.floating]) -> dict[str, float]:
        """Return ``CITED`` and ``CITED_CHOOSING`` by the rows of ``papers``."""
        by_paper = dict(zip(self.papers().tolist(), rows, strict=True))
        return {
            CITED: self.judging.scores(by_paper).map,
            CITED_CHOOSING: self.choosing.scores(by_paper).map,
        }


class _Draw:
    """Draws queries and what is ranked for them."""

    def __init__(self, corpus: Corpus, pool: NDArray[np.int64] | None, seed: int) -> None:
        self._has_text = corpus.has_text
        allowed = np.arange(len(corpus)) if pool is None else pool
        self._others = allowed[self._has_text[allowed]]
        self._seed = seed

    def queries(
        self,
        asking: NDArray[np.int64],
        related: Callable[[int], NDArray[np.int64]],
        most: int,
    ) -> tuple[Candidates, ...]:
        """Return up to ``most`` of the asking papers that have enough related and other ones."""
        asking = asking[self._has_text[asking]]
        order = generator(self._seed, 0, 0, "scidocs queries").permutation(asking)
        candidates = (self._candidates(int(paper), related(int(paper))) for paper in order)
        return tuple(islice((query for query in candidates if query is not None), most))

    def _candidates(self, query: int, related: NDArray[np.int64]) -> Candidates | None:
        positives = related[self._has_text[related]]
        distractors = np.setdiff1d(self._others, [query, *related])
        if len(positives) < POSITIVES or len(distractors) < NEGATIVES:
            return None
        random = generator(self._seed, 0, query, "scidocs candidates")
        return Candidates(
            query=query,
            positives=tuple(random.choice(positives, POSITIVES, replace=False).tolist()),
            negatives=tuple(random.choice(distractors, NEGATIVES, replace=False).tolist()),
        )


def _judged(
    queries: Sequence[Candidates],
    runs: Mapping[str, Mapping[str, float]],
    *,
    missing_queries: int = 0,
    missing_candidates: int = 0,
) -> RankingScores:
    """Return the means; trec_eval breaks ties by the paper's number as text, descending."""
    gold = {str(query.query): dict.fromkeys(map(str, query.positives), 1) for query in queries}
    scores: dict[object, dict[str, float]] = {AP: {}, nDCG: {}}
    for metric in ir_measures.iter_calc([AP, nDCG], gold, runs):
        scores[metric.measure][metric.query_id] = float(metric.value)
    precisions = tuple(scores[AP][str(query.query)] for query in queries)
    count = max(len(queries), 1)
    return RankingScores(
        map=sum(precisions) / count,
        ndcg=sum(scores[nDCG].values()) / count,
        queries=len(queries),
        missing_queries=missing_queries,
        missing_candidates=missing_candidates,
        precisions=precisions,
    )


def _row(rows: Rows, paper: int) -> NDArray[np.float64]:
    return np.asarray(rows[paper], np.float64)


def _citing(cites: sparse.csr_array) -> NDArray[np.int64]:
    """Return the rows that have an entry."""
    return np.flatnonzero(np.diff(cites.indptr)).astype(np.int64)


def _columns(matrix: sparse.csr_array, row: int) -> NDArray[np.int64]:
    columns: NDArray[np.integer] = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]]
    return columns.astype(np.int64)
