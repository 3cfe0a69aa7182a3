"""The settings of SPECTER."""

from __future__ import annotations

from pydantic import Field

from training.recipe import Schedule
from training.recipes.triplet_settings import TripletSettings


class SpecterSettings(TripletSettings):
    """What SPECTER can be told."""

    epochs: int = Field(
        2,
        ge=1,
        title="Epochs",
        description="Passes over the examples, 1–5. Raise it when the held-out score still rises"
        " at the end, lower it when it falls.",
    )
    schedule: Schedule = Field(
        "slanted",
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
    per_query: int = Field(
        5,
        ge=1,
        title="Triplets per paper",
        description="Triplets of each citing paper in an epoch, 1–10. Raise it when there are few"
        " papers.",
    )
    hard_share: float = Field(
        0.3,
        ge=0,
        le=1,
        title="Share of hard negatives",
        description="Share of the triplets, rounded up, whose negative is cited by a cited paper"
        " but not by the paper itself, 0–1.",
    )
    citing_related: bool = Field(
        True,
        title="Citing papers are related",
        description="Never take a paper that cites the query as its negative, as SciNCL"
        " recommends. Turn it off only to repeat SPECTER.",
    )
