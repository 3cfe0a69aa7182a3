"""How soon the window is usable, and how late its event loop is while a person works in it.

    python -m tools.lab.benchmarks.window LIBRARY [--manuscript PDF] [--starts 3] [--repetitions 10]

LIBRARY is made of 100,000 invented papers if it does not exist (see ``big_library`` beside this),
and is copied first, for the run imports papers. The program runs in processes of its own with
folders of its own. Printed are, for each start, the time from the start of the process to the shown
window and to the first papers in the table; by phase of the run, how late a heartbeat of 5 ms was
and how long the window's thread worked between two beats (p50, p99, worst, in milliseconds); what
ran at the worst; frames a second; memory after the run and over its repetitions.

The baseline is an empty window of Qt that beats beside the program at the same time: what is late
there is the machine's doing. A machine busy with others shows in the lateness, not in the work.
With ``--why``, each late beat is explained, not only the worst.

A run with ten repetitions takes about five minutes, more beside other work; what it is at is told
on stderr, and what it waited for in vain.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[3]
AIM_P99_MS, AIM_WORST_MS, AIM_START_S, AIM_READY_S = 50, 150, 1.2, 4.0
AIM_FPS, AIM_MEMORY_MB, AIM_GROWTH = 50, 1_638, 0.02


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--manuscript", type=Path)
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--repetitions", type=int, default=10)
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--child", choices=("start", "run", "baseline"), help=argparse.SUPPRESS)
    parser.add_argument("--scratch", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child == "baseline":
        _baseline()
    elif given.child:
        _Child(given).run()
    else:
        _measure(given)


def _measure(given: argparse.Namespace) -> None:
    # Here, not above: the children that are measured must import nothing before they begin.
    from tools.lab.benchmarks.big_library import make_big_library

    library = make_big_library(given.library.absolute())
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for start in range(1, given.starts + 1):
        with _place() as scratch:
            found = _child(["start", library, scratch])
        print(
            f"start {start}: window shown {found['shown']:.2f} s, usable {found['usable']:.2f} s, "
            f"{found['cpu']:.2f} s of a processor"
        )
    with _place() as scratch:
        from tools.lab.benchmarks.window_script import prepare

        copied = prepare(library, scratch)
        more = ["--repetitions", str(given.repetitions)]
        if given.manuscript:
            more += ["--manuscript", str(given.manuscript.absolute())]
        with _beside() as bare:
            found = _child(["run", copied, scratch], *more)
        _print(found, bare, why=given.why)
    print(f"load average after: {os.getloadavg()[0]:.1f}")


# --- starting the programs to measure ---------------------------------------------------------


@contextmanager
def _place() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _environment(home: Path) -> dict[str, str]:
    places = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    return (
        os.environ
        | dict.fromkeys(places, str(home / "home"))
        | {
            "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
            "PYTHONPATH": str(CHECKOUT),
            "PYDANTIC_DISABLE_PLUGINS": "__all__",  # as ``desktop.__main__`` has it
            "COCITE_BENCH_START": repr(time.time()),
        }
    )


def _command(kind: str, library: Path, scratch: Path, *more: str) -> list[str]:
    module = [sys.executable, "-m", "tools.lab.benchmarks.window"]
    return [*module, str(library), "--child", kind, "--scratch", str(scratch), *more]


def _child(what: list[Any], *more: str) -> dict[str, Any]:
    kind, library, scratch = what
    ran = subprocess.run(
        _command(kind, library, scratch, *more),
        env=_environment(scratch),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise SystemExit(f"The program ended with code {ran.returncode}.")
    result: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return result


@contextmanager
def _beside() -> Iterator[dict[str, Any]]:
    """Let an empty window beat as long as the block runs; the answer is there behind it."""
    answer: dict[str, Any] = {}
    with _place() as scratch:
        child = subprocess.Popen(
            _command("baseline", scratch, scratch),
            env=_environment(scratch),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        answer |= json.loads(child.stdout.readline())
        yield answer
        answer |= json.loads(child.communicate("\n")[0].splitlines()[-1])


def _baseline() -> None:
    """Beat in an empty window until a line comes; tell frames of a bare table first."""
    from PySide6.QtCore import QSocketNotifier, QStringListModel
    from PySide6.QtWidgets import QApplication, QMainWindow, QTableView

    from tools.lab.benchmarks.heartbeat import Heartbeat, spread

    started = float(os.environ["COCITE_BENCH_START"])
    qt = QApplication([])
    window = QMainWindow()
    table = QTableView()
    table.setModel(QStringListModel([f"row {row}" for row in range(100_000)], table))
    window.setCentralWidget(table)
    window.resize(1280, 760)
    window.show()
    qt.processEvents()
    shown, cpu = time.time() - started, time.process_time()
    frames = []
    for place in range(200):
        begun = time.perf_counter(), time.thread_time()
        table.verticalScrollBar().setValue(3 * place)
        table.viewport().repaint()
        qt.processEvents()
        frames.append((time.perf_counter() - begun[0], time.thread_time() - begun[1]))
    print(json.dumps({"shown": shown, "cpu": cpu, "frames": frames}), flush=True)
    beat = Heartbeat(explain=False)
    beat.start()
    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda *_: qt.quit())
    qt.exec()
    found = beat.phases["start"]
    print(json.dumps({"late": spread(found.late), "worked": spread(found.worked)}))


class _Child:
    """The program, driven from inside its own event loop."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.started = float(os.environ["COCITE_BENCH_START"])
        self.result: dict[str, Any] = {"model_ready": None}

    def run(self) -> None:
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        from core.base import settings
        from desktop.__main__ import import_window

        import_window()
        from desktop.app.application import Application

        qt = QApplication(["cocite"])
        path = settings.default_path()
        self.program = Application(qt, path, path.with_name("log"))
        self.window = self.program.window
        self.window.show()
        QTimer.singleShot(0, self._shown)
        self.ready = QTimer(interval=5)
        self.ready.timeout.connect(self._look)
        qt.exec()
        print(json.dumps(self.result))

    def _shown(self) -> None:
        self.result["shown"] = self._since()
        self.program.open_icons()
        write = self.given.child == "run"
        self.program.open_library(self.given.library.absolute(), write=write)
        self.ready.start()

    def _since(self) -> float:
        return time.time() - self.started

    def _look(self) -> None:
        """Usable means: the first row shows a paper and the search field takes letters."""
        library = self.window.library
        if library is None or not library.model.index(0, 0).data():
            return
        if "usable" not in self.result:
            self.result["usable"], self.result["cpu"] = self._since(), time.process_time()
        if self.given.child == "start":
            self.ready.stop()
            self.window.close()
        elif self.window.pages is not None:
            self.ready.stop()
            self._begin()

    def _begin(self) -> None:
        from tools.lab.benchmarks.heartbeat import Heartbeat
        from tools.lab.benchmarks.window_script import Script

        self.beat = Heartbeat()
        self.script = Script(self.program, self.beat, self.given.scratch)
        self.script.given = self.given.manuscript
        self.script.repetitions = self.given.repetitions
        self.program.runner.ended.connect(self._job_ended)
        self.steps = self.script.steps()
        self.beat.start()
        self._next()

    def _job_ended(self, task: Any) -> None:  # noqa: ANN401 - a Task, once Qt is there
        if task.title == "Loading the model" and self.result["model_ready"] is None:
            self.result["model_ready"] = self._since()

    def _next(self) -> None:
        from PySide6.QtCore import QTimer

        before = self.beat.phase
        pause = next(self.steps, None)
        if self.beat.phase != before:
            sys.stderr.write(f"{self._since():6.0f} s  {self.beat.phase}\n")
        if pause is None:
            self._finish()
        else:
            QTimer.singleShot(pause, self._next)

    def _finish(self) -> None:
        import psutil

        self.beat.stop()
        process = psutil.Process()
        children = process.children(recursive=True)
        watch = self.beat.watch
        assert watch is not None
        phases = self.beat.phases
        self.result |= {
            "beats": {name: [found.late, found.worked] for name, found in phases.items()},
            "worst": {name: late.lines() for name in phases if (late := watch.worst(name))},
            "late": [line for one in watch.found for line in one.lines()],
            "frames": self.script.frames,
            "memory": process.memory_info().rss,
            "helpers": sum(child.memory_info().rss for child in children),
            "repeated": self.script.memory,
        }
        self.window.close()


