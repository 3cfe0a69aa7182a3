"""The settings of SPECTER."""

from __future__ import annotations

from pydantic import Field

from training import fields
from training.fields import Schedule
from training.recipes.triplet_settings import TripletSettings


class SpecterSettings(TripletSettings):
    """What SPECTER can be told."""

    epochs: int = fields.epochs(2)
    schedule: Schedule = fields.schedule("slanted")
    warmup: float = fields.warmup(0.1)
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
