"""What a person does in the scripted run: each step says its phase and how long it then waits."""

from __future__ import annotations

import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psutil
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from core.runs import trainer
from core.runs.records import RunRequest
from desktop.app.application import Application
from desktop.app.command_palette import CommandPalette
from desktop.app.main_window import LIBRARY, MANUSCRIPT, MODELS, SIMILAR
from desktop.app.open_pages import Pages
from desktop.manuscript.tab import ManuscriptTab
from desktop.papers.paper_query import LibrarySection
from desktop.similar.page import MAP
from tests.desktop.sample_paper import write_long_paper
from tools.lab.benchmarks.big_library import PAPERS, records
from tools.lab.benchmarks.heartbeat import Heartbeat

TYPED = ("neural citation recommendation", "graph", "query expansion for search", "a")
MANUSCRIPT_FILE = "manuscript.pdf"
MANUSCRIPT_PAGES, SENTENCES, CLICKS = 12, 300, 50
IMPORTED, IMPORT = 500, "import.bib"
TRAINER_STEPS = 1_500
PATIENCE_S = 120.0
Steps = Iterator[int]


class Script:
    """The steps, on a program that shows a library. ``results`` is what they found besides."""

    def __init__(self, program: Application, beat: Heartbeat, scratch: Path) -> None:
        self.program, self.beat, self.scratch = program, beat, scratch
        self.window = program.window
        self.frames: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.memory: list[int] = []
        self.given: Path | None = None
        self.repetitions = 10
        trainer.command = _trainer

    @property
    def pages(self) -> Pages:
        """The pages of the open library."""
        assert self.window.pages is not None
        return self.window.pages

    def steps(self) -> Steps:
        """Yield how long to wait until the next step, in milliseconds."""
        while self._runs("Loading the model"):
            yield from self.type_texts("typing, model loading")
            yield from self._scrolling("scrolling, model loading")
        yield from self.settle()
        yield from self.type_texts("typing in the search field")
        yield from self._scrolling("scrolling 100 rows a step")
        yield from self._scroll_frames("table scroll")
        yield from self.walk_papers("papers one after another")
        yield from self._turning("switching pages")
        yield from self._looking_around("settings and palette")
        yield from self._duplicates("duplicates")
        yield from self.read_manuscript("opening a manuscript")
        yield from self.click_sentences("clicking 50 sentences", CLICKS)
        yield from self._importing("importing 500 records")
        yield from self.use_map("map, zoom and pan")
        yield from self._training("training running")
        yield from self._repeating("repetitions")
        self.beat.phase = "nothing to do"
        yield 2000

    # --- the library --------------------------------------------------------------------------

    def type_texts(self, phase: str, texts: Sequence[str] = TYPED) -> Steps:
        """Type texts into the search field, a letter at a time."""
        self.beat.phase = phase
        self.window.show_page(LIBRARY)
        self.window.focus_search()
        for text in texts:
            self.window.search.selectAll()
            for letter in text:
                QTest.keyClicks(self.window.search, letter)
                yield 60
            yield 400
        self.window.search.selectAll()
        QTest.keyClick(self.window.search, Qt.Key.Key_Backspace)
        yield 400

    def _scrolling(self, phase: str) -> Steps:
        self.beat.phase = phase
        table = self.pages.library.table
        bar = table.verticalScrollBar()
        for share in [*range(0, 100, 1), *range(100, 0, -2)]:
            bar.setValue(int(bar.maximum() * share / 100))
            yield 16
        for _ in range(100):
            bar.setValue(bar.value() + 3 * table.rowHeight(0))
            yield 16

    def _scroll_frames(self, phase: str) -> Steps:
        table = self.pages.library.table
        bar, step = table.verticalScrollBar(), 3 * table.rowHeight(0)
        yield from self._drawn(phase, table.viewport(), 200, lambda n: bar.setValue(n * step))

    def walk_papers(self, phase: str) -> Steps:
        """Walk down the table of papers."""
        self.beat.phase = phase
        self.pages.library.focus_first()
        for _ in range(30):
            QTest.keyClick(self.pages.library.table, Qt.Key.Key_Down)
            yield 150

    def _turning(self, phase: str) -> Steps:
        self.beat.phase = phase
        for page in (MANUSCRIPT, SIMILAR, MODELS, LIBRARY) * 5:
            self.window.show_page(page)
            yield 150

    def _looking_around(self, phase: str) -> Steps:
        self.beat.phase = phase
        panel = self.program.settings_manager.show_panel()
        yield 600
        for section in panel.sections:
            panel.show_section(section.title)
            yield 300
        panel.close()
        yield 200
        self.program.menus.open_palette()
        yield 400
        for palette in self.window.findChildren(CommandPalette):
            QTest.keyClicks(palette.field, "map")
            yield 300
            palette.close()
        yield 200

    def _duplicates(self, phase: str) -> Steps:
        self.beat.phase = phase
        self.window.show_page(LIBRARY)
        library = self.pages.library
        library.sidebar.choose(LibrarySection("duplicates"))
        yield 300
        yield from self.settle()
        library.sidebar.choose(LibrarySection())
        yield 600

    def _importing(self, phase: str) -> Steps:
        self.beat.phase = phase
        ended: list[object] = []
        library = self.pages.library
        library.importer.finished.connect(ended.append)
        library.import_paths([self.scratch / IMPORT])
        until = time.monotonic() + PATIENCE_S
        while not ended and time.monotonic() < until:
            yield from self.type_texts(phase, TYPED[1:2])
            yield from self._scrolling(phase)
        if not ended:
            sys.stderr.write(f"{phase}: the import did not end\n")
        yield 1500

    # --- a manuscript -------------------------------------------------------------------------

    def _tab(self) -> ManuscriptTab:
        tab = self.pages.manuscript.current_tab()
        assert tab is not None
        return tab

    def read_manuscript(self, phase: str) -> Steps:
        """Open a manuscript and turn its pages."""
        self.beat.phase = phase
        path = self.given or self.scratch / MANUSCRIPT_FILE
        self.window.open_manuscript(path)
        yield from self.wait_until(
            lambda: self._tab().session is not None and self._tab().view.pages
        )
        yield from self.wait_until(lambda: not self._runs(f"Reading “{path.name}”"))
        yield 1500
        bar = self._tab().view.verticalScrollBar()
        for share in range(0, 101, 2):
            bar.setValue(int(bar.maximum() * share / 100))
            yield 30

    def click_sentences(self, phase: str, clicks: int) -> Steps:
        """Click sentences of the manuscript in front, all over it."""
        self.beat.phase = phase
        tab = self._tab()
        assert tab.session is not None
        count = len(tab.session.sentences)
        for click in range(clicks):
            index = click * count // clicks
            tab.view.reveal(index)
            yield 120
            place = tab.view.get_rect(index).center().toPoint()
            QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
            yield 300

    # --- the map ------------------------------------------------------------------------------

    def use_map(self, phase: str) -> Steps:
        """Zoom and move the map."""
        self.beat.phase = phase
        self.window.show_page(SIMILAR)
        similar = self.pages.similar
        similar.show_view(MAP)
        yield from self.wait_until(
            lambda: similar.map_pane is not None and similar.map_pane.shown_map
        )
        yield 600
        assert similar.map_pane is not None
        canvas = similar.map_pane.canvas
        for turn in (120,) * 12 + (-120,) * 12:
            _wheel(canvas, turn)
            yield 60
        middle = canvas.rect().center()
        for place in range(20):
            QTest.mouseMove(canvas, middle + QPoint(8 * place, 5 * place))
            yield 40
        yield from self._drawn(
            "map pan",
            canvas,
            100,
            lambda n: QTest.keyClick(canvas, Qt.Key.Key_Left if n % 40 < 20 else Qt.Key.Key_Right),
        )
        canvas.fit()
        yield 300

    # --- measuring the training page ----------------------------------------------------------

    def _training(self, phase: str) -> Steps:
        self.beat.phase = phase
        self.window.show_page(MODELS)
        panel = self.pages.models.panel
        panel.train()
        yield from self.wait_until(lambda: panel.wizard is not None and panel.wizard.recipe.cards)
        assert panel.wizard is not None
        panel.wizard.show_step(1)
        yield 300
        for card in panel.wizard.recipe.cards:
            card.button.setChecked(True)
            yield 300
        panel.wizard.recipe.advanced.setChecked(True)
        yield 300
        workspace = self.program.workspace
        assert workspace is not None
        steps = {"steps": str(TRAINER_STEPS)}
        request = RunRequest(recipe="specter", corpus=self.scratch, settings=steps)
        names: list[str] = []
        self.program.runner.run(lambda: workspace.training.start(request), names.append)
        yield from self.wait_until(lambda: names)
        panel.show_run(names[0])
        yield 8000
        yield from self.type_texts(phase, TYPED[:1])
        self.window.show_page(MODELS)
        yield from self.wait_until(
            lambda: not (panel.run_view and panel.run_view.run and panel.run_view.run.is_alive)
        )
        panel.show_overview()
        yield 1000

    # --- again and again ----------------------------------------------------------------------

    def _repeating(self, phase: str) -> Steps:
        """Open, click, close, search and zoom as often as asked, and weigh the memory."""
        self.window.show_page(MANUSCRIPT)
        self.pages.manuscript.close_current()
        yield from self.settle()
        for _ in range(self.repetitions):
            yield from self.read_manuscript(phase)
            yield from self.click_sentences(phase, 5)
            self.pages.manuscript.close_current()
            yield from self.type_texts(phase, TYPED[1:2])
            self.window.show_page(SIMILAR)
            pane = self.pages.similar.map_pane
            assert pane is not None
            for turn in (120, 120, 120, -120, -120, -120):
                _wheel(pane.canvas, turn)
                yield 60
            yield from self.settle()
            self.memory.append(psutil.Process().memory_info().rss)

    # --- waiting until the window is ready ----------------------------------------------------

    def _drawn(
        self, phase: str, widget: QWidget, count: int, move: Callable[[int], object]
    ) -> Steps:
        """Move ``count`` times, each as soon as the frame before is painted."""
        self.beat.phase = f"{phase}, as fast as it goes"
        for number in range(count):
            wall, thread = time.perf_counter(), time.thread_time()
            move(number)
            widget.repaint()
            yield 0
            spent = time.perf_counter() - wall, time.thread_time() - thread
            self.frames[phase].append(spent)

    def settle(self) -> Steps:
        """Wait until no job runs."""
        yield from self.wait_until(lambda: self.program.runner.pending() == 0)

    def wait_until(self, condition: Callable[[], object]) -> Steps:
        """Wait for a condition; one that does not come is told, and the run goes on without it."""
        until = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > until:
                jobs = ", ".join(job.title for job in self.program.runner.jobs()) or "no job"
                place = f"line {condition.__code__.co_firstlineno}"  # type: ignore[attr-defined]
                sys.stderr.write(f"{self.beat.phase}: waited in vain ({place}); running: {jobs}\n")
                return
            yield 20

    def _runs(self, title: str) -> bool:
        return any(job.title == title for job in self.program.runner.jobs())