# --- printing the report ----------------------------------------------------------------------


def _print(found: dict[str, Any], bare: dict[str, Any], *, why: bool) -> None:
    from tools.lab.benchmarks.heartbeat import spread

    head = f"{'':<36}{'beats':>7}{'late p50':>10}{'p99':>7}{'worst':>7}"
    print(f"{head}{'work p50':>10}{'p99':>7}{'worst':>7}  (ms)")
    all_late: list[float] = []
    all_worked: list[float] = []
    for name, (late, worked) in found["beats"].items():
        all_late += late
        all_worked += worked
        _row(name, len(late), spread(late), spread(worked))
    _row("all", len(all_late), spread(all_late), spread(all_worked))
    _row("baseline: an empty window beside it", 0, bare["late"], bare["worked"])
    print(f"aims: late p99 {AIM_P99_MS} ms, worst {AIM_WORST_MS} ms")
    for name, frames in [("baseline: a bare table", bare["frames"]), *found["frames"].items()]:
        wall, thread = (sum(column) / len(frames) for column in zip(*frames, strict=True))
        print(
            f"{name:<36}{1 / wall:6.0f} frames a second (aim {AIM_FPS}), "
            f"{1000 * thread:.1f} ms of work a frame"
        )
    print(
        f"baseline: an empty window is shown after {bare['shown']:.2f} s, "
        f"{bare['cpu']:.2f} s of a processor; aim {AIM_START_S} s usable"
    )
    ready, usable = found["model_ready"], found["usable"]
    later = "never" if ready is None else f"{ready - usable:.1f} s later"
    print(f"usable {usable:.2f} s; model ready {later}, aim {AIM_READY_S} s")
    _print_memory(found)
    for lines in [found["late"]] if why else found["worst"].values():
        print("\n".join(lines))


def _row(name: str, beats: int, late: Any, worked: Any) -> None:  # noqa: ANN401 - JSON
    widths = (10, 7, 7) * 2
    cells = "".join(f"{value:>{w}.1f}" for value, w in zip((*late, *worked), widths, strict=True))
    print(f"{name:<36}{beats or '':>7}{cells}")


def _print_memory(found: dict[str, Any]) -> None:
    megabyte = 2**20
    print(
        f"memory after the run {found['memory'] // megabyte} MB, with its helpers "
        f"{(found['memory'] + found['helpers']) // megabyte} MB, aim {AIM_MEMORY_MB}"
    )
    repeated = [value // megabyte for value in found["repeated"]]
    if len(repeated) > 2:
        growth = found["repeated"][-1] / found["repeated"][1] - 1
        print(
            f"after each repetition {repeated} MB; from the second to the last {growth:+.1%}, "
            f"aim {AIM_GROWTH:.0%}"
        )


if __name__ == "__main__":
    main()
