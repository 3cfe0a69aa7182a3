"""What the process of the window holds while a person works for hours, and what of it grows.

    python -m tools.lab.benchmarks.window_soak [--rounds 20] [--papers N] [--trace] [--tiny-model]

The program runs as a process of its own on the sample library, or on one of N invented papers, in a
home of its own. A person in its event loop does the same round of things over and over, without the
pauses for thought: opens manuscripts, clicks sentences, cites, refuses, undoes, searches, edits,
turns pages, looks at the map, at settings, at PDFs, changes colours and language, and closes what
was opened. A round is about a hundred actions, so that twenty stand for two hours of a person.

After each, once nothing runs, are printed: the memory of the process (RSS) and what of it is its
own (USS), what is the own of its helpers, Python objects, wrapped objects of Qt, widgets, open
files, threads, temporary files, the size of the log, and the types of which there are more than a
round ago. At the end: how much of this an hour adds, and whether the last rounds took longer than
the first. With ``--collect``, garbage goes first, so that only what is held is counted. With
``--trace``, the lines of code that allocated what grew are printed at the end (slower, and the
memory is then larger). The baseline is an empty window of Qt. Aim: at most 400 MB and flat.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.lab.benchmarks.big_library import make_big_library

if TYPE_CHECKING:
    from desktop.app.application import Application
    from tests.rehearsal.person import Steps

CHECKOUT = Path(__file__).resolve().parents[3]
AIM_MB, AIM_GROWTH = 400, 0.01
ACTIONS_AN_HOUR = 1000
WARM = 3
"""Rounds until everything was used once."""
SHOWN_TYPES = 8
ROUND: Sequence[tuple[str, int]] = (
    ("open_manuscript", 2),
    ("click_sentence", 50),
    ("next_gap", 3),
    ("cite", 5),
    ("refuse", 4),
    ("undo_in_manuscript", 6),
    ("look_at_reference", 2),
    ("move_context", 2),
    ("look_at_whole", 2),
    ("similar_to_card", 1),
    ("walk_on", 4),
    ("use_map", 1),
    ("search_words", 4),
    ("change_mode", 1),
    ("clear_search", 1),
    ("read_details", 5),
    ("find_similar", 1),
    ("quick_look", 2),
    ("edit", 2),
    ("write_note", 1),
    ("undo_in_library", 3),
    ("open_pdf", 2),
    ("decide_duplicates", 1),
    ("look_at_models", 1),
    ("change_settings", 1),
    ("use_palette", 1),
    ("switch_theme", 2),
    ("switch_language", 2),
    ("close_tab", 4),
)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--papers", type=int, default=0, help="of an invented library")
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--collect", action="store_true", help="garbage, before each weighing")
    parser.add_argument("--tiny-model", action="store_true", help="for a slow machine")
    parser.add_argument("--only", default="", help="actions of the round, parted by commas")
    parser.add_argument("--child", choices=("run", "baseline", "library"), help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child == "baseline":
        return _baseline()
    if given.child == "library":
        make_big_library(_library_in(given.home), given.papers)
        return 0
    if given.child:
        return _live(given)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        _run(home, "baseline")
        if given.tiny_model:
            _use_tiny_model(home)
        if given.papers:
            _run(home, "library", f"--papers={given.papers}")
        more = [f"--rounds={given.rounds}", f"--only={given.only}", f"--papers={given.papers}"]
        return _run(home, "run", *more, *["--trace"] * given.trace, *["--collect"] * given.collect)


def _run(home: Path, kind: str, *more: str) -> int:
    places = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    module = [sys.executable, "-m", "tools.lab.benchmarks.window_soak"]
    (home / "tmp").mkdir(exist_ok=True)
    return subprocess.run(
        [*module, "--child", kind, "--home", str(home), *more],
        env=os.environ
        | dict.fromkeys(places, str(home / "home"))
        | {
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
            "PYTHONPATH": str(CHECKOUT),
            "HF_HUB_OFFLINE": "1",
        },
        check=False,
    ).returncode


def _library_in(home: Path) -> Path:
    """Return where an invented library lies: beside the shelf of models that the program reads."""
    return home / "home" / "cocite" / "big"


def _use_tiny_model(home: Path) -> None:
    from core.models.shelf import Shelf
    from tests.tiny_encoder import make_tiny_encoder

    shelf = Shelf(home / "home" / "cocite" / "models")
    shelf.add(make_tiny_encoder(home / "tiny", words="a paper of one small field"))
    shelf.use("tiny")


def _baseline() -> int:
    import psutil
    from PySide6.QtWidgets import QApplication, QMainWindow

    qt = QApplication([])
    window = QMainWindow()
    window.resize(1280, 760)
    window.show()
    qt.processEvents()
    held = psutil.Process().memory_full_info()
    print(f"baseline: an empty window: RSS {held.rss >> 20} MB, USS {held.uss >> 20} MB")
    return 0


def _live(given: argparse.Namespace) -> int:
    from desktop.__main__ import import_window
    from desktop.__main__ import main as start_program

    import_window()
    import desktop.app.application

    class Soaked(desktop.app.application.Application):
        """The program, which a person begins to use as soon as it shows."""

        def start(self, start: desktop.app.application.Start) -> None:
            super().start(start)
            only = [name for name in given.only.split(",") if name]
            self.soak = Soak(
                self, given.home, given.rounds, only, trace=given.trace, collect=given.collect
            )
            self.soak.begin()

    desktop.app.application.Application = Soaked  # type: ignore[misc]
    return start_program([str(_library_in(given.home))] if given.papers else ["--sample"])


class Soak:
    """Drives the program round after round, and weighs it."""

    def __init__(
        self,
        program: Application,
        home: Path,
        rounds: int,
        only: Sequence[str],
        *,
        trace: bool,
        collect: bool,
    ) -> None:
        from PySide6.QtCore import QTimer

        self.program, self.rounds, self.trace = program, rounds, trace
        self.collect = collect
        self.round_of = [(name, count) for name, count in ROUND if not only or name in only]
        self.person = _person(program, home)
        self.home = home
        self.weighed: list[dict[str, Any]] = []
        self.types: Counter[str] = Counter()
        self.first_types: Counter[str] = Counter()
        self.widgets: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.not_done: Counter[str] = Counter()
        self._steps = self._live()
        self._waiting: Any = 0
        self._since = time.monotonic()
        self._inside = False
        self._timer = QTimer(program, interval=10)
        self._timer.timeout.connect(self._tick)

    def begin(self) -> None:
        """Start to act."""
        self._timer.start()

    # --- the rounds ---------------------------------------------------------------------------

    def _live(self) -> Steps:
        from tests.rehearsal.person import Until

        yield Until(lambda: self.program.window.pages is not None, "the library opens")
        yield Until(
            lambda: (
                (w := self.program.workspace) is not None
                and w.indexing.status().model_state in ("ready", "failed")
            ),
            "the model is loaded",
        )
        yield from self.person.settled()
        self._weigh("at rest")
        snapshot = None
        for number in range(1, self.rounds + 1):
            begun = time.monotonic()
            yield from self._round()
            yield from self.person.settled()
            self._weigh(f"round {number}", time.monotonic() - begun)
            if self.trace and number == WARM:
                tracemalloc.start(12)
            elif self.trace and number == WARM + 1:
                snapshot = tracemalloc.take_snapshot()
        if snapshot is not None:
            _print_grown(snapshot, tracemalloc.take_snapshot(), self.rounds - WARM - 1)
        self._sum_up()
        self.program.window.close()

    def _round(self) -> Steps:
        from tests.rehearsal.person import CannotNow

        chance = self.person.random = random.Random(f"{len(self.weighed)}")
        for name, count in self.round_of:
            for _ in range(count):
                try:
                    yield from getattr(self.person, name)()
                    self.done[name] += 1
                except CannotNow:
                    self.not_done[name] += 1
                yield from self.person.close_all()
                yield chance.randrange(0, 60)

    def _tick(self) -> None:
        if self._inside:
            return
        waited = time.monotonic() - self._since
        if isinstance(self._waiting, int):
            over = 1000 * waited >= self._waiting
        else:
            over = self._waiting.condition() or waited > self._waiting.patience_s
        if not over:
            return
        self._inside = True
        try:
            self._waiting = next(self._steps, None)
        finally:
            self._inside = False
        self._since = time.monotonic()
        if self._waiting is None:
            self._timer.stop()

    # --- measuring memory ---------------------------------------------------------------------

    def _weigh(self, name: str, seconds: float = 0) -> None:
        import psutil
        import shiboken6
        from PySide6.QtWidgets import QApplication

        if self.collect:
            gc.collect()
        process = psutil.Process()
        held = process.memory_full_info()
        helpers = _held_by_helpers(process)
        temporary = sum(path.is_file() for path in (self.home / "tmp").rglob("*"))
        log = sum(path.stat().st_size for path in (self.home / "home").rglob("*.log*"))
        types = Counter(_type_name(each) for each in gc.get_objects())
        widgets = Counter(widget.metaObject().className() for widget in QApplication.allWidgets())
        self.weighed.append(
            {
                "rss": held.rss / 2**20,
                "uss": held.uss / 2**20,
                "helpers": helpers / 2**20,
                "objects": types.total() + gc.get_freeze_count(),
                "files": process.num_fds(),
                "temporary files": temporary,
                "log": log / 2**10,
                "seconds": seconds,
                "actions": sum(self.done.values()),
            }
        )
        print(
            f"{name:<9} ({seconds:3.0f} s) {sum(self.done.values()):>5} actions  "
            f"RSS {held.rss >> 20} MB  USS {held.uss >> 20} MB  helpers {helpers >> 20} MB  "
            f"{types.total() + gc.get_freeze_count()} objects  "
            f"{len(shiboken6.getAllValidWrappers())} wrapped  {widgets.total()} widgets  "
            f"{process.num_fds()} files  {process.num_threads()} threads  "
            f"{temporary} temporary files  {log >> 10} kB of log",
            flush=True,
        )
        _print_more("types", types, self.types)
        _print_more("widgets", widgets, self.widgets)
        self.types, self.widgets = types, widgets
        if len(self.weighed) == WARM + 1:
            self.first_types = types

    def _sum_up(self) -> None:
        half = self.weighed[len(self.weighed) // 2 :]
        print(f"not possible: {dict(self.not_done)}")
        if len(half) < 3:
            return
        for kind in ("rss", "uss", "helpers", "objects", "files", "temporary files", "log"):
            slope = _slope([(one["actions"] / ACTIONS_AN_HOUR, one[kind]) for one in half])
            share = slope / max(half[0][kind], 1)
            print(f"{kind}: {share:+.1%} an hour over the last half, aim {AIM_GROWTH:.0%}")
        first, last = (
            sum(one["seconds"] for one in part) / WARM
            for part in (self.weighed[WARM : 2 * WARM], self.weighed[-WARM:])
        )
        print(f"a round: {first:.0f} s at first, {last:.0f} s at the end")
        print(f"most: RSS {max(one['rss'] for one in self.weighed):.0f} MB, aim {AIM_MB} MB")
        _print_more("types since the first rounds", self.types, self.first_types, shown=25)


def _person(program: Application, home: Path) -> Any:  # noqa: ANN401 - of a class made here
    from importlib.resources import files

    from PySide6.QtCore import Qt

    from desktop.app.main_window import MODELS
    from desktop.papers.quick_look import QuickLook
    from tests.rehearsal.everyone import Everyone, world_of
    from tests.rehearsal.field import Field

    class Worker(Everyone):
        """A person who also looks at papers without opening them."""

        def quick_look(self) -> Steps:
            """Press Space on a paper, and Esc."""
            yield from self._papers(1)
            self.library.table.setFocus()
            yield from self.keys(Qt.Key.Key_Space)
            yield from self.opened(QuickLook)

        def look_at_models(self) -> Steps:
            """Turn to the models, and open the steps of a training."""
            yield from self.turn_to(MODELS)
            self.panel.show_overview()
            yield 200
            yield from self.press(self.panel.shelf.train_button)
            yield 800
            self.panel.show_overview()

    field = Field(1)
    written = field.write(home / "files")
    sample = Path(str(files("resources"))) / "sample"
    manuscripts = [*sorted(sample.rglob("*.pdf"))[:1], *written.manuscripts]
    world = {
        "batches": list(map(str, written.batches)),
        "bib": str(written.bib),
        "manuscripts": list(map(str, manuscripts)),
        "entries": [field.bibtex(paper) for paper in field.papers],
        "dois": [field.doi(paper) for paper in field.papers],
        "titles": [paper.title for paper in field.papers],
        "libraries": [],
        "scratch": str(home),
    }
    return Worker(program, world_of(world))


def _held_by_helpers(process: Any) -> int:  # noqa: ANN401 - psutil has no types
    """Return the bytes that are the own of the processes it started, and of theirs."""
    import psutil

    held = 0
    for helper in process.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            held += helper.memory_full_info().uss
    return held


def _type_name(value: object) -> str:
    kind = type(value)
    return f"{kind.__module__}.{kind.__qualname__}"


def _print_more(
    name: str, now: Counter[str], before: Counter[str], shown: int = SHOWN_TYPES
) -> None:
    more = Counter({kind: count - before[kind] for kind, count in now.items()})
    grown = [f"{kind} +{count}" for kind, count in more.most_common(shown) if count > 0]
    if before and grown:
        print(f"    more {name}: {', '.join(grown)}", flush=True)


def _print_grown(before: tracemalloc.Snapshot, after: tracemalloc.Snapshot, rounds: int) -> None:
    print(f"allocated in {rounds} rounds and still held:")
    for found in after.compare_to(before, "traceback")[:15]:
        print(f"  {found.size_diff / 1024:+.0f} kB, {found.count_diff:+} blocks")
        for line in found.traceback.format(most_recent_first=True)[:12]:
            print(f"    {line.strip()}")


def _slope(points: Sequence[tuple[float, float]]) -> float:
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    across = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / across if across else 0.0


if __name__ == "__main__":
    sys.exit(main())
