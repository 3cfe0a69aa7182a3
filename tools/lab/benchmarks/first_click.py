"""How soon a click on a sentence shows papers, alone and beside all that runs in the background.

    python -m tools.lab.benchmarks.first_click LIBRARY MANUSCRIPT [--clicks 30] [--alone]

The program runs on a copy of LIBRARY, in a process of its own with a home of its own, and a person
clicks sentences of MANUSCRIPT that were not asked for before, spread over the whole of it. First
with nothing beside (the baseline), then while thousands of new papers are encoded, attached PDFs
are read, the manuscript is looked through as a whole, and a real training runs. Printed are, for
each part, the seconds from the click to the first papers shown (p50, p95, worst), and what ran.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from desktop.app.application import Application
    from desktop.manuscript.tab import ManuscriptTab

CHECKOUT = Path(__file__).resolve().parents[3]
AIM_S = 1.0
IMPORTED = 4_000
PAUSE_MS, PATIENCE_S = 400, 60.0
ALONE, BESIDE = "alone", "beside indexing, reading and a training"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("manuscript", type=Path)
    parser.add_argument("--clicks", type=int, default=30)
    parser.add_argument("--corpus", type=Path, help="to train on, if the library is too small")
    parser.add_argument("--alone", action="store_true", help="nothing beside, only the baseline")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return _live(given)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copied = shutil.copytree(given.library, Path(folder) / "library")
        module = [sys.executable, "-m", "tools.lab.benchmarks.first_click", str(copied)]
        places = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        ran = subprocess.run(
            [
                *module,
                str(given.manuscript.absolute()),
                f"--clicks={given.clicks}",
                "--child",
                *["--alone"] * given.alone,
                *([f"--corpus={given.corpus.absolute()}"] if given.corpus else []),
            ],
            env=os.environ
            | dict.fromkeys(places, str(Path(folder) / "home"))
            | {
                "HOME": folder,
                "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
                "PYTHONPATH": str(CHECKOUT),
                "HF_HUB_OFFLINE": "1",
            },
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    if ran.returncode:
        return ran.returncode
    _print(json.loads(ran.stdout.splitlines()[-1]))
    return 0


def _print(found: dict[str, Any]) -> None:
    for name, waited in found["waited"].items():
        ordered = sorted(waited)
        print(
            f"{name:<42}{len(ordered):>4} clicks  p50 {ordered[len(ordered) // 2]:.2f}  "
            f"p95 {ordered[int(len(ordered) * 0.95)]:.2f}  worst {ordered[-1]:.2f} s  "
            f"(aim {AIM_S} s)"
        )
        print(f"    beside it ran: {', '.join(found['ran'][name]) or 'nothing'}")


def _live(given: argparse.Namespace) -> int:
    from desktop.__main__ import import_window
    from desktop.__main__ import main as start_program

    import_window()
    import desktop.app.application

    class Clicked(desktop.app.application.Application):
        """The program, whose person clicks as soon as its pages are there."""

        def start(self, start: desktop.app.application.Start) -> None:
            super().start(start)
            self.clicks = Clicks(self, given)

    desktop.app.application.Application = Clicked  # type: ignore[misc]
    return start_program([str(given.library)])


class Clicks:
    """Drives the program, and measures what a person waits for."""

    def __init__(self, program: Application, given: argparse.Namespace) -> None:
        from PySide6.QtCore import QTimer

        self.program, self.given = program, given
        self.waited: dict[str, list[float]] = {}
        self.ran: dict[str, list[str]] = {}
        self._steps = self._live()
        self._timer = QTimer(program, singleShot=True)
        self._timer.timeout.connect(self._next)
        self._timer.start(0)

    def _next(self) -> None:
        pause = next(self._steps, None)
        if pause is not None:
            self._timer.start(pause)

    def _live(self) -> Iterator[int]:
        window = self.program.window
        yield from self._until(lambda: window.pages is not None)
        yield from self._until(lambda: self._model_state() in ("ready", "failed"))
        yield from self._idle()
        window.open_manuscript(self.given.manuscript)
        yield from self._until(lambda: self._tab() is not None and self._tab().view.pages)
        yield from self._idle()
        tab = self._tab()
        sentences = range(len(tab.session.sentences))
        step = max(len(sentences) // (2 * self.given.clicks), 1)
        yield from self._click(ALONE, sentences[:: 2 * step])
        if not self.given.alone:
            yield from self._begin_the_rest()
            yield from self._click(BESIDE, sentences[step :: 2 * step])
        print(json.dumps({"waited": self.waited, "ran": self.ran}), flush=True)
        os._exit(0)  # the training and the jobs are of no use any more

    def _begin_the_rest(self) -> Iterator[int]:
        from core.base.jobs import SilentJob
        from core.runs.records import RunRequest
        from tools.lab.benchmarks.big_library import records

        workspace = self.program.workspace
        assert workspace is not None
        corpora = [self.given.corpus] if self.given.corpus else []
        if not corpora:
            self.program.runner.run(
                lambda: workspace.training.library_corpus(SilentJob()), corpora.append
            )
        yield from self._until(lambda: corpora)
        request = RunRequest(recipe="specter", corpus=corpora[0], settings={"steps": "2000"})
        runs: list[str] = []
        self.program.runner.run(lambda: workspace.training.start(request), runs.append)
        yield from self._until(lambda: runs)
        path = self.given.library.parent / "more.bib"
        path.write_text("".join(_bibtex(records(IMPORTED, seed=7))), encoding="utf-8")
        assert self.program.window.pages is not None
        self.program.window.pages.library.import_paths([path])
        yield from self._until(lambda: workspace.indexing.status().papers > IMPORTED)
        yield 10_000  # the training imports its libraries and starts

    def _click(self, name: str, sentences: range) -> Iterator[int]:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        tab = self._tab()
        waited, ran = self.waited.setdefault(name, []), set[str]()
        for index in list(sentences)[: self.given.clicks]:
            tab.view.reveal(index)
            yield 150
            spot = tab.view.get_rect(index).center().toPoint()
            if tab.view.find_sentence(spot.toPointF()) != index:
                continue
            begun = time.perf_counter()
            QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
            assert tab.panel is not None
            yield from self._until(lambda: tab.panel._answer)
            waited.append(time.perf_counter() - begun)
            ran |= {job.title for job in self.program.runner.jobs()}
            ran |= set(self._trainings())
            yield PAUSE_MS
        self.ran[name] = sorted(ran)

    # --- the program --------------------------------------------------------------------------

    def _tab(self) -> ManuscriptTab:
        pages = self.program.window.pages
        return pages.manuscript.current_tab() if pages else None  # type: ignore[return-value]

    def _model_state(self) -> str:
        workspace = self.program.workspace
        return workspace.indexing.status().model_state if workspace else ""

    def _trainings(self) -> Iterator[str]:
        workspace = self.program.workspace
        assert workspace is not None
        for run in workspace.training.runs():
            yield f"a training ({run.state}, {run.doing or run.steps}) {run.message}".strip()

    def _idle(self) -> Iterator[int]:
        yield from self._until(lambda: self.program.runner.pending() == 0)

    def _until(self, condition: Any) -> Iterator[int]:  # noqa: ANN401 - of any truth
        until = time.monotonic() + PATIENCE_S
        while not condition() and time.monotonic() < until:
            yield 10


def _bibtex(papers: Any) -> Iterator[str]:  # noqa: ANN401 - an iterator of records
    for paper in papers:
        yield (
            f"@article{{{paper.id.replace(':', '')},\n  title = {{{paper.title}}},\n"
            f"  author = {{{' and '.join(paper.authors)}}},\n  year = {{{paper.year}}},\n"
            f"  abstract = {{{paper.abstract}}}\n}}\n"
        )


if __name__ == "__main__":
    sys.exit(main())
