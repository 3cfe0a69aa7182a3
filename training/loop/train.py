"""Trains a task: steps, evaluations and checkpoints, until it is done or stopped."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.errors import TrainingError, UsageError
from core.base.jobs import JobCancelled
from core.models.devices import best_device
from training.base.recipe import RecipeSettings
from training.base.tasks import Task
from training.loop import checkpoints, optimisation
from training.loop.checkpoints import About, Checkpoints
from training.loop.course import Course, Watcher
from training.loop.trainer import Arguments, TaskTrainer

__all__ = ["TrainOutcome", "Watcher", "best_so_far", "train"]

_DAY_SECONDS = 24 * 3600
_DEVICE = "ACCELERATE_TORCH_DEVICE"


@dataclass(frozen=True, slots=True)
class TrainOutcome:
    """How a training ended.

    ``finished`` is false where a stop was asked for; ``step`` is that of the state now in
    ``task.model``; ``scores`` are its scores on held-out papers, where it was measured.
    """

    finished: bool
    step: int
    scores: dict[str, float] = field(default_factory=dict)


def train(
    task: Task[Any],
    settings: RecipeSettings,
    *,
    folder: Path,
    watcher: Watcher,
    resume: bool,
    identity: Mapping[str, str],
) -> TrainOutcome:
    """Train ``task.model`` and leave the best state in it, the last one without ``task.metric``.

    ``folder`` is the stage's own; ``checkpoints/`` and ``tensorboard/`` are made in it.
    ``identity`` says what a checkpoint must agree with to be gone on from: "recipe" and "stage"
    (which the events name as well), and fingerprints of settings and corpus. With ``resume``
    training goes on from the newest checkpoint, if there is one, and says where that is.

    Raises:
        UsageError: there are checkpoints and ``resume`` is false, or they are of something else.
        TrainingError: the loss is no longer a number, or one example does not fit the memory.
        DiskFullError: a checkpoint could not be written; the one before is kept.
    """
    if not len(task):
        raise TrainingError("There is nothing to train on: no example could be created.")
    store = Checkpoints(folder / "checkpoints", identity=dict(identity), keep=settings.keep)
    about = _resumed_state(store, resume=resume)
    if not about.finished:
        with _on(settings.device or best_device()) as device:
            if settings.gradient_checkpointing:
                optimisation.save_activations(task.model)
            if settings.compile:
                task.model.compile(dynamic=True)
            arguments = _arguments(settings, store.folder.parent, device, task.parts)
            trainer = TaskTrainer(task, settings, arguments, store)
            course = Course(
                settings,
                metric=task.metric,
                about=about,
                watcher=watcher,
                processes=trainer.processes,
                resumed=resume,
            )
            _run(trainer, course)
        if course.stopped:
            return TrainOutcome(
                finished=False, step=course.about.step, scores=course.about.last_scores
            )
        about = course.about
    return _best_outcome(task, store, about)


def best_so_far(
    task: Task[Any], settings: RecipeSettings, *, folder: Path, identity: Mapping[str, str]
) -> TrainOutcome:
    """Leave the best state of a training that was stopped in ``task.model``, as if it had ended.

    Raises:
        UsageError: the checkpoints are of something else.
    """
    store = Checkpoints(folder / "checkpoints", identity=dict(identity), keep=settings.keep)
    return _best_outcome(task, store, _resumed_state(store, resume=True))


def _resumed_state(store: Checkpoints, *, resume: bool) -> About:
    if resume:
        return store.newest() or About(identity=store.identity, step=0)
    if store.steps():
        raise UsageError(
            "“{folder}” holds checkpoints of an earlier training.",
            folder=store.folder,
            remedy="Resume it, or start in another folder.",
        )
    return About(identity=store.identity, step=0)


def _run(trainer: TaskTrainer, course: Course) -> None:
    """Train from the newest checkpoint on, or from the first step, until the end or a stop."""
    store, step = trainer.store, course.about.step
    trainer.follow(course, store.folder.parent / "tensorboard")
    last = str(store.step_path(step)) if step else None
    try:
        with warnings.catch_warnings():
            # What torch offers instead of ddp_broadcast_buffers cannot be said through accelerate.
            warnings.filterwarnings("ignore", "`broadcast_buffers` is deprecated", FutureWarning)
            trainer.train(resume_from_checkpoint=last)
        course.meter.check()
    except JobCancelled:
        if not course.stopped:
            raise
    finally:
        trainer.close()


def _best_outcome(task: Task[Any], store: Checkpoints, about: About) -> TrainOutcome:
    """Put the best state into the model, where a best one is known."""
    step = about.best_step if task.metric and about.best_step else about.step
    checkpoints.read_weights(task.model, store.step_path(step) / checkpoints.MODEL)
    scores = about.best_scores if step == about.best_step else about.last_scores
    return TrainOutcome(finished=True, step=step, scores=scores)


def _arguments(settings: RecipeSettings, folder: Path, device: str, parts: int) -> Arguments:
    cpu, several = device == "cpu", int(os.environ.get("WORLD_SIZE", "1")) > 1
    return Arguments(
        output_dir=str(folder),
        num_train_epochs=settings.epochs * parts,
        max_steps=settings.steps or -1,
        learning_rate=settings.learning_rate,
        max_grad_norm=settings.clip,
        seed=settings.seed,
        use_cpu=cpu,
        ddp_backend="gloo" if cpu and several else None,
        # The others wait while the main process measures, however long that takes.
        ddp_timeout=_DAY_SECONDS,
        # Each process may cut its share otherwise; buffers would be exchanged with each cut.
        ddp_broadcast_buffers=False,
        logging_strategy="no",
        eval_strategy="no",
        save_strategy="no",
        logging_nan_inf_filter=False,
        dataloader_pin_memory=False,
        report_to="none",
        disable_tqdm=True,
        log_level="error",
        log_level_replica="error",
    )


@contextlib.contextmanager
def _on(device: str) -> Iterator[str]:
    """Make accelerate take this device; it knows no other way than the environment."""
    before = os.environ.get(_DEVICE)
    if ":" in device:
        os.environ[_DEVICE] = device
    try:
        yield device
    finally:
        os.environ.pop(_DEVICE, None)
        if before is not None:
            os.environ[_DEVICE] = before
