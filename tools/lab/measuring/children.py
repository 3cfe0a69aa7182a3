"""Measurements in processes of their own: each has the memory to itself, and may fail by itself."""

from __future__ import annotations

import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from core.base.children import module_command, module_environment
from core.base.errors import TrainingError
from core.base.wire import EVENTS, Ended, Event, Progress, Started, ask_to_stop, running, tail
from training.runs.folder import CONFIG, MODEL

_AWAY_S = 600.0
"""Nothing said for longer than that: the run was stopped in between."""
_LAST_LETTERS = 300
_TRIES = 3


class TimeUpError(Exception):
    """The time given is over; what was begun goes on next time."""


class Deadline:
    """When the time given is over."""

    def __init__(self, minutes: float) -> None:
        self._end = time.monotonic() + 60 * minutes

    def get_seconds_left(self) -> float:
        """Return the seconds left.

        Raises:
            TimeUpError: there are none.
        """
        seconds_left = self._end - time.monotonic()
        if seconds_left <= 0:
            raise TimeUpError
        return seconds_left


def trained(
    recipe: str, folder: Path, recipe_arguments: Sequence[str], deadline: Deadline
) -> dict[str, Any]:
    """Carry a run to its end, from where it was, and return what it said of itself.

    Raises:
        TimeUpError: it was stopped as the time is over, and can be resumed.
        TrainingError: it failed.
    """
    for _ in range(_TRIES):
        _free(folder)
        if (folder / MODEL).is_dir():
            break
        code, error_text = _carry(recipe, folder, recipe_arguments, deadline)
        if not code and not (folder / MODEL).is_dir():
            raise TimeUpError
        # One that was left behind may have come to hold the folder only now.
        if code and not running(folder):
            raise TrainingError(
                "The run “{run}” failed: {reason}", run=folder.name, reason=error_text
            )
    if not (folder / MODEL).is_dir():
        raise TrainingError("The run “{run}” belongs to another process.", run=folder.name)
    return _facts(tail(folder / EVENTS)[0])


def _carry(
    recipe: str, folder: Path, recipe_arguments: Sequence[str], deadline: Deadline
) -> tuple[int, str]:
    arguments = [recipe, *recipe_arguments, "--out", str(folder)]
    arguments += ["--resume"] if (folder / CONFIG).is_file() else []
    command = module_command("training", *arguments)
    return _run(command, deadline, stop=lambda: ask_to_stop(folder))


def speed(arguments: Sequence[str], deadline: Deadline) -> dict[str, Any]:
    """Return what ``python -m tools.lab speed``, or ``peer``, finds; its name comes first.

    Raises:
        TimeUpError: the time is over.
        TrainingError: it failed.
    """
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "speed.json"
        command = [sys.executable, "-P", "-m", "tools.lab", *arguments, "--out", str(out)]
        code, error_text = _run(command, deadline)
        if code:
            raise TrainingError("The speed could not be measured: {reason}", reason=error_text)
        speed_values: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return speed_values


def _free(folder: Path) -> None:
    """Let a run end that a measurement left behind which was killed."""
    import psutil

    pid = running(folder)
    if pid:
        ask_to_stop(folder)
        with contextlib.suppress(psutil.Error):
            psutil.Process(pid).wait()


def _run(
    command: Sequence[str], deadline: Deadline, *, stop: Callable[[], None] | None = None
) -> tuple[int, str]:
    """Run a command of ours and return its exit code and the last thing it said on stderr."""
    seconds_left = deadline.get_seconds_left()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            env=module_environment(),
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        with _ended(process, stop):
            try:
                code = process.wait(timeout=seconds_left)
            except subprocess.TimeoutExpired as over:
                if stop is None:
                    raise TimeUpError from over
                stop()
                code = process.wait()
        errors.seek(0)
        error_lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    return code, " ".join(error_lines[-1:])[-_LAST_LETTERS:]


@contextlib.contextmanager
def _ended(process: subprocess.Popen[bytes], stop: Callable[[], None] | None) -> Iterator[None]:
    """Leave no process behind, also where this one is interrupted."""
    try:
        yield
    finally:
        if process.poll() is None:
            process.kill() if stop is None else stop()
            process.wait()


def _facts(events: Sequence[Event]) -> dict[str, Any]:
    """Return cost, memory and scores of a run from its events."""
    times = [datetime.fromisoformat(event.time).timestamp() for event in events]
    gaps = [after - before for before, after in itertools.pairwise(times)]
    facts: dict[str, Any] = {"seconds": sum(gap for gap in gaps if 0 < gap < _AWAY_S)}
    for event in events:
        if isinstance(event, Started):
            facts |= {"steps": event.steps, "batch": event.batch, "estimate": event.memory}
        elif isinstance(event, Progress):
            facts |= {"memory": max(event.memory, facts.get("memory", 0))}
        elif isinstance(event, Ended) and event.outcome == "finished" and event.scores:
            facts |= {"scores": event.scores, "before": event.before, "said": str(event.message)}
    return facts
