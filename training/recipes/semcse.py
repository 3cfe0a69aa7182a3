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

from core.base.errors import UsageError
from training.base import fields
from training.base.fields import Pooling, Schedule
from training.base.recipe import (
    SMALL,
    Preparation,
    Purpose,
    Recipe,
    RecipeSettings,
    Stage,
    defer_import,
)
from training.base.tasks import Batch, Outputs, Task
from training.corpus.corpus import Corpus
from training.judging.evaluation import CHOOSING, HeldOutHalves, Watched
from training.judging.reranking import ranks
from training.models.encoders import TextEncoder, load_encoder
from training.models.losses import info_nce, semcse
from training.models.tuning import prepare
from training.sampling.draws import generator
from training.sampling.semcse_texts import (
    Extractive,
    Pairs,
    PaperSplits,
    PositiveShares,
    SemcsePair,
    Summaries,
    draw_papers,
    split_papers,
)
from training.sampling.settings import Pairing
from training.sampling.summary_file import SummaryFile


class SemCSESettings(RecipeSettings):
    """Settings of SemCSE."""

    steps: int = fields.steps(2000)
    learning_rate: float = fields.learning_rate(1e-5)
    schedule: Schedule = fields.schedule("linear")
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(1e-4)
    evaluate_every: int = fields.evaluate_every(1000)
    summaries: str = Field(
        "",
        title="Summaries",
        description="File of summaries written by a language model (made with python -m training"
        " summaries). Empty: sentences of the abstracts are used in their place.",
    )
    pairing: Pairing = Field(
        "mixed",
        title="Positives",
        description="What is paired with a summary: mixed takes summaries, titles and sentences;"
        " summaries only other summaries; same-input the same text again. Choose mixed unless you"
        " compare.",
    )
    title_share: float = Field(
        0.15,
        ge=0,
        le=1,
        title="Share of titles",
        description="Share of titles among the positives, 0–1; together with the share of"
        " sentences at most 1. Raise it when titles say much.",
    )
    sentence_share: float = Field(
        0.35,
        ge=0,
        le=1,
        title="Share of sentences",
        description="Share of sentences of the abstract among the positives, 0–1; together with"
        " the share of titles at most 1. Raise it when you search with sentences.",
    )
    objective: Literal["triplet", "infonce"] = Field(
        "triplet",
        title="Loss",
        description="triplet compares the texts of a batch by Euclidean distance, as published;"
        " infonce by cosine similarity, as Cocite searches.",
    )
    margin: float = fields.margin(1.0)
    l2: float = Field(
        1 / 250,
        ge=0,
        title="L2 weight",
        description="Weight of the squared vector lengths in the triplet loss, 0–0.1. Raise it"
        " when the loss falls only because vectors grow.",
    )
    temperature: float = Field(
        0.07,
        gt=0,
        title="Temperature",
        description="Temperature of the softmax over similarities, 0.01–0.2, for infonce. Lower is"
        " sharper; raise it when the loss falls but the validation score does not rise.",
    )
    pooling: Pooling = fields.pooling("")
    training_tokens: int = Field(
        128,
        ge=8,
        title="Text length in training",
        description="Longest text in tokens while training, at least 8; in use the text length"
        " above applies. 64–256 saves most of the time.",
    )
    validation: int = Field(
        900,
        ge=2,
        title="Validation papers for summaries",
        description="Held-out papers by which the best checkpoint is chosen, at least 2. More make"
        " the choice more reliable and the validation slower.",
    )

    @model_validator(mode="after")
    def _shares(self) -> Self:
        if self.title_share + self.sentence_share > 1:
            raise ValueError("title_share and sentence_share are together more than 1")
        return self


def _stages(settings: SemCSESettings) -> tuple[Stage[SemCSESettings], ...]:  # noqa: ARG001
    return (Stage("summaries", defer_import("training.recipes.semcse:make")),)


