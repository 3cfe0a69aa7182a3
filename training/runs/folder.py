"""The folder of a run: the channel between the trainer and whoever watches it.

One process at a time holds it; the lock dies with its holder, and ``process.json`` says who that
is. With ``torchrun`` the first process alone writes. What a run was asked to do is written once,
in ``config.json``, and a run that goes on reads it from there.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Self

from filelock import FileLock, Timeout
from pydantic import BaseModel, ConfigDict, ValidationError
from typing_extensions import override

from core.base.errors import EngineError, TrainingError, UsageError
from core.base.files import replace_text, unwritten
from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.wire import (
    EVENTS,
    OUTPUT,
    PROCESS,
    REQUEST,
    STOP,
    Event,
    Preparing,
    RunProcess,
    Warned,
    running,
    to_line,
)

CONFIG, LOG, LOCK = "config.json", "log.txt", "run.lock"
MODEL, STAGES = "model", "checkpoints"
"""A stage keeps in its own part of ``checkpoints`` whatever it can go on from."""
_BEFORE_CONFIG = frozenset({EVENTS, PROCESS, STOP, REQUEST, OUTPUT, LOG, LOCK})
"""What whoever starts a run, or one that failed before it had read its corpus, leaves there."""
_OURS = frozenset({"core", "training"})
_BETWEEN_REPORTS_S = 1.0
_TURN_S = 0.5


class CorpusUsed(BaseModel):
    """The corpus of a run: where it lay, and what tells that it is the same again."""

    folder: str
    fingerprint: str
    counts: dict[str, Any] = {}


class BaseUsed(BaseModel):
    """The model a run starts from; its weights tell whether it is the same again."""

    name: str
    origin: str = ""
    weights_sha256: str = ""
    adapters: dict[str, str] = {}
    licence: str = ""


class RunConfig(BaseModel):
    """What a run was asked to do, and with what: ``config.json``."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    recipe: str
    preset: str = ""
    settings: dict[str, Any]
    seed: int
    corpus: CorpusUsed
    base: BaseUsed
    versions: dict[str, str] = {}
    devices: list[str] = []
    processes: int = 1
    command: list[str] = []
    begun: str = ""


class StopRequest:
    """Whether this process was asked to stop: by a signal, or by a file in the run's folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / STOP
        self._signalled = False

    def listen(self) -> None:
        """Take SIGINT and SIGTERM as the wish to stop from now on; for the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def __call__(self) -> bool:
        """Tell whether a stop was asked for. Cheap enough for each step."""
        return self._signalled or self._file.exists()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._signalled = True


