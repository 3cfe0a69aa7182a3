"""SemCSE (004): a summary is to be nearer to its own paper's texts than to those of others.

The saved model is searched by cosine, as every model of Cocite is; the paper's own measure is the
Euclidean distance, by which the state that is kept is chosen. What the paper does not say
(learning rate, decay, tokens) is taken from SemCSE-Multi by the same authors.
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from training.base import fields
from training.base.fields import Pairing, Pooling, Schedule
from training.base.recipe import SMALL, Purpose, Recipe, RecipeSettings, Stage, defer_import


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
    return (Stage("summaries", defer_import("training.recipes.semcse_task:make")),)


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
            "base": "scideberta",
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
