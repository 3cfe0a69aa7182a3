"""How many frames a second the library table shows while it is scrolled.

    QT_QPA_PLATFORM=offscreen python tests/benchmarks/table_speed.py [--papers N] [--library DIR]

Without a library, one of invented records is made in a scratch folder. The table is scrolled in
steps from top to bottom, as a wheel does, and drawn to random places, as the bar is; a frame is
one step with everything that follows from it, painting included. Prints frames a second, the
slowest frames, the work of the window's thread (which a machine busy with others leaves true), and
how long each column takes to sort (asking and showing).
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.base.records import PaperRecord
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.library import paper_query
from desktop.library.page import LibraryPage
from desktop.tasks import TaskRunner
from desktop.theme import theme

LEAST_FPS = 50
STEPS = 200


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--library", type=Path)
    given = parser.parse_args()
    application = QApplication([])
    theme().install(application, "light")
    with tempfile.TemporaryDirectory() as scratch:
        shelf = Shelf(Path(scratch) / "models")
        folder = given.library or Path(scratch) / "library"
        made = given.library is None
        workspace = Workspace(folder, shelf, write=made, create=made)
        if made:
            list(workspace.library.papers.add(_records(given.papers), source="invented"))
        runner = TaskRunner()
        page = LibraryPage(workspace, runner, lambda *_, **__: None)
        page.resize(1600, 900)
        page.show()
        _measure(page, runner)
        runner.close()
        workspace.close()


def _records(count: int) -> Iterator[PaperRecord]:
    draw = random.Random(5)
    words = [f"{a}{b}" for a in ("lan", "ti", "gar", "led", "mo") for b in ("tern", "de", "den")]
    for number in range(count):
        yield PaperRecord(
            id=f"made:{number}",
            title=f"{' '.join(draw.choices(words, k=8)).capitalize()} {number}",
            authors=tuple(f"{draw.choice(words)} {draw.choice(words)}" for _ in range(3)),
            year=draw.randint(1980, 2026),
            venue=" ".join(draw.choices(words, k=3)),
        )


def _wait(until: Callable[[], bool]) -> None:
    loop, timer = QEventLoop(), QTimer()
    timer.timeout.connect(lambda: until() and loop.quit())
    timer.start(2)
    loop.exec()


def _measure(page: LibraryPage, runner: TaskRunner) -> None:
    def idle() -> bool:
        timers = (page._typing, page._settling)
        return runner.pending() == 0 and not any(timer.isActive() for timer in timers)

    page.refresh()
    _wait(idle)
    print(f"{page.model.rowCount():,} rows")
    bar = page.table.verticalScrollBar()
    draw = random.Random(7)
    _report("wheel", page, [3 * page.table.rowHeight(0) * step for step in range(STEPS)])
    _report("bar drawn", page, [draw.randint(0, bar.maximum()) for _ in range(STEPS)])
    begun = time.perf_counter()
    paper_query.sidebar_contents(page._workspace)
    print(f"sidebar {1000 * (time.perf_counter() - begun):5.0f} ms, on a worker thread")
    for sort in ("title", "authors", "year", "venue", "cited", "key", "added", "full text"):
        begun = time.perf_counter()
        page.table.order_chosen.emit(sort, False)
        _wait(idle)
        print(f"sort by {sort:<10} {1000 * (time.perf_counter() - begun):7.0f} ms")


def _report(name: str, page: LibraryPage, places: list[int]) -> None:
    """Scroll to each place in turn, each as soon as the frame before it is painted."""
    frames: list[float] = []
    worked = time.thread_time()
    loop = QEventLoop()
    left = iter(places)
    bar = page.table.verticalScrollBar()

    def step() -> None:
        place = next(left, None)
        if place is None:
            loop.quit()
            return
        begun = time.perf_counter()
        bar.setValue(place)
        page.table.viewport().repaint()
        QTimer.singleShot(0, lambda: finish(begun))

    def finish(begun: float) -> None:
        frames.append(time.perf_counter() - begun)
        step()

    QTimer.singleShot(0, step)
    loop.exec()
    slow = statistics.quantiles(frames, n=100)[98]
    fps = len(frames) / sum(frames)
    print(
        f"{name:<10} {fps:6.0f} frames a second (aim {LEAST_FPS}), p99 {1000 * slow:.1f} ms, "
        f"worst {1000 * max(frames):.1f} ms; "
        f"{1000 * (time.thread_time() - worked) / len(frames):.1f} ms of work a frame"
    )


if __name__ == "__main__":
    main()
