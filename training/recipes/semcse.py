"""SemCSE (004): a summary is to be nearer to its own paper's texts than to those of others.

The saved model is searched by cosine, as every model of Cocite is; the paper's own measure is the
Euclidean distance, by which the state that is kept is chosen. What the paper does not say
(learning rate, decay, tokens) is taken from SemCSE-Multi by the same authors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator
from torch import Tensor, nn

from core.errors import UsageError
from training.corpus import Corpus
from training.encoders import TextEncoder, load_encoder
from training.evaluation import HeldOutContexts
from training.judging.semantic_tasks import ranks
from training.losses import info_nce, semcse
from training.recipe import SMALL, Preparation, Recipe, Schedule, Settings, Stage
from training.recipes.semcse_parts import Parts, drawn, parts_of
from training.sampling.draws import generator
from training.sampling.semcse_texts import Extractive, Pair, Pairing, Pairs, Shares, Summaries
from training.summary_file import SummaryFile
from training.tasks import Batch, Outputs, Task
from training.tuning import prepare

_LEAST = 10
"""Papers kept back that make a rank worth looking at."""


class SemCSESettings(Settings):
    """What SemCSE can be told."""

    steps: int = Field(2000, ge=0, description="Stop after so many steps; 0: after the epochs.")
    learning_rate: float = Field(1e-5, gt=0, description="Peak learning rate.")
    schedule: Schedule = Field("linear", description="How the learning rate changes.")
    warmup: float = Field(
        0.1, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    weight_decay: float = Field(1e-4, ge=0, description="Decay of weights, not of biases, norms.")
    evaluate_every: int = Field(1000, ge=0, description="Steps between evaluations; 0: each epoch.")
    summaries: str = Field(
        "", description="File of summaries; empty: sentences of the abstract stand in (ours)."
    )
    pairing: Pairing = Field(
        "mixed", description="Positives: mixed, summaries alone, or the anchor (same-input)."
    )
    title_share: float = Field(0.15, ge=0, le=1, description="Share of titles among positives.")
    sentence_share: float = Field(
        0.35, ge=0, le=1, description="Share of sentences of the abstract among positives."
    )
    objective: Literal["triplet", "infonce"] = Field(
        "triplet", description="All-in-batch triplets by Euclidean distance, or InfoNCE by cosine."
    )
    margin: float = Field(1.0, gt=0, description="By which others must be farther (triplet).")
    l2: float = Field(1 / 250, ge=0, description="Weight of the anchors' squared norms (triplet).")
    temperature: float = Field(0.07, gt=0, description="By which cosines are divided (infonce).")
    pooling: Literal["", "cls", "mean"] = Field("", description="Pooling; empty: as the base.")
    training_tokens: int = Field(
        128, ge=8, description="Tokens of a text read in training; in use it is max_tokens."
    )
    validation: int = Field(900, ge=2, description="Papers kept back to choose the best state by.")

    @model_validator(mode="after")
    def _shares(self) -> Self:
        if self.title_share + self.sentence_share > 1:
            raise ValueError("title_share and sentence_share are together more than 1")
        return self


class PairModel(nn.Module):
    """An encoder that reads anchors and positives at once."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> dict[str, Tensor]:
        """Return "anchors" and "positives", (examples, dimension), of texts in that order."""
        anchors, positives = self.encoder(groups, order).chunk(2)
        return {"anchors": anchors, "positives": positives}


