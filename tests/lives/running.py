"""The process in which lives go on, and the way to ask it.

``faults.c`` stands before its C library, so that calls that write can fail or kill. It has the
engine imported; each plan is a child of it. Run alone as ``python -m tests.lives.running FOLDER``
only from here.
"""

from __future__ import annotations

import json
import mmap
import os
import subprocess
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.faults import FIELDS, ROOM, SOURCE, compiled, in_child
from tests.lives.clock import Clock
from tests.lives.life import Life
from tests.lives.plans import Plan, of_json

_LINES = 14


def room() -> Path | None:
    """Return a folder in memory, if there is one: that a disk is slow is not what is tried."""
    return place if (place := Path("/dev/shm")).is_dir() else None


@dataclass(frozen=True)
class Ended:
    """How a life ended: what failed ("" if nothing), at which action, and what was done."""

    failure: str
    at: int
    seen: Counter[str]
    seconds: float
    steps: list[str]

    @property
    def kind(self) -> str:
        """What a failure has in common with those of a shorter plan."""
        return self.failure.partition("\n")[0]


class Lives:
    """The process; a context manager. ``planted`` names a bug of ``planted.py`` to live with."""

    def __init__(self, folder: Path, planted: str = "") -> None:
        library = compiled(SOURCE, folder)
        (folder / "control").write_bytes(bytes(FIELDS.size))
        (folder / ROOM).mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.lives.running", str(folder), planted],
            cwd=Path(__file__).resolve().parents[2],
            env={
                **os.environ,
                "LD_PRELOAD": str(library),
                "COCITE_FAULTS_CONTROL": str(folder / "control"),
                "COCITE_FAULTS_ROOT": str(folder / ROOM),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Lives:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def live(self, plan: Plan) -> Ended:
        """Carry out a plan."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(plan.as_json().replace("\n", "") + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the process of the lives is gone"
        failure, at, seen, seconds, steps = json.loads(line)
        return Ended(failure, at, Counter(seen), seconds, steps)


def serve(folder: Path, planted: str) -> None:
    """Answer each plan on stdin with how it ended."""
    with (folder / "control").open("r+b") as file:
        control = mmap.mmap(file.fileno(), FIELDS.size)
    if planted:
        from tests.lives.planted import BUGS

        BUGS[planted]()
    clock = Clock()
    for number, line in enumerate(sys.stdin):
        told = folder / "told"
        in_child(partial(_live, of_json(line), folder / ROOM / str(number), control, clock, told))
        os.write(1, told.read_bytes() + b"\n")


def _live(plan: Plan, place: Path, control: mmap.mmap, clock: Clock, told: Path) -> None:
    from tests.lives import acting  # noqa: F401 - imported once, before any child

    control[:] = bytes(FIELDS.size)
    life, began, failure = Life(place, control, clock), time.monotonic(), ""
    try:
        life.live(plan)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        failure = f"{_kind(error)}\n{traceback.format_exc(limit=-_LINES)}"
    finally:
        control[:8] = bytes(8)
    seconds = time.monotonic() - began
    told.write_text(json.dumps([failure, len(life.steps), life.seen, seconds, life.steps]))
    subprocess.run(["rm", "-rf", str(place)], check=True)


def _kind(error: Exception) -> str:
    """Return what a failure says, without what differs from plan to plan."""
    said = str(error).splitlines()[:1] or [""]
    frame = traceback.extract_tb(error.__traceback__)[-1]
    text = "".join("#" if letter.isdigit() else letter for letter in said[0])[:100]
    return f"{type(error).__name__} in {frame.name}: {text}"


if __name__ == "__main__":
    serve(Path(sys.argv[1]), sys.argv[2])
