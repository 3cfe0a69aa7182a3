"""How soon the window is usable, and how late its event loop is while a person works in it.

    python tests/benchmarks/window.py LIBRARY [--manuscript PDF] [--starts 3] [--write]

Starts the program in processes of its own on an existing library. Prints, for each start, the
time from the start of the process to the shown window and to the first papers in the table; then,
by phase, how late a heartbeat of 5 ms was (p50, p99, worst, in milliseconds).
With ``--why``, each beat that was more than 60 ms late is explained: how much of that time this
thread and this process worked (the rest the machine gave to others), and what the threads did.
The library is opened for reading unless ``--write`` is given, which also encodes what has no
vectors yet, in the background, as the program does.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

BEAT_MS = 5
LATE_MS = 60
TYPED = ("neural citation recommendation", "graph", "query expansion for search", "a")
LIMIT_P99_MS, LIMIT_WORST_MS, LIMIT_START_S = 50, 150, 1.5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--manuscript", type=Path)
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        child = _Child(given.library.absolute(), given.manuscript, write=given.write)
        if given.why:
            child.watch = _Watch()
        child.run()
        return
    last: dict[str, object] = {}
    for start in range(1, given.starts + 1):
        last = _one_start(sys.argv[1:], only_start=start < given.starts)
        print(f"start {start}: window shown {last['shown']:.2f} s, usable {last['usable']:.2f} s")
    _print_beats(last)


def _one_start(arguments: list[str], *, only_start: bool) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as home:
        places = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        environment = (
            os.environ
            | dict.fromkeys(places, home)
            | {
                "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
                "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
                "COCITE_BENCH_START": repr(time.time()),
                "COCITE_BENCH_ONLY_START": "1" if only_start else "",
            }
        )
        ran = subprocess.run(
            [sys.executable, "-X", "faulthandler", __file__, *arguments, "--child"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    if ran.returncode:
        raise SystemExit(f"The program ended with code {ran.returncode}.")
    result: dict[str, object] = json.loads(ran.stdout.splitlines()[-1])
    return result


def _print_beats(result: dict[str, object]) -> None:
    beats: dict[str, list[float]] = result["beats"]  # type: ignore[assignment]
    print(f"{'phase':<34}{'beats':>7}{'p50':>8}{'p99':>8}{'worst':>8}  (ms late)")
    everything: list[float] = []
    for phase, late in [*beats.items(), ("all", everything)]:
        everything += late
        if len(late) > 1:
            p99 = statistics.quantiles(late, n=100, method="inclusive")[98]
            row = (statistics.median(late), p99, max(late))
            print(f"{phase:<34}{len(late):>7}" + "".join(f"{value:>8.1f}" for value in row))
    for line in result.get("late", ()):  # type: ignore[attr-defined]
        print(line)
    print(f"model ready after {result['model_ready']} s; memory {result['memory_mb']} MB")
    print(f"aims: usable {LIMIT_START_S} s, p99 {LIMIT_P99_MS} ms, worst {LIMIT_WORST_MS} ms")


class _Watch:
    """Looks at every thread some fifty times a second, and says why a beat came late."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._main = threading.get_ident()
        self._seen: deque[tuple[float, list[str]]] = deque(maxlen=500)
        self._last = self._clocks()
        self._collecting: list[tuple[float, float]] = []
        gc.callbacks.append(self._note_collection)
        threading.Thread(target=self._look, daemon=True).start()

    def beat(self, phase: str, late_ms: float) -> None:
        """Take note of a beat."""
        before, now = self._last, self._clocks()
        self._last = now
        if late_ms < LATE_MS or phase == "start":
            return
        wall, thread, process = (round((b - a) * 1000) for a, b in zip(before, now, strict=True))
        seen = Counter(one for at, stacks in list(self._seen) if at > before[0] for one in stacks)
        garbage = round(1000 * sum(end - at for at, end in self._collecting if end > before[0]))
        self.lines.append(
            f"{phase}: {wall} ms late; this thread worked {thread} ms, the process {process} ms, "
            f"of it {garbage} ms on garbage"
        )
        self.lines += [f"    {count:>3} × {stack}" for stack, count in seen.most_common(8)]

    def _note_collection(self, phase: str, _told: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._collecting.append((now, now))
        else:
            self._collecting[-1] = self._collecting[-1][0], now

    @staticmethod
    def _clocks() -> tuple[float, float, float]:
        return time.perf_counter(), time.thread_time(), time.process_time()

    def _look(self) -> None:
        own, pause = threading.get_ident(), threading.Event()
        while True:
            pause.wait(0.015)
            frames = sys._current_frames()
            stacks = [self._told(key, frame) for key, frame in frames.items() if key != own]
            frames.clear()  # a frame that is kept keeps what its call left behind
            self._seen.append((time.perf_counter(), stacks))

    def _told(self, thread: int, frame: FrameType | None) -> str:
        places: list[str] = []
        while frame is not None and len(places) < 9:
            file = Path(frame.f_code.co_filename)
            places.append(f"{file.parent.name}/{file.name}:{frame.f_lineno}")
            frame = frame.f_back
        return ("window: " if thread == self._main else "thread: ") + " < ".join(places)


class _Child:
    """The program, driven from inside its own event loop."""

    def __init__(self, library: Path, manuscript: Path | None, *, write: bool) -> None:
        self.started = float(os.environ["COCITE_BENCH_START"])
        self.library, self.manuscript, self.write = library, manuscript, write
        self.result: dict[str, object] = {"model_ready": None}
        self.beats: dict[str, list[float]] = defaultdict(list)
        self.phase = "start"
        self.expected = 0.0
        self.watch: _Watch | None = None

    def run(self) -> None:
        from PySide6.QtCore import Qt, QTimer
        from PySide6.QtWidgets import QApplication

        from core import settings
        from desktop.app import Application

        qt = QApplication(["cocite"])
        path = settings.default_path()
        self.program = Application(qt, path, path.with_name("log"))
        self.window = self.program.window
        self.window.show()
        QTimer.singleShot(0, self._shown)
        self.timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=BEAT_MS)
        self.timer.timeout.connect(self._beat)
        self.ready = QTimer(interval=BEAT_MS)
        self.ready.timeout.connect(self._look)
        qt.exec()
        self.result["beats"] = self.beats
        self.result["late"] = self.watch.lines if self.watch is not None else []
        print(json.dumps(self.result))

    def _shown(self) -> None:
        self.result["shown"] = time.time() - self.started
        self.program.open_icons()
        self.program.open_library(self.library, write=self.write)
        self.ready.start()

    def _look(self) -> None:
        """Usable means: the first row shows a paper and the search field takes letters."""
        pages = self.window.pages
        if pages is None or not pages.library.model.index(0, 0).data():
            return
        self.ready.stop()
        self.result["usable"] = time.time() - self.started
        if os.environ["COCITE_BENCH_ONLY_START"]:
            self.result["memory_mb"] = 0
            self.window.close()
            return
        self.expected = time.perf_counter() + BEAT_MS / 1000
        if self.watch is not None:
            self.watch.beat("start", 0.0)
        self.timer.start()
        self.steps = self._steps()
        self._next()

    def _beat(self) -> None:
        now = time.perf_counter()
        late = max(0.0, (now - self.expected) * 1000)
        self.beats[self.phase].append(late)
        if self.watch is not None:
            self.watch.beat(self.phase, late)
        self.expected = now + BEAT_MS / 1000

    def _next(self) -> None:
        from PySide6.QtCore import QTimer

        pause = next(self.steps, None)
        if pause is None:
            self._finish()
        else:
            QTimer.singleShot(pause, self._next)

    def _steps(self) -> Iterator[int]:
        while not self._model_settled():
            yield from self._typing("typing, model loading")
            yield from self._scrolling("scrolling, model loading")
        self.result["model_ready"] = round(time.time() - self.started, 1)
        yield from self._typing("typing in the search field")
        yield from self._scrolling("scrolling 100 rows a step")
        yield from self._turning("switching pages")
        if self.manuscript is not None:
            yield from self._reading("opening and turning a manuscript")
        self.phase = "nothing to do"
        yield 2000

    def _model_settled(self) -> bool:
        jobs = self.program.runner.jobs()
        return not any(job.title == "Loading the model" for job in jobs)

    def _typing(self, phase: str) -> Iterator[int]:
        from PySide6.QtTest import QTest

        self.phase = phase
        self.window.show_page(0)
        self.window.focus_search()
        for text in TYPED:
            self.window.search.selectAll()
            for letter in text:
                QTest.keyClicks(self.window.search, letter)
                yield 60
            yield 400
        self.window.search.clear()
        yield 400

    def _scrolling(self, phase: str) -> Iterator[int]:
        self.phase = phase
        table = self.window.pages.library.table
        bar = table.verticalScrollBar()
        for share in [*range(0, 100, 1), *range(100, 0, -2)]:
            bar.setValue(int(bar.maximum() * share / 100))
            yield 16
        for _ in range(100):
            bar.setValue(bar.value() + 3 * table.rowHeight(0))
            yield 16

    def _turning(self, phase: str) -> Iterator[int]:
        self.phase = phase
        for page in (1, 2, 3, 0) * 5:
            self.window.show_page(page)
            yield 150

    def _reading(self, phase: str) -> Iterator[int]:
        self.phase = phase
        self.window.open_manuscript(self.manuscript)
        yield 4000
        page = self.window.pages.manuscript
        for _ in range(12):
            page.next_gap_action.trigger()
            yield 250
        bar = page.current_tab().view.verticalScrollBar()
        for share in range(0, 101, 2):
            bar.setValue(int(bar.maximum() * share / 100))
            yield 30

    def _finish(self) -> None:
        import psutil

        self.timer.stop()
        self.result["memory_mb"] = psutil.Process().memory_info().rss // 2**20
        self.window.close()


if __name__ == "__main__":
    main()
