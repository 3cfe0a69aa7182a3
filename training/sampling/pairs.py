"""Training pairs of a reranker: for each query what BM25 ranks highest, cited or not.

The ten best of a query as they are, about one in seventeen of them cited, is what Nogueira et al.
(2020, §5.2) train on: adding cited papers that BM25 missed, or random papers as negatives, ruined
their models. Both can be asked for, to see it. Only trainable papers are candidates.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from core.base.errors import FormatError
from core.base.jobs import Job
from core.formats.entries import Problem
from core.formats.jsonl import json_objects
from core.recommend.context import joined, sample_context
from training.corpus.corpus import Corpus
from training.corpus.splits import Split
from training.sampling.bm25 import K1, NOTHING, B, Bm25
from training.sampling.draws import generator
from training.sampling.questions import FORMS, sentences

Form = Literal["title", "title abstract", "sentence", "title sentence", "neighbours", "context"]
"""How a query is put into words; "title" and "title abstract" are for whole manuscripts."""

WHOLE = -1
"""The context of a query that is a whole manuscript."""

_SAMPLED = 0.5
"""The breadth of MP-BERT4CR's context: the sentence, its neighbours and 27 others."""


@dataclass(frozen=True, slots=True)
class RerankQuery:
    """A manuscript, or a sentence of it: ``context`` counts the split's citing sentences."""

    citing: int
    cited: tuple[int, ...]
    context: int = WHOLE


def manuscript_queries(
    corpus: Corpus, split: Split = "train", *, answers: NDArray[np.bool_] | None = None
) -> list[RerankQuery]:
    """Return the split's citing papers with what they cite, one query a paper.

    A paper without abstract asks nothing. ``answers`` says which papers may be right (the
    trainable ones if nothing is said); one published after the citing paper never is.
    """
    cited: dict[int, list[int]] = {}
    for citing, paper in corpus.edges(split).tolist():
        if corpus.has_abstract[citing]:
            cited.setdefault(citing, []).append(paper)
    right = _Right(corpus, answers)
    right_papers = ((citing, right.of(citing, papers)) for citing, papers in cited.items())
    return [RerankQuery(citing, papers) for citing, papers in right_papers if papers]


def sentence_queries(
    corpus: Corpus, split: Split = "train", *, answers: NDArray[np.bool_] | None = None
) -> list[RerankQuery]:
    """Return the split's citing sentences with what they cite; ``answers`` as for manuscripts."""
    right = _Right(corpus, answers)
    return [
        RerankQuery(context.citing, right_papers, index)
        for index, context in enumerate(corpus.contexts(split))
        if (right_papers := right.of(context.citing, context.cited))
    ]


class _Right:
    """Which cited papers count as right."""

    def __init__(self, corpus: Corpus, answers: NDArray[np.bool_] | None) -> None:
        self._answers = corpus.trainable if answers is None else answers
        self._years = corpus.years

    def of(self, citing: int, cited: Sequence[int]) -> tuple[int, ...]:
        now = self._years[citing]
        return tuple(
            paper
            for paper in cited
            if self._answers[paper]
            and paper != citing
            and (now < 0 or self._years[paper] <= now)  # an unknown year is -1
        )


def query_text(corpus: Corpus, query: RerankQuery, form: Form, split: Split = "train") -> str:
    """Return what is asked with; the end is cut first, so what matters most comes first."""
    if query.context == WHOLE:
        title, abstract = corpus.text(query.citing)
        return sentences(title, "" if form == "title" else abstract)
    passage = corpus.passage(corpus.contexts(split)[query.context])
    if form in ("sentence", "title sentence"):
        return FORMS[form](passage)
    breadth = _SAMPLED if form == "context" else 0.0
    context = sample_context(passage, breadth=breadth)
    neighbours = (*passage.before[-1:], *passage.after[:1])
    return joined((FORMS["title sentence"](passage), *neighbours, *context.supplemental))


def draw_queries(queries: Sequence[RerankQuery], most: int, *, seed: int) -> list[RerankQuery]:
    """Return at most ``most`` of the queries (0: all), drawn evenly, in their order."""
    if not most or most >= len(queries):
        return list(queries)
    indices = generator(seed, 0, 0, "reranker queries").permutation(len(queries))[:most]
    return [queries[index] for index in np.sort(indices)]


@dataclass(frozen=True, slots=True)
class RerankCandidates:
    """The candidates of each query, best first, as numbers of the corpus.

    ``papers`` is (queries, width), filled up with ``NOTHING``; ``cited`` of the same shape says
    which are right. ``citing`` and ``contexts`` are those of the queries.
    """

    citing: NDArray[np.int32]
    contexts: NDArray[np.int32]
    papers: NDArray[np.int32]
    cited: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.citing)

    @property
    def share_cited(self) -> float:
        """The share of the pairs that are citations."""
        return float(self.cited.sum() / max((self.papers != NOTHING).sum(), 1))

    @classmethod
    def empty(cls) -> RerankCandidates:
        """Return the candidates of no query."""
        none, nothing = np.zeros(0, np.int32), np.zeros((0, 1), np.int32)
        return cls(citing=none, contexts=none, papers=nothing, cited=nothing.astype(bool))

    def with_cited(self) -> RerankCandidates:
        """Return the queries of which at least one candidate is right and one is not."""
        wrong = (self.papers != NOTHING) & ~self.cited
        return self.rows(np.flatnonzero(self.cited.any(axis=1) & wrong.any(axis=1)))

    def rows(self, indices: NDArray[np.int64]) -> RerankCandidates:
        """Return the queries of these rows."""
        return RerankCandidates(*(getattr(self, field.name)[indices] for field in fields(self)))