class RunFolder:
    """The folder of a run. What changes it needs ``held``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.is_main = int(os.environ.get("RANK", "0")) == 0

    @property
    def model(self) -> Path:
        """Where the finished model lies."""
        return self.folder / MODEL

    def is_finished(self) -> bool:
        """Tell whether the run has its model; it is put there in one piece, at the very end."""
        return self.model.is_dir()

    def has_checkpoint(self) -> bool:
        """Tell whether the run has a state to go on from."""
        return any(self.folder.glob(f"{STAGES}/*/checkpoints/step-*"))

    def config(self) -> RunConfig | None:
        """Return what the run was asked to do, ``None`` before that is known.

        Raises:
            TrainingError: the file is damaged.
        """
        try:
            return RunConfig.model_validate_json((self.folder / CONFIG).read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise TrainingError(
                "{config} of the run “{folder}” cannot be read.",
                config=CONFIG,
                folder=self.folder.name,
                remedy="Restore a copy of it, or start the run again in another folder.",
            ) from error

    def write_config(self, config: RunConfig) -> None:
        """Write down what the run was asked to do."""
        if self.is_main:
            replace_text(self.folder / CONFIG, config.model_dump_json(indent=2))

    @contextlib.contextmanager
    def hold(self, *, resume: bool) -> Iterator[Self]:
        """Hold the folder for this process, ready for events and the log.

        Raises:
            UsageError: there is a run already, none to go on with, or something else.
            TrainingError: another process carries the run.
            EngineError: the folder cannot be written.
        """
        if not self.is_main:
            yield self
            return
        self._refuse_folder(resume=resume)
        with self._locked():
            if self._is_begun() and not resume:
                raise UsageError(
                    "There is a run in “{folder}” already.",
                    folder=self.folder,
                    remedy="Add --resume to continue it, or choose another folder.",
                )
            with self._opened():
                yield self

    @contextlib.contextmanager
    def wait_for_turn(self, device: str, job: RunJob) -> Iterator[None]:
        """Wait until no other run beside this one trains on a device, and hold that.

        Raises:
            JobCancelled: a stop was asked for meanwhile.
        """
        if os.environ.get("WORLD_SIZE", "1") != "1":  # the processes of a run wait for each other
            yield
            return
        name = re.sub(r"\W", "-", device)
        lock = FileLock(self.folder.parent / f".{name}.lock", timeout=0)
        pause = threading.Event()
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError, NotImplementedError):  # no locks: all run at once
                while True:
                    try:
                        stack.enter_context(lock)
                        break
                    except Timeout:
                        job.check()
                        job.report(0, 0, Message("Waiting for another training to end"))
                        pause.wait(_TURN_S)
            yield

    def say(self, event: Event) -> None:
        """Write an event to stdout and to the file of events.

        Raises:
            EngineError: the file cannot be written.
        """
        if not self.is_main:
            return
        line = to_line(event) + "\n"
        _print(line)
        path = self.folder / EVENTS
        try:
            with path.open("ab") as file:
                file.write(line.encode())
        except OSError as error:
            raise unwritten(error, path) from error

    def warn(self, message: str, stage: str = "") -> None:
        """Tell a person what they should know; the run goes on."""
        self.say(Warned(stage=stage, message=message))

    def _is_begun(self) -> bool:
        return (self.folder / CONFIG).is_file()

    def _refuse_folder(self, *, resume: bool) -> None:
        if resume and not self.folder.is_dir():
            raise UsageError(
                "There is no run in “{folder}” to resume.",
                folder=self.folder,
                remedy="Omit --resume to start one.",
            )
        if not self._is_begun() and self._holds_something_else():
            raise UsageError(
                "“{folder}” is not a run, and not empty.",
                folder=self.folder,
                remedy="Choose a new folder.",
            )

    def _holds_something_else(self) -> bool:
        try:
            names = [path.name for path in self.folder.iterdir()]
        except FileNotFoundError:
            return False
        except OSError as error:
            raise unwritten(error, self.folder) from error
        # "process.json.123.new" was left where a disk failed while it was written.
        return any(name not in _BEFORE_CONFIG and not name.endswith(".new") for name in names)

    def _busy(self) -> EngineError:
        pid = running(self.folder)
        return TrainingError(
            "“{folder}” is already running ({process}).",
            folder=self.folder.name,
            process=Message("process {pid}", pid=pid) if pid else Message("another process"),
            remedy="Wait, or stop it: make a file named “{stop}” in its folder.",
            stop=STOP,
        )

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        lock = FileLock(self.folder / LOCK, timeout=0)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout as error:
            raise self._busy() from error
        except OSError as error:
            raise unwritten(error, self.folder) from error
        except NotImplementedError as error:
            # A file system without locks, as some clusters have: what the other said must do.
            if running(self.folder) not in (0, os.getpid()):
                raise self._busy() from error
        try:
            yield
        finally:
            lock.release()

    @contextlib.contextmanager
    def _opened(self) -> Iterator[None]:
        process = RunProcess.this()
        replace_text(self.folder / PROCESS, process.model_dump_json())
        events, stop = self.folder / EVENTS, self.folder / STOP
        try:
            if stop.exists() and stop.stat().st_mtime < process.started:
                stop.unlink()
            if not self._is_begun():
                events.unlink(missing_ok=True)
            _end_last_line(events)
            handler = _QuietHandler(self.folder / LOG, encoding="utf-8")
        except OSError as error:
            raise unwritten(error, self.folder) from error
        with use_log_handler(handler):
            yield


class RunJob:
    """Long work of a run: says how far it is, once a second at most, and stops when asked to."""

    def __init__(self, folder: RunFolder, stop: Callable[[], bool], stage: str = "") -> None:
        self._folder, self._stop, self._stage = folder, stop, stage
        self._said = -_BETWEEN_REPORTS_S
        self._note = ""

    def report(self, done: int, total: int, note: str = "") -> None:
        """Say it, unless that was said a moment ago; a beginning and an end are always said."""
        now = time.monotonic()
        is_new, at_end = note != self._note, total and done == total
        if is_new or at_end or now - self._said >= _BETWEEN_REPORTS_S:
            self._said, self._note = now, note
            self._folder.say(Preparing(stage=self._stage, done=done, total=total, note=note))

    def check(self) -> None:
        """Raise ``JobCancelled`` if a stop was asked for."""
        if self._stop():
            raise JobCancelled


class _QuietHandler(logging.FileHandler):
    """Drops what cannot be written: a full disk must not print tracebacks at a person."""

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        pass


@contextlib.contextmanager
def use_log_handler(handler: logging.Handler) -> Iterator[None]:
    """Log what our packages say, and what others warn of, to a handler and nowhere else."""
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(_worth_keeping)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
        handler.close()


def _worth_keeping(record: logging.LogRecord) -> bool:
    ours = record.name.partition(".")[0] in _OURS
    return ours or record.levelno >= logging.WARNING


def _end_last_line(events: Path) -> None:
    """Part what a killed process left half written from the lines that follow."""
    if events.is_file() and events.stat().st_size:
        with events.open("r+b") as file:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")


def _print(line: str) -> None:
    """Write a line to stdout; a reader that went away does not end the run."""
    try:
        sys.stdout.write(line)
        sys.stdout.flush()
    except OSError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the end
