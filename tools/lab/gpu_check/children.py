"""Runs the parts of a section in processes of their own, each within its seconds."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.children import module_environment
from tools.lab.gpu_check import forking
from tools.lab.gpu_check.results import STOPPED, Outcome

_LAST_LETTERS = 3_000
_LOOK_S = 0.1
_GRACE_S = 5.0


@dataclass(frozen=True, slots=True)
class Part:
    """A command ``python -m ARGUMENTS``; it writes its values as JSON into ``out``, if it has any.

    ``stop`` is made as a file where the time is over, before the command is ended. ``ledger`` is
    the file of ``tools.lab measure``, a line for each measurement.
    """

    name: str
    arguments: Sequence[str]
    seconds: float
    out: Path | None = None
    stop: Path | None = None
    ledger: Path | None = None

    @property
    def resumes(self) -> bool:
        """Tell whether it looks by itself for what was done before."""
        return self.stop is not None or self.ledger is not None


class Running:
    """A part under way."""

    def __init__(self, section: str, part: Part, log: Path, threads: int) -> None:
        self._section, self._part, self._log = section, part, log
        self._state = log.with_suffix("")
        self._start_time = time.monotonic()
        environment = module_environment() | forking.ENVIRONMENT | {"PYTHONUNBUFFERED": "1"}
        environment |= {"XDG_STATE_HOME": str(self._state)}
        if threads:
            environment |= {"OMP_NUM_THREADS": str(threads), "RAYON_NUM_THREADS": str(threads)}
        log.unlink(missing_ok=True)
        self._process = forking.start(part.arguments, environment, log)
        self._stopped = False

    def ended(self) -> bool:
        """Tell whether it is over; what takes longer than its seconds is stopped, then killed."""
        if self._process.poll() is not None:
            return True
        over = time.monotonic() - self._start_time - self._part.seconds
        if over > 0 and not self._stopped:
            self._stopped = True
            if self._part.stop is not None:
                with contextlib.suppress(OSError):
                    self._part.stop.touch()
        if over > (_GRACE_S if self._part.stop is not None else 0):
            self.kill()
        return self._process.poll() is not None

    def kill(self) -> None:
        """End the process and those that it started."""
        forking.kill(self._process)

    def outcome(self) -> Outcome:
        """Return how it ended."""
        seconds = time.monotonic() - self._start_time
        code, values, failed = self._process.returncode, _values(self._part.out), ""
        if self._part.ledger is not None:
            values |= _measurements(self._part.ledger)
        if self._stopped:
            failed = f"{STOPPED} {self._part.seconds:.0f} s"
        if code and not (self._stopped and code == -signal.SIGKILL):
            failed = f"exit code {code}"
        if failed:
            output = _tail_text(self._log)
            log = "".join(map(_tail_text, self._state.rglob("*.log")))
            failed = f"{log}\n{output.strip()}\n{failed}: {_last_line(log or output)}"
        return Outcome(self._section, self._part.name, round(seconds, 1), failed, values)


def run_together(
    section: str, parts: Sequence[Part], logs: Path, keep: Callable[[Outcome], None]
) -> None:
    """Run the parts at the same time, and give how each ended to ``keep`` at once."""
    threads = max(1, (os.cpu_count() or 1) // max(1, len(parts))) if len(parts) > 1 else 0
    running = [
        Running(section, part, logs / f"{_slug(section)}-{_slug(part.name)}.log", threads)
        for part in parts
    ]
    try:
        while running:
            time.sleep(_LOOK_S)
            for part in [part for part in running if part.ended()]:
                running.remove(part)
                keep(part.outcome())
    finally:
        for part in running:
            part.kill()


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


def outcome_line(outcome: Outcome) -> str:
    """Return an outcome in one line."""
    text = f"FAILED {outcome.failed}" if outcome.failed else json.dumps(dict(outcome.values))
    return f"{outcome.section}: {outcome.name}: {outcome.seconds:.1f} s: {text[-1_500:]}"


def _values(path: Path | None) -> dict[str, Any]:
    if path is None or not path.is_file():
        return {}
    try:
        values = json.loads(path.read_text("utf-8"))
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {"value": values}


def _measurements(ledger: Path) -> dict[str, Any]:
    """Return what a ledger holds by now, so that a part that measured nothing does not look well.

    Its first line says of which corpus and base it is; the last may be half written.
    """
    names, failures = [], {}
    for line in ledger.read_text("utf-8").splitlines()[1:] if ledger.is_file() else ():
        with contextlib.suppress(ValueError):
            entry = json.loads(line)
            names.append(entry["name"])
            if entry["failed"]:
                failures[entry["name"]] = entry["failed"]
    return {"measured": names or "nothing"} | ({"failures": failures} if failures else {})


def _tail_text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")[-_LAST_LETTERS:]


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no output"
