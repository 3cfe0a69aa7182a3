"""SPECTER (003): papers are to be near those they cite.

The paper starts from SciBERT and pools by its first token; here the base's own pooling is kept
unless told otherwise, for training and for use alike.
"""

from __future__ import annotations

from pydantic import Field

from training.recipe import SMALL, Recipe, Schedule, Stage
from training.recipes.triplet_settings import TripletSettings


class SpecterSettings(TripletSettings):
    """What SPECTER can be told."""

    epochs: int = Field(2, ge=1, description="How often the examples are gone through.")
    schedule: Schedule = Field("slanted", description="How the learning rate changes.")
    warmup: float = Field(
        0.1, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    per_query: int = Field(5, ge=1, description="Triplets of a citing paper in an epoch.")
    hard_share: float = Field(
        0.3, ge=0, le=1, description="Share of them, rounded up, with a hard negative."
    )
    citing_related: bool = Field(
        True, description="A paper that cites the query is no negative (SciNCL's finding)."
    )


def _stages(settings: SpecterSettings) -> tuple[Stage[SpecterSettings], ...]:  # noqa: ARG001
    from training.recipes.specter_task import make

    return (Stage("citations", make),)


RECIPE = Recipe(
    name="specter",
    summary="Learns from citations: a paper is to be near what it cites.",
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