def prepare(folder: Path, scratch: Path) -> Path:
    """Copy a library, so that the run leaves it as it was, and write what is imported."""
    (scratch / IMPORT).write_text("".join(_bibtex(IMPORTED)), encoding="utf-8")
    path = scratch / MANUSCRIPT_FILE
    write_long_paper(path, pages=MANUSCRIPT_PAGES, sentences=SENTENCES)
    return shutil.copytree(folder, scratch / folder.name)


def _trainer(arguments: Sequence[str]) -> list[str]:
    """Return the command of the trainer; the steps of a run are counted by one without torch."""
    real = arguments[0] in ("recipes", "devices", "check")
    return [sys.executable, "-P", "-m", "training" if real else "tests.small_trainer", *arguments]


def _wheel(widget: QWidget, turn: int) -> None:
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        widget.mapToGlobal(middle),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def _bibtex(count: int) -> Iterator[str]:
    for record in records(count, first=PAPERS, seed=int(time.time())):
        names = " and ".join(record.authors)
        yield (
            f"@article{{{record.id.replace(':', '')},\n  title = {{{record.title}}},\n"
            f"  author = {{{names}}},\n  year = {{{record.year}}},\n"
            f"  journal = {{{record.venue}}},\n  abstract = {{{record.abstract}}}\n}}\n"
        )
