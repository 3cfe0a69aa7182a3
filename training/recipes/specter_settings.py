"""The settings of SPECTER."""

from __future__ import annotations

from pydantic import Field

from training.base import fields
from training.base.fields import Schedule
from training.recipes.triplet_settings import TripletSettings


class SpecterSettings(TripletSettings):
    """Settings of SPECTER."""

    epochs: int = fields.epochs(2)
    schedule: Schedule = fields.schedule("slanted")
    warmup: float = fields.warmup(0.1)
    per_query: int = Field(
        5,
        ge=1,
        title="Triplets per paper",
        description="Triplets drawn for each citing paper per epoch, 1–10. Raise it when there are"
        " few papers.",
    )
    hard_share: float = Field(
        0.3,
        ge=0,
        le=1,
        title="Share of hard negatives",
        description="Share of triplets, 0–1, with a hard negative: a paper that a cited paper"
        " cites but the paper itself does not. Lower it when such papers are often relevant.",
    )
    citing_related: bool = Field(
        True,
        title="No citing paper as negative",
        description="Never use a paper as a negative of one that it cites, as SciNCL recommends."
        " Turn it off only to reproduce SPECTER.",
    )
