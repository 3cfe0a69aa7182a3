"""What a recipe gives the training loop: examples, a model, a loss, and an evaluation.

An example is drawn by its number and the epoch alone. The loop cuts a batch of examples into
micro-batches that fit the device, runs the model on each, and asks for the loss of the whole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from torch import Tensor, nn

from core.base.jobs import Job, SilentJob

if TYPE_CHECKING:
    from training.corpus.corpus import CitingSentence

Example = TypeVar("Example")
Outputs = Mapping[str, Tensor]
"""What the model makes of a batch, by name; the first dimension counts examples."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples as tensors: what the model is called with, and what the loss needs beside.

    ``inputs`` are keyword arguments of the model (tensors, or lists and dicts of them).
    ``targets`` have examples as first dimension and carry no gradient (labels, masks, ids); their
    other dimensions are the same in each micro-batch, so that they can be put together.
    """

    inputs: dict[str, Any]
    targets: dict[str, Tensor] = field(default_factory=dict)


class Task(ABC, Generic[Example]):
    """One stage of a recipe.

    ``couples`` says whether the loss of an example depends on the others of its batch (in-batch
    negatives): such a batch is cut with GradCache, others by accumulation. ``metric`` names the
    score of ``evaluate`` that decides which state is kept; "" keeps the last.
    """

    model: nn.Module
    """Called with ``Batch.inputs``; returns ``Outputs`` whose other dimensions never change."""
    couples: ClassVar[bool] = False
    metric: str = ""
    parts: int = 1
    """Epochs of the loop that make one pass over the examples."""
    job: Job = SilentJob()
    """Told how far an evaluation is; it is never stopped, for its state is not kept yet."""

    @abstractmethod
    def __len__(self) -> int:
        """Return how many examples an epoch of the loop has."""

    @abstractmethod
    def example(self, epoch: int, index: int) -> Example:
        """Return an example: a function of (seed, epoch, index) alone, safe in any process."""

    @abstractmethod
    def batch(self, examples: Sequence[Example]) -> Batch:
        """Put examples together, on the CPU."""

    @abstractmethod
    def loss(self, outputs: Outputs, targets: Mapping[str, Tensor]) -> Tensor:
        """Return the mean loss of the examples."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write the model as the rest of Cocite reads it, without ``manifest.json``'s scores."""

    def sentences(self) -> Sequence[CitingSentence] | None:
        """Return the citing sentences that are learned from; ``None`` where nobody needs to know.

        They are what a later training with what was added takes for known.
        """
        return None

    def cost(self, index: int) -> int:  # noqa: ARG002
        """Return how long an example is, in any unit; examples of near cost are batched."""
        return 1

    def begin_epoch(self, epoch: int, folder: Path) -> None:
        """Prepare what the epoch's examples depend on beside the seed.

        What is made with the current weights (mined negatives) is written into ``folder``, the
        stage's own, and read from there when the run is resumed.
        """

    def evaluate(self) -> dict[str, float]:
        """Return scores on held-out papers, higher is better. The model is in its eval mode."""
        return {}
