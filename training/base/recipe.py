"""What a recipe is: its settings, each with a meaning and a default, and its stages.

A recipe is one of the five papers, or a named combination. Presets are sets of values: ``small``
fits a CPU in a quarter of an hour, ``paper`` has the values that were published. Its base does not
come with Cocite: it must be installed under that name, or another be named.

What a recipe is can be asked without torch; its stages import what they are carried out with.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from core.base.jobs import Job
from training.base import fields
from training.base.fields import Pooling, Schedule, Trainable

if TYPE_CHECKING:
    from training.base.tasks import Task
    from training.corpus.corpus import Corpus


class RecipeSettings(BaseModel):
    """Settings of every recipe. The descriptions are what a person reads beside a value."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: str = Field(
        "",
        pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]*)?$",
        description="Name of the new model. Empty: made from the recipe and the base model.",
    )
    base: str = Field(
        "minilm", description="Model to start from: the name of an installed model, or a folder."
    )
    max_tokens: int = Field(
        0,
        ge=0,
        title="Text length",
        description="Longest text in tokens, in training and in use; the rest is cut off. 0: as"
        " long as the base model reads. Lower it when memory is short.",
    )
    seed: int = Field(
        0,
        ge=0,
        title="Random seed",
        description="Seed of the random numbers: any whole number. Change it to see how much a"
        " result depends on chance.",
    )
    epochs: int = fields.epochs(1)
    steps: int = fields.steps(0)
    batch: int = fields.batch(32)
    micro_batch: int = Field(
        0,
        ge=0,
        title="Micro-batch size",
        description="Examples processed at the same time. 0: as many as fit into memory, found by"
        " trying. Set it when memory runs out all the same.",
    )
    learning_rate: float = fields.learning_rate(2e-5)
    schedule: Schedule = fields.schedule("linear")
    warmup: float = fields.warmup(0.0)
    warmup_rate: float = fields.warmup_rate(0.0)
    weight_decay: float = fields.weight_decay(0.0)
    adam_beta2: float = fields.adam_beta2(0.999)
    clip: float = Field(
        1.0,
        ge=0,
        title="Gradient clipping",
        description="Largest norm of the gradient, 0.1–10; longer gradients are scaled down. 0: no"
        " limit. Lower it when the loss has spikes.",
    )
    trainable: Trainable = fields.trainable("all")
    lora_rank: int = Field(
        16,
        ge=1,
        title="LoRA rank",
        description="Rank of LoRA's matrices, 4–64. Raise it when there are many examples and the"
        " loss stays high.",
    )
    lora_alpha: float = Field(
        32.0,
        gt=0,
        title="LoRA alpha",
        description="Scale of LoRA's matrices; it is divided by the rank. Usually twice the rank.",
    )
    precision: Literal["auto", "float32", "bfloat16", "float16"] = Field(
        "auto",
        title="Precision",
        description="Number format of the computation. auto: bfloat16 where the device supports"
        " it, else float16 on a GPU that is fast in it, else float32. Choose float32 when the loss"
        " becomes NaN.",
    )
    device: str = Field(
        "",
        description="Device to train on: cuda, cuda:1, mps or cpu. Empty: the fastest available.",
    )
    bucketing: bool = Field(
        True,
        title="Group by length",
        description="Put texts of similar length into one batch, which saves time. It has no"
        " effect where the examples of a batch are each other's negatives.",
    )
    gradient_checkpointing: bool = Field(
        False,
        title="Gradient checkpointing",
        description="Recompute intermediate results instead of keeping them: needs less memory and"
        " takes about a third longer. Turn it on when not even one example fits into memory.",
    )
    compile: bool = Field(
        False,
        title="Compile the model",
        description="Compile the model with torch.compile before training. Turn it on for long"
        " runs on a GPU.",
    )
    workers: int = Field(
        0,
        ge=0,
        title="Data loader processes",
        description="Extra processes that prepare examples, 0–8. Raise it when a GPU waits for"
        " examples.",
    )
    evaluate_every: int = fields.evaluate_every(0)
    checkpoint_every: int = Field(
        0,
        ge=0,
        title="Steps between checkpoints",
        description="Steps between two checkpoints; there is one at the end of each epoch too. 0:"
        " with each validation, and after a minute or 2 % of the steps, whichever is longer.",
    )
    held_out_contexts: int = Field(
        300,
        ge=1,
        title="Validation sentences",
        description="Held-out citing sentences by which the best checkpoint is chosen, 50–1,000."
        " More make the choice more reliable and the validation slower.",
    )
    held_out_pool: int = Field(
        1_000,
        ge=1,
        title="Validation papers",
        description="Papers that are ranked for each validation sentence, up to 1,000. More make"
        " the task harder and the validation slower.",
    )
    keep: int = Field(
        2,
        ge=1,
        title="Checkpoints kept",
        description="Latest checkpoints kept besides the best one, 1–10. Lower it when there is"
        " little room on the disk.",
    )
    patience: int = Field(
        0,
        ge=0,
        title="Patience",
        description="Early stopping: the training ends after so many validations without a better"
        " score. 0: never. Set it to 2–5 on long runs.",
    )

    @classmethod
    def of_the_machine(cls) -> frozenset[str]:
        """Return the settings that say where, not what: they may change when a run is resumed."""
        return frozenset({"device", "workers", "micro_batch"})


