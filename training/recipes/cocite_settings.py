"""The settings of the recommended recipe."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from training.recipe import Schedule, Settings, Trainable


class CociteSettings(Settings):
    """What the recommended recipe can be told."""

    sides: Literal["both", "queries"] = Field(
        "both",
        title="Trained sides",
        description="both: one encoder for sentences and papers, and the library is encoded"
        " again. queries: an adapter for sentences alone, papers keep their vectors; it needs"
        " LoRA or biases.",
    )
    epochs: int = Field(
        2,
        ge=1,
        title="Epochs",
        description="Passes over the examples, 1–5. Raise it when the held-out score still rises"
        " at the end, lower it when it falls.",
    )
    batch: int = Field(
        256,
        ge=1,
        title="Batch size",
        description="Examples in one step, over all processes. Larger is steadier and slower;"
        " where examples are each other's negatives, it is also harder.",
    )
    learning_rate: float = Field(
        2e-4,
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
        0.01,
        ge=0,
        title="Weight decay",
        description="How strongly weights are pulled towards zero, 0–0.1; biases and norms are"
        " left out. Raise it when few examples are repeated often.",
    )
    trainable: Trainable = Field(
        "lora",
        title="Trained weights",
        description="Which weights are trained: all, only the biases (BitFit), or small matrices"
        " that are added (LoRA). The last two need less memory.",
    )
    training_tokens: int = Field(
        192,
        ge=0,
        title="Text length in training",
        description="Tokens read of each text while training; 0: as many as in use. 64–256 saves"
        " most of the time.",
    )
    temperature: float = Field(
        0.05,
        gt=0,
        title="Temperature",
        description="Temperature of the softmax over similarities, 0.01–0.2. Lower is sharper;"
        " raise it when citations are noisy.",
    )
    contexts: int = Field(
        0,
        ge=0,
        title="Citing sentences used",
        description="Citing sentences to learn from, drawn once at random; 0: all. Lower it to"
        " save time.",
    )
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
