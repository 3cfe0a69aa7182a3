"""Kills a process that writes a library, over and over, and checks what is left each time.

A child acts on the library at random and says on a pipe what it is about to do and, once the call
has returned, that it did. What was acknowledged so is kept here, outside the child. A byte in
shared memory says whether the child is inside a transaction: the probe counts the kills that hit
one. After each kill a copy of the files is opened, and must hold what all acknowledged actions
made, or that and the whole of the one under way. Copies whose log is cut short, gone or of an
earlier kill must hold what some acknowledged actions made, or be found damaged. The next child goes
on with the files as they were left.

The children are forked from one process that has imported the engine. Run it alone as
``python -m tests.killing FOLDER PROBE`` only from here.
"""

from __future__ import annotations

import fcntl
import hashlib
import itertools
import json
import mmap
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.errors import LibraryCorruptError
from core.base.records import CitingContext, PaperRecord
from core.library.database.connection import DATABASE, Database
from core.library.library import Library
from core.library.safety import backups, restoring

TAGS = 5
MOST_PAPERS = 60
PIPE_BYTES = 4096  # so that a child is at most a few dozen actions ahead
WAL = f"{DATABASE}-wal"

Action = dict[str, Any]  # Any: JSON values


# --- the child ------------------------------------------------------------------------------------


def serve(folder: Path, probe_file: Path) -> None:
    """Fork a child for each line on stdin (a seed), and say when it is gone."""
    with probe_file.open("r+b") as file:
        probe = mmap.mmap(file.fileno(), 1)
    _watch_transactions(probe)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                act(folder, random.Random(int(line)))
            finally:
                os._exit(1)  # only a kill ends it
        _say("child", child)
        _, status = os.waitpid(child, 0)
        _say("gone", os.waitstatus_to_exitcode(status))


def _say(what: str, value: object) -> None:
    os.write(1, f"{what} {json.dumps(value)}\n".encode())


def _watch_transactions(probe: mmap.mmap) -> None:
    """Let the byte be 1 from the beginning of each outermost transaction to its end."""
    real = Database.transaction

    @contextmanager
    def transaction(self: Database) -> Iterator[None]:
        outermost = probe[0] == 0
        with real(self):
            probe[0] = 1
            yield
        if outermost:
            probe[0] = 0

    Database.transaction = transaction  # type: ignore[method-assign]


def act(folder: Path, chance: random.Random) -> None:
    """Open the library and act on it for ever."""
    with Library.open(folder, create=True) as library:
        often = chance.choice([20, 200, 8_000])  # so that kills hit the work of a checkpoint too
        library.database.execute(f"PRAGMA wal_autocheckpoint = {often}")
        for tag in range(TAGS):
            library.tags.add(f"t{tag}")
        _say("open", 0)
        while True:
            action = _chosen(library, chance)
            _say("try", action)
            _carry_out(library, action)
            _say("did", 0)


def _chosen(library: Library, chance: random.Random) -> Action:
    numbers = library.papers.numbers()
    trashed = library.papers.ordered(sort="added", descending=False, trashed=True)
    kinds = ["add"] if len(numbers) < MOST_PAPERS else ["trash"]
    if len(numbers) > 20:
        kinds += ["add", "year", "year", "tag", "tag", "cite", "say", "trash"]
    if trashed:
        kinds += ["restore", "purge", "purge"]
    kind = chance.choice(kinds)
    some = chance.sample(numbers, min(len(numbers), chance.randint(1, 12)))
    last = library.database.value("SELECT seq FROM sqlite_sequence WHERE name = 'papers'") or 0
    rest: Action = {
        "add": {"first": last + 1, "count": chance.randint(1, 25)},
        "year": {"year": chance.randint(1900, 2020)},
        "tag": {"tag": chance.randint(1, TAGS), "on": chance.random() < 0.7},
        "cite": {"pairs": list(itertools.pairwise(some))},
        "say": {"cited": some[1:4], "text": f"Said {chance.random()} [1]."},
    }.get(kind, {})
    concerned = trashed[: chance.randint(1, 20)] if kind in ("restore", "purge") else some
    return {"do": kind, "papers": concerned, **rest}


def _carry_out(library: Library, action: Action) -> None:
    papers, numbers = library.papers, action["papers"]
    carry_out: dict[str, Callable[[], object]] = {
        "add": lambda: list(papers.add(_records(action), source="child")),
        "year": lambda: papers.update(numbers[0], year=action["year"]),
        "tag": lambda: library.tags.assign(action["tag"], numbers, member=action["on"]),
        "cite": lambda: library.citations.add_citations(map(tuple, action["pairs"]), "child"),
        "say": lambda: library.citations.add_contexts(
            numbers[0], [CitingContext(text=action["text"], cited=tuple(action["cited"]))]
        ),
        "trash": lambda: papers.trash(numbers),
        "restore": lambda: papers.restore(numbers),
        "purge": lambda: papers.purge(numbers),
    }
    carry_out[action["do"]]()


