"""A run from what was asked for to its last event.

A run that goes on is the run that was begun: recipe, settings, corpus and base are those of its
``config.json``, and whatever differs is refused by name.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic

import torch
from pydantic import ValidationError

from core.base.errors import DiskFullError, EngineError, TrainingError, UsageError
from core.base.files import is_full, unwritten
from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.wire import Ended
from core.models.shelf import Model
from training.base.corpus_checks import MATTERS, amounts, name_matter, require
from training.base.recipe import Recipe, RecipeSettings, S, TripletSettings
from training.corpus.corpus import Corpus
from training.judging.added import Added
from training.judging.related import LEAST_QUERIES, HeldOutCited
from training.loop.memory import out_of_memory, spare_display
from training.runs.folder import (
    LOG,
    BaseUsed,
    CorpusUsed,
    RunConfig,
    RunFolder,
    RunJob,
    StopRequest,
)
from training.runs.main_first import main_first
from training.runs.settings_cli import format_value, given_values, make_settings
from training.runs.stages import Walk, earlier_end
from training.runs.surroundings import base_model, base_used, chosen_device, devices, versions
from training.sampling.learned import Known

logger = logging.getLogger(__name__)

_STOPPED = Message("Stopped; the last state was kept.")
_STOPPED_EARLY = Message("Stopped before the first state was saved.")
_NOT_ALLOWED = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS)
_OUR_MISTAKE = "device-side assert"
"""What CUDA says where a program asks for what is not there; all else is the device's failure."""


@dataclass(frozen=True, slots=True)
class TrainingOrder(Generic[S]):
    """What a person asked for. ``assignments`` are settings as "name=value".

    Without ``compared`` the new model and its base are not asked about the whole library.
    """

    recipe: Recipe[S]
    corpus: Path
    out: Path
    preset: str = ""
    assignments: Sequence[str] = ()
    resume: bool = False
    command: Sequence[str] = ()
    compared: bool = True


def run(order: TrainingOrder[Any], stop: Callable[[], bool] | None = None) -> Ended:
    """Carry a run until it is finished or stopped as order, and return its last event.

    ``stop`` says whether to stop; without it, the file ``stop`` in the folder does.

    Raises:
        UsageError: it cannot be carried out as order, or goes on with something else.
        EngineError: it failed; the folder's last event says the same.
    """
    settings = make_settings(order.recipe, preset=order.preset, assignments=order.assignments)
    folder = RunFolder(order.out)
    with folder.hold(resume=order.resume):
        # A run that is refused to go on stays as it was, with its last event.
        earlier = folder.config() if order.resume else None
        if earlier is not None:
            settings = _settings_of_begun(order, earlier)
        stop = stop or StopRequest(folder.folder)
        try:
            with folder.wait_for_turn(chosen_device(settings.device), RunJob(folder, stop)):
                ended = _carried(order, settings, earlier, folder, stop)
        except JobCancelled:
            ended = Ended(
                outcome="stopped",
                message=_STOPPED if folder.has_checkpoint() else _STOPPED_EARLY,
                remedy=Message("Add --resume to continue."),
            )
        except Exception as error:
            failure = _expected(error, folder.folder)
            # A full disk takes no last line; stdout and the exit code still tell.
            with contextlib.suppress(EngineError):
                folder.say(Ended(outcome="failed", message=failure.message, remedy=failure.remedy))
            raise failure from error
        folder.say(ended)
    return ended


def _carried(
    order: TrainingOrder[S],
    settings: S,
    earlier: RunConfig | None,
    folder: RunFolder,
    stop: Callable[[], bool],
) -> Ended:
    if earlier is not None and folder.is_finished():
        return earlier_end(folder)
    # What is refused is refused before the corpus is read, which may take minutes.
    stages = order.recipe.stages(settings)
    base = base_model(settings.base)
    job = RunJob(folder, stop)
    device = chosen_device(settings.device)
    spare_display(torch.device(device))
    job.report(0, 0, "Reading the corpus")
    corpus = main_first(lambda: Corpus.open(order.corpus, job=job, warn=folder.warn), device=device)
    require(corpus, order.recipe, settings)
    added = _added(settings, corpus, base)
    config = _config(order, settings, corpus, base_used(base), device)
    if earlier is None:
        folder.write_config(config)
        of_added = added.shortfalls() if added else ()
        for shortfall in (*of_added, *shortfalls(corpus, order.recipe)):
            folder.warn(shortfall)
    else:
        _refuse_another(earlier, config, folder)
        config = earlier
    walk = Walk(
        order.recipe,
        stages,
        settings,
        corpus,
        base,
        device,
        folder,
        stop,
        config,
        compared=order.compared,
    )
    return walk.to_the_end(resume=earlier is not None)


def _added(settings: RecipeSettings, corpus: Corpus, base: Model | None) -> Added | None:
    """Return what is new to the base, where that alone is to be learned.

    Raises:
        UsageError: it is too little.
    """
    if base is None or not getattr(settings, "added_only", False):
        return None
    added = Added.to(base.manifest.name, Known.by(base.folder), corpus)
    added.require()
    return added


