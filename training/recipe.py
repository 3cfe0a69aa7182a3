"""What a recipe is: its settings, each with a meaning and a default, and its stages.

A recipe is one of the five papers, or a named combination. Presets are sets of values: ``small``
fits a CPU in a quarter of an hour, ``paper`` has the values that were published (``base`` is
still to be named: the papers begin with models that do not come with Cocite).

What a recipe is can be asked without torch; its stages import what they are carried out with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from core.jobs import Job

if TYPE_CHECKING:
    from training.corpus import Corpus
    from training.tasks import Task

Schedule = Literal["slanted", "linear", "cosine", "inverse-sqrt", "constant"]
Trainable = Literal["all", "biases", "lora"]


class Settings(BaseModel):
    """What every recipe can be told. The descriptions are what a person reads beside a value."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: str = Field(
        "",
        pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]*)?$",
        description="Name of the new model; made from recipe and base if empty.",
    )
    base: str = Field("minilm", description="Model to start from: a name on the shelf or a folder.")
    max_tokens: int = Field(
        0,
        ge=0,
        description="Tokens of a text that are read, if the base has so many; 0: as the base.",
    )
    seed: int = Field(0, ge=0, description="Every random draw depends on it.")
    epochs: int = Field(1, ge=1, description="How often the examples are gone through.")
    steps: int = Field(
        0, ge=0, description="Steps in all, whatever the epochs; 0: as the epochs have."
    )
    batch: int = Field(32, ge=1, description="Examples of one step, over all processes.")
    micro_batch: int = Field(
        0, ge=0, description="Examples on a device at once; 0: as many as fit, found by trying."
    )
    learning_rate: float = Field(2e-5, gt=0, description="Peak learning rate.")
    schedule: Schedule = Field("linear", description="How the learning rate changes.")
    warmup: float = Field(
        0.0, ge=0, description="Share of the steps in which the rate rises; from 1 on, the steps."
    )
    weight_decay: float = Field(0.0, ge=0, description="Decay of weights, not of biases and norms.")
    adam_beta2: float = Field(0.999, gt=0, lt=1, description="Second moment decay of Adam.")
    clip: float = Field(1.0, ge=0, description="Largest norm of the gradient; 0: any.")
    trainable: Trainable = Field("all", description="All weights, the biases (BitFit), or LoRA.")
    lora_rank: int = Field(16, ge=1, description="Rank of LoRA's matrices.")
    lora_alpha: float = Field(32.0, gt=0, description="Scale of LoRA's matrices, before rank.")
    precision: Literal["auto", "float32", "bfloat16"] = Field(
        "auto", description="Arithmetic; auto: bfloat16 where the device has it built in."
    )
    device: str = Field("", description="cuda, cuda:1, mps or cpu; empty: the fastest there is.")
    bucketing: bool = Field(
        True,
        description="Batch examples of about the same length; not where the examples of a batch"
        " are each other's negatives.",
    )
    gradient_checkpointing: bool = Field(False, description="Less memory, about a third slower.")
    compile: bool = Field(False, description="torch.compile; pays on long runs on a GPU.")
    workers: int = Field(0, ge=0, description="Processes that prepare examples.")
    evaluate_every: int = Field(0, ge=0, description="Steps between evaluations; 0: each epoch.")
    checkpoint_every: int = Field(
        0,
        ge=0,
        description="Steps between checkpoints, besides the end of each epoch; 0: as above.",
    )
    held_out_contexts: int = Field(
        300, ge=1, description="Held-out citing sentences asked at each evaluation."
    )
    held_out_pool: int = Field(
        1_000, ge=1, description="Papers that answer them; more is slower and harder."
    )
    keep: int = Field(2, ge=1, description="Checkpoints kept beside the best one.")
    patience: int = Field(
        0, ge=0, description="Stop after so many evaluations without a better score; 0: never."
    )

    @classmethod
    def of_the_machine(cls) -> frozenset[str]:
        """Return the settings that say where, not what: they may change when a run is resumed."""
        return frozenset({"device", "workers", "micro_batch"})


SMALL: Mapping[str, object] = {
    "training_tokens": 64,
    "held_out_contexts": 150,
    "held_out_pool": 400,
}
"""What small presets of encoders have in common: a processor reads some 20 texts of 64 tokens a
second, forward and backward."""

S = TypeVar("S", bound=Settings)


@dataclass(frozen=True, slots=True)
class Preparation:
    """What a stage may use while it makes its task.

    ``folder`` is the stage's own in the run: what took long to prepare is kept there and found
    again when the run is resumed. ``previous`` holds what the stage before saved.
    """

    folder: Path
    device: str
    job: Job
    warn: Callable[[str], None]
    previous: Path | None = None


@dataclass(frozen=True, slots=True)
class Stage(Generic[S]):
    """One training of a recipe. ``settings`` changes the recipe's values for this stage alone."""

    name: str
    make: Callable[[Corpus, S, Preparation], Task[Any]]
    settings: Callable[[S], S] = lambda settings: settings


@dataclass(frozen=True, slots=True)
class Recipe(Generic[S]):
    """A way to train. ``summary`` is one sentence for a person, ``source`` the paper.

    ``vectors`` says whether the model gives papers vectors, so that it can be compared with the
    one it starts from; a reranker cannot.
    """

    name: str
    summary: str
    source: str
    settings: type[S]
    stages: Callable[[S], tuple[Stage[S], ...]]
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    vectors: bool = True