def _records(action: Action) -> list[PaperRecord]:
    numbers = range(action["first"], action["first"] + action["count"])
    return [
        PaperRecord(id=f"x:{n}", title=f"Paper number {n}", year=2021, abstract="w " * 200)
        for n in numbers
    ]


# --- the oracle -----------------------------------------------------------------------------------


@dataclass
class Expected:
    """What a library holds after the actions that it was told of."""

    papers: dict[int, list[Any]] = field(default_factory=dict)  # Any: year, in the trash
    tags: set[tuple[int, int]] = field(default_factory=set)
    cites: set[tuple[int, int]] = field(default_factory=set)
    said: dict[int, tuple[str, set[int]]] = field(default_factory=dict)

    def after(self, action: Action) -> Expected:
        """Return what it holds after one more."""
        new = Expected(self.papers.copy(), self.tags.copy(), self.cites.copy(), self.said.copy())
        match action["do"]:
            case "add":
                first = action["first"]
                new.papers |= {n: [2021, False] for n in range(first, first + action["count"])}
            case "year":
                number = action["papers"][0]
                new.papers[number] = [action["year"], new.papers[number][1]]
            case "tag":
                pairs = {(action["tag"], paper) for paper in action["papers"]}
                new.tags = new.tags | pairs if action["on"] else new.tags - pairs
            case "cite":
                new.cites |= {(a, b) for a, b in action["pairs"]}
            case "say":
                new.say(action["papers"][0], action["text"], set(action["cited"]))
            case "purge":
                new.purge(set(action["papers"]))
            case kind:
                for paper in action["papers"]:
                    new.papers[paper] = [new.papers[paper][0], kind == "trash"]
        return new

    def say(self, citing: int, text: str, cited: set[int]) -> None:
        self.said.pop(citing, None)
        if cited:
            self.said[citing] = text, cited
            self.cites |= {(citing, each) for each in cited}

    def purge(self, gone: set[int]) -> None:
        self.papers = {n: each for n, each in self.papers.items() if n not in gone}
        self.tags = {(tag, n) for tag, n in self.tags if n not in gone}
        self.cites = {pair for pair in self.cites if not gone.intersection(pair)}
        kept = {n: (text, cited - gone) for n, (text, cited) in self.said.items() if n not in gone}
        self.said = {n: (text, cited) for n, (text, cited) in kept.items() if cited}

    def digest(self) -> str:
        said = sorted((n, text, sorted(cited)) for n, (text, cited) in self.said.items())
        return _digest(sorted(self.papers.items()), sorted(self.tags), sorted(self.cites), said)


def stored_digest(library: Library) -> str:
    """Return the digest of what a library holds."""
    rows = library.database.rows
    papers = [
        (number, [year, trashed is not None])
        for number, year, trashed in rows("SELECT number, year, trashed_at FROM papers ORDER BY 1")
    ]
    said: dict[int, tuple[str, list[int]]] = {}
    for citing, text, cited in rows(
        """SELECT x.citing, x.text, c.paper FROM contexts x
           JOIN context_citations c ON c.context = x.number ORDER BY 1, 2, 3"""
    ):
        said.setdefault(citing, (text, []))[1].append(cited)
    return _digest(
        papers,
        rows("SELECT tag, paper FROM tag_papers ORDER BY 1, 2"),
        rows("SELECT citing, cited FROM citations ORDER BY 1, 2"),
        sorted((n, text, cited) for n, (text, cited) in said.items()),
    )


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


# --- kills and checks -----------------------------------------------------------------------------


@dataclass
class Figures:
    """What was done and seen."""

    kills: int = 0
    inside_a_write: int = 0
    while_opening: int = 0
    acknowledged: int = 0
    pending_kept: int = 0
    cut_logs: int = 0
    cut_logs_found_damaged: int = 0
    stale_logs: int = 0
    stale_logs_found_damaged: int = 0
    lost_logs: int = 0
    lost_logs_found_damaged: int = 0
    restored: int = 0


