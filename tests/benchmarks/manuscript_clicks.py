"""How long clicks on fifty sentences of a 12-page PDF hold the window up.

    QT_QPA_PLATFORM=offscreen python tests/benchmarks/manuscript_clicks.py

The workspace is one in memory that answers at once, so what is left is the window's own work: the
page, its marks, twenty cards. Prints, for the clicks themselves and for all that the event loop did
until the next one, how long it took and how much of that this thread worked (p50, p99, worst, in
milliseconds); a busy machine shows in the first only.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from typing_extensions import override

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.base.jobs import Job
from core.base.records import ManuscriptNumber, OpenManuscript
from desktop.manuscript.page import ManuscriptPage
from desktop.tasks import TaskRunner
from desktop.theme import theme
from tests.desktop.sample_paper import write_long_paper
from tests.desktop.snapshots.paper_workspace import PaperWorkspace

PAGES, SENTENCES, CLICKS = 12, 300, 50
BEAT_MS, PAUSE_MS = 5, 400


class LongWorkspace(PaperWorkspace):
    """Reads a long paper where a PDF lies; every fifth sentence is a gap."""

    @override
    def open(self, path: Path, job: Job) -> OpenManuscript:
        job.check()
        manuscript = write_long_paper(path.with_suffix(".copy"), pages=PAGES, sentences=SENTENCES)
        return OpenManuscript(number=ManuscriptNumber(1), path=path, manuscript=manuscript)

    @override
    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        return [0.9 if s.index % 5 == 0 else 0.1 for s in opened.manuscript.sentences]


class Beats:
    """How late a beat came, and how long this thread worked since the one before."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.worked: list[float] = []
        self._last = time.perf_counter(), time.thread_time()
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter(), time.thread_time()
        self.late.append(max(0.0, 1000 * (now[0] - self._last[0]) - BEAT_MS))
        self.worked.append(1000 * (now[1] - self._last[1]))
        self._last = now


def wait(milliseconds: int) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def print_row(name: str, found: list[float]) -> None:
    """Print how the times are spread."""
    p99 = statistics.quantiles(found, n=100, method="inclusive")[98]
    print(f"{name:<34}{statistics.median(found):>8.1f}{p99:>8.1f}{max(found):>8.1f}")


def main() -> None:
    """Open, click, print."""
    application = QApplication([])
    theme().install(application, "light")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.pdf"
        write_long_paper(path, pages=PAGES, sentences=SENTENCES)
        runner = TaskRunner()
        page = ManuscriptPage(LongWorkspace(), runner, lambda *_, **__: None)
        page.resize(1280, 700)
        page.show()
        page.open(path)
        tab = page.current_tab()
        assert tab is not None
        while tab.session is None or not tab.session.marks.gaps or runner.pending():
            wait(50)
        wait(1_500)
        beats = Beats()
        took: list[float] = []
        for click in range(CLICKS):
            tab.view.reveal(click * SENTENCES // CLICKS)
            wait(PAUSE_MS)
            place = tab.view.rect_of(click * SENTENCES // CLICKS).center().toPoint()
            start = time.perf_counter()
            QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
            took.append(1000 * (time.perf_counter() - start))
            wait(PAUSE_MS)
        print(f"{CLICKS} clicks{'':<25}{'p50':>8}{'p99':>8}{'worst':>8}  (ms)")
        print_row("a click until it returns", took)
        print_row("late beats of 5 ms", beats.late)
        print_row("work of the thread between beats", beats.worked)
        page.close_all()
        runner.close()


if __name__ == "__main__":
    main()
