"""States a training can go on from, as folders that are complete or not there.

    checkpoints/step-00000120/
    ├── about.json            of what training this is, how far, and the best state so far
    ├── model.safetensors
    ├── optimizer.safetensors
    ├── schedule.json
    ├── random.safetensors    where the random numbers of each process stand
    └── trainer_state.json    transformers' own

A folder is written beside the others under a hidden name, brought to the disk, and renamed; only
then are older ones taken away, in the same manner.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file, load_model, save_file, save_model
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from core.base.errors import DiskFullError, EngineError, TrainingError, UsageError
from core.base.files import unwritten
from core.base.messages import Message

MODEL, OPTIMIZER, RANDOM = "model.safetensors", "optimizer.safetensors", "random.safetensors"
SCHEDULE, ABOUT = "schedule.json", "about.json"
_STEP, _HIDDEN = "step-", ".unfinished-"
_OS_ERROR = re.compile(r"\(os error (\d+)\)")


class About(BaseModel):
    """What a checkpoint says of itself.

    ``step`` steps are done. ``best_step`` is that of the best state by ``best_score``, 0 before
    the first measurement; ``worse`` counts the measurements since. ``unmeasured`` means that
    the training was stopped before a measurement that was due.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    identity: dict[str, str]
    step: int
    finished: bool = False
    micro_batch: int = 0
    device: str = ""
    best_step: int = 0
    best_score: float = 0.0
    best_scores: dict[str, float] = {}
    last_scores: dict[str, float] = {}
    worse: int = 0
    unmeasured: bool = False


class Checkpoints:
    """The checkpoints of one training, in a folder of their own."""

    def __init__(self, folder: Path, *, identity: dict[str, str], keep: int) -> None:
        self.folder = folder
        self.identity = identity
        self._keep = keep

    def step_path(self, step: int) -> Path:
        """Return the folder of a step's checkpoint, whether or not it exists."""
        return self.folder / f"{_STEP}{step:08d}"

    def steps(self) -> list[int]:
        """Return the steps there are checkpoints of, oldest first."""
        if not self.folder.is_dir():
            return []
        names = [path.name for path in self.folder.iterdir() if path.name.startswith(_STEP)]
        return sorted(int(name.removeprefix(_STEP)) for name in names)

    def newest(self) -> About | None:
        """Return what the newest checkpoint says, or ``None`` if there is none.

        Raises:
            UsageError: it is of another training.
            TrainingError: it is damaged.
        """
        steps = self.steps()
        if not steps:
            return None
        folder = self.step_path(steps[-1])
        try:
            about = About.model_validate_json((folder / ABOUT).read_text("utf-8"))
        except (OSError, ValidationError, UnicodeDecodeError) as error:
            raise damaged(folder) from error
        for name in sorted({*about.identity, *self.identity}):
            if about.identity.get(name) != self.identity.get(name):
                raise _another(folder, name, about.identity.get(name, ""), self.identity)
        return about

    def write(self, about: About, save: Callable[[Path], None]) -> Path:
        """Write a checkpoint: ``save`` fills a new folder, which then becomes visible at once.

        Afterwards the ``keep`` newest are left, and the best one.

        Raises:
            DiskFullError: there is no space; what was there before still is.
            LibraryError: the folder may not be written.
        """
        folder = self.step_path(about.step)
        new = self.folder / f"{_HIDDEN}{folder.name}"
        try:
            self._tidy()
            new.mkdir(parents=True)
            save(new)
            (new / ABOUT).write_text(about.model_dump_json(indent=2), encoding="utf-8")
            _bring_to_disk(new)
            with self._moved_aside(folder):
                new.rename(folder)
            _synchronise(self.folder)
            self._rotate(best=about.best_step)
        except (OSError, RuntimeError, SafetensorError) as error:
            # What torch and safetensors raise says only in words that the disk is full, if at all.
            failure = self._failure(error, folder)
            shutil.rmtree(new, ignore_errors=True)
            if failure is None:
                raise
            raise failure from error
        return folder

    def _failure(self, error: Exception, folder: Path) -> EngineError | None:
        cause = _of_the_system(error)
        full = cause is not None and cause.errno in (errno.ENOSPC, errno.EDQUOT)
        if full or "No space left" in str(error) or _is_full(self.folder):
            last = self.steps()[-1:]
            if last:
                return DiskFullError(
                    "Not enough disk space to write the checkpoint “{place}”; the one of step "
                    "{step} is kept.",
                    place=folder.name,
                    step=last[0],
                )
            return DiskFullError(
                "Not enough disk space to write the checkpoint “{place}”.", place=folder.name
            )
        return unwritten(cause, folder) if cause is not None else None

    def _rotate(self, *, best: int) -> None:
        for step in self.steps()[: -self._keep]:
            if step != best:
                self._remove(self.step_path(step))

    @contextlib.contextmanager
    def _moved_aside(self, folder: Path) -> Iterator[None]:
        """Hide a checkpoint while another takes its place; it comes back if that fails."""
        old = self.folder / f"{_HIDDEN}old-{folder.name}"
        if not folder.exists():
            yield
            return
        folder.rename(old)
        try:
            yield
        except BaseException:
            with contextlib.suppress(OSError):
                old.rename(folder)
            raise
        shutil.rmtree(old, ignore_errors=True)

    def _remove(self, folder: Path) -> None:
        # Renamed first: a folder half deleted must not look like a checkpoint.
        if folder.exists():
            old = self.folder / f"{_HIDDEN}old-{folder.name}"
            shutil.rmtree(old, ignore_errors=True)
            folder.rename(old)
            shutil.rmtree(old, ignore_errors=True)

    def _tidy(self) -> None:
        for path in self.folder.glob(f"{_HIDDEN}*"):
            shutil.rmtree(path, ignore_errors=True)