class Killing:
    """One library, its children and its oracle. Use it as a context manager."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.library, self._copy = folder / "library", folder / "copy"
        self._chance = random.Random(seed)
        self.figures = Figures()
        self._expected = Expected()
        self._legal = {self._expected.digest()}
        self._child = 0
        self._stale_log = b""
        probe_file = folder / "probe"
        probe_file.write_bytes(b"\0")
        with probe_file.open("r+b") as file:
            self._probe = mmap.mmap(file.fileno(), 1)
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.killing", str(self.library), str(probe_file)],
            cwd=Path(__file__).resolve().parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._server.stdout is not None
        fcntl.fcntl(self._server.stdout, fcntl.F_SETPIPE_SZ, PIPE_BYTES)

    def __enter__(self) -> Killing:
        return self

    def __exit__(self, *_: object) -> None:
        self._probe.close()
        self._server.kill()
        if self._child:  # a check failed while it ran
            os.kill(self._child, signal.SIGKILL)
        self._server.communicate()

    def kill_once(self) -> None:
        """Start a child, kill it somewhere, and check what it left."""
        self._probe[0] = 0
        assert self._server.stdin is not None
        self._server.stdin.write(f"{self._chance.randrange(10**9)}\n")
        self._server.stdin.flush()
        self._child = int(self._line()[1])
        pending, opened = self._follow()
        self._child = 0
        inside = self._probe[0] == 1
        self.figures.kills += 1
        self.figures.inside_a_write += inside
        self.figures.while_opening += not opened
        self._check(pending)

    def _follow(self) -> tuple[Action | None, bool]:
        """Note what the child acknowledges until its end; return what it had begun then."""
        pending: Action | None = None
        opened, killed = False, False
        actions = self._chance.choice([0, 1, 3, 10, 30])
        early = self._chance.random() < 0.1
        while True:
            if not killed and (early or (opened and actions <= 0)):
                self._kill(early=early)
                killed = True
            what, value = self._line()
            match what:
                case "open":
                    opened = True
                case "try":
                    pending = value
                case "did":
                    assert pending is not None
                    self._acknowledge(pending)
                    pending, actions = None, actions - 1
                case "gone":
                    assert value == -signal.SIGKILL, f"the child ended by itself: {value}"
                    return pending, opened

    def _kill(self, *, early: bool) -> None:
        if early:
            time.sleep(self._chance.random() * 0.02)
        elif self._chance.random() < 0.7:  # wait for a transaction, and a little
            until = time.monotonic() + 0.5
            while self._probe[0] == 0 and time.monotonic() < until:
                pass
            time.sleep(self._chance.random() * 0.002)
        else:
            time.sleep(self._chance.random() * 0.01)
        os.kill(self._child, signal.SIGKILL)

    def _line(self) -> tuple[str, Any]:  # Any: JSON values
        assert self._server.stdout is not None
        what, _, value = self._server.stdout.readline().partition(" ")
        assert what, "the process that forks the children is gone"
        return what, json.loads(value)

    def _acknowledge(self, action: Action) -> None:
        self._expected = self._expected.after(action)
        self._legal.add(self._expected.digest())
        self.figures.acknowledged += 1

    def _check(self, pending: Action | None) -> None:
        if not (self.library / DATABASE).exists():  # killed before there was one
            return
        found = self._opened_copy()
        if pending is not None and found != self._expected.digest():
            self._expected = self._expected.after(pending)
            self._legal.add(self._expected.digest())
            self.figures.pending_kept += 1
        assert found == self._expected.digest(), (
            "an acknowledged change is lost, or half a one made"
        )
        for_log = self._chance.random()
        if for_log < 0.3 and self._log_size():
            self.figures.cut_logs += 1
            self.figures.cut_logs_found_damaged += self._is_damaged(
                log=self._chance.randrange(self._log_size())
            )
        elif for_log < 0.5 and self._log_size():
            self.figures.lost_logs += 1
            self.figures.lost_logs_found_damaged += self._is_damaged(log=0)
        elif for_log < 0.6:
            self._check_restoring(found)
        elif for_log < 0.8 and self._stale_log:
            self.figures.stale_logs += 1
            self.figures.stale_logs_found_damaged += self._is_damaged(log=None)
        if self._log_size():
            self._stale_log = (self.library / WAL).read_bytes()

    def _log_size(self) -> int:
        path = self.library / WAL
        return path.stat().st_size if path.exists() else 0

    def _take_copy(self, log: int | None = None) -> None:
        """Copy the files as the kill left them, the log cut to ``log`` bytes."""
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self.library, self._copy, ignore=shutil.ignore_patterns("*-shm"))
        if log is not None:
            path = self._copy / WAL
            path.write_bytes(path.read_bytes()[:log])
            if not log:
                path.unlink()

    def _opened_copy(self) -> str:
        self._take_copy()
        with Library.open(self._copy) as library:
            report = library.verify()
            assert report.sound, report.problems
            return stored_digest(library)

    def _is_damaged(self, *, log: int | None) -> bool:
        """Whether a copy with less of its log is found damaged; else it must be a legal one.

        Without ``log`` it has the log that an earlier kill left.
        """
        self._take_copy(log)
        if log is None:
            (self._copy / WAL).write_bytes(self._stale_log)
        try:
            with Library.open(self._copy) as library:
                if not library.verify().sound:
                    return True
                found = stored_digest(library)
        except LibraryCorruptError:
            return True
        if library.identity and found not in self._legal:
            raise AssertionError("without its log, the library holds what it never held")
        return False

    def _check_restoring(self, found: str) -> None:
        """A backup of what is there, put back beside the log of a later state, is what it was."""
        self._take_copy()
        with Library.open(self._copy) as library:
            made = backups.take(library.database)
        kept = self._copy.with_name(made.path.name)
        made.path.replace(kept)
        self._take_copy()  # with its log, which is not that of the backup
        restoring.restore(self._copy, kept)
        kept.unlink()
        with Library.open(self._copy) as library:
            assert stored_digest(library) == found
        self.figures.restored += 1


if __name__ == "__main__":
    serve(Path(sys.argv[1]), Path(sys.argv[2]))
