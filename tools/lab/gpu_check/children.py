"""Runs the parts of a section in processes of their own, each within its seconds."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.children import module_environment
from tools.lab.gpu_check.results import STOPPED, Outcome

_LAST_LETTERS = 3_000
_LOOK_S = 0.1
_GRACE_S = 5.0


@dataclass(frozen=True, slots=True)
class Part:
    """A command ``python -m ARGUMENTS``; it writes its values as JSON into ``out``, if it has any.

    ``stop`` is made as a file where the time is over, before the command is ended.
    """

    name: str
    arguments: Sequence[str]
    seconds: float
    out: Path | None = None
    stop: Path | None = None


class Running:
    """A part under way."""

    def __init__(self, section: str, part: Part, log: Path, threads: int) -> None:
        self._section, self._part, self._log = section, part, log
        self._state = log.with_suffix("")
        self._began = time.monotonic()
        environment = module_environment() | {"PYTHONUNBUFFERED": "1", "HF_HUB_OFFLINE": "1"}
        environment |= {"TOKENIZERS_PARALLELISM": "true", "XDG_STATE_HOME": str(self._state)}
        if threads:
            environment |= {"OMP_NUM_THREADS": str(threads), "RAYON_NUM_THREADS": str(threads)}
        with log.open("wb") as out:
            self._process = subprocess.Popen(
                [sys.executable, *part.arguments],
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._stopped = False

    def ended(self) -> bool:
        """Tell whether it is over; what takes longer than its seconds is stopped, then killed."""
        if self._process.poll() is not None:
            return True
        over = time.monotonic() - self._began - self._part.seconds
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
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def outcome(self) -> Outcome:
        """Return how it ended."""
        seconds = time.monotonic() - self._began
        code, values, failed = self._process.returncode, _values(self._part.out), ""
        if self._stopped:
            failed = f"{STOPPED} {self._part.seconds:.0f} s"
        if code and not (self._stopped and code == -signal.SIGKILL):
            failed = f"exit code {code}"
        if failed:
            said = _end_of(self._log)
            logged = "".join(map(_end_of, self._state.rglob("*.log")))
            failed = f"{logged}\n{said.strip()}\n{failed}: {_last_line(logged or said)}"
        return Outcome(self._section, self._part.name, round(seconds, 1), failed, values)


def run_together(
    section: str, parts: Sequence[Part], logs: Path, say: Callable[[str], None]
) -> list[Outcome]:
    """Run the parts at the same time, and return how each ended."""
    threads = max(1, (os.cpu_count() or 1) // max(1, len(parts))) if len(parts) > 1 else 0
    running = [
        Running(section, part, logs / f"{_slug(section)}-{_slug(part.name)}.log", threads)
        for part in parts
    ]
    outcomes: list[Outcome] = []
    try:
        while running:
            time.sleep(_LOOK_S)
            for each in [each for each in running if each.ended()]:
                running.remove(each)
                outcomes.append(each.outcome())
                say(line(outcomes[-1]))
    finally:
        for each in running:
            each.kill()
    return outcomes


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


def line(outcome: Outcome) -> str:
    """Return an outcome in one line."""
    said = f"FAILED {outcome.failed}" if outcome.failed else json.dumps(dict(outcome.values))
    return f"{outcome.section}: {outcome.name}: {outcome.seconds:.1f} s: {said[-1_500:]}"


def _values(path: Path | None) -> dict[str, Any]:
    if path is None or not path.is_file():
        return {}
    try:
        values = json.loads(path.read_text("utf-8"))
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {"value": values}


def _end_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")[-_LAST_LETTERS:]


def _last_line(said: str) -> str:
    lines = said.strip().splitlines()
    return lines[-1] if lines else "nothing was said"