def write_tensors(tensors: dict[str, Tensor], path: Path) -> None:
    """Write tensors by name."""
    save_file({name: value.contiguous() for name, value in tensors.items()}, path)


def read_tensors(path: Path) -> dict[str, Tensor]:
    """Read tensors by name, onto the CPU.

    Raises:
        TrainingError: the file is damaged or missing.
    """
    with _readable(path):
        return load_file(path)


def write_weights(model: nn.Module, path: Path) -> None:
    """Write a model's weights; those that share their memory are written once."""
    save_model(model, str(path))


def read_weights(model: nn.Module, path: Path) -> None:
    """Read weights into a model, where it is.

    Raises:
        TrainingError: the file is damaged, missing or of another model.
    """
    device = next(model.parameters()).device
    with _readable(path):
        load_model(model, path, device=str(device))


def write_optimizer(optimizer: Optimizer, path: Path) -> None:
    """Write what an optimiser remembers of each weight."""
    state = optimizer.state_dict()["state"]
    write_tensors(
        {f"{index}/{name}": value for index, of in state.items() for name, value in of.items()},
        path,
    )


def read_optimizer(optimizer: Optimizer, path: Path) -> None:
    """Read what an optimiser remembered; its own settings stay.

    Raises:
        TrainingError: the file is damaged, missing or of another model.
    """
    state: dict[int, dict[str, Tensor]] = {}
    for name, value in read_tensors(path).items():
        index, _, part = name.partition("/")
        state.setdefault(int(index), {})[part] = value
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def write_schedule(schedule: LRScheduler, path: Path) -> None:
    """Write where a schedule stands."""
    path.write_text(json.dumps(schedule.state_dict()), encoding="utf-8")


def read_schedule(schedule: LRScheduler, path: Path) -> None:
    """Read where a schedule stood, and set the optimiser's rates to it.

    Raises:
        TrainingError: the file is damaged or missing.
    """
    with _readable(path):
        schedule.load_state_dict(json.loads(path.read_text("utf-8")))
    for group, rate in zip(schedule.optimizer.param_groups, schedule.get_last_lr(), strict=True):
        group["lr"] = rate


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError, ValueError, KeyError, SafetensorError) as error:
        raise damaged(path.parent) from error


def damaged(folder: Path) -> TrainingError:
    """Return the failure for a checkpoint that cannot be read."""
    return TrainingError(
        "The checkpoint “{place}” is damaged.",
        place=folder.name,
        remedy="Delete the folder “{folder}” to go on from the one before.",
        folder=folder,
    )


def _another(folder: Path, name: str, value: str, identity: dict[str, str]) -> UsageError:
    remedy = Message("Resume with the settings of the run, or start a new run in another folder.")
    if name not in ("recipe", "stage"):  # a fingerprint would tell a person nothing
        return UsageError(
            "The checkpoint “{place}” was made with another {what}.",
            place=folder.name,
            what=name,
            remedy=remedy,
        )
    return UsageError(
        "The checkpoint “{place}” was made with another {what}: “{found}”, not “{wanted}”.",
        place=folder.name,
        what=name,
        found=value,
        wanted=identity.get(name, ""),
        remedy=remedy,
    )


def _of_the_system(error: Exception) -> OSError | None:
    """Return what the system refused, which safetensors says in words alone."""
    if isinstance(error, OSError):
        return error
    match = _OS_ERROR.search(str(error))
    return OSError(int(match[1]), os.strerror(int(match[1]))) if match else None


def _is_full(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(folder).free < 1 << 20
    return False


def _bring_to_disk(folder: Path) -> None:
    for path in (*_files(folder), folder):
        _synchronise(path)


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in folder.iterdir() if path.is_file())


def _synchronise(path: Path) -> None:
    if os.name != "posix" and path.is_dir():
        return  # other systems cannot open a folder
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
