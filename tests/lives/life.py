"""One life: carries out a plan, disturbs it where that says so, and compares after each action."""

from __future__ import annotations

import mmap
import os
import random
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import EngineError, UsageError
from core.library.database.connection import DATABASE
from core.library.library import Library
from tests.faults import KILL, Fault, armed
from tests.lives import observing
from tests.lives.clock import Clock
from tests.lives.earlier import earlier
from tests.lives.past import Past
from tests.lives.plans import Action, Plan
from tests.lives.rows import Diff, Rows, difference, told
from tests.lives.steps import Now, Step
from tests.zotero_library import ZoteroLibrary

ENOSPC = 28


@dataclass
class Kept:
    """What a backup holds."""

    rows: Rows
    past: Past
    merges: dict[int, Diff]


class Life:
    """A library and what it must hold. ``control`` is that of ``faults.c``, if it is there."""

    def __init__(self, place: Path, control: mmap.mmap | None, clock: Clock) -> None:
        self.folder, self.place, self.clock = place / "library", place, clock
        self.outside = place / "outside"
        self.outside.mkdir(parents=True)
        self.control = control
        self.rows: Rows = {}
        self.past = Past()
        self.merges: dict[int, Diff] = {}
        self.backups: dict[str, Kept] = {}
        self.lost: set[Path] = set()
        """Copies that an older backup or its history names, and that were deleted since."""
        self.zotero: ZoteroLibrary | None = None
        self.zotero_said: dict[str, str] = {}
        """The titles of its items at the last look."""
        self.seen: Counter[str] = Counter()
        self.steps: list[str] = []
        self._library: Library | None = None

    # --- the library ----------------------------------------------------------------------

    @property
    def library(self) -> Library:
        if self._library is None:
            self._library = Library.open(self.folder)
        return self._library

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    def close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None

    def observed(self) -> Rows:
        return observing.observed(self.database)

    def begin(self, version: int, at: int = 0) -> None:
        """Make the library, or take an earlier one whose upgrade is killed at a call."""
        if version:
            earlier(self.folder, version)
            self._upgrade(at)
        else:
            Library.open(self.folder, create=True).close()
        self._library = Library.open(self.folder)
        self.rows = self.observed()
        self.past.stored = observing.history(self.database)
        if version:
            kept = [self.rows["paper", number, "title"] for number in (1, 2)]
            assert kept == ["Olives", "Tulips"]

    def _upgrade(self, at: int) -> None:
        """Bring the library up to date in a child that is killed at a call that writes."""
        if at and self.control is not None:
            self._killed(Step("upgrade", lambda library: library.papers.count(), ()), at)

    # --- a plan ---------------------------------------------------------------------------

    def live(self, plan: Plan) -> None:
        """Carry out a plan; raises where the library is not what it must be."""
        from tests.lives.acting import MAKERS, UPKEEP

        self.begin(plan.begin, plan.killed)
        try:
            for action in plan.actions:
                self.steps.append(action.name)
                now = self._now(action)
                if action.name in UPKEEP:
                    UPKEEP[action.name](self, now)
                    self.seen[action.name] += 1
                elif (step := MAKERS[action.name](self, now)) is not None:
                    self.do(step, action)
                    self.seen[action.name] += 1
        finally:
            self.close()

    def _now(self, action: Action) -> Now:
        return Now(self.folder, self.rows, random.Random(action.seed), self.outside)

    def do(self, step: Step, action: Action | None = None) -> None:
        """Do an action, disturbed or not, and compare what is there with what must be."""
        self.steps[-1:] = [f"{self.steps[-1]}: {step.told}"]
        disturbed = action.disturbed if action is not None and self.control is not None else ""
        if disturbed == "kill":
            ended = self._killed(step, action.at if action is not None else 1)
        elif disturbed == "full":
            ended = self._on_full_disk(step, action.at if action is not None else 1)
        else:
            ended = self._done(step)
        found = self.observed()
        legal = {
            "done": step.states[-1:],
            "refused": (self.rows,),
            "disturbed": (self.rows, *step.states) if step.states else (),
        }[ended]
        if legal:
            self._require(found, legal)
        else:
            self.require_sound()
        self._take(found, step)
        if ended == "done" and step.holds is not None:
            step.holds(found)

    def _require(self, found: Rows, legal: tuple[Rows, ...]) -> None:
        if not any(found == each for each in legal):
            nearest = min((difference(each, found) for each in legal), key=len)
            kinds = sorted({str(key[0]) for key in nearest})
            raise AssertionError(f"rows differ: {', '.join(kinds)}\n{told(nearest)}")

    def _take(self, found: Rows, step: Step) -> None:
        """Go on with what is there."""
        before, self.rows = self.rows, found
        for key in found.keys() - before.keys():
            if key[0] == "merge" and key[1] not in self.merges:
                self.merges[key[1]] = difference(before, found)
        told_by = observing.history(self.database)
        self.past.follow(before, found, told_by, recorded=step.recorded, quiet=step.quiet)
        missing = [
            path for path, _ in observing.file_paths(self.database)
            if path.is_relative_to(self.folder) and not path.exists()
        ]  # fmt: skip
        self.lost = {path for path in self.lost if not path.exists()}
        assert self.lost.issuperset(missing), f"copies are gone: {missing}"

    def require_sound(self) -> None:
        """Check the whole database."""
        problems = [
            problem
            for problem in self.library.verify().problems
            if not any(str(path.relative_to(self.folder)) in problem for path in self.lost)
        ]
        assert not problems, f"unsound: {problems}"

    # --- ways to do an action -------------------------------------------------------------

    def _done(self, step: Step) -> str:
        try:
            step.act(self.library)
        except UsageError:
            if not step.refused:
                raise
            self.seen["refused"] += 1
            return "refused"
        return "done"

    def _on_full_disk(self, step: Step, at: int) -> str:
        assert self.control is not None
        library = self.library
        with armed(self.control, Fault(at, ENOSPC, lasting=True)):
            try:
                step.act(library)
            except EngineError:
                self.seen["full disks"] += 1
                return "disturbed"
        return "done"

    def _killed(self, step: Step, at: int) -> str:
        """Act in a child that is killed at a call that writes, if it gets there."""
        assert self.control is not None
        self.close()
        heard, said = os.pipe()
        with armed(self.control, Fault(at, KILL)):
            child = os.fork()
            if child == 0:
                os.setpgid(0, 0)
                self._act_and_say(step, said)
            os.close(said)
            with os.fdopen(heard, "rb") as pipe:
                told_by = pipe.read().decode()
            _, status = os.waitpid(child, 0)
        ended = os.waitstatus_to_exitcode(status)
        assert ended in (0, -signal.SIGKILL), f"the child ended by itself\n{told_by}"
        if ended:
            self.seen["kills"] += 1
        if told_by in ("done", "refused"):
            return told_by
        return "disturbed"

    def _act_and_say(self, step: Step, said: int) -> None:
        try:
            with Library.open(self.folder) as library:
                try:
                    step.act(library)
                    os.write(said, b"done")
                except UsageError:
                    if not step.refused:
                        raise
                    os.write(said, b"refused")
            os._exit(0)
        except BaseException:  # noqa: BLE001 - the parent tells it
            os.write(said, traceback.format_exc().encode())
            os._exit(1)

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """Close the library for what puts another in its place."""
        self.close()
        yield
        missing = [path for path in observing.kept_copies(self.database) if not path.exists()]
        self.lost = {path for path in missing if path.is_relative_to(self.folder)}
