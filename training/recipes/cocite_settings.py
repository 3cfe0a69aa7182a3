"""The settings of the recommended recipe."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from training import fields
from training.fields import Schedule, Trainable
from training.recipe import Settings


class CociteSettings(Settings):
    """What the recommended recipe can be told."""

    sides: Literal["both", "queries"] = Field(
        "both",
        title="Trained sides",
        description="both: one encoder for sentences and papers, and the library is encoded"
        " again. queries: an adapter for sentences alone, papers keep their vectors; it needs"
        " LoRA or biases.",
    )
    epochs: int = fields.epochs(2)
    batch: int = fields.batch(256)
    learning_rate: float = fields.learning_rate(2e-4)
    schedule: Schedule = fields.schedule("linear")
    warmup: float = fields.warmup(0.1)
    weight_decay: float = fields.weight_decay(0.01)
    trainable: Trainable = fields.trainable("lora")
    training_tokens: int = fields.training_tokens(192)
    temperature: float = Field(
        0.05,
        gt=0,
        title="Temperature",
        description="Temperature of the softmax over similarities, 0.01–0.2. Lower is sharper;"
        " raise it when citations are noisy.",
    )
    contexts: int = fields.contexts(0)
    positives: int = Field(
        2,
        ge=1,
        title="Cited papers per sentence",
        description="Cited papers of a sentence that one step shows, 1–5. Raise it when sentences"
        " cite many papers.",
    )
    negatives: int = Field(
        1,
        ge=0,
        title="Hard negatives per sentence",
        description="Papers shown with each sentence that the model takes for cited ones and that"
        " are not, 0–8; 0: none.",
    )
    bank: int = Field(
        8_192,
        ge=0,
        title="Papers compared",
        description="Random papers that each sentence is compared with as well, where only"
        " queries are trained, 0–30,000. More is harder and costs little.",
    )
    vectors: str = Field(
        "",
        title="Folder of vectors",
        description="Folder that keeps the papers' vectors for later runs, where only queries are"
        " trained; empty: the run's own.",
    )
    title_sentence: float = Field(
        0.4,
        ge=0,
        title="Share: title and sentence",
        description="Share of questions made of the manuscript's title and the sentence, 0–1."
        " Raise it if you mostly ask that way.",
    )
    sentence: float = Field(
        0.3,
        ge=0,
        title="Share: sentence alone",
        description="Share of questions made of the sentence alone, 0–1.",
    )
    neighbours: float = Field(
        0.2,
        ge=0,
        title="Share: with neighbours",
        description="Share of questions made of the sentence and those beside it, 0–1.",
    )
    sampled: float = Field(
        0.1,
        ge=0,
        title="Share: with earlier sentences",
        description="Share of questions made of the sentence and others drawn from before it,"
        " 0–1, as MP-BERT4CR does.",
    )
    citations: float = Field(
        0.25,
        ge=0,
        title="Citation triplets",
        description="Triplets of citing and cited papers mixed in for each sentence, 0–1, as"
        " SPECTER has them.",
    )
    bands: float = Field(
        0.0,
        ge=0,
        title="Graph neighbours",
        description="Neighbours in the citation graph mixed in for each sentence, 0–1, as SciNCL"
        " has them. Above 0 the graph is embedded first.",
    )
    mining_pool: int = Field(
        30_000,
        ge=0,
        title="Papers searched",
        description="Papers in which hard negatives are looked for, besides cited ones; 0: all."
        " Fewer is faster.",
    )
    mining_depth: int = Field(
        20,
        ge=1,
        title="Hard negatives found",
        description="Hard negatives found for each sentence, of which some are drawn, 5–100.",
    )
    mining_limit: float = Field(
        0.95,
        gt=0,
        title="Ceiling of hard negatives",
        description="A hard negative must score below this share of a cited paper's score, 0.8–1."
        " Lower it when uncited papers often fit too.",
    )
