"""Lets the n-th write of an action fail, for one n after the other, and checks what is left.

``faults.c`` stands between the process and the C library, so that the writes of Python, SQLite,
Tantivy, FAISS and safetensors all count: making, opening, writing, cutting, syncing, renaming and
deleting a file below one folder. A server has the engine imported; for each fault it forks a child
that gets a fresh copy of what the action begins with. The action may only end with an expected
failure, in one sentence and with a remedy. Then the disk is well again, and the scenario says
whether all that was acknowledged is there and whether the action can be done again.

A fault is one of an error (EIO, ENOSPC, EROFS) and whether it lasts: a bad block, or a disk that
stays full, broken or read-only until the action has ended. Or it is a kill: in place of the n-th
call, the process that acts dies with its whole group, and what it said until then must hold.

Run alone as ``python -m tests.faults MODULE FOLDER`` only from here.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import itertools
import json
import mmap
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from core.base.errors import EngineError

SOURCE = Path(__file__).with_suffix(".c")
OTHER_PLACES = SOURCE.with_name("other_places.c")
WAYS = int(os.environ.get("COCITE_FAULTS", "0"))
"""In how many ways (1 to 6) every write is to fail; 0: some writes, in one way each."""
ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS)
FIELDS = struct.Struct("6q")  # armed, at, lasting, error, calls, failed: as in faults.c
ROOM = "disk"
KILL = -1
"""In place of an error: the end of the process and its children."""


class Fault(NamedTuple):
    """What fails: the n-th write (0: none), how, and whether all that follow do too."""

    at: int
    error: int = errno.EIO
    lasting: bool = False


@dataclass(frozen=True)
class Scenario:
    """An action that writes below a folder, and what has to be true after it was disturbed.

    ``prepare`` makes what it begins with, ``act`` carries it out and calls its second argument
    with whatever is acknowledged, and ``check`` is told of that and may do the action again.
    """

    prepare: Callable[[Path], None]
    act: Callable[[Path, Callable[[Any], None]], None]  # Any: what the scenario chooses
    check: Callable[[Path, list[Any]], None]


@dataclass(frozen=True)
class Seen:
    """What became of a fault: how many writes there were and failed, and the action's end."""

    fault: Fault
    calls: int
    failed: int
    end: str


def _faults(calls: int, sample: int) -> list[Fault]:
    """Return faults spread over the calls, each error in turn."""
    kinds = list(itertools.product(ERRORS, (False, True)))
    if WAYS:
        ways = [
            (at, kinds[(at + way) % len(kinds)])
            for at in range(1, calls + 2)
            for way in range(WAYS)
        ]
        return [Fault(at, *kind) for at, kind in ways]
    places = sorted({1 + round(each * (calls - 1) / max(sample - 1, 1)) for each in range(sample)})
    return [Fault(at, *kinds[turn % len(kinds)]) for turn, at in enumerate(places)]


class Disturbing:
    """The scenarios of one module and the process that carries them out; a context manager.

    Of a ``place``, what its file system is like, see ``other_places.c``.
    """

    def __init__(self, module: str, folder: Path, place: str = "") -> None:
        library = compiled(OTHER_PLACES if place else SOURCE, folder)
        control = folder / "control"
        control.write_bytes(bytes(FIELDS.size))
        (folder / ROOM).mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults", module, str(folder)],
            cwd=Path(__file__).resolve().parent.parent,
            env={
                **os.environ,
                "LD_PRELOAD": str(library),
                "COCITE_FAULTS_CONTROL": str(control),
                "COCITE_FAULTS_ROOT": str(folder / ROOM),
                "COCITE_PLACE": place,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Disturbing:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def failures(self, scenario: str, *, sample: int) -> list[Seen]:
        """Disturb a scenario at ``sample`` of its writes, or at all of them."""
        calm = self.calm(scenario)
        assert calm.end == "done", calm.end
        assert calm.calls, "the action writes nothing"
        faults = _faults(calm.calls, sample)
        seen = [self.disturb(scenario, fault) for fault in faults]
        bugs = [each for each in seen if each.end.startswith("bug")]
        told = "\n".join(f"{each.fault} of {calm.calls}: {each.end}" for each in bugs)
        assert not bugs, f"{len(bugs)} of {len(seen)} faults\n{told}"
        if WAYS:
            print(f"{scenario}: {calm.calls} writes, {len(seen)} faults")  # noqa: T201
        return seen

    def calm(self, scenario: str) -> Seen:
        """Carry a scenario out as it is."""
        return self.disturb(scenario, Fault(0))

    def kills(self, scenario: str, *, most: int, seed: int = 1) -> list[Seen]:
        """Kill a scenario in up to ``most`` of its calls that write, chosen at random."""
        calm = self.calm(scenario)
        assert calm.end == "done", calm.end
        calls = range(1, calm.calls + 1)
        chosen = random.Random(seed).sample(calls, min(most, len(calls)))
        return [self.disturb(scenario, Fault(at, KILL)) for at in sorted(chosen)]

    def disturb(self, scenario: str, fault: Fault) -> Seen:
        """Carry a scenario out while something fails."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([scenario, fault]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the process that forks the children is gone"
        return Seen(fault, *json.loads(line))


def compiled(source: Path, folder: Path) -> Path:
    """Return the shared library made of a source in C; skip where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("calls of the system are watched with a C compiler, on Linux")
    library = folder / source.with_suffix(".so").name
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True
    )
    return library


