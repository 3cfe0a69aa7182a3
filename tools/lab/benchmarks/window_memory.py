"""What the window and its processes hold together while a person works, and where it goes.

    python -m tools.lab.benchmarks.window_memory [LIBRARY] [--papers 1000] [--manuscript FILE]
        [--sentences 30] [--wait 330] [--maps]

The program runs on a copy of LIBRARY, or on one of so many invented papers, in a home of its own.
At each stage (model loaded; searched; manuscript read; sentences clicked; papers compared, the map
drawn; left alone for so many seconds) the own memory of each of its processes is listed, and the
pages of files, such as libraries, that they use together, each counted once: programs beside them
that use the same files change nothing of it. With ``--maps``, also the largest parts of each.
Looked at four times a second, the most that was their own since the stage before. Aim: 900 MB at
1,000 papers.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

AIM_MB = 900
_LOOK_EVERY_S = 0.25
_SHOWN_MAPS = 12
_MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ .{4} \S+ \S+ \S+ *(.*)")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path, nargs="?")
    parser.add_argument("--papers", type=int, default=1_000)
    parser.add_argument("--manuscript", type=Path)
    parser.add_argument("--sentences", type=int, default=30)
    parser.add_argument("--wait", type=int, default=330)
    parser.add_argument("--maps", action="store_true")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return _live(given)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return _measure(given, Path(folder))


def _measure(given: argparse.Namespace, home: Path) -> int:
    from tools.lab.benchmarks.big_library import PAPERS, make_big_library
    from tools.lab.benchmarks.window_script import prepare

    source = given.library or make_big_library(home / "made" / "library", given.papers or PAPERS)
    (home / "copy").mkdir()
    library = prepare(source, home / "copy")
    places = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    command = [sys.executable, "-m", "tools.lab.benchmarks.window_memory", str(library)]
    command += ["--child", str(home / "copy"), f"--sentences={given.sentences}"]
    command += [f"--wait={given.wait}"]
    if given.manuscript:
        command += ["--manuscript", str(given.manuscript.absolute())]
    environment = os.environ | dict.fromkeys(places, str(home / "home"))
    child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    peak = _Peak(child.pid)
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("stage "):
            name = line.removeprefix("stage ").strip()
            _print_stage(name, child.pid, peak.take(), maps=given.maps)
    return child.wait()


# --- measuring the memory of processes --------------------------------------------------------


class _Peak:
    """Looks at a process and all that it started, on a thread of its own."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._most = 0
        threading.Thread(target=self._look, daemon=True).start()

    def take(self) -> int:
        """Return the most kilobytes since the last call."""
        most, self._most = self._most, 0
        return most

    def _look(self) -> None:
        pause = threading.Event()
        while not pause.wait(_LOOK_EVERY_S):
            total = sum(_read_own(pid) for pid in _list_processes(self._pid))
            self._most = max(self._most, total)


def _list_processes(pid: int) -> list[int]:
    import psutil

    try:
        return [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]
    except psutil.Error:
        return []


def _read_own(pid: int) -> int:
    """Return the kilobytes of a process that are no pages of files; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


def _list_maps(pid: int) -> tuple[Counter[str], Counter[str]]:
    """Return the kilobytes of a process that are its own, by mapping, and the pages of files."""
    own: Counter[str] = Counter()
    files: Counter[str] = Counter()
    path, resident = "", 0
    try:
        lines = Path(f"/proc/{pid}/smaps").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        if (mapping := _MAPPING.fullmatch(line)) is not None:
            path = mapping[1]
        elif line.startswith("Rss:"):
            resident = int(line.split()[1])
        elif line.startswith("Anonymous:"):
            anonymous = int(line.split()[1])
            own[Path(path).name or "anonymous"] += anonymous
            files[path] += resident - anonymous
    return own, files


def _name(pid: int) -> str:
    """Return the module that a process runs."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return "gone"
    modules = [word for word in words if word.startswith(("core.", "training"))]
    return "window" if "--child" in words else (modules or words)[0]


def _print_stage(name: str, pid: int, most: int, *, maps: bool) -> None:
    parts = {process: _list_maps(process) for process in _list_processes(pid)}
    shared: Counter[str] = Counter()
    for _, files in parts.values():
        shared |= files  # a page of a file is there once, however many processes have it
    own = {process: own.total() for process, (own, _) in parts.items()}
    total = sum(own.values()) + shared.total()
    each = ", ".join(f"{_name(process)} {size >> 10}" for process, size in own.items())
    print(
        f"{name:<20} {total >> 10:>5} MB (aim {AIM_MB}): {each}, files {shared.total() >> 10}; "
        f"own memory at most {most >> 10}",
        flush=True,
    )
    if maps:
        named = {_name(process): sizes for process, (sizes, _) in parts.items()}
        for title, sizes in [*named.items(), ("files", shared)]:
            largest = sizes.most_common(_SHOWN_MAPS)
            words = ", ".join(f"{Path(path).name} {size >> 10}" for path, size in largest)
            print(f"    {title}: {words}", flush=True)


# --- a person in the window -------------------------------------------------------------------


def _live(given: argparse.Namespace) -> int:
    """Run the program, and drive it from inside its event loop."""
    from PySide6.QtCore import QTimer

    from desktop.__main__ import import_window
    from desktop.__main__ import main as start_program

    import_window()
    import desktop.app.application

    class Watched(desktop.app.application.Application):
        """The program, which a person begins to use as soon as it shows."""

        def start(self, start: desktop.app.application.Start) -> None:
            super().start(start)
            steps = _steps(self, given)

            def go_on() -> None:
                pause = next(steps, None)
                if pause is None:
                    self.window.close()
                else:
                    QTimer.singleShot(pause, self, go_on)

            QTimer.singleShot(100, self, go_on)

    desktop.app.application.Application = Watched  # type: ignore[misc]
    return start_program([str(given.library)])


def _steps(program: Any, given: argparse.Namespace) -> Iterator[int]:  # noqa: ANN401 - Qt is late
    from desktop.app.main_window import LIBRARY
    from tools.lab.benchmarks.heartbeat import Heartbeat
    from tools.lab.benchmarks.window_script import TYPED, Script

    while program.window.pages is None or program.workspace is None:
        yield 50
    script = Script(program, Heartbeat(explain=False), given.child)
    script.given = given.manuscript
    yield from script.wait_until(
        lambda: program.workspace.indexing.status().model_state in ("ready", "failed")
    )
    yield from script.settle()
    yield from _say("model loaded")
    yield from script.type_texts("", TYPED)
    yield from script.walk_papers("")
    yield from _say("searched")
    yield from script.read_manuscript("")
    yield from _say("manuscript read")
    yield from script.click_sentences("", given.sentences)
    yield from script.settle()
    yield from _say("sentences clicked")
    program.window.show_page(LIBRARY)
    program.window.library.library_actions.similar.trigger()
    yield from script.settle()
    yield from script.use_map("")
    yield from script.settle()
    yield from _say("similar and map")
    yield 1_000 * given.wait
    yield from _say(f"{given.wait} s later")


def _say(stage: str) -> Iterator[int]:
    yield 1_000
    print(f"stage {stage}", flush=True)
    yield 1_500


if __name__ == "__main__":
    sys.exit(main())
