"""Records what a scenario does to the disk, and opens what losses of power may leave of it.

``record.c`` stands between the process and the C library, and writes down what Python, SQLite,
Tantivy and FAISS do below one folder: what is written, named, removed and brought to the disk, and
what is acknowledged meanwhile. That the record is complete is checked each time: all of it must
make the folder what it is. ``disk.py`` then makes states that a cut may leave, and the scenario
(see ``tests/faults.py``) says whether all that was acknowledged until then is there.

Run alone as ``python -m tests.power.recording MODULE FOLDER`` only from here.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import struct
import subprocess
import sys
import traceback
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults import Scenario, compiled, in_child
from tests.power.disk import Naming, Recording, State, Write, states

SOURCE = Path(__file__).with_name("record.c")
CHECKOUT = Path(__file__).resolve().parent.parent.parent
_RECORD = struct.Struct("6q")  # kind, inode, offset, three lengths: as in record.c
_ROOM, _LOG = "disk", "log"


@dataclass
class Found:
    """What became of a scenario: the records there were, the states opened, and the failures."""

    changes: int
    syncs: int
    told: int
    states: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


class PowerLosses:
    """Records the scenarios of one module and loses power in them."""

    def __init__(self, module: str, folder: Path) -> None:
        self._module, self._folder = module, folder
        self._scenarios = importlib.import_module(module)
        self._library = compiled(SOURCE, folder)
        (folder / _LOG).touch()

    def lose(self, name: str, most: int, seed: int = 1) -> Found:
        """Open up to ``most`` states that cuts during a scenario may leave."""
        recording = self.recorded(name)
        found = Found(len(recording.changes), len(recording.syncs), len(recording.told))
        for state in states(recording, most, seed):
            found.states[state.way] += 1
            failure = self._failure(getattr(self._scenarios, name), recording, state)
            if failure:
                found.failures.append(f"cut {state.cut} of {recording.length}, {failure}")
        return found

    def recorded(self, name: str) -> Recording:
        """Carry a scenario out and return what it did to the disk."""
        room = self._folder / _ROOM
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir()
        before = self._folder / "before.json"
        subprocess.run(
            [sys.executable, "-m", __name__, self._module, name, str(self._folder)],
            cwd=CHECKOUT,
            env={
                **os.environ,
                "LD_PRELOAD": str(self._library),
                "COCITE_RECORD": str(self._folder / _LOG),
                "COCITE_RECORD_ROOT": str(room),
            },
            stdout=subprocess.DEVNULL,
            check=True,
        )
        recording = _Reading(room, self._folder / "before").read(self._folder / _LOG)
        before.unlink(missing_ok=True)
        whole = dict(recording.disk(recording.changes).files())
        there = {
            path.relative_to(room).as_posix(): path.read_bytes() if path.is_file() else None
            for path in room.rglob("*")
            if not path.name.endswith("-shm")
        }
        wrong = [each for each in whole.keys() | there.keys() if whole.get(each) != there.get(each)]
        assert not wrong, f"the record does not make the folder what it is: {wrong[:5]}"
        return recording

    def _failure(self, scenario: Scenario, recording: Recording, state: State) -> str:
        """Return what is wrong in a state, "" if nothing is."""
        room = self._folder / _ROOM
        shutil.rmtree(room)
        state.disk.mount(room)
        told = [json.loads(each) for each in recording.told_by(state.cut)]
        try:
            scenario.check(room, told)
        except Exception:  # noqa: BLE001 - whatever it is, it is told
            arrived = f"{state.way} of what was not synced; told {told}"
            return f"{arrived}\n{traceback.format_exc()}"
        return ""


class _Reading:
    """Makes a ``Recording`` of a folder as it was before, and the log of what came then."""

    def __init__(self, room: Path, before: Path) -> None:
        self._room = room
        self._recording = Recording(names={0: {}})
        self._nodes: dict[int, int] = {}
        self._live: dict[int, dict[str, int]] = {0: {}}
        self._count = 0
        inodes: dict[str, int] = json.loads(before.with_suffix(".json").read_text())
        self._nodes[inodes.pop("")] = 0
        for path in sorted(before.rglob("*")):
            node = self._new(inodes[path.relative_to(before).as_posix()], folder=path.is_dir())
            folder, name = self._place(path.relative_to(before).as_posix())
            self._live[folder][name] = node
            if path.is_file():
                self._recording.contents[node] = path.read_bytes()
        self._recording.names = {folder: dict(names) for folder, names in self._live.items()}

    def read(self, log: Path) -> Recording:
        content, at, time = log.read_bytes(), 0, 0
        while at < len(content):
            kind, inode, offset, *lengths = _RECORD.unpack_from(content, at)
            at += _RECORD.size
            parts = []
            for length in lengths:
                parts.append(content[at : at + length])
                at += length
            self._take(time, chr(kind), (inode, offset), *parts)
            time += 1
        self._recording.length = time
        return self._recording

    def _take(
        self, time: int, kind: str, place: tuple[int, int], path: bytes, other: bytes, data: bytes
    ) -> None:
        inode, offset = place
        recording = self._recording
        match kind:
            case "A":
                recording.told += [(time, line) for line in data.decode().split("\n") if line]
            case "S":
                recording.syncs.append((time, self._nodes[inode]))
            case "W" | "T":
                node = self._nodes[inode]
                recording.changes.append(Write(time, node, offset, data if kind == "W" else None))
            case _:
                changes = self._renamed(kind, inode, *(self._named(each) for each in (path, other)))
                for folder, name, node, comes in changes:
                    if comes:
                        self._live[folder][name] = node
                    else:
                        self._live[folder].pop(name, None)
                recording.changes.append(Naming(time, changes))

    def _renamed(
        self, kind: str, inode: int, path: str, other: str
    ) -> tuple[tuple[int, str, int, bool], ...]:
        folder, name = self._place(path)
        if kind in "CM":
            return ((folder, name, self._new(inode, folder=kind == "M"), True),)
        node = self._live[folder][name]
        gone = (folder, name, node, False)
        if kind in "UD":
            return (gone,)
        there = (*self._place(other), node, True)
        return (there,) if kind == "L" else (gone, there)

    def _new(self, inode: int, *, folder: bool) -> int:
        self._count += 1
        self._nodes[inode] = self._count
        if folder:
            self._live[self._count] = {}
            self._recording.names[self._count] = {}
        return self._count

    def _named(self, path: bytes) -> str:
        return os.fsdecode(path).removeprefix(f"{self._room}/")

    def _place(self, path: str) -> tuple[int, str]:
        folder = 0
        *parents, name = path.split("/")
        for parent in parents:
            folder = self._live[folder][parent]
        return folder, name


# --- in the process that is recorded --------------------------------------------------------------


def act(module: str, name: str, folder: Path) -> None:
    """Carry a scenario out; the log holds what it did, and a copy what there was before."""
    scenario: Scenario = getattr(importlib.import_module(module), name)
    room, before = folder / _ROOM, folder / "before"
    in_child(partial(scenario.prepare, room))
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(room, before)
    inodes = {"": room.stat().st_ino} | {
        path.relative_to(room).as_posix(): path.stat().st_ino for path in room.rglob("*")
    }
    before.with_suffix(".json").write_text(json.dumps(inodes))
    (folder / _LOG).write_bytes(b"")
    in_child(partial(scenario.act, room, _tell))


def _tell(what: Any) -> None:  # noqa: ANN401 - what the scenario chooses
    os.write(1, f"{json.dumps(what, default=str)}\n".encode())


if __name__ == "__main__":
    act(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
