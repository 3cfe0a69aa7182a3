"""How good an encoder is on held-out papers: rankings by exact cosine, trec_eval's own numbers.

``HeldOutContexts`` is small enough to be asked again and again while a model is trained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.base.jobs import Job
from core.base.messages import Message
from core.evaluation.metrics import mean, per_query
from core.recommend.reranking import log_odds
from training.base.fields import Sizes
from training.corpus.corpus import Corpus
from training.corpus.splits import Split
from training.models.protocols import ContextEncoder, PaperEncoder
from training.sampling.bm25 import NOTHING
from training.sampling.contexts import Contents, ManuscriptContext, PaperContent, sample_manuscript
from training.sampling.draws import generator
from training.sampling.pairs import WHOLE, RerankQuery
from training.sampling.questions import (
    Half,
    Questions,
    Scores,
    context_questions,
    drawn_pool,
    of_half,
)

# --- encoders: rankings by exact cosine -------------------------------------------------------
#
# ``HeldOutContexts`` is small enough to be asked again and again while a model is trained.


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
        pool: int | NDArray[np.int64] = 1000,
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

    The scores are of the half that judges, among few papers, so that measuring costs little: they
    compare with one another, not with a judgement, which asks the whole library. The half that
    chooses has a score of its own, ``CHOOSING``.
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


# --- MP-BERT4CR's own test: sampled contexts of held-out manuscripts --------------------------
#
# Contexts are drawn once. Numbers are means over contexts, so that what is measured for all of them
# (P ≥ 1) is the mean of P = 1 and P ≥ 2, weighted by how many contexts each has.


METRICS = ("recall@10", "map@10")
SAMPLED_CHOOSING = "sampled_recall@10, choosing"
"""Recall on contexts of the half of the dev papers that chooses which state is kept."""


@dataclass(frozen=True)
class SampledContexts:
    """Citing sentences of held-out papers with sentences drawn from before them.

    The pool holds papers that have a text. ``contexts`` and ``contents`` are in the order of the
    questions and of the pool.
    """

    questions: Questions
    contexts: tuple[ManuscriptContext, ...]
    contents: tuple[PaperContent, ...]

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        sizes: Sizes,
        *,
        queries: int = 300,
        pool: int = 2000,
        seed: int = 0,
        split: Split = "dev",
    ) -> SampledContexts:
        """Draw ``queries`` contexts and a pool that holds what they cite; a pool of 0 is all."""
        contexts = corpus.contexts(split)
        cited = [
            [p for p in usable_context.cited if corpus.has_text[p]] for usable_context in contexts
        ]
        usable = [index for index, papers in enumerate(cited) if papers]
        order = generator(seed, 0, 0, "sampled contexts").permutation(len(usable))[:queries]
        chosen = [usable[index] for index in np.sort(order)]
        relevant = [cited[index] for index in chosen]
        size = (pool or len(corpus)) if chosen else 0
        papers = drawn_pool(corpus, relevant, size=size, seed=seed)
        contents = Contents(corpus, sizes, seed=seed)
        sampled = tuple(
            sample_manuscript(
                corpus.passage(contexts[index]),
                generator(seed, 0, index, "held-out sentences"),
                sizes,
            )
            for index in chosen
        )
        questions = Questions(
            ids=tuple(f"{corpus.ids[contexts[p].citing]}#{contexts[p].position}" for p in chosen),
            texts=tuple(context.text() for context in sampled),
            relevant=tuple(tuple(corpus.ids[paper] for paper in row) for row in relevant),
            own=tuple(contexts[index].citing for index in chosen),
            pool=papers,
            names=corpus.ids,
        )
        return cls(questions, sampled, tuple(contents.of(0, int(paper)) for paper in papers))

    def per_context(self, encoder: ContextEncoder) -> PerQuery:
        """Return every metric of every context by cosine, to compare two models with."""
        if not self.contexts:
            return {}
        papers = encoder.of_contents(self.contents).astype(np.float16)
        return judge(self.questions, cosines(encoder.of_contexts(self.contexts), papers))

    def scores(self, encoder: ContextEncoder) -> dict[str, float]:
        """Return means of the half of the dev papers that judges, and ``SAMPLED_CHOOSING``.

        For the former see ``by_number``; nothing of a half without contexts.
        """
        results = self.per_context(encoder)
        papers = [name.rpartition("#")[0] for name in results]
        halves: tuple[Half, Half] = ("judging", "choosing")
        judging, choosing = (of_half([*results.items()], papers, half) for half in halves)
        means = by_number(dict(judging), self.questions.judged())
        if not choosing:
            return means
        chosen = sum(row["recall@10"] for _, row in choosing) / len(choosing)
        return means | {SAMPLED_CHOOSING: chosen}


def by_number(
    results: Mapping[str, Mapping[str, float]], relevant: Mapping[str, tuple[str, ...]]
) -> dict[str, float]:
    """Return means by how many papers are right: of all, of one, of several.

    The names are those of ``METRICS`` with "sampled_" before them, and "_one" or "_several"
    behind; what has no context is not there.
    """
    means = {}
    for suffix in ("", "_one", "_several"):
        rows = [row for name, row in results.items() if _is_member(suffix, len(relevant[name]))]
        for metric in METRICS if rows else ():
            means[f"sampled_{metric}{suffix}"] = sum(row[metric] for row in rows) / len(rows)
    return means


def _is_member(suffix: str, count: int) -> bool:
    return suffix == "" or (count == 1) == (suffix == "_one")


# --- rankings whose first papers a cross-encoder puts in order --------------------------------


Scorer = Callable[[str, Sequence[tuple[str, str]]], NDArray[np.float32]]
"""A reranker's ``score``: a query's text and papers → a score for each."""


def reranked(
    corpus: Corpus,
    texts: Sequence[str],
    papers: NDArray[np.int32],
    score: Scorer,
    depth: int,
    *,
    first: float = 0.0,
) -> NDArray[np.int32]:
    """Return the rankings with their first ``depth`` papers put in the order of the scores.

    ``papers`` is (queries, k), best first. What stands below keeps its rank; papers of equal
    score keep their order. ``first`` is the manifest's ``first_stage``.
    """
    result = papers.copy()
    for row, text in zip(result, texts, strict=True):
        head = row[:depth][row[:depth] != NOTHING]
        scores = score(text, [corpus.text(paper) for paper in head.tolist()])
        row[: len(head)] = head[new_order(scores, first)]
    return result


def new_order(scores: NDArray[np.float32], first: float) -> NDArray[np.int64]:
    """Return the order of hits by their scores, best first: (hits,).

    They come in the first stage's order, of which the log-odds − ``first`` · ln(rank) count.
    """
    if not first:
        return np.argsort(-scores, kind="stable")
    odds = log_odds(scores.astype(np.float64)) - first * np.log(np.arange(len(scores)) + 1.0)
    return np.argsort(-odds, kind="stable")


def judged(
    corpus: Corpus, queries: Sequence[RerankQuery], papers: NDArray[np.int32]
) -> dict[str, dict[str, float]]:
    """Return every metric of every query; a right paper that was not found counts as missed."""
    names = corpus.ids
    right, rankings = {}, {}
    for query, row in zip(queries, papers, strict=True):
        name = names[query.citing] + ("" if query.context == WHOLE else f"#{query.context}")
        right[name] = [names[paper] for paper in query.cited]
        rankings[name] = [names[paper] for paper in row[row != NOTHING].tolist()]
    return per_query(right, rankings)


# --- ranks ------------------------------------------------------------------------------
#
# Where the right document stands among others, by distance: what SemCSE is stopped by.

_CHUNK = 1024

Rows = NDArray[np.float64]


def ranks(queries: ArrayLike, documents: ArrayLike) -> Rows:
    """Return the rank of document i for query i, by Euclidean distance, 1 being best: (q,).

    ``queries`` are (q, d), ``documents`` (c, d) with c ≥ q. Documents as near as the right one
    share the mean of their ranks, so that equal rows gain nothing.
    """
    asking, answers = np.asarray(queries, np.float64), np.asarray(documents, np.float64)
    result = np.empty(len(asking))
    for start, distances in distances_by_chunk(asking, answers):
        own = distances[np.arange(len(distances)), start + np.arange(len(distances))][:, None]
        # Equal rows come out of a product equal but for its last digits.
        slack = 1e-10 * (1 + np.abs(own))
        nearer = (distances < own - slack).sum(1)
        as_near = (np.abs(distances - own) <= slack).sum(1) - 1
        result[start : start + len(distances)] = 1 + nearer + as_near / 2
    return result


def distances_by_chunk(rows: Rows, columns: Rows) -> Iterator[tuple[int, Rows]]:
    """Yield squared distances of a chunk of rows to all others, with the chunk's start."""
    lengths = np.square(columns).sum(1)
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        yield start, np.square(chunk).sum(1)[:, None] + lengths - 2 * chunk @ columns.T
