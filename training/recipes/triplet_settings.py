"""What SPECTER and SciNCL can both be told: they differ in where their triplets come from."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from training.recipe import Settings


class TripletSettings(Settings):
    """What training on triplets can be told, wherever they come from."""

    training_tokens: int = Field(
        0, ge=0, description="Tokens of a text read in training, fewer than in use; 0: as many."
    )
    pooling: Literal["", "cls", "mean"] = Field(
        "", description="Vector of a text: of its first token, or their mean; empty: as the base."
    )
    margin: float = Field(1.0, gt=0, description="How much farther a negative is to be, at least.")
    redraw: bool = Field(
        True, description="Draw triplets anew each epoch; else those of the first, as published."
    )
