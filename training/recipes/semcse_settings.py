"""The settings of SemCSE."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from training.recipe import Schedule, Settings
from training.sampling.settings import Pairing


class SemCSESettings(Settings):
    """What SemCSE can be told."""

    steps: int = Field(
        2000,
        ge=0,
        title="Steps",
        description="Number of steps in all, whatever the epochs; 0: as many as the epochs have."
        " Set it to limit the time.",
    )
    learning_rate: float = Field(
        1e-5,
        gt=0,
        title="Learning rate",
        description="Highest learning rate, 1e-6 to 5e-4. Lower it when the loss jumps or"
        " held-out scores fall, raise it when nothing moves.",
    )
    schedule: Schedule = Field(
        "linear",
        title="Learning rate schedule",
        description="How the learning rate falls after its rise. Linear suits most trainings.",
    )
    warmup: float = Field(
        0.1,
        ge=0,
        title="Warm-up",
        description="Share of the steps in which the learning rate rises, 0–0.5; values from 1 on"
        " count steps. Raise it when the loss jumps at the start.",
    )
    weight_decay: float = Field(
        1e-4,
        ge=0,
        title="Weight decay",
        description="How strongly weights are pulled towards zero, 0–0.1; biases and norms are"
        " left out. Raise it when few examples are repeated often.",
    )
    evaluate_every: int = Field(
        1000,
        ge=0,
        title="Steps between evaluations",
        description="Steps between two measurements on held-out citations; 0: after each epoch. A"
        " measurement takes as long as encoding about a thousand papers.",
    )
    summaries: str = Field(
        "",
        title="Summaries",
        description="File of summaries that a language model wrote; empty: sentences of the"
        " abstract take their place.",
    )
    pairing: Pairing = Field(
        "mixed",
        title="Positives",
        description="What a text is paired with: mixed, only summaries, or the same text again"
        " (same-input).",
    )
    title_share: float = Field(
        0.15,
        ge=0,
        le=1,
        title="Share of titles",
        description="Share of titles among the positives, 0–1. With the share of sentences, at"
        " most 1.",
    )
    sentence_share: float = Field(
        0.35,
        ge=0,
        le=1,
        title="Share of sentences",
        description="Share of sentences of the abstract among the positives, 0–1. With the share"
        " of titles, at most 1.",
    )
    objective: Literal["triplet", "infonce"] = Field(
        "triplet",
        title="Loss",
        description="triplet compares the texts of a batch by Euclidean distance, as published;"
        " infonce by cosine, as Cocite searches.",
    )
    margin: float = Field(
        1.0,
        gt=0,
        title="Margin",
        description="How much farther a negative must be than the positive, 0.05–1. Raise it when"
        " the loss reaches zero early.",
    )
    l2: float = Field(
        1 / 250,
        ge=0,
        title="Weight of vector lengths",
        description="How strongly long vectors count against the triplet loss, 0–0.1. Raise it"
        " when vectors grow.",
    )
    temperature: float = Field(
        0.07,
        gt=0,
        title="Temperature",
        description="Temperature of the softmax over similarities, 0.01–0.2, for infonce. Lower"
        " is sharper.",
    )
    pooling: Literal["", "cls", "mean"] = Field(
        "",
        title="Pooling",
        description="Which vector stands for a text: that of its first token (cls) or the mean of"
        " all (mean); empty: as the base has it.",
    )
    training_tokens: int = Field(
        128,
        ge=8,
        title="Text length in training",
        description="Tokens read of each text while training, from 8; in use the text length"
        " counts. 64–256 saves most of the time.",
    )
    validation: int = Field(
        900,
        ge=2,
        title="Papers that choose",
        description="Papers kept back, by which the best state is chosen; at least 2. More is"
        " surer and slower.",
    )

    @model_validator(mode="after")
    def _shares(self) -> Self:
        if self.title_share + self.sentence_share > 1:
            raise ValueError("title_share and sentence_share are together more than 1")
        return self