class TripletSettings(RecipeSettings):
    """Settings of training on triplets: SPECTER and SciNCL differ in where these come from."""

    training_tokens: int = fields.training_tokens(0)
    pooling: Pooling = fields.pooling("")
    margin: float = fields.margin(1.0)
    redraw: bool = Field(
        True,
        title="New triplets each epoch",
        description="Draw new triplets in each epoch; off: use the same ones again. Turn it off"
        " only to reproduce the publication.",
    )


SMALL: Mapping[str, object] = {
    "training_tokens": 64,
    "held_out_contexts": 150,
    "held_out_pool": 400,
}
"""What small presets of encoders have in common: a processor reads some 20 texts of 64 tokens a
second, forward and backward."""

S = TypeVar("S", bound=RecipeSettings)


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


TaskMaker = Callable[["Corpus", Any, Preparation], "Task[Any]"]


def defer_import(place: str) -> TaskMaker:
    """Return a function that imports the one at "module:name" when it is called."""

    def make(corpus: Corpus, settings: RecipeSettings, preparation: Preparation) -> Task[Any]:
        module, _, name = place.partition(":")
        maker: TaskMaker = getattr(importlib.import_module(module), name)
        return maker(corpus, settings, preparation)

    return make


@dataclass(frozen=True, slots=True)
class Stage(Generic[S]):
    """One training of a recipe. ``settings`` changes the recipe's values for this stage alone."""

    name: str
    make: Callable[[Corpus, S, Preparation], Task[Any]]
    settings: Callable[[S], S] = lambda settings: settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What a preset is for, in words that need no knowledge of training: a card of the wizard.

    ``gain`` says what was measured (``docs/quality.md``), of the recommended preset over the model
    that comes with Cocite, of the small presets over all-MiniLM-L6-v2 as published; what was not
    measured is not promised. Figures for libraries of a size are those of
    ``core.runs.judging.forecast_gain`` alone. ``minutes`` are those on two processor cores.
    """

    preset: str
    title: str
    choose: str
    gain: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Recipe(Generic[S]):
    """A way to train. ``summary`` is one sentence for a person, ``source`` the paper.

    ``needs`` names what of a corpus it cannot do without (``training.base.corpus_checks``): one of
    each group; ``uses`` names what else it learns from. ``purposes`` are offered to a person, the
    best first. ``vectors`` says whether the model gives
    papers vectors, so that it can be compared with the one it starts from; a reranker cannot.
    """

    name: str
    summary: str
    source: str
    settings: type[S]
    stages: Callable[[S], tuple[Stage[S], ...]]
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    needs: tuple[tuple[str, ...], ...] = ()
    uses: tuple[str, ...] = ()
    purposes: tuple[Purpose, ...] = ()
    vectors: bool = True