# --- in the server --------------------------------------------------------------------------------


def serve(module: ModuleType, folder: Path) -> None:
    """Answer each scenario and fault on stdin with what became of it."""
    with (folder / "control").open("r+b") as file:
        control = mmap.mmap(file.fileno(), FIELDS.size)
    for number, line in enumerate(sys.stdin):
        name, fault = json.loads(line)
        scenario, template = getattr(module, name), folder / f"template-{name}"
        if not template.exists():
            template.mkdir()
            in_child(partial(scenario.prepare, template))
        place, told = folder / ROOM / f"{number}", folder / "told"
        shutil.copytree(template, place)
        in_child(partial(_carry_out, scenario, place, control, Fault(*fault), told))
        *_, calls, failed = FIELDS.unpack(control[:])
        shutil.rmtree(place)
        os.write(1, f"{json.dumps([calls, failed, told.read_text('utf-8')])}\n".encode())
        told.unlink()


def _carry_out(
    scenario: Scenario, place: Path, control: mmap.mmap, fault: Fault, told: Path
) -> None:
    told.write_text(_end_of(scenario, place, control, fault), "utf-8")


def in_child(work: Callable[[], object]) -> None:
    """Do the work in a process of its own, which must end well."""
    child = os.fork()
    if child == 0:
        code = 1
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what it prints is no answer
        try:
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert status == 0, f"the child ended with {os.waitstatus_to_exitcode(status)}"


def _end_of(scenario: Scenario, place: Path, control: mmap.mmap, fault: Fault) -> str:
    acknowledged: list[object] = []
    try:
        end = "done"
        with armed(control, fault):
            try:
                if fault.error == KILL:
                    end = _killed(scenario, place, acknowledged)
                else:
                    scenario.act(place, acknowledged.append)
            except EngineError as error:
                end = _expected(error)
        scenario.check(place, acknowledged)
    except BaseException:  # noqa: BLE001 - whatever it is, it is told
        return f"bug: {traceback.format_exc()}"
    return end


def _killed(scenario: Scenario, place: Path, acknowledged: list[object]) -> str:
    """Act in a process group of its own, which is killed, and note what it says until then."""
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        try:
            scenario.act(place, lambda what: _say(said, what))
        except BaseException:  # noqa: BLE001 - reported below, as the child was not killed
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(said)
    with os.fdopen(heard, encoding="utf-8") as lines:
        acknowledged += [json.loads(line) for line in lines]
    _, status = os.waitpid(child, 0)
    ended = os.waitstatus_to_exitcode(status)
    assert ended in (0, -signal.SIGKILL), f"the process ended by itself: {ended}"
    return "killed" if ended else "done"


def _say(pipe: int, what: object) -> None:
    os.write(pipe, f"{json.dumps(what, default=str)}\n".encode())


def _expected(error: EngineError) -> str:
    said = str(error)
    assert said.endswith(".") and "\n" not in said and error.remedy, repr(said)  # noqa: PT018
    return f"{type(error).__name__}: {said}"


@contextlib.contextmanager
def armed(control: mmap.mmap, fault: Fault) -> Iterator[None]:
    control[:] = FIELDS.pack(1, fault.at, fault.lasting, fault.error, 0, 0)
    try:
        yield
    finally:
        control[:8] = bytes(8)


if __name__ == "__main__":
    serve(importlib.import_module(sys.argv[1]), Path(sys.argv[2]))
