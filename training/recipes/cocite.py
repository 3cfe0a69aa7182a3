"""The recommended combination, for a small encoder: contexts, citations and the citation graph.

Multi-positive InfoNCE over citing sentences and what they cite, with SPECTER's citation pairs and
SciNCL's bands mixed in, and hard negatives mined with the model as it is at the start of an
epoch. What each part brings is measured by ``tests/benchmarks/training_arms.py``.

With ``sides=queries`` only an adapter for queries is trained, against the papers' vectors as the
base gives them; see ``training.recipes.cocite_queries``:

    python -m training cocite --preset queries --corpus DIR --out RUN --set vectors=FOLDER
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.errors import UsageError
from training.recipe import SMALL, Recipe, Schedule, Settings, Stage, Trainable


class CociteSettings(Settings):
    """What the recommended recipe can be told."""

    sides: Literal["both", "queries"] = Field(
        "both",
        description="What is trained: one encoder for both; or an adapter for queries alone, with"
        " which no library has to be encoded again (--preset queries, lora or biases).",
    )
    epochs: int = Field(2, ge=1, description="How often the examples are gone through.")
    batch: int = Field(256, ge=1, description="Examples of one step, over all processes.")
    learning_rate: float = Field(2e-4, gt=0, description="Peak learning rate.")
    schedule: Schedule = Field("linear", description="How the learning rate changes.")
    warmup: float = Field(
        0.1, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    weight_decay: float = Field(0.01, ge=0, description="Decay of weights, not of biases, norms.")
    trainable: Trainable = Field("lora", description="All weights, the biases (BitFit), or LoRA.")
    training_tokens: int = Field(
        192, ge=0, description="Tokens of a text read in training, fewer than in use; 0: as many."
    )
    temperature: float = Field(0.05, gt=0, description="By which cosines are divided.")
    contexts: int = Field(0, ge=0, description="Citing sentences used, drawn once; 0: all.")
    positives: int = Field(2, ge=1, description="Papers a sentence cites that a step shows.")
    negatives: int = Field(1, ge=0, description="Mined hard negatives of a sentence; 0: none.")
    bank: int = Field(
        8_192,
        ge=0,
        description="With sides=queries: random papers that a step compares with as well.",
    )
    vectors: str = Field(
        "",
        description="With sides=queries: folder where the papers' vectors are kept for other runs"
        " too; empty: the run's own.",
    )
    title_sentence: float = Field(0.4, ge=0, description="Share of queries: title and sentence.")
    sentence: float = Field(0.3, ge=0, description="Share of queries: the sentence alone.")
    neighbours: float = Field(0.2, ge=0, description="Share of queries: with its neighbours.")
    sampled: float = Field(
        0.1, ge=0, description="Share of queries: with sentences drawn from before (001)."
    )
    citations: float = Field(0.25, ge=0, description="Citation triplets (003) for each sentence.")
    bands: float = Field(0.0, ge=0, description="Neighbours in the graph (000) for each sentence.")
    mining_pool: int = Field(
        30_000, ge=0, description="Papers that hard negatives come from, besides answers; 0: all."
    )
    mining_depth: int = Field(20, ge=1, description="Hard negatives kept to draw from.")
    mining_limit: float = Field(
        0.95, gt=0, description="Share of an answer's score that a negative must stay under."
    )


def _stages(settings: CociteSettings) -> tuple[Stage[CociteSettings], ...]:
    if settings.sides == "queries" and settings.trainable == "all":
        raise UsageError(
            "An adapter for queries is trained with LoRA or by the biases, not with all weights.",
            remedy="Set trainable=lora or trainable=biases, or sides=both.",
        )
    if settings.sides == "queries" and settings.max_tokens:
        raise UsageError(
            "With sides=queries papers are read as the base reads them, so max_tokens must be 0.",
            remedy="Set training_tokens instead, or sides=both.",
        )
    from training.recipes.cocite_stage import make

    return (Stage("contexts", make),)


RECIPE = Recipe(
    name="cocite",
    summary="Learns from sentences that cite, from citations and from what is hard to tell apart.",
    source="Cocite's own combination: contexts (MP-BERT4CR), citations (SPECTER), neighbours in "
    "the citation graph (SciNCL), in-batch contrast (SemCSE), mined hard negatives (NV-Retriever)",
    settings=CociteSettings,
    stages=_stages,
    presets={
        "small": {
            **SMALL,
            "epochs": 1,
            "contexts": 1_500,
            "batch": 64,
            "mining_pool": 500,
        },
        # 25,000 sentences that cite 10,000 papers are some 4 million tokens of papers, encoded
        # once (vectors=FOLDER keeps them for the next run), and 6 million of queries. A batch of
        # queries fits at once, which spares the first of GradCache's two passes.
        "queries": {
            **SMALL,
            "sides": "queries",
            "epochs": 1,
            "batch": 64,
            "micro_batch": 64,
            "training_tokens": 96,
            "negatives": 4,
            "bank": 8_192,
            "mining_pool": 8_000,
            "citations": 0.0,
        },
    },
)
