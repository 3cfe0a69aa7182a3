"""Lives of the program, one after another on the same folders, and what they met."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.conftest import CHECKOUT
from tests.rehearsal.field import Field
from tests.rehearsal.plan import DONE, ENDED, KILLED, Plan

CHILDREN_GONE_WITHIN_S = 30.0
STALL_S = 300.0
MOST_TOLD = 40


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be, with what was done before."""

    kind: str
    text: str
    step: int
    trace: tuple[str, ...] = ()


@dataclass
class Rehearsal:
    """What is played in a folder, and what came of it."""

    folder: Path
    seed: int
    library: str = "field"
    only: Sequence[str] = ()
    script: Sequence[str] = ()
    small_trainer: bool = True
    tiny_model: bool = False
    settles: float = 0.3
    findings: list[Finding] = field(default_factory=list)
    stalls: list[str] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    late: list[int] = field(default_factory=list)
    worked: list[int] = field(default_factory=list)
    load: list[float] = field(default_factory=list)
    beats: int = 0
    memory: list[int] = field(default_factory=list)
    seconds: list[tuple[float, str]] = field(default_factory=list)
    reached: int = 0
    lives: int = 0

    def play(self, first: int, last: int, *, say: Callable[[str], object] = lambda _: None) -> None:
        """Live through the steps from ``first`` to before ``last``."""
        world = self._world()
        self.reached = first
        stuck = 0
        while self.reached < last:
            before = self.reached
            end = self._live(world, last, say)
            self.ends[end] += 1
            say(f"life {self.lives}: steps {before} to {self.reached}, {end}")
            stuck = stuck + 1 if self.reached == before else 0
            if stuck:
                self.reached += 1
            if stuck > 2:
                break
        self._verify(world)

    # --- lives --------------------------------------------------------------------------------

    def _live(self, world: dict[str, Any], last: int, say: Callable[[str], object]) -> str:
        self.lives += 1
        journal = self.folder / f"journal-{self.lives}.jsonl"
        plan_file = self.folder / f"plan-{self.lives}.json"
        library = world["libraries"][0] if self.lives == 1 else ""
        if self.library == "sample" and self.lives == 1:
            library = "sample"
        Plan(
            self.seed,
            self.reached,
            last,
            world,
            library,
            str(journal),
            self.small_trainer,
            self.settles,
            self.only,
            self.script,
        ).write(plan_file)
        said = self.folder / f"said-{self.lives}.txt"
        with said.open("w", encoding="utf-8") as out:
            child = subprocess.Popen(
                [sys.executable, "-m", "tests.rehearsal.life", str(plan_file)],
                cwd=CHECKOUT,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
            code = self._wait(child, journal)
        end = self._read(journal, say)
        self._judge_end(end, code, said)
        return end

    def _wait(self, child: subprocess.Popen[bytes], journal: Path) -> int:
        """Wait for the end of a life; one that says nothing for long is dumped and killed."""
        size = -1
        while True:
            try:
                code = child.wait(STALL_S)
                break
            except subprocess.TimeoutExpired:
                now = journal.stat().st_size if journal.exists() else 0
                if now == size:
                    self._find("the event loop stands still", f"for {STALL_S:.0f} s")
                    child.kill()
                size = now
        return code

    def _environment(self) -> dict[str, str]:
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        places = ("CONFIG", "DATA", "STATE", "CACHE")
        return (
            os.environ
            | {f"XDG_{name}_HOME": str(home / name.lower()) for name in places}
            | {
                "HOME": str(home),
                "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
                "PYTHONPATH": str(CHECKOUT),
                "HF_HUB_OFFLINE": "1",
                "REHEARSAL": str(self.folder),
                "STEP_S": "0.02",
            }
        )

    def _read(self, journal: Path, say: Callable[[str], object]) -> str:
        end, trying = "it ended by itself", ""
        lines = journal.read_text("utf-8").splitlines() if journal.exists() else []
        for line in lines:
            told = json.loads(line)
            if "finding" in told:
                found = Finding(
                    told["finding"], told["text"], told["step"], tuple(told.get("trace", ()))
                )
                self.findings.append(found)
                say(f"step {found.step}: {found.kind}: {found.text.splitlines()[0][:150]}")
            elif "notes" in told:
                self.notes.update(told["notes"])
            elif "stall" in told:
                self.stalls.append(f"step {told['step']} {told['action']}: {told['stall']}")
            elif "trying" in told:
                trying = told["trying"]
            elif "action" in told:
                self._count(told)
            elif "end" in told:
                end = told["end"]
        return end if end != "it ended by itself" else f"{end} in {trying}"

    def _count(self, told: dict[str, Any]) -> None:
        self.reached = told["step"] + 1
        self.actions[told["action"]] += 1
        self.late += told.get("late", [])
        self.beats += told.get("beats", 0)
        if "worked" in told:
            self.worked.append(told["worked"])
            self.load.append(told["load"])
        self.memory.append(told["mb"])
        self.seconds.append((told["s"], f"{told['step']} {told['action']}"))

    def _judge_end(self, end: str, code: int, said: Path) -> None:
        expected = {DONE: 0, ENDED: 0, KILLED: -9}.get(end)
        text = said.read_text("utf-8", "replace")
        if code != expected:
            self._find("the program ended", f"{end}, code {code}\n{text[-3000:]}")
        elif "Traceback" in text or re.search(r"\bQThread: Destroyed|Segmentation", text):
            self._find("said on the terminal", text[-3000:])
        _, left = psutil.wait_procs(self._children(), CHILDREN_GONE_WITHIN_S)
        for process in left:
            with suppress(psutil.Error):  # it may end at this very moment
                if process.status() != psutil.STATUS_ZOMBIE:
                    self._find("left behind", " ".join(process.cmdline())[:300])
                    process.kill()

    def _children(self) -> list[psutil.Process]:
        """Return the processes that were started in this rehearsal, except trainings."""
        mine = []
        for process in psutil.process_iter():
            try:
                started_here = process.environ().get("REHEARSAL") == str(self.folder)
                trains = any("train" in word for word in process.cmdline())
            except psutil.Error:
                continue
            if started_here and process.pid != os.getpid() and not trains:
                mine.append(process)
        return mine

    def _verify(self, world: dict[str, Any]) -> None:
        for library in world["libraries"]:
            if not (Path(library) / "library.db").is_file():
                continue
            ran = subprocess.run(
                [sys.executable, "-m", "desktop", "verify", "--library", library, "--json"],
                cwd=CHECKOUT,
                env=self._environment(),
                capture_output=True,
                text=True,
                check=False,
            )
            if ran.returncode or not json.loads(ran.stdout)["sound"]:
                self._find("the library is not sound", ran.stdout[-2000:] + ran.stderr[-2000:])

    def _find(self, kind: str, text: str) -> None:
        self.findings.append(Finding(kind, text, self.reached))

    # --- the world ----------------------------------------------------------------------------

    def _world(self) -> dict[str, Any]:
        invented = Field(self.seed)
        given = Path(self.library)
        files = invented.write(self.folder / "files")
        batches, manuscripts = list(files.batches), list(files.manuscripts)
        if self.library not in ("field", "sample"):
            batches, manuscripts = _folder_of_pdfs(given)
        sample = self.folder / "home" / "data" / "cocite" / "sample"
        libraries = [self.folder / "library", self.folder / "other"]
        for library in libraries:
            library.mkdir(parents=True, exist_ok=True)
        if self.tiny_model:
            self._use_tiny_model(" ".join(paper.title for paper in invented.papers))
        if self.library == "sample":
            libraries = [sample, self.folder / "other"]
        return {
            "batches": list(map(str, batches)),
            "bib": str(files.bib),
            "manuscripts": list(map(str, manuscripts)),
            "entries": [invented.bibtex(paper) for paper in invented.papers],
            "dois": [invented.doi(paper) for paper in invented.papers],
            "titles": [paper.title for paper in invented.papers],
            "libraries": list(map(str, libraries)),
            "scratch": str(self.folder),
        }

    def _use_tiny_model(self, words: str) -> None:
        """Put a model on the shelf that is encoded with in no time, in a process as any other."""
        from core.models.shelf import Shelf
        from tests.tiny_encoder import make_tiny_encoder

        shelf = Shelf(self.folder / "home" / "data" / "cocite" / "models")
        if not shelf.folder.is_dir():
            shelf.add(make_tiny_encoder(self.folder / "tiny", words=words))
            shelf.use("tiny")

    # --- telling ------------------------------------------------------------------------------

    def told(self) -> str:
        """Return what was met, in lines."""
        late = sorted(self.late)
        p99 = self.beats // 100
        lines = [
            (
                f"seed {self.seed}, library {self.library}: {sum(self.actions.values())} steps in "
                f"{self.lives} lives; {dict(self.ends)}"
            ),
            f"{len(self.findings)} findings: {dict(Counter(one.kind for one in self.findings))}",
            (
                f"heartbeat: p99 {late[-p99] if 0 < p99 <= len(late) else 40} ms, "
                f"worst {late[-1] if late else 40} ms; most work between two beats "
                f"{max(self.worked, default=0)} ms; load of the machine {self._load()}"
            ),
        ]
        if self.memory:
            quarter = max(1, len(self.memory) // 4)
            lines.append(
                f"memory of the window's process: first quarter "
                f"{statistics.median(self.memory[:quarter]):.0f} MB, last "
                f"{statistics.median(self.memory[-quarter:]):.0f} MB, most {max(self.memory)} MB"
            )
        slow = ", ".join(f"{name} {s:.0f} s" for s, name in sorted(self.seconds)[-5:])
        lines.append(f"slowest steps: {slow}")
        lines.append("actions: " + ", ".join(f"{n} {c}" for n, c in self.actions.most_common()))
        lines += [f"{count:>5} × {note}" for note, count in self.notes.most_common(40)]
        for one in self.findings[:MOST_TOLD]:
            lines.append(f"step {one.step}: {one.kind}: {one.text}")
            if one.trace:
                lines.append(f"    after {', '.join(one.trace)}")
        return "\n".join(lines)

    def _load(self) -> str:
        middle = statistics.median(self.load) if self.load else 0
        return f"{middle:.1f} (most {max(self.load, default=0):.1f}) on {os.cpu_count()} cores"


def _folder_of_pdfs(folder: Path) -> tuple[list[Path], list[Path]]:
    pdfs = sorted(folder.rglob("*.pdf"))
    batches = sorted({path.parent for path in pdfs})
    return batches, pdfs[:3]
