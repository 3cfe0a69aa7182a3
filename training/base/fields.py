"""Settings that several recipes have, each recipe with a default of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

Schedule = Literal["slanted", "linear", "cosine", "inverse-sqrt", "constant"]
Trainable = Literal["all", "layers", "biases", "lora"]
Pooling = Literal["", "cls", "mean"]
Pairing = Literal["mixed", "summaries", "same-input"]
"""What SemCSE's positives are; ``training.sampling.semcse_texts`` says how they are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How many sentences of a manuscript are read; the defaults are those of MP-BERT4CR.

    ``supplemental`` and ``body`` are drawn; ``abstract`` counts the first ones of an abstract,
    which its title precedes. With ``title`` a manuscript begins with its own.
    """

    supplemental: int = 27
    abstract: int = 10
    body: int = 30
    title: bool = False


def epochs(default: int) -> int:
    """Return the setting “Epochs”."""
    return Field(
        default,
        ge=1,
        title="Epochs",
        description="Number of passes over the training examples, 1–5. Raise it when the"
        " validation score still rises at the end, lower it when it falls.",
    )


def steps(default: int) -> int:
    """Return the setting “Steps”."""
    return Field(
        default,
        ge=0,
        title="Steps",
        description="Total number of training steps. 0: as many as the epochs have. Set it to"
        " limit the time.",
    )


def batch(default: int) -> int:
    """Return the setting “Batch size”."""
    return Field(
        default,
        ge=1,
        title="Batch size",
        description="Examples per step, over all processes, 8–512. Larger batches train more"
        " steadily and take longer; where the examples of a batch are each other's negatives, they"
        " also make the task harder.",
    )


def learning_rate(default: float) -> float:
    """Return the setting “Learning rate”."""
    return Field(
        default,
        gt=0,
        title="Learning rate",
        description="Peak learning rate, 1e-6 to 5e-4. Lower it when the loss jumps or the"
        " validation score falls, raise it when neither changes.",
    )


def schedule(default: Schedule) -> Schedule:
    """Return the setting “Learning rate schedule”."""
    return Field(
        default,
        title="Learning rate schedule",
        description="How the learning rate falls after the warm-up. Linear suits most trainings;"
        " constant leaves it as it is.",
    )


def warmup(default: float) -> float:
    """Return the setting “Warm-up”."""
    return Field(
        default,
        ge=0,
        title="Warm-up",
        description="Share of the steps in which the learning rate rises to its peak,"
        " 0–0.5; a value of 1 or more is a number of steps. Raise it when the loss jumps at the"
        " start.",
    )


def warmup_rate(default: float) -> float:
    """Return the setting “Learning rate at the start”."""
    return Field(
        default,
        ge=0,
        title="Learning rate at the start",
        description="Learning rate of the first step of the warm-up, from which it rises to its"
        " peak, 0–1e-6. Rarely changed.",
    )


def weight_decay(default: float) -> float:
    """Return the setting “Weight decay”."""
    return Field(
        default,
        ge=0,
        title="Weight decay",
        description="Weight decay of AdamW, 0–0.1, on all weights but biases and layer norms."
        " Raise it when few examples are repeated often.",
    )


def adam_beta2(default: float) -> float:
    """Return the setting “Adam β₂”."""
    return Field(
        default,
        gt=0,
        lt=1,
        title="Adam β₂",
        description="Decay rate of Adam's second moment, 0.9–0.999. Lower it when the loss has"
        " spikes.",
    )


def trainable(default: Trainable) -> Trainable:
    """Return the setting “Trained weights”."""
    return Field(
        default,
        title="Trained weights",
        description="Which weights are trained: all, all but the vectors of words and positions"
        " (layers), only the biases (BitFit), or small matrices that are added (LoRA). The last"
        " three need less memory.",
    )


def evaluate_every(default: int) -> int:
    """Return the setting “Steps between validations”."""
    return Field(
        default,
        ge=0,
        title="Steps between validations",
        description="Steps between two validations on held-out citations. 0: after each epoch. A"
        " validation takes as long as encoding about a thousand papers.",
    )


def training_tokens(default: int) -> int:
    """Return the setting “Text length in training”."""
    return Field(
        default,
        ge=0,
        title="Text length in training",
        description="Longest text in tokens while training; in use the text length above applies."
        " 0: the same. 64–256 saves most of the time.",
    )


def pooling(default: Pooling) -> Pooling:
    """Return the setting “Pooling”."""
    return Field(
        default,
        title="Pooling",
        description="How the vectors of the tokens become one: that of the first token (cls) or"
        " the mean of all (mean). Empty: as in the base model, which is best unless it was never"
        " trained for similarity.",
    )


def margin(default: float) -> float:
    """Return the setting “Margin”."""
    return Field(
        default,
        gt=0,
        title="Margin",
        description="How much farther away a negative must be than the positive, 0.05–1. Raise it"
        " when the loss reaches zero early.",
    )


def contexts(default: int) -> int:
    """Return the setting “Citing sentences used”."""
    return Field(
        default,
        ge=0,
        title="Citing sentences used",
        description="Number of citing sentences to train on, drawn once at random. 0: all. Lower"
        " it to save time.",
    )


def renew(default: int) -> int:
    """Return the setting “Steps between searches for hard negatives”."""
    return Field(
        default,
        ge=0,
        title="Steps between searches for hard negatives",
        description="Number of steps after which hard negatives are searched again, with the model"
        " as it is then, and the model is validated. 0: once an epoch. Lower it when the loss"
        " falls quickly; each search takes time.",
    )


def distillation(default: float) -> float:
    """Return the setting “Distillation”."""
    return Field(
        default,
        ge=0,
        title="Distillation",
        description="Questions made of abstracts, added per question, 0–1, for which the model"
        " keeps the order that the base model gives the papers. Raise it when the trained model"
        " no longer finds papers that say the same in other words.",
    )


def titles(default: float) -> float:
    """Return the setting “Share: papers by title alone”."""
    return Field(
        default,
        ge=0,
        le=1,
        title="Share: papers by title alone",
        description="Share of papers shown by their title alone while training, 0–0.5, where"
        " papers are trained too. Raise it when many papers of your library have no abstract.",
    )


# --- recipes that read a question and a text together -------------------------------------------


def pair_tokens(default: int) -> int:
    """Return the setting “Text length” of recipes that read two texts together."""
    return Field(
        default,
        ge=0,
        title="Text length",
        description="Longest question and text together, in tokens; the rest is cut off. 0: as"
        " long as the base model reads. Lower it when memory is short.",
    )


def question_tokens(default: int) -> int:
    """Return the setting “Question length”."""
    return Field(
        default,
        ge=8,
        title="Question length",
        description="Longest question in tokens, at least 8; the rest of the text length is for"
        " the text it is compared with. Raise it when questions are long.",
    )


def questions_per_step(default: int) -> int:
    """Return the setting “Batch size” of recipes whose examples are questions."""
    return Field(
        default,
        ge=1,
        title="Batch size",
        description="Questions per step, 4–64. Larger batches train more steadily and take longer.",
    )


def questions(default: int) -> int:
    """Return the setting “Questions used”."""
    return Field(
        default,
        ge=0,
        title="Questions used",
        description="Number of questions to train on, drawn at random. 0: all. Lower it to save"
        " time.",
    )


def validation_questions(default: int) -> int:
    """Return the setting “Validation questions”."""
    return Field(
        default,
        ge=1,
        title="Validation questions",
        description="Held-out questions by which the best checkpoint is chosen, 50–500. More make"
        " the choice more reliable and the validation slower.",
    )
