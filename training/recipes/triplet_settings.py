"""Settings that SPECTER and SciNCL share: they differ in where their triplets come from."""

from __future__ import annotations

from pydantic import Field

from training.base import fields
from training.base.fields import Pooling
from training.base.recipe import RecipeSettings


class TripletSettings(RecipeSettings):
    """Settings of training on triplets, wherever these come from."""

    training_tokens: int = fields.training_tokens(0)
    pooling: Pooling = fields.pooling("")
    margin: float = fields.margin(1.0)
    redraw: bool = Field(
        True,
        title="New triplets each epoch",
        description="Draw new triplets in each epoch; off: use the same ones again. Turn it off"
        " only to reproduce the publication.",
    )
