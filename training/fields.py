"""Settings that several recipes have, each recipe with a default of its own."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

Schedule = Literal["slanted", "linear", "cosine", "inverse-sqrt", "constant"]
Trainable = Literal["all", "biases", "lora"]
Pooling = Literal["", "cls", "mean"]


def epochs(default: int) -> int:
    """Return the setting “Epochs”."""
    return Field(
        default,
        ge=1,
        title="Epochs",
        description="Passes over the examples, 1–5. Raise it when the held-out score still rises"
        " at the end, lower it when it falls.",
    )


def steps(default: int) -> int:
    """Return the setting “Steps”."""
    return Field(
        default,
        ge=0,
        title="Steps",
        description="Number of steps in all, whatever the epochs; 0: as many as the epochs have."
        " Set it to limit the time.",
    )


def batch(default: int) -> int:
    """Return the setting “Batch size”."""
    return Field(
        default,
        ge=1,
        title="Batch size",
        description="Examples in one step, over all processes. Larger is steadier and slower;"
        " where examples are each other's negatives, it is also harder.",
    )


def learning_rate(default: float) -> float:
    """Return the setting “Learning rate”."""
    return Field(
        default,
        gt=0,
        title="Learning rate",
        description="Highest learning rate, 1e-6 to 5e-4. Lower it when the loss jumps or"
        " held-out scores fall, raise it when nothing moves.",
    )


def schedule(default: Schedule) -> Schedule:
    """Return the setting “Learning rate schedule”."""
    return Field(
        default,
        title="Learning rate schedule",
        description="How the learning rate falls after its rise. Linear suits most trainings.",
    )


def warmup(default: float) -> float:
    """Return the setting “Warm-up”."""
    return Field(
        default,
        ge=0,
        title="Warm-up",
        description="Share of the steps in which the learning rate rises, 0–0.5; values from 1 on"
        " count steps. Raise it when the loss jumps at the start.",
    )


def weight_decay(default: float) -> float:
    """Return the setting “Weight decay”."""
    return Field(
        default,
        ge=0,
        title="Weight decay",
        description="How strongly weights are pulled towards zero, 0–0.1; biases and norms are"
        " left out. Raise it when few examples are repeated often.",
    )


def adam_beta2(default: float) -> float:
    """Return the setting “Adam beta 2”."""
    return Field(
        default,
        gt=0,
        lt=1,
        title="Adam beta 2",
        description="Decay of Adam's second moment, 0.9–0.999. Lower it when the loss has spikes.",
    )


def trainable(default: Trainable) -> Trainable:
    """Return the setting “Trained weights”."""
    return Field(
        default,
        title="Trained weights",
        description="Which weights are trained: all, only the biases (BitFit), or small matrices"
        " that are added (LoRA). The last two need less memory.",
    )


def evaluate_every(default: int) -> int:
    """Return the setting “Steps between evaluations”."""
    return Field(
        default,
        ge=0,
        title="Steps between evaluations",
        description="Steps between two measurements on held-out citations; 0: after each epoch. A"
        " measurement takes as long as encoding about a thousand papers.",
    )


def training_tokens(default: int) -> int:
    """Return the setting “Text length in training”."""
    return Field(
        default,
        ge=0,
        title="Text length in training",
        description="Tokens read of each text while training; 0: as many as in use. 64–256 saves"
        " most of the time.",
    )


def pooling(default: Pooling) -> Pooling:
    """Return the setting “Pooling”."""
    return Field(
        default,
        title="Pooling",
        description="Which vector stands for a text: that of its first token (cls) or the mean of"
        " all (mean); empty: as the base has it.",
    )


def margin(default: float) -> float:
    """Return the setting “Margin”."""
    return Field(
        default,
        gt=0,
        title="Margin",
        description="How much farther a negative must be than the positive, 0.05–1. Raise it when"
        " the loss reaches zero early.",
    )


def contexts(default: int) -> int:
    """Return the setting “Citing sentences used”."""
    return Field(
        default,
        ge=0,
        title="Citing sentences used",
        description="Citing sentences to learn from, drawn once at random; 0: all. Lower it to"
        " save time.",
    )
