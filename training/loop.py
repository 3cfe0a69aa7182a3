"""Trains a task: steps, evaluations and checkpoints, until it is done or told to stop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from core.wire import Event
from training.recipe import Settings
from training.tasks import Task


class Watcher(Protocol):
    """Who follows a training: asked and told on the main process only."""

    def report(self, event: Event) -> None:
        """Take down an event."""

    def stop_asked(self) -> bool:
        """Tell whether the training shall stop; asked after each step, so it must be cheap."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a training ended.

    ``finished`` is false where a stop was asked for; ``step`` is that of the state now in
    ``task.model``; ``scores`` are its scores on held-out papers, where it was measured.
    """

    finished: bool
    step: int
    scores: dict[str, float] = field(default_factory=dict)


def train(
    task: Task[Any],
    settings: Settings,
    *,
    folder: Path,
    watcher: Watcher,
    resume: bool,
    identity: Mapping[str, str],
) -> Outcome:
    """Train ``task.model`` and leave the best state in it, the last one without ``task.metric``.

    ``folder`` is the stage's own; ``checkpoints/`` and ``tensorboard/`` are made in it.
    ``identity`` says what a checkpoint must agree with to be gone on from: "recipe" and "stage"
    (which the events name as well), and fingerprints of settings and corpus. With ``resume``
    training goes on from the newest checkpoint, if there is one.

    Raises:
        UsageError: there are checkpoints and ``resume`` is false, or they are of something else.
        TrainingError: the loss is no longer a number, or one example does not fit the memory.
        DiskFullError: a checkpoint could not be written; the one before is kept.
    """
    raise NotImplementedError
