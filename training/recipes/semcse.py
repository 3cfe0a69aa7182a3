"""SemCSE (004): a summary is to be nearer to its own paper's texts than to those of others.

The saved model is searched by cosine, as every model of Cocite is; the paper's own measure is the
Euclidean distance, by which the state that is kept is chosen. What the paper does not say
(learning rate, decay, tokens) is taken from SemCSE-Multi by the same authors.
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from training.recipe import SMALL, Recipe, Schedule, Settings, Stage
from training.sampling.settings import Pairing


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


def _stages(settings: SemCSESettings) -> tuple[Stage[SemCSESettings], ...]:  # noqa: ARG001
    from training.recipes.semcse_task import make

    return (Stage("summaries", make),)


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
