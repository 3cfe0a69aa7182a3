"""The reranker's task: to separate the cited from the uncited among the first hits of BM25.

A reranker begins with the likeness of its own two encodings beside the rank of BM25. A classifier
that was just drawn puts candidates in the order of chance, and its first some hundred steps are
lost on reaching that of BM25. How much likeness and rank are worth is fitted on some lists before
the first step: the probability that a candidate is the cited one of its list is the softmax of
both, weighted (a conditional logit, McFadden 1974).
"""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import ValidationError
from torch import Tensor

from core.base.errors import UsageError
from core.base.files import replace_text
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.evaluation.metrics import mean
from core.models.manifest import Start
from core.recommend.reranking import log_odds
from training.base.cached import cached, cached_of_epoch
from training.base.recipe import Preparation
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import Corpus
from training.corpus.splits import Split
from training.judging.evaluation import judged, reranked
from training.models.losses import divergence, listwise, pointwise
from training.models.rerank_model import CrossEncoder, load_cross_encoder_base
from training.recipes.reranker import RerankerSettings
from training.sampling.bm25 import NOTHING
from training.sampling.cocite_examples import draw_cloze
from training.sampling.draws import Parts, generator
from training.sampling.pairs import (
    WHOLE,
    Form,
    Mining,
    RerankCandidates,
    RerankPool,
    RerankQuery,
    candidates,
    draw_queries,
    load_or_make_candidates,
    manuscript_queries,
    query_text,
    read_lists,
    sentence_queries,
)
from training.sampling.questions import of_half

logger = logging.getLogger(__name__)

_MINING = Message("Mining hard negatives")
_METRICS = ("mrr", "recall@10", "f1@20")


class RerankExample(NamedTuple):
    """A query's text with its candidates' texts, and which of them it cites.

    ``first`` are the log-odds that the first stage gives them, up to a constant. With ``taught``,
    the log-odds that the base gives them, the list is to keep these (distillation).
    """

    query: str
    papers: tuple[str, ...]
    cited: tuple[bool, ...]
    first: tuple[float, ...]
    taught: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class RerankHeldOut:
    """Dev queries and what BM25 finds for them: (queries, depth)."""

    queries: list[RerankQuery]
    texts: list[str]
    papers: NDArray[np.int32]


