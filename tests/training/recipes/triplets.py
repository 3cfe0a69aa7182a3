"""Triplets of papers."""

from __future__ import annotations

from pathlib import Path

from core.base.jobs import SilentJob
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.recipes.specter import RECIPE, SpecterSettings
from training.recipes.triplet_task import TripletTask

FAST = {
    "device": "cpu",
    "precision": "float32",
    "learning_rate": 1e-2,
    "schedule": "constant",
    "batch": 20,
    "training_tokens": 32,
    "evaluate_every": 1000,
}


def task_of(corpus: Corpus, base: Path, folder: Path, **given: object) -> TripletTask:
    settings = SpecterSettings.model_validate(FAST | {"base": str(base)} | given)
    (stage,) = RECIPE.stages(settings)
    said: list[str] = []
    task = stage.make(corpus, settings, Preparation(folder, "cpu", SilentJob(), said.append))
    assert isinstance(task, TripletTask)
    # What the corpus' papers cite cites nothing, so that there are no hard negatives.
    assert len(said) == 1
    assert "no hard negatives" in said[0]
    return task