@dataclass(frozen=True, slots=True)
class RerankPool:
    """BM25 over some papers of a corpus, answering with their numbers."""

    bm25: Bm25
    papers: NDArray[np.int64]

    @classmethod
    def of(
        cls, corpus: Corpus, papers: NDArray[np.int64], *, k1: float = K1, b: float = B
    ) -> RerankPool:
        """Index title and abstract of the papers, whose numbers rise."""
        texts = [sentences(*corpus.text(paper)) for paper in papers.tolist()]
        return cls(Bm25(texts, k1=k1, b=b), papers)

    def search(
        self, texts: Sequence[str], own: Sequence[int], depth: int, job: Job | None = None
    ) -> NDArray[np.int32]:
        """Return the best papers of each query without its own: (queries, depth), ``NOTHING``."""
        at = np.searchsorted(self.papers, own)
        inside = [
            [int(index)] if index < len(self.papers) and self.papers[index] == paper else []
            for index, paper in zip(at, own, strict=True)
        ]
        hits, _ = self.bm25.search(texts, depth, without=inside, job=job)
        return np.where(hits == NOTHING, NOTHING, self.papers[hits]).astype(np.int32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mining:
    """How candidates are chosen: ``depth`` of BM25, and what the paper warns of."""

    depth: int = 10
    missed: int = 0
    random: int = 0
    seed: int = 0


def candidates(
    queries: Sequence[RerankQuery],
    texts: Sequence[str],
    pool: RerankPool,
    how: Mining,
    *,
    job: Job | None = None,
) -> RerankCandidates:
    """Return what BM25 ranks highest for each query, and what is added on request."""
    hits = pool.search(texts, [query.citing for query in queries], how.depth, job)
    rows = [
        [*row[row != NOTHING].tolist(), *_added(index, query, row, pool, how)]
        for index, (query, row) in enumerate(zip(queries, hits, strict=True))
    ]
    papers = np.full((len(rows), how.depth + how.missed + how.random), NOTHING, np.int32)
    cited = np.zeros(papers.shape, bool)
    for index, (query, row) in enumerate(zip(queries, rows, strict=True)):
        papers[index, : len(row)] = row
        cited[index, : len(row)] = np.isin(row, query.cited)
    return RerankCandidates(
        citing=np.array([query.citing for query in queries], np.int32),
        contexts=np.array([query.context for query in queries], np.int32),
        papers=papers,
        cited=cited,
    )


def _added(
    index: int, query: RerankQuery, hits: NDArray[np.int32], pool: RerankPool, how: Mining
) -> Iterator[int]:
    """Yield cited papers that BM25 missed, then random ones that are neither cited nor found."""
    random = generator(how.seed, 0, index, "added pairs")
    excluded = {*hits.tolist(), *query.cited, query.citing}
    missed = [paper for paper in query.cited if paper not in hits]
    yield from random.permutation(np.array(missed, np.int64))[: how.missed].tolist()
    size = min(how.random + len(excluded), len(pool.papers)) if how.random else 0
    distractors = pool.papers[random.choice(len(pool.papers), size, replace=False)]
    unknown = (paper for paper in distractors.tolist() if paper not in excluded)
    yield from (paper for paper, _ in zip(unknown, range(how.random), strict=False))


def load_or_make_candidates(
    path: Path, key: dict[str, object], make: Callable[[], RerankCandidates]
) -> RerankCandidates:
    """Return what the file holds if it was made for the same ``key``, else make and write it."""
    names = [field.name for field in fields(RerankCandidates)]
    description = json.dumps(key, sort_keys=True)
    try:
        with path.open("rb") as raw, np.load(raw) as file:
            if str(file["key"]) == description:
                return RerankCandidates(*(file[name] for name in names))
    except (OSError, ValueError, KeyError, BadZipFile):
        pass  # not there, or cut off when the process was ended
    lists = make()
    unfinished = path.with_name(f"unfinished-{path.name}")
    arrays = {name: getattr(lists, name) for name in names}
    np.savez(unfinished, key=np.array(description), **arrays)
    unfinished.replace(path)
    return lists


class TaughtList(BaseModel):
    """A line of a file of lists: a question with candidates, and what a teacher says of these.

    ``papers`` are titles and abstracts; ``taught`` are log-odds, up to a constant. A list without
    ``taught`` is learned by what was cited alone, so something has to be.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    question: str
    papers: tuple[tuple[str, str], ...]
    cited: tuple[bool, ...]
    taught: tuple[float, ...] = ()


def read_lists(path: Path) -> list[TaughtList]:
    """Read a file of lists.

    Raises:
        FormatError: the file cannot be read or is empty, or a line is no list.
    """
    lists: list[TaughtList] = []
    for line in json_objects(path):
        place = line.location if isinstance(line, Problem) else line[0]
        one = None if isinstance(line, Problem) else _as_list(line[1])
        if one is None:
            raise FormatError(
                "{place} of “{file}” is not a list of candidates.", place=place, file=path.name
            )
        lists.append(one)
    if not lists:
        raise FormatError("“{file}” has no list of candidates.", file=path.name)
    return lists


def _as_list(value: Any) -> TaughtList | None:  # noqa: ANN401 - any JSON value
    try:
        one = TaughtList.model_validate(value)
    except ValidationError:
        return None
    counts = {len(one.papers), len(one.cited), len(one.taught) or len(one.papers)}
    return one if len(counts) == 1 and (one.taught or any(one.cited)) else None
