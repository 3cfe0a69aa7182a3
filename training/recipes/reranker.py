"""BM25 and a cross-encoder after it (Nogueira et al., 2020), for manuscripts and for sentences.

The paper's loss is of single pairs. The listwise one sees a query's candidates together, as they
are compared in use, and so needs fewer queries.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from core.errors import UsageError
from core.evaluation.metrics import mean
from training.corpus import Corpus
from training.corpus_splits import Split
from training.judging.reranking import judged, reranked
from training.losses_ranking import listwise, pointwise
from training.recipe import Preparation, Recipe, Settings, Stage
from training.recipes.rerank_model import CrossEncoder, load_cross_encoder_base
from training.sampling.bm25 import NOTHING
from training.sampling.pairs import (
    WHOLE,
    Candidates,
    Form,
    Mining,
    Pool,
    Query,
    candidates,
    drawn,
    kept_in,
    manuscript_queries,
    query_text,
    sentence_queries,
)
from training.tasks import Batch, Outputs, Task

logger = logging.getLogger(__name__)

_METRICS = ("mrr", "recall@10", "f1@20")


class RerankerSettings(Settings):
    """What the reranker's recipe can be told."""

    max_tokens: int = Field(
        192, ge=0, description="Tokens of query and paper together; 0: as many as the base has."
    )
    query_tokens: int = Field(64, ge=8, description="Of these, the query's share.")
    batch: int = Field(8, ge=1, description="Examples of one step: lists, or pairs.")
    learning_rate: float = Field(5e-5, gt=0, description="Peak learning rate.")
    warmup: float = Field(
        0.1, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    weight_decay: float = Field(0.01, ge=0, description="Decay of weights, not of biases, norms.")
    queries: Literal["manuscripts", "sentences", "both"] = Field(
        "sentences", description="Who asks: whole manuscripts, citing sentences, or both."
    )
    sentence_form: Literal["sentence", "title sentence", "neighbours", "context"] = Field(
        "title sentence", description="How a sentence asks; more text needs more query_tokens."
    )
    limit: int = Field(0, ge=0, description="Training queries that are drawn; 0: all.")
    objective: Literal["pointwise", "listwise"] = Field(
        "listwise", description="Pairs one by one, as published, or a query's candidates together."
    )
    depth: int = Field(10, ge=2, description="Candidates of a query, the best of BM25.")
    missed: int = Field(
        0, ge=0, description="Cited papers that BM25 missed, added per query; ruinous in the paper."
    )
    random: int = Field(
        0, ge=0, description="Random papers added per query; ruinous in the paper too."
    )
    dev_queries: int = Field(100, ge=1, description="Held-out queries of an evaluation.")
    dev_depth: int = Field(20, ge=1, description="Hits of BM25 that are reranked in it.")


class Example(NamedTuple):
    """A query's text with its candidates' texts, and which of them it cites."""

    query: str
    papers: tuple[str, ...]
    cited: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Dev queries and what BM25 finds for them: (queries, depth)."""

    queries: list[Query]
    texts: list[str]
    papers: NDArray[np.int32]


class RerankerTask(Task[Example]):
    """Pairs of BM25's best: each is an example, or those of a query are one."""

    metric = "mrr"
    model: CrossEncoder

    def __init__(
        self,
        corpus: Corpus,
        settings: RerankerSettings,
        model: CrossEncoder,
        train: Candidates,
        held_out: HeldOut,
    ) -> None:
        """Take what was prepared.

        Raises:
            UsageError: BM25 finds no paper that is cited.
        """
        self._corpus, self._settings, self._held_out = corpus, settings, held_out
        self.model = model
        self._lists = train.with_cited() if settings.objective == "listwise" else train
        self._pairs = np.argwhere(self._lists.papers != NOTHING)
        if not self._lists.cited.any():
            raise UsageError(
                "BM25 finds none of the papers that the training queries cite.",
                remedy="Raise depth, or use a corpus with abstracts of cited papers.",
            )

    def __len__(self) -> int:
        return len(self._lists if self._settings.objective == "listwise" else self._pairs)

    def example(self, epoch: int, index: int) -> Example:  # noqa: ARG002 - always the same pairs
        """Return a query with all its candidates, or with one."""
        row, columns = self._places(index)
        papers = self._lists.papers[row, columns].tolist()
        return Example(
            self._query(row),
            tuple(self.model.paper_text(*self._corpus.text(paper)) for paper in papers),
            tuple(self._lists.cited[row, columns].tolist()),
        )

    def batch(self, examples: Sequence[Example]) -> Batch:
        """Put pairs into slots: one a row, or a row of a query's candidates."""
        single = self._settings.objective == "pointwise"
        slots = torch.zeros(len(examples), 1 if single else self._lists.papers.shape[1])
        cited = torch.zeros_like(slots, dtype=torch.bool)
        for row, example in enumerate(examples):
            slots[row, : len(example.papers)] = 1
            cited[row, : len(example.papers)] = torch.tensor(example.cited)
        pairs = [(example.query, paper) for example in examples for paper in example.papers]
        mask = slots.bool()
        if single:
            mask, cited = mask[:, 0], cited[:, 0]
        return Batch(self.model.inputs(pairs, mask), {"cited": cited, "mask": mask})

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Return the cross-entropy of two classes, or that over a query's candidates."""
        logits = outputs["logits"]
        if self._settings.objective == "pointwise":
            return pointwise(logits, targets["cited"])
        odds = logits[..., 1] - logits[..., 0]
        return listwise(odds, targets["cited"], mask=targets["mask"])

    def cost(self, index: int) -> int:
        """Return about how many tokens the pairs have, each text up to its share."""
        row, columns = self._places(index)
        paper_room = self.model.max_tokens - self.model.query_tokens
        query = min(len(self._query(row)) // 4, self.model.query_tokens)
        lengths = (
            len(self._corpus.title(paper)) + len(self._corpus.abstract(paper))
            for paper in self._lists.papers[row, columns].tolist()
        )
        return sum(query + min(length // 4, paper_room) for length in lengths)

    def evaluate(self) -> dict[str, float]:
        """Rerank BM25's best of dev queries: mrr, recall@10 and f1@20, over all they cite."""
        held = self._held_out
        papers = reranked(
            self._corpus, held.texts, held.papers, self.model.score, held.papers.shape[1]
        )
        means = mean(judged(self._corpus, held.queries, papers))
        return {name: means[name] for name in _METRICS} if held.queries else {}

    def save(self, folder: Path) -> None:
        """Write the model."""
        name = self._settings.name or f"reranker-{self.model.base.name}"
        self.model.save(folder, name=name)

    def _places(self, index: int) -> tuple[int, list[int]]:
        """Return an example's row of candidates and its columns in it."""
        if self._settings.objective == "pointwise":
            row, column = self._pairs[index].tolist()
            return row, [column]
        return index, np.flatnonzero(self._lists.papers[index] != NOTHING).tolist()

    def _query(self, row: int) -> str:
        lists = self._lists
        query = Query(int(lists.citing[row]), (), int(lists.contexts[row]))
        return query_text(self._corpus, query, _form(query, self._settings))


def _form(query: Query, settings: RerankerSettings) -> Form:
    return "title abstract" if query.context == WHOLE else settings.sentence_form


def _queries(corpus: Corpus, split: Split, settings: RerankerSettings) -> list[Query]:
    whole = manuscript_queries(corpus, split) if settings.queries != "sentences" else []
    return whole + (sentence_queries(corpus, split) if settings.queries != "manuscripts" else [])


def _make(corpus: Corpus, settings: RerankerSettings, preparation: Preparation) -> RerankerTask:
    model = load_cross_encoder_base(
        settings.base,
        query_tokens=settings.query_tokens,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
    )
    model.restrict(settings)
    queries = drawn(_queries(corpus, "train", settings), settings.limit, seed=settings.seed)
    if not queries:
        raise UsageError(
            f"The corpus has no {settings.queries} to train with that cite a known abstract.",
            remedy="Use a corpus with full texts for sentences, with citations for manuscripts.",
        )
    finder = _Finder(corpus, settings, preparation)
    depth, seed = settings.depth, settings.seed
    train = finder.found(
        queries,
        "train",
        Mining(depth=depth, missed=settings.missed, random=settings.random, seed=seed),
    )
    logger.info("%.1f %% of the pairs are citations", 100 * train.share_cited)
    asked = drawn(_queries(corpus, "dev", settings), settings.dev_queries, seed=seed)
    held_out = HeldOut(
        asked,
        finder.texts(asked, "dev"),
        finder.found(asked, "dev", Mining(depth=settings.dev_depth)).papers,
    )
    return RerankerTask(corpus, settings, model, train, held_out)


class _Finder:
    """BM25 over the trainable papers, made when first needed: not where all is found again."""

    def __init__(
        self, corpus: Corpus, settings: RerankerSettings, preparation: Preparation
    ) -> None:
        self._corpus, self._settings, self._preparation = corpus, settings, preparation
        preparation.folder.mkdir(parents=True, exist_ok=True)

    @cached_property
    def _pool(self) -> Pool:
        return Pool.of(self._corpus, np.flatnonzero(self._corpus.trainable))

    def texts(self, queries: Sequence[Query], split: Split) -> list[str]:
        """Return the queries in words."""
        return [
            query_text(self._corpus, query, _form(query, self._settings), split)
            for query in queries
        ]

    def found(self, queries: Sequence[Query], split: Split, how: Mining) -> Candidates:
        """Return the queries' candidates, from the stage's folder if they are there."""
        named = repr([(query.citing, query.context) for query in queries])
        key = {
            "corpus": self._corpus.fingerprint,
            "queries": hashlib.sha256(named.encode()).hexdigest(),
            "form": self._settings.sentence_form,
            **asdict(how),
        }
        return kept_in(
            self._preparation.folder / f"candidates-{split}.npz",
            key,
            lambda: candidates(
                queries, self.texts(queries, split), self._pool, how, job=self._preparation.job
            ),
        )


def _stages(_: RerankerSettings) -> tuple[Stage[RerankerSettings], ...]:
    return (Stage("reranker", _make),)


RECIPE = Recipe(
    name="reranker",
    summary="A cross-encoder that puts the first hits of BM25 in order.",
    source="Nogueira, Jiang, Cho and Lin (2020): Evaluating Pretrained Transformer Models for"
    " Citation Recommendation",
    settings=RerankerSettings,
    stages=_stages,
    vectors=False,
    presets={
        "small": {"limit": 1_000, "steps": 20},
        # The paper's best base model is SciBERT: a folder of it must be at hand, or be named.
        "paper": {
            "base": "scibert",
            "queries": "manuscripts",
            "objective": "pointwise",
            "max_tokens": 512,
            "query_tokens": 256,
            "batch": 128,
            "learning_rate": 3e-6,
            "warmup": 10_000,
            "steps": 300_000,
            "epochs": 2,
        },
    },
)