RECIPE = Recipe(
    name="semcse",
    summary="Learns from the texts of papers alone: summaries, titles and sentences of the same"
    " paper become similar.",
    source="Brinner and Zarrieß 2025, SemCSE: Semantic Contrastive Sentence Embeddings Using "
    "LLM-Generated Summaries For Scientific Abstracts",
    settings=SemCSESettings,
    stages=_stages,
    purposes=(
        Purpose(
            preset="small",
            title="Similar papers, without citations",
            choose=(
                "Choose this if you have abstracts but few citations. It learns from the texts "
                "of papers."
            ),
            gain="Expect no gain from a short training: it found 52 instead of 55 of 100 cited"
            " papers. A long one, as published, was not measured.",
            minutes=9,
        ),
    ),
    needs=(("abstracts",),),
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


# --- semcse task ------------------------------------------------------------------------
#
# SemCSE's task: summaries against the texts of their own papers and of those beside them.

_LEAST = 10
"""Papers kept back that make a rank worth looking at."""


class SemcseModel(nn.Module):
    """An encoder that reads anchors and positives at once."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> dict[str, Tensor]:
        """Return "anchors" and "positives", (examples, dimension), of texts in that order."""
        anchors, positives = self.encoder(groups, order).chunk(2)
        return {"anchors": anchors, "positives": positives}


class SemCSETask(Task[SemcsePair]):
    """A summary and another text of its paper against those of the papers beside it.

    The state kept is the best in "matching mrr", over the paper's two tasks on the papers kept
    back: find the other summary, and find title and abstract by the mean of two summaries.
    "summary rank" and "paper rank" are their average ranks, of which 1 is the best. Where fewer
    than ten papers are kept back, citing sentences choose.
    """

    couples = True

    def __init__(
        self, corpus: Corpus, settings: SemCSESettings, summaries: Summaries, parts: PaperSplits
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
        prepare(self.encoder.transformer, settings)
        self.model = SemcseModel(self.encoder)
        self._pairs = Pairs(
            corpus,
            summaries,
            pairing=settings.pairing,
            shares=PositiveShares(settings.title_share, settings.sentence_share),
            seed=settings.seed,
        )
        self._matching = self._kept_back(parts)
        self._held_out = HeldOutHalves.of(
            corpus, queries=settings.held_out_contexts, pool=settings.held_out_pool
        )
        by_contexts = CHOOSING if len(self._held_out.choosing) else ""
        self.metric = "matching mrr" if len(self._matching) >= _LEAST else by_contexts

    def __len__(self) -> int:
        return len(self._papers)

    def example(self, epoch: int, index: int) -> SemcsePair:
        """Return the pair of a paper."""
        return self._pairs.draw(epoch, int(self._papers[index]))

    def batch(self, examples: Sequence[SemcsePair]) -> Batch:
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
        return self._matching_scores() | self._held_out.scores(Watched(self.encoder, self.job))

    def save(self, folder: Path) -> None:
        """Write the model."""
        name = self._settings.name or f"semcse-{self.encoder.manifest.name}"
        self.encoder.save(folder, name=name, recipe="semcse")

    def _kept_back(self, parts: PaperSplits) -> list[tuple[int, str, str]]:
        """Return papers with two summaries each."""
        random = generator(self._settings.seed, 0, 0, "semcse validation")
        candidates = np.intersect1d(parts.validation, self._summaries.papers())
        chosen: list[tuple[int, str, str]] = []
        for paper in draw_papers(candidates, len(candidates), random).tolist():
            summaries = self._summaries.of(paper)
            if len(summaries) > 1 and len(chosen) < self._settings.validation:
                one, other = random.permutation(len(summaries))[:2].tolist()
                chosen.append((paper, summaries[one], summaries[other]))
        return chosen

    def _matching_scores(self) -> dict[str, float]:
        if len(self._matching) < _LEAST:
            return {}
        papers, first_summaries, second_summaries = zip(*self._matching, strict=True)
        texts = [self.encoder.paper_text(*self._corpus.text(paper)) for paper in papers]
        one, other, whole = map(self._rows, (list(first_summaries), list(second_summaries), texts))
        rank_lists = ranks(one, other), ranks((one + other) / 2, whole)
        return {
            "matching mrr": float(np.mean([(1 / rank_list).mean() for rank_list in rank_lists])),
            "summary rank": float(rank_lists[0].mean()),
            "paper rank": float(rank_lists[1].mean()),
        }

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return rows whose Euclidean distance is that of the objective."""
        if self._settings.objective == "infonce":
            return self.encoder.encode_queries(texts)
        return self.encoder.encode(texts)


def make(corpus: Corpus, settings: SemCSESettings, preparation: Preparation) -> Task[Any]:
    """Return the task, with sentences of abstracts where there are no summaries."""
    preparation.job.report(0, 1, "summaries")
    parts = split_papers(corpus)
    summaries: Summaries
    if settings.summaries:
        preparation.folder.mkdir(parents=True, exist_ok=True)
        copy = preparation.folder / "summaries.utf8"
        summaries = SummaryFile(corpus, Path(settings.summaries), copy)
    else:
        preparation.warn(
            "There are no summaries by a language model, so sentences of the abstracts are used "
            "instead: this is a variant of Cocite, not the published method."
        )
        papers = np.sort(np.concatenate([parts.train, parts.validation]))
        summaries = Extractive(corpus, papers, seed=settings.seed)
    return SemCSETask(corpus, settings, summaries, parts)
