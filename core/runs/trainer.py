"""The training program as a process: asked and waited for, or started to run by itself.

It is never imported: it brings torch, and the engine knows nothing of it but its command line and
the folder of a run.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import psutil

from core.base.children import module_command, module_environment, step_back
from core.base.errors import TrainingError
from core.base.files import replace_text, unwritten
from core.base.jobs import Job
from core.base.messages import Message
from core.base.wire import OUTPUT, PROCESS, Preparing, RunProcess, tail

_LOOK_S = 0.2
_GRACE_S = 5.0
_DAMAGED = Message("Install Cocite again, with what it needs for training.")

Child = subprocess.Popen[bytes]

_started: list[Child] = []
"""Runs that this process began. They are not ended with it, but looked after, so that one that has
ended does not stay a zombie."""
_looking = threading.Lock()


def command(arguments: Sequence[str]) -> list[str]:
    """Return the command line of the trainer."""
    return module_command("training", *arguments)


def ask(arguments: Sequence[str], job: Job) -> str:
    """Run the trainer to its end and return what it printed; its lines of progress are told.

    Raises:
        TrainingError: it failed; the sentence is its own.
        JobCancelled: a stop was asked for; the process is ended.
    """
    with tempfile.TemporaryDirectory(prefix="cocite-", ignore_cleanup_errors=True) as scratch:
        out, err = Path(scratch) / "out", Path(scratch) / "err"
        with out.open("wb") as stdout, err.open("wb") as stderr:
            code = _waited(arguments, stdout, stderr, job, out)
        if code:
            raise TrainingError(last_words(err) or "The training process ended without a message.")
        return out.read_text("utf-8", "replace")


def ask_json(arguments: Sequence[str], job: Job) -> Any:  # noqa: ANN401 - JSON
    """Run the trainer to its end and return the JSON that it printed.

    Raises:
        TrainingError: it failed, or printed something else.
        JobCancelled: a stop was asked for.
    """
    try:
        return json.loads(ask(arguments, job))
    except ValueError as error:
        raise TrainingError(
            "The training process sent something that cannot be read.", remedy=_DAMAGED
        ) from error


def start(arguments: Sequence[str], folder: Path) -> None:
    """Start the trainer for the run of a folder; it lives on when this process ends.

    Raises:
        EngineError: the folder cannot be written, or no process can be started.
    """
    collect_ended_runs()
    try:
        with (folder / OUTPUT).open("wb") as output:
            child = subprocess.Popen(
                command(arguments),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # a copy of the events, which are in the folder
                stderr=output,
                env=module_environment(),
                **_detached(),
            )
    except OSError as error:
        raise unwritten(error, folder / OUTPUT) from error
    step_back(child.pid, idle=True)
    with _looking:
        _started.append(child)
    with contextlib.suppress(psutil.Error):  # it may have ended already
        start_time = psutil.Process(child.pid).create_time()
        # Until the trainer itself says so, which is after torch was imported.
        process_json = RunProcess(pid=child.pid, started=start_time).model_dump_json()
        replace_text(folder / PROCESS, process_json)


def collect_ended_runs() -> None:
    """Take note of runs that have ended."""
    with _looking:
        _started[:] = [child for child in _started if child.poll() is None]


def last_words(path: Path) -> str:
    """Return the last line of what a process printed, which is where it says why it ended."""
    try:
        lines = path.read_text("utf-8", "replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1].strip() if lines else ""


@contextlib.contextmanager
def child(arguments: Sequence[str], out: IO[bytes], err: IO[bytes]) -> Iterator[Child]:
    """Run the trainer while the block runs; it is ended with it."""
    process = subprocess.Popen(
        command(arguments),
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        env=module_environment(),
    )
    step_back(process.pid)
    try:
        yield process
    finally:
        end(process)


def end(process: Child) -> None:
    """End a process, by force where it takes its time."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def waits(process: Child) -> bool:
    """Wait a moment; tell whether the process still runs."""
    try:
        process.wait(_LOOK_S)
    except subprocess.TimeoutExpired:
        return True
    return False


def _waited(
    arguments: Sequence[str], out: IO[bytes], err: IO[bytes], job: Job, events_path: Path
) -> int:
    offset = 0
    with child(arguments, out, err) as process:
        while waits(process):
            job.check()
            events, offset = tail(events_path, offset)
            for event in events:
                if isinstance(event, Preparing):
                    job.report(event.done, event.total, event.worded("note"))
        return int(process.returncode)


def _detached() -> dict[str, Any]:
    """Return what makes a child outlive this process, and hear none of its signals."""
    if os.name == "nt":
        flags = ("DETACHED_PROCESS", "CREATE_NEW_PROCESS_GROUP")
        return {"creationflags": sum(getattr(subprocess, flag) for flag in flags)}
    return {"start_new_session": True}