class RerankList(Task[RerankExample]):
    """A query's texts are an example, and are compared with one another."""

    model: CrossEncoder

    def fill_slots(self, examples: Sequence[RerankExample], width: int) -> Batch:
        """Put pairs into slots, a row of ``width`` for a query's texts."""
        slots = torch.zeros(len(examples), width)
        cited, first = torch.zeros_like(slots, dtype=torch.bool), torch.zeros_like(slots)
        for row, example in enumerate(examples):
            slots[row, : len(example.papers)] = 1
            cited[row, : len(example.papers)] = torch.tensor(example.cited)
            first[row, : len(example.papers)] = torch.tensor(example.first)
        pairs = [(example.query, paper) for example in examples for paper in example.papers]
        mask = slots.bool()
        targets = {"cited": cited, "mask": mask, "first": first}
        if any(example.taught for example in examples):
            targets |= _taught_targets(examples, width)
        return Batch(self.model.inputs(pairs, mask), targets)

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Return the cross-entropy over a query's texts, or how far they are from what is taught.

        What the first stage says of them is added, so that only what it lacks is learned.
        """
        logits = outputs["logits"]
        odds = logits[..., 1] - logits[..., 0] + targets["first"]
        loss = listwise(odds, targets["cited"], mask=targets["mask"])
        if "taught" not in targets:
            return loss
        divergences = divergence(targets["taught"], odds, ignored=~targets["mask"])
        return loss + (divergences * targets["distilled"]).mean()


def _taught_targets(examples: Sequence[RerankExample], width: int) -> dict[str, Tensor]:
    taught = torch.zeros(len(examples), width)
    for row, example in enumerate(examples):
        taught[row, : len(example.taught)] = torch.tensor(example.taught)
    return {
        "taught": taught,
        "distilled": torch.tensor([bool(example.taught) for example in examples]),
    }


class RerankerTask(RerankList):
    """Pairs of BM25's best: each is an example, or those of a query are one."""

    metric = "mrr"

    def __init__(  # noqa: PLR0913 - all that is prepared
        self,
        corpus: Corpus,
        settings: RerankerSettings,
        model: CrossEncoder,
        train: RerankCandidates,
        held_out: RerankHeldOut,
        *,
        distilled: Sequence[RerankExample] = (),
        job: Job | None = None,
    ) -> None:
        """Take what was prepared; ``distilled`` lists keep what the base, or a teacher, says.

        ``job`` follows the search for hard negatives.

        Raises:
            UsageError: there is no list, and BM25 finds no paper that is cited.
        """
        self._corpus, self._settings, self._held_out = corpus, settings, held_out
        self.model = model
        self._lists = train.with_cited() if settings.objective == "listwise" else train
        self._pairs = np.argwhere(self._lists.papers != NOTHING)
        if not settings.lists:
            _require_cited(self._lists)
        self._distilled, self._mining_job = distilled, job or SilentJob()
        width = settings.depth + settings.missed + settings.random
        self._width = max([width, *(len(example.papers) for example in distilled)])
        self._chosen: NDArray[np.int64] | None = None
        total = len(self._lists if settings.objective == "listwise" else self._pairs)
        part = settings.renew * settings.batch
        self._parts = Parts.of(total + len(distilled), part, settings.seed)
        self.parts = self._parts.count
        ranks = ln_ranks(self._lists.papers.shape[1], count_hits(settings))
        first = model.start.first if model.start else 0.0
        self._first = (first * (ranks.mean() - ranks)).astype(np.float32)

    def __len__(self) -> int:
        return self._parts.size

    def begin_epoch(self, epoch: int, folder: Path) -> None:
        """Choose the lists' candidates with the model as it is, or find those from before."""
        if self._settings.mining_depth:
            self._chosen = cached_of_epoch(
                folder, "candidates", epoch, lambda: self._choose_candidates(epoch)
            )

    def _choose_candidates(self, epoch: int) -> NDArray[np.int64]:
        """Return columns of an epoch's lists: the cited, and the others that score highest."""
        lists, was_training = self._lists, self.model.training
        chosen = np.full((len(lists), self._width), NOTHING, np.int64)
        indices = {self._parts.locate(epoch, index)[1] for index in range(len(self))}
        self.model.eval()
        for count, row in enumerate(rows := sorted(at for at in indices if at < len(lists))):
            self._mining_job.check()
            self._mining_job.report(count, len(rows), _MINING)
            columns = np.flatnonzero(lists.papers[row] != NOTHING)
            texts = [self._corpus.text(paper) for paper in lists.papers[row, columns].tolist()]
            scores = self.model.score(self._query(row), texts).astype(np.float64)
            cited = lists.cited[row, columns]
            # A cited paper always has one that is not beside it.
            best = np.argsort(-np.where(cited, np.inf, log_odds(scores) + self._first[columns]))
            best = np.r_[best[: cited.sum()][: self._width - 1], best[cited.sum() :]]
            best = columns[best[: self._width]]
            chosen[row, : len(best)] = np.sort(best)
        self.model.train(was_training)
        return chosen

    def example(self, epoch: int, index: int) -> RerankExample:
        """Return a query with all its candidates, or with one; or a list that is distilled."""
        _, index = self._parts.locate(epoch, index)
        if (distilled := self._distilled_list(index)) is not None:
            return distilled
        row, columns = self._columns(index)
        texts = [self._corpus.text(paper) for paper in self._lists.papers[row, columns].tolist()]
        return RerankExample(
            self._query(row),
            _show_papers(self.model, texts, self._settings, epoch, index),
            tuple(self._lists.cited[row, columns].tolist()),
            tuple(self._first[columns].tolist()),
        )

    def batch(self, examples: Sequence[RerankExample]) -> Batch:
        """Put pairs into slots: one a row, or a row of a query's candidates."""
        if self._settings.objective == "listwise":
            return self.fill_slots(examples, self._width)
        cited = torch.tensor([example.cited[0] for example in examples])
        first = torch.tensor([example.first[0] for example in examples])
        mask = torch.ones_like(cited)
        pairs = [(example.query, example.papers[0]) for example in examples]
        return Batch(self.model.inputs(pairs, mask), {"cited": cited, "mask": mask, "first": first})

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Return the cross-entropy of two classes, or that over a query's candidates."""
        if self._settings.objective == "listwise":
            return super().loss(outputs, targets)
        first = targets["first"]
        beside = torch.stack([torch.zeros_like(first), first], dim=-1)
        return pointwise(outputs["logits"] + beside, targets["cited"])

    def cost(self, index: int) -> int:
        """Return about how many tokens the pairs have, each text up to its share."""
        _, index = self._parts.locate(0, index)
        if (distilled := self._distilled_list(index)) is not None:
            question, lengths = distilled.query, [len(paper) for paper in distilled.papers]
        else:
            row, columns = self._columns(index)
            question = self._query(row)
            lengths = [
                len(self._corpus.title(paper)) + len(self._corpus.abstract(paper))
                for paper in self._lists.papers[row, columns].tolist()
            ]
        paper_room = self.model.max_tokens - self.model.query_tokens
        query = min(len(question) // 4, self.model.query_tokens)
        return sum(query + min(length // 4, paper_room) for length in lengths)

    def evaluate(self) -> dict[str, float]:
        """Rerank BM25's best of dev queries: mrr, recall@10 and f1@20, over all they cite."""
        held_out = self._held_out
        papers = reranked(
            self._corpus,
            held_out.texts,
            held_out.papers,
            self.model.score,
            held_out.papers.shape[1],
            first=self.model.start.first if self.model.start else 0.0,
        )
        means = mean(judged(self._corpus, held_out.queries, papers))
        return {name: means[name] for name in _METRICS} if held_out.queries else {}

    def save(self, folder: Path) -> None:
        """Write the model."""
        name = self._settings.name or f"reranker-{self.model.base.name}"
        neighbours = self._settings.sentence_form == "neighbours"
        self.model.save(folder, name=name, neighbours=neighbours)

    def _distilled_list(self, index: int) -> RerankExample | None:
        """Return the list that is distilled, where the example is one: they come last."""
        at = index - len(self._lists)
        return self._distilled[at] if self._distilled and at >= 0 else None

    def _columns(self, index: int) -> tuple[int, list[int]]:
        """Return an example's row of candidates and its columns in it."""
        if self._settings.objective == "pointwise":
            row, column = self._pairs[index].tolist()
            return row, [column]
        if self._chosen is not None:
            return index, self._chosen[index][self._chosen[index] != NOTHING].tolist()
        return index, np.flatnonzero(self._lists.papers[index] != NOTHING)[: self._width].tolist()

    def _query(self, row: int) -> str:
        lists = self._lists
        query = RerankQuery(int(lists.citing[row]), (), int(lists.contexts[row]))
        return query_text(self._corpus, query, _form(query, self._settings))


def _form(query: RerankQuery, settings: RerankerSettings) -> Form:
    return "title abstract" if query.context == WHOLE else settings.sentence_form


def _queries(corpus: Corpus, split: Split, settings: RerankerSettings) -> list[RerankQuery]:
    whole = manuscript_queries(corpus, split) if settings.queries != "sentences" else []
    return whole + (sentence_queries(corpus, split) if settings.queries != "manuscripts" else [])


def make(corpus: Corpus, settings: RerankerSettings, preparation: Preparation) -> RerankerTask:
    """Return the task, with the hits of training and dev queries found by BM25."""
    model = load_cross_encoder_base(
        settings.base,
        query_tokens=settings.query_tokens,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
    )
    finder = _Finder(corpus, settings, preparation)
    train = RerankCandidates.empty() if settings.lists else _train(corpus, settings, finder)
    if settings.start == "likeness" and model.base.kind != "reranker":
        if settings.lists:
            raise UsageError(
                "The likeness that a reranker begins with is fitted to hits of BM25, not to lists.",
                remedy="Set start=chance, or a reranker as base.",
            )
        preparation.job.report(0, 0, "Fitting the start of the training")
        model.to(preparation.device)
        path = preparation.folder / "start.json"
        model.set_start(load_or_fit_start(path, lambda: _start(corpus, settings, model, train)))
    distilled = _show_lists(model, settings)
    if settings.distillation:
        model.to(preparation.device)
        count = round(settings.distillation * (len(distilled) if settings.lists else len(train)))
        distilled += finder.distilled_lists(model, count)
    model.restrict(settings)
    dev = _queries(corpus, "dev", settings)
    choosing = of_half(dev, [corpus.ids[query.citing] for query in dev], "choosing")
    dev_queries = draw_queries(choosing, settings.dev_queries, seed=settings.seed)
    held_out = RerankHeldOut(
        dev_queries,
        finder.texts(dev_queries, "dev"),
        finder.candidates(dev_queries, "dev", Mining(depth=settings.dev_depth)).papers,
    )
    return RerankerTask(
        corpus, settings, model, train, held_out, distilled=distilled, job=preparation.job
    )


def _train(corpus: Corpus, settings: RerankerSettings, finder: _Finder) -> RerankCandidates:
    """Return the training queries with BM25's hits."""
    queries = draw_queries(_queries(corpus, "train", settings), settings.limit, seed=settings.seed)
    if not queries:
        raise UsageError(
            "The corpus has no {queries} to train with that cite a known abstract.",
            queries=settings.queries,
            remedy="Use a corpus with full texts for sentences, with citations for manuscripts.",
        )
    train = finder.candidates(
        queries,
        "train",
        Mining(
            depth=count_hits(settings),
            missed=settings.missed,
            random=settings.random,
            seed=settings.seed,
        ),
    )
    logger.info("%.1f %% of the pairs are citations", 100 * train.share_cited)
    return train


def _show_lists(model: CrossEncoder, settings: RerankerSettings) -> list[RerankExample]:
    """Return the lists of the file, if there is one, some of their papers by title alone."""
    lists = read_lists(Path(settings.lists)) if settings.lists else []
    return [
        RerankExample(
            one.question,
            _show_papers(model, one.papers, settings, 0, number),
            one.cited,
            (0.0,) * len(one.papers),
            one.taught,
        )
        for number, one in enumerate(lists)
    ]


def _show_papers(
    model: CrossEncoder,
    papers: Sequence[tuple[str, str]],
    settings: RerankerSettings,
    epoch: int,
    index: int,
) -> tuple[str, ...]:
    """Return the papers' texts, a share of them by title alone."""
    draws = generator(settings.seed, epoch, index, "titles").random(len(papers))
    return tuple(
        model.paper_text(title, "" if draw < settings.titles else abstract)
        for draw, (title, abstract) in zip(draws.tolist(), papers, strict=True)
    )


def count_hits(settings: RerankerSettings) -> int:
    """Return how many hits of BM25 a list has, from which candidates are chosen."""
    return max(settings.depth, settings.mining_depth)


def _require_cited(lists: RerankCandidates) -> None:
    if not lists.cited.any():
        raise UsageError(
            "BM25 finds none of the papers that the training queries cite.",
            remedy="Raise depth, or use a corpus with abstracts of cited papers.",
        )


def _start(
    corpus: Corpus, settings: RerankerSettings, model: CrossEncoder, train: RerankCandidates
) -> Start:
    """Return the start that fits some of the training lists best."""
    lists = some_lists(train, seed=settings.seed)
    _require_cited(lists)
    real = lists.papers != NOTHING
    queries = [
        RerankQuery(citing, (), context)
        for citing, context in zip(lists.citing.tolist(), lists.contexts.tolist(), strict=True)
    ]
    texts = [query_text(corpus, query, _form(query, settings)) for query in queries]
    pairs = [
        (texts[row], model.paper_text(*corpus.text(int(lists.papers[row, column]))))
        for row, column in np.argwhere(real).tolist()
    ]
    likeness = np.zeros(real.shape)
    likeness[real] = model.cosines(pairs)
    ranks = ln_ranks(real.shape[1], count_hits(settings))
    start = fitted(likeness, lists, ranks, share=train.share_cited)
    logger.info("The start, of %d lists: %s", len(lists), start)
    return start


class _Finder:
    """BM25 over the trainable papers, made when first needed: not where all is found again."""

    def __init__(
        self, corpus: Corpus, settings: RerankerSettings, preparation: Preparation
    ) -> None:
        self._corpus, self._settings, self._preparation = corpus, settings, preparation
        preparation.folder.mkdir(parents=True, exist_ok=True)

    @cached_property
    def _pool(self) -> RerankPool:
        return RerankPool.of(self._corpus, np.flatnonzero(self._corpus.trainable))

    def distilled_lists(self, model: CrossEncoder, count: int) -> list[RerankExample]:
        """Return lists for which the model is to keep what it says now, before it is trained.

        Sentences of an abstract ask; first comes their paper without them, then hits of BM25.
        """
        corpus, settings = self._corpus, self._settings
        usable = np.flatnonzero(corpus.trainable)
        random = generator(settings.seed, 0, 0, "distillation")
        owners = random.choice(usable, min(count, len(usable)), replace=False).tolist()
        clozes = [
            draw_cloze(*corpus.text(owner), generator(settings.seed, 0, owner, "abstract"))
            for owner in owners
        ]
        questions = [question for question, _ in clozes]
        hits = self._pool.search(questions, owners, settings.depth - 1, self._preparation.job)
        lists = []
        for owner, (question, rest), row in zip(owners, clozes, hits, strict=True):
            texts = [(corpus.title(owner), rest)]
            texts += [corpus.text(paper) for paper in row[row != NOTHING].tolist()]
            lists.append((question, tuple(model.paper_text(*text) for text in texts)))
        path = self._preparation.folder / "taught.npy"
        taught = cached(path, lambda: _taught(model, lists, settings.depth))
        return [
            RerankExample(
                question,
                papers,
                (False,) * len(papers),
                (0.0,) * len(papers),
                tuple(row[: len(papers)].tolist()),
            )
            for (question, papers), row in zip(lists, taught, strict=True)
        ]

    def texts(self, queries: Sequence[RerankQuery], split: Split) -> list[str]:
        """Return the queries in words."""
        return [
            query_text(self._corpus, query, _form(query, self._settings), split)
            for query in queries
        ]

    def candidates(
        self, queries: Sequence[RerankQuery], split: Split, how: Mining
    ) -> RerankCandidates:
        """Return the queries' candidates, from the stage's folder if they are there."""
        description = repr([(query.citing, query.context) for query in queries])
        key = {
            "corpus": self._corpus.fingerprint,
            "queries": hashlib.sha256(description.encode()).hexdigest(),
            "form": self._settings.sentence_form,
            **asdict(how),
        }
        return load_or_make_candidates(
            self._preparation.folder / f"candidates-{split}.npz",
            key,
            lambda: candidates(
                queries, self.texts(queries, split), self._pool, how, job=self._preparation.job
            ),
        )


_TAUGHT_TEMPERATURE = 0.05
"""By which the base's cosines become log-odds: that of the recipe ``cocite``."""


def _taught(
    model: CrossEncoder, lists: Sequence[tuple[str, tuple[str, ...]]], width: int
) -> NDArray[np.float32]:
    """Return the log-odds that the base gives each list's papers: (lists, width).

    An encoder says them by its cosines, a reranker by itself.
    """
    taught = np.zeros((len(lists), width), np.float32)
    model.eval()
    for row, (question, papers) in zip(taught, lists, strict=True):
        pairs = [(question, paper) for paper in papers]
        row[: len(papers)] = (
            log_odds(model.probabilities(pairs).astype(np.float64))
            if model.base.kind == "reranker"
            else model.cosines(pairs) / _TAUGHT_TEMPERATURE
        )
    return taught


LISTS = 128
"""Lists by which both weights are fitted: each is then known to about a tenth."""
_LEAST = 0.1
"""The least weight of a standard deviation of likeness: an encoder that says nothing yet has to
begin somewhere."""
_PENALTY = 1e-2

Matrix = NDArray[np.float64]


def load_or_fit_start(path: Path, make: Callable[[], Start]) -> Start:
    """Return the start in the file, else make and write it."""
    try:
        return Start.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        start = make()
    replace_text(path, start.model_dump_json())
    return start


def some_lists(lists: RerankCandidates, *, seed: int) -> RerankCandidates:
    """Return lists that hold a cited candidate and another, ``LISTS`` at most, drawn evenly."""
    useful = lists.with_cited()
    order = generator(seed, 0, 0, "reranker start").permutation(len(useful))[:LISTS]
    return useful.rows(np.sort(order))


def ln_ranks(columns: int, depth: int) -> Matrix:
    """Return ln(rank) of a list's columns; what was added behind ``depth`` hits comes after all."""
    return np.log(np.minimum(np.arange(columns), depth) + 1.0)


def fitted(likeness: Matrix, lists: RerankCandidates, ranks: Matrix, *, share: float) -> Start:
    """Return the start that tells the cited best.

    ``likeness`` is that of the lists' candidates, (lists, candidates), ``ranks`` the logarithms of
    theirs, (candidates,). The level makes the mean probability about the share of the cited.
    """
    from scipy.optimize import minimize

    real, cited = lists.papers != NOTHING, lists.cited
    mean, spread = likeness[real].mean(), max(float(likeness[real].std()), 1e-6)
    standard = (likeness - mean) / spread
    features = np.stack([standard, np.broadcast_to(-ranks, standard.shape)], axis=-1)

    def surprise(weights: Matrix) -> float:
        odds = np.where(real, features @ weights, -np.inf)
        every = np.logaddexp.reduce(odds, axis=1)
        right = np.logaddexp.reduce(np.where(cited, odds, -np.inf), axis=1)
        return float((every - right).mean() + _PENALTY * weights[0] ** 2)

    best = minimize(surprise, np.ones(2), bounds=[(_LEAST, None), (0.0, None)]).x
    weight, first = float(best[0]) / spread, float(best[1])
    level = float(mean) - math.log(share / (1 - share)) / weight
    return Start(likeness=weight, level=level, first=first)