def _config(
    order: TrainingOrder[S], settings: S, corpus: Corpus, base: BaseUsed, device: str
) -> RunConfig:
    return RunConfig(
        recipe=order.recipe.name,
        preset=order.preset,
        settings=settings.model_dump(mode="json"),
        seed=settings.seed,
        corpus=CorpusUsed(
            folder=str(corpus.folder),
            fingerprint=corpus.fingerprint,
            counts=dataclasses.asdict(corpus.counts),
        ),
        base=base,
        versions=versions(),
        devices=devices(device),
        processes=int(os.environ.get("WORLD_SIZE", "1")),
        command=list(order.command),
        begun=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _settings_of_begun(order: TrainingOrder[S], earlier: RunConfig) -> S:
    """Return the settings the run was begun with, on the machine that is asked for now.

    Raises:
        UsageError: something else that is asked for now differs.
    """
    if earlier.recipe != order.recipe.name:
        raise UsageError(
            "“{run}” is a run of the recipe “{recipe}”, not of “{other}”.",
            run=order.out.name,
            recipe=earlier.recipe,
            other=order.recipe.name,
            remedy="Resume it with {recipe}, or choose another folder.",
        )
    try:
        settings = order.recipe.settings.model_validate(earlier.settings)
    except ValidationError as error:
        raise TrainingError(
            "This version of Cocite does not know the settings of the run “{run}”.",
            run=order.out.name,
            remedy="Finish it with the version that started it (see its config.json).",
        ) from error
    # The preset that it was begun with says nothing new, whatever was set beside it then.
    preset = "" if order.preset == earlier.preset else order.preset
    values = given_values(order.recipe, preset=preset, assignments=order.assignments)
    now, free = settings.model_dump(), settings.of_the_machine()
    for name, value in values.items():
        if name not in free and now[name] != value:
            raise UsageError(
                "The run was started with {name} = {now}, not {value}.",
                name=name,
                now=format_value(now[name]),
                value=format_value(value),
                remedy="Leave that setting out to resume the run, or start a new one.",
            )
    return settings.model_copy(update={name: values[name] for name in free & values.keys()})


def _refuse_another(earlier: RunConfig, now: RunConfig, folder: RunFolder) -> None:
    """Refuse to go on with other data or another base; warn of other versions."""
    if earlier.corpus.fingerprint != now.corpus.fingerprint:
        raise UsageError(
            "The corpus in “{folder}” is not the one the run was started with.",
            folder=now.corpus.folder,
            remedy="Use that one (it was in {place}), or start another run.",
            place=earlier.corpus.folder,
        )
    before, base = earlier.base, now.base
    if (before.weights_sha256, before.adapters) != (base.weights_sha256, base.adapters):
        raise UsageError(
            "The run was started with a different model than “{base}”.",
            base=now.base.name,
            remedy="Restore it, or start another run.",
        )
    other = [name for name in now.versions if earlier.versions.get(name) != now.versions[name]]
    if other:
        folder.warn(
            Message(
                "The run continues with other versions than it was started with; results may "
                "differ slightly: {other}.",
                other=", ".join(f"{name} {now.versions[name]}" for name in other),
            )
        )


def _expected(error: Exception, folder: Path) -> EngineError:
    """Return the message of a failure; a bug's traceback goes to the run's log."""
    if isinstance(error, EngineError):
        return error
    if isinstance(error, OSError) and error.errno in _NOT_ALLOWED:
        return unwritten(error, Path(error.filename or folder))
    if is_full(folder):
        return DiskFullError("Not enough disk space to write “{path}”.", path=folder)
    return _device_failure_or_bug(error, folder)


def _is_device_failure(error: Exception) -> bool:
    """Tell whether a device failed; before torch 2.8 only the words say so."""
    says_so = isinstance(error, RuntimeError) and str(error).startswith(("CUDA error", "HIP error"))
    has_failed = says_so or isinstance(error, getattr(torch, "AcceleratorError", ()))
    return has_failed and _OUR_MISTAKE not in str(error)


def _device_failure_or_bug(error: Exception, folder: Path) -> EngineError:
    if out_of_memory(error):
        return TrainingError(
            "The device does not have enough memory.",
            remedy="Set a smaller batch or fewer max_tokens.",
        )
    if _is_device_failure(error):
        logger.warning("The device failed", exc_info=error)
        return TrainingError(
            "The device failed: {reason}.",
            reason=str(error).strip().split("\n", 1)[0].rstrip("."),
            remedy="Add --resume to continue. If it fails again, restart the computer, or set the"
            " device to cpu.",
        )
    logger.error("The run failed", exc_info=error)
    return TrainingError(
        "Cocite made a mistake while training ({kind}).",
        kind=type(error).__name__,
        remedy="Details are in {folder}.",
        folder=folder / LOG,
    )


# --- warnings about rare kinds of questions ---------------------------------------------
#
# What a corpus holds too little of to show whether a training helped, said before it begins.

_SENTENCES = "dev contexts"


def shortfalls(corpus: Corpus, recipe: Recipe[Any]) -> Iterator[Message]:
    """Yield a sentence for each kind of held-out question that is too rare, with what is missing.

    A recipe of triplets is judged by papers that cite five others at least; where there are fewer
    than ten in either half of the dev papers, citing sentences choose its state.
    """
    if issubclass(recipe.settings, TripletSettings):
        cited = HeldOutCited.of(corpus)
        halves = [len(half.queries) for half in (cited.judging, cited.choosing)]
        missing = sum(max(LEAST_QUERIES - count, 0) for count in halves)
        if missing:
            yield Message(
                "Held-out papers that cite five or more others: {count:,}; to"
                " judge this training by what papers cite, at least {missing:,} more are needed."
                " Citing sentences judge it instead.",
                count=sum(halves),
                missing=missing,
            )
    count, enough = amounts(corpus)[_SENTENCES], MATTERS[_SENTENCES].enough
    if count < enough:
        yield Message(
            "{what:capital}: {count:,}; to tell a gain of a few points from chance, {missing:,}"
            " more are needed.",
            what=name_matter(corpus, _SENTENCES),
            count=count,
            missing=enough - count,
        )
