"""What SPECTER and SciNCL can both be told: they differ in where their triplets come from."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from training.recipe import Settings


class TripletSettings(Settings):
    """What training on triplets can be told, wherever they come from."""

    training_tokens: int = Field(
        0,
        ge=0,
        title="Text length in training",
        description="Tokens read of each text while training; 0: as many as in use. 64–256 saves"
        " most of the time.",
    )
    pooling: Literal["", "cls", "mean"] = Field(
        "",
        title="Pooling",
        description="Which vector stands for a text: that of its first token (cls) or the mean of"
        " all (mean); empty: as the base has it.",
    )
    margin: float = Field(
        1.0,
        gt=0,
        title="Margin",
        description="How much farther a negative must be than the positive, 0.05–1. Raise it when"
        " the loss reaches zero early.",
    )
    redraw: bool = Field(
        True,
        title="New triplets each epoch",
        description="Draw new triplets in each epoch; off: those of the first again. Turn it off"
        " only to repeat the paper.",
    )
