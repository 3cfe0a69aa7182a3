"""SPECTER (003): papers are to be near those they cite.

The paper starts from SciBERT and pools by its first token; here the base's own pooling is kept
unless set otherwise, for training and for use alike.
"""

from __future__ import annotations

from training.base.recipe import SMALL, Recipe, Stage
from training.recipes.specter_settings import SpecterSettings


def _stages(settings: SpecterSettings) -> tuple[Stage[SpecterSettings], ...]:  # noqa: ARG001
    from training.recipes.specter_task import make

    return (Stage("citations", make),)


RECIPE = Recipe(
    name="specter",
    summary="Learns from citations: papers that cite one another become similar.",
    source="Cohan et al. 2020, SPECTER: Document-level Representation Learning using "
    "Citation-informed Transformers",
    settings=SpecterSettings,
    stages=_stages,
    presets={
        "small": {**SMALL, "steps": 80, "learning_rate": 1e-5},
        "paper": {
            "epochs": 2,
            "batch": 32,
            "learning_rate": 2e-5,
            "schedule": "slanted",
            "warmup": 0.1,
            "weight_decay": 0.0,
            "max_tokens": 512,
            "pooling": "cls",
            "citing_related": False,
            "redraw": False,
        },
    },
)