class SemCSETask(Task[Pair]):
    """A summary and another text of its paper against those of the papers beside it.

    The state kept is the best in "matching mrr", over the paper's two tasks on the papers kept
    back: find the other summary, and find title and abstract by the mean of two summaries.
    "summary rank" and "paper rank" are their average ranks, of which 1 is the best. Where fewer
    than ten papers are kept back, citing sentences choose.
    """

    couples = True

    def __init__(
        self, corpus: Corpus, settings: SemCSESettings, summaries: Summaries, parts: Parts
    ) -> None:
        """Load the base.

        Raises:
            UsageError: fewer than two papers have summaries, or there is no such base.
            ModelError: the base is damaged.
        """
        self._corpus, self._settings, self._summaries = corpus, settings, summaries
        self._papers = np.intersect1d(parts.train, summaries.papers())
        if len(self._papers) < 2:
            raise UsageError(
                "Fewer than two papers of this corpus have a title, an abstract and summaries.",
                remedy="Import papers with abstracts, or summarise more of them.",
            )
        self.encoder = load_encoder(
            settings.base, max_tokens=settings.max_tokens, pooling=settings.pooling
        )
        prepare(self.encoder, settings)
        self.model = PairModel(self.encoder)
        self._pairs = Pairs(
            corpus,
            summaries,
            pairing=settings.pairing,
            shares=Shares(settings.title_share, settings.sentence_share),
            seed=settings.seed,
        )
        self._matching = self._kept_back(parts)
        self._held_out = HeldOutContexts.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )
        by_contexts = "recall@10" if len(self._held_out.questions) else ""
        self.metric = "matching mrr" if len(self._matching) >= _LEAST else by_contexts

    def __len__(self) -> int:
        return len(self._papers)

    def example(self, epoch: int, index: int) -> Pair:
        """Return the pair of a paper."""
        return self._pairs.draw(epoch, int(self._papers[index]))

    def batch(self, examples: Sequence[Pair]) -> Batch:
        """Put all anchors before all positives."""
        texts = [pair.anchor for pair in examples] + [pair.positive for pair in examples]
        return Batch(self.encoder.tokens(texts, most=self._settings.training_tokens).inputs())

    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:  # noqa: ARG002
        """Return the objective asked for."""
        anchors, positives = outputs["anchors"], outputs["positives"]
        if self._settings.objective == "infonce":
            return info_nce(anchors, positives, temperature=self._settings.temperature)
        return semcse(anchors, positives, margin=self._settings.margin, l2=self._settings.l2)

    def cost(self, index: int) -> int:
        """Return the length of the abstract, which hardly a text of the paper surpasses."""
        return len(self._corpus.abstract(int(self._papers[index])))

    def evaluate(self) -> dict[str, float]:
        """Return the matching scores, and how well citing sentences find what they cite."""
        return self._matching_scores() | self._held_out.scores(self.encoder)

    def save(self, folder: Path) -> None:
        """Write the model."""
        name = self._settings.name or f"semcse-{self.encoder.manifest.name}"
        self.encoder.save(folder, name=name, recipe="semcse")

    def _kept_back(self, parts: Parts) -> list[tuple[int, str, str]]:
        """Return papers with two summaries each."""
        random = generator(self._settings.seed, 0, 0, "semcse validation")
        candidates = np.intersect1d(parts.validation, self._summaries.papers())
        chosen: list[tuple[int, str, str]] = []
        for paper in drawn(candidates, len(candidates), random).tolist():
            summaries = self._summaries.of(paper)
            if len(summaries) > 1 and len(chosen) < self._settings.validation:
                one, other = random.permutation(len(summaries))[:2].tolist()
                chosen.append((paper, summaries[one], summaries[other]))
        return chosen

    def _matching_scores(self) -> dict[str, float]:
        if len(self._matching) < _LEAST:
            return {}
        papers, ones, others = zip(*self._matching, strict=True)
        texts = [self.encoder.paper_text(*self._corpus.text(paper)) for paper in papers]
        one, other, whole = map(self._rows, (list(ones), list(others), texts))
        found = ranks(one, other), ranks((one + other) / 2, whole)
        return {
            "matching mrr": float(np.mean([(1 / each).mean() for each in found])),
            "summary rank": float(found[0].mean()),
            "paper rank": float(found[1].mean()),
        }

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return rows whose Euclidean distance is that of the objective."""
        if self._settings.objective == "infonce":
            return self.encoder.encode_queries(texts)
        return self.encoder.encode(texts)


def _task(corpus: Corpus, settings: SemCSESettings, preparation: Preparation) -> Task[Any]:
    preparation.job.report(0, 1, "summaries")
    parts = parts_of(corpus)
    summaries: Summaries
    if settings.summaries:
        preparation.folder.mkdir(parents=True, exist_ok=True)
        copy = preparation.folder / "summaries.utf8"
        summaries = SummaryFile(corpus, Path(settings.summaries), copy)
    else:
        preparation.warn(
            "There are no summaries by a language model, so sentences of the abstracts stand in "
            "for them: this is an ablation of Cocite's, not the method of the paper."
        )
        papers = np.sort(np.concatenate([parts.train, parts.validation]))
        summaries = Extractive(corpus, papers, seed=settings.seed)
    return SemCSETask(corpus, settings, summaries, parts)


def _stages(settings: SemCSESettings) -> tuple[Stage[SemCSESettings], ...]:  # noqa: ARG001
    return (Stage("summaries", _task),)


RECIPE = Recipe(
    name="semcse",
    summary="Learns what a paper says from summaries, titles and sentences of its own abstract.",
    source="Brinner and Zarrieß 2025, SemCSE: Semantic Contrastive Sentence Embeddings Using "
    "LLM-Generated Summaries For Scientific Abstracts",
    settings=SemCSESettings,
    stages=_stages,
    presets={
        "small": {
            **SMALL,
            "steps": 100,
            "learning_rate": 2e-5,
            "validation": 300,
        },
        "paper": {
            "epochs": 100,
            "steps": 0,
            "batch": 32,
            "learning_rate": 1e-5,
            "schedule": "constant",
            "warmup": 0.0,
            "weight_decay": 1e-4,
            "clip": 0.0,
            "evaluate_every": 1000,
            "patience": 15,
            "pooling": "cls",
            "training_tokens": 128,
            "validation": 900,
        },
    },
)
