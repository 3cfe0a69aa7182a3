"""SemCSE (004): a summary is to be nearer to its own paper's texts than to those of others.

The saved model is searched by cosine, as every model of Cocite is; the paper's own measure is the
Euclidean distance, by which the state that is kept is chosen. What the paper does not say
(learning rate, decay, tokens) is taken from SemCSE-Multi by the same authors.
"""

from __future__ import annotations

from training.base.recipe import SMALL, Recipe, Stage
from training.recipes.semcse_settings import SemCSESettings


def _stages(settings: SemCSESettings) -> tuple[Stage[SemCSESettings], ...]:  # noqa: ARG001
    from training.recipes.semcse_task import make

    return (Stage("summaries", make),)


RECIPE = Recipe(
    name="semcse",
    summary="Learns from the texts of papers alone: summaries, titles and sentences of the same"
    " paper become similar.",
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
