"""Step 4: a run as it goes: curves, speed, time left, log; pause, stop and keep, resume."""

from __future__ import annotations

import importlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QProgressBar,
    QSizePolicy,
    QSplitter,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from core.base.wire import Checkpoint, Ended, Event, Measured, Progress, Resumed, Started, Warned
from core.runs.records import News, Offsets, Run
from desktop.language.wording import figure, in_language, on_this_clock, percent, translate
from desktop.training.words import (
    metric_name,
    per_second,
    score,
    size,
    state_words,
    time_left,
)
from desktop.ui.notice import Notice
from desktop.ui.remembered_state import remember_panes
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import SLICE_S, colors, set_look, theme
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    import pyqtgraph  # type: ignore[import-untyped]

    from core.services.training import Training

LOOK_EVERY_MS = 1_000
CORPORA = "corpora"
"""The folder of corpora that are made of libraries."""
_MOST_LOG_LINES = 2_000
_AT_ONCE = 1_000


class RunView(QWidget):
    """Follows one run for as long as it is visible.

    Signals:
        left: the person goes back to all models.
        judge_wanted: the ``Run`` whose model is to be judged.
        retry_wanted: the person wants to begin another training, for this one failed.
    """

    closed = Signal()
    judge_wanted = Signal(object)
    retry_wanted = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner = training, runner
        self._name = ""
        self._offsets = Offsets()
        self._asking = False
        self._pending: list[Event] = []
        self._speed: float | None = None
        self.run: Run | None = None
        self._clock = QTimer(self, interval=LOOK_EVERY_MS)
        self._clock.timeout.connect(self.look)
        self._build()

    def follow(self, name: str) -> None:
        """Show a run from its beginning, and follow it."""
        if name != self._name:
            self._name, self._offsets, self.run = name, Offsets(), None
            self._speed, self._asking, self._pending = None, False, []
            self.curves.clear()
            self.log.clear()
            self.notice.clear()
            self.state.setText(self.tr("Looking…"))
            for button in (self.pause_button, self.keep_button):
                button.setEnabled(False)  # until it is known how the run stands
        self.look()

    def look(self) -> None:
        """Ask what is new."""
        if self._asking or not self._name:
            return
        self._asking = True
        name, offsets = self._name, self._offsets
        self._runner.run(
            lambda: self._training.news(name, offsets),
            lambda news: self._take(name, news),
            failed=lambda error: self._not_read(name, error),
            owner=self,
        )

    def pause(self) -> None:
        """Let the run stop with a checkpoint."""
        self._tell(self._training.pause)

    def stop_and_keep(self) -> None:
        """Let the run end now and keep its best state."""
        self._tell(self._training.stop_and_keep)

    def resume(self) -> None:
        """Let the run go on."""
        self.notice.clear()
        self._tell(self._training.resume)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.start()
        self.look()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        self.title = text_label("", "title", wrap=True)
        self.state = text_label(wrap=True)  # what was found is a long sentence
        self.figures = text_label("", "muted", wrap=True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the training"))
        self.notice = Notice("trouble")
        self.curves = Curves(self._runner)
        self.log = self._make_log()
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.curves)
        parts.addWidget(self.log)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 1)
        parts.setSizes([420, 120])
        remember_panes(parts, "training")
        vbox(
            self._head(),
            self.state,
            self.progress,
            self.figures,
            (parts, 1),
            of=self,
            margins=16,
            spacing=8,
        )
        self.notice.float_over(self.curves)

    def _make_log(self) -> QPlainTextEdit:
        log = QPlainTextEdit()
        log.setReadOnly(True)
        log.setMaximumBlockCount(_MOST_LOG_LINES)
        log.setAccessibleName(self.tr("Log"))
        log.setTabChangesFocus(True)
        log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        return log

    def _head(self) -> QHBoxLayout:
        self.left_button = push_button(self.tr("&All models"), self.closed)
        self.pause_button = push_button(self.tr("&Pause"), self.pause)
        self.keep_button = push_button(self.tr("Stop and &keep"), self.stop_and_keep)
        self.resume_button = push_button(self.tr("Res&ume"), self.resume)
        self.judge_button = push_button(self.tr("&Judge the model"), self._judge)
        set_look(self.judge_button, "primary")
        row = hbox((self.title, 1))
        for button in (
            self.left_button,
            self.pause_button,
            self.keep_button,
            self.resume_button,
            self.judge_button,
        ):
            row.addWidget(button)
        return row

    # --- what follows an answer or a choice -----------------------------------------------

    def _judge(self) -> None:
        if self.run is not None:
            self.judge_wanted.emit(self.run)

    def _tell(self, work: Callable[[str], None]) -> None:
        name = self._name
        self._runner.run(
            lambda: work(name),
            lambda _: self.look(),
            failed=lambda error: self._not_read(name, error),
            owner=self,
            write=True,
        )

    def _not_read(self, name: str, error: EngineError) -> None:
        self._asking = False
        if name == self._name:
            self.notice.say_error(error)

    def _take(self, name: str, news: News) -> None:
        self._asking = False
        if name != self._name:
            return
        self._offsets, self.run = news.offsets, news.run
        self._pending += news.events
        self._take_some()
        if text := leave_out_details(news.log):
            self._write(text)
        self._show(news.run)

    def _take_some(self) -> None:
        """Show a part of what happened; a long run has more than one may show at once."""
        events, self._pending = self._pending[:_AT_ONCE], self._pending[_AT_ONCE:]
        if self._pending:
            QTimer.singleShot(0, self, self._take_some)
        self.curves.add(events)
        lines = [line for event in events if (line := _line(event))]
        if lines:
            self._write("\n".join(lines))
        for event in events:
            if isinstance(event, Progress):
                self._speed = event.examples_per_second

    def _write(self, text: str) -> None:
        bar = self.log.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        self.log.appendPlainText(text)
        if at_end:  # whoever reads further up is not disturbed
            QTimer.singleShot(0, self.log, lambda: bar.setValue(bar.maximum()))

    def _show(self, run: Run) -> None:
        self.title.setText(f"{run.title or run.name} · {in_language(run.recipe_title)}")
        goes_on = run.is_alive and run.state != "stopping"
        time_text = time_left(run.seconds_left) if goes_on else ""
        then = ""
        if run.state == "running" and run.step and not run.doing:
            then = self.tr("then it is evaluated")
        self.state.setText(" · ".join(part for part in (state_words(run), time_text, then) if part))
        self._show_progress(run)
        memory = size(run.memory) if run.memory else ""
        speed = self._speed if run.is_alive else None
        figures = (
            self.tr("{speed} examples per second").format(speed=per_second(speed)) if speed else "",
            self._memory_words(run, memory) if memory else "",
            self.tr("on {device}").format(device=run.device) if run.device else "",
            self._corpus_words(run.corpus) if run.corpus else "",
            in_language(run.resumed) if run.is_alive else "",
        )
        self.figures.setText(" · ".join(part for part in figures if part))
        self.curves.setVisible(run.is_alive or bool(self.curves.data.rate.steps))
        self._say_ending(run)
        self._follow(run)

    def _show_progress(self, run: Run) -> None:
        """Show the steps, or while something else goes on, how far that is."""
        if run.is_alive and (run.doing or not run.step):
            self.progress.setRange(0, run.total)
            self.progress.setValue(run.done_count)
            return
        self.progress.setRange(0, max(run.steps, 1))
        whole = run.model is not None and not run.ended_at
        self.progress.setValue(max(run.steps, 1) if whole else run.step)

    def _corpus_words(self, corpus: Path) -> str:
        if corpus.parent.name == CORPORA:  # its own name says nothing to a person
            return self.tr("learning from the library")
        return self.tr("corpus {folder}").format(folder=corpus.name)

    def _memory_words(self, run: Run, memory: str) -> str:
        if run.device.startswith(("cuda", "xpu", "mps")):
            text = self.tr("Peak GPU memory {memory}")
        else:
            text = self.tr("Peak memory {memory}")
        return text.format(memory=memory)

    def _resume_words(self, run: Run) -> str:
        """Say from where the run would go on."""
        if not run.saved_step:
            return self.tr("No checkpoint yet: training starts again at step 1")
        return self.tr("Continues at step {step} of {steps} ({share})").format(
            step=figure(run.saved_step),
            steps=figure(run.steps),
            share=percent(run.saved_step / max(run.steps, 1)),
        )

    def _say_ending(self, run: Run) -> None:
        if run.is_alive:
            self.notice.clear()
        elif run.state in ("failed", "interrupted", "unreadable"):
            again, call = self.tr("New training…"), self.retry_wanted.emit
            self.notice.keep_saying(
                f"{in_language(run.message)} {in_language(run.remedy)}".strip(),
                action=again,
                call=call,
            )
        elif run.message:
            self.state.setText(f"{state_words(run)} · {in_language(run.message)}")
            self.notice.clear()

    def _follow(self, run: Run) -> None:
        running = run.state in ("running", "starting")
        self.pause_button.setVisible(run.is_alive)
        self.pause_button.setEnabled(running)
        self.pause_button.setToolTip(
            self.tr("Stops after saving a checkpoint; you can resume at any time")
        )
        self.keep_button.setVisible(run.is_alive)
        self.keep_button.setEnabled(running and run.step > 0)
        self.keep_button.setToolTip(
            self.tr("Ends the training now; the best state so far becomes the model")
            if run.step
            else self.tr("Nothing to keep before the first step")
        )
        self.resume_button.setVisible(run.can_resume)
        self.resume_button.setToolTip(self._resume_words(run))
        self.judge_button.setVisible(run.state == "finished")
        self.judge_button.setEnabled(run.model is not None)


def _line(event: Event) -> str:
    """Return an event as a line of the log, "" for those that the curves and figures show."""
    when = on_this_clock(event.time)
    if isinstance(event, Started):
        line_text = translate(
            "RunView",
            "{stage}: {steps} steps of {batch} examples on {device},"
            " {trained} of {parameters} parameters trained, {precision}",
        ).format(
            stage=event.stage,
            steps=figure(event.steps),
            batch=event.batch,
            device=event.device,
            trained=figure(event.trained),
            parameters=figure(event.parameters),
            precision=event.precision,
        )
    elif isinstance(event, Measured):
        scores = ", ".join(f"{metric_name(k)} {score(v)}" for k, v in event.scores.items())
        line_text = translate("RunView", "{stage}, step {step}: {scores}").format(
            stage=event.stage,
            step=figure(event.step),
            scores=translate("RunView", "{scores} (best)").format(scores=scores)
            if event.best
            else scores,
        )
    elif isinstance(event, Checkpoint):
        line_text = translate("RunView", "{stage}: checkpoint at step {step}").format(
            stage=event.stage, step=figure(event.step)
        )
    elif isinstance(event, (Resumed, Warned, Ended)):
        line_text = in_language(event.worded("message"))
    else:
        return ""
    return f"{when:%H:%M:%S}  {line_text}" if when is not None else line_text


# --- the curves of a run ----------------------------------------------------------------
#
# Live curves of a training: the only module of this package that draws with pyqtgraph.
#
# pyqtgraph takes about half a second to import, so that is done on a worker thread the first time
# a run is shown, after every class of Qt it asks for was made on the window's thread: PySide
# makes a class when it is first asked for, and two threads may not do that at once.

_MOST_POINTS = 600
"""Points of a curve that are drawn, one for two pixels; of a longer run, evenly chosen ones."""
_BETWEEN_PLOTS_MS = 40
_METRICS = {"recall": "recall@10", "mrr": "mrr"}
"""The plots of held-out scores, and the score that each shows."""


_MOST_SCORE = 1.02
"""No score is above 1; a line at 1 is still to be seen."""


class Series:
    """A curve as it grows: steps of all stages one after the other, and values."""

    def __init__(self) -> None:
        self.steps: list[float] = []
        self.values: list[float] = []

    def add(self, step: float, value: float) -> None:
        """Add a point; what a resumed run does again replaces what it did before."""
        while self.steps and self.steps[-1] >= step:
            self.steps.pop()
            self.values.pop()
        self.steps.append(step)
        self.values.append(value)

    def get_points(self) -> tuple[list[float], list[float]]:
        """Return the points to draw."""
        every = -(-len(self.steps) // _MOST_POINTS) or 1
        steps, values = self.steps[::every], self.values[::every]
        if self.steps and steps[-1] != self.steps[-1]:  # where it stands now is always shown
            return [*steps, self.steps[-1]], [*values, self.values[-1]]
        return steps, values


class CurveData:
    """What the events of a run say, as curves; the steps of later stages follow the earlier."""

    def __init__(self) -> None:
        self.loss, self.rate = Series(), Series()
        self.recall, self.mrr = Series(), Series()
        self.base: dict[str, float] = {}
        self._begins: dict[str, int] = {}
        self._end = 0

    def add(self, events: Sequence[Event]) -> None:
        """Take events in their order."""
        for event in events:
            if isinstance(event, Started):
                self._begins.setdefault(event.stage, self._end)
                self._end = max(self._end, self._begins[event.stage] + event.steps)
            elif isinstance(event, Progress):
                self._progress(event)
            elif isinstance(event, Measured):
                self._measured(event)

    def _progress(self, event: Progress) -> None:
        step = self._begins.get(event.stage, 0) + event.step
        if event.loss is not None:
            self.loss.add(step, event.loss)
        self.rate.add(step, event.learning_rate)

    def _measured(self, event: Measured) -> None:
        # Not the base and the finished model, which are measured among all papers of the library.
        if event.stage in self._begins:
            if not event.step and not self.base:
                self.base = dict(event.scores)
            step = self._begins[event.stage] + event.step
            for name, metric in _METRICS.items():
                if metric in event.scores:
                    getattr(self, name).add(step, event.scores[metric])


class Curves(QWidget):
    """Four small plots: loss, learning rate, R@10 and MRR, over the steps.

    Signals:
        ready: the plots are there.
    """

    ready = Signal()

    def __init__(self, runner: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = CurveData()
        self.plots: dict[str, pyqtgraph.PlotWidget] = {}
        self._lines: dict[str, Any] = {}  # Any: pyqtgraph has no types
        self._bases: dict[str, Any] = {}
        self._runner = runner
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self.waiting = text_label(self.tr("Preparing the curves…"), "muted")
        self._grid.addWidget(self.waiting, 0, 0)
        self._columns: dict[str, QtWidgets.QVBoxLayout] = {}
        self._due: dict[str, None] = {}
        self._next = QTimer(self, singleShot=True, interval=_BETWEEN_PLOTS_MS)
        self._next.timeout.connect(self._draw_next)
        self._touch: Iterator[None] | None = _classes()
        theme().changed.connect(self._recolour)
        QTimer.singleShot(0, self, self._touch_some)

    def add(self, events: Sequence[Event]) -> None:
        """Show what else happened."""
        if events:
            self.data.add(events)
            self._draw()

    def clear(self) -> None:
        """Begin anew, for another run."""
        self.data = CurveData()
        self._draw()

    def _touch_some(self) -> None:
        """Ask for Qt's classes, a little at a time, then import what draws."""
        until = time.monotonic() + SLICE_S
        for _ in self._touch or ():
            if time.monotonic() > until:
                QTimer.singleShot(0, self, self._touch_some)
                return
        if self._touch is not None:
            self._touch = None
            self._runner.run(lambda: importlib.import_module("pyqtgraph"), self._build, owner=self)

    def _build(self, _: object) -> None:
        """Make room for all plots, then the plots one by one, each painted before the next."""
        self.waiting.hide()
        for position, (name, title) in enumerate(self._titles().items()):
            heading = text_label(title, "muted")
            box = QWidget()
            box.setMinimumSize(160, 112)
            column = QtWidgets.QVBoxLayout(box)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            column.addWidget(heading)
            column.addStretch(1)
            self._grid.addWidget(box, position // 2, position % 2)
            self._columns[name] = column
        QTimer.singleShot(_BETWEEN_PLOTS_MS, self, self._build_next)

    def _titles(self) -> dict[str, str]:
        return {
            "loss": self.tr("Loss"),
            "recall": self.tr("R@10 on held-out citations (dashed: before)"),
            "rate": self.tr("Learning rate"),
            "mrr": self.tr("MRR on held-out citations (dashed: before)"),
        }

    def _build_next(self) -> None:
        missing = [name for name in self._titles() if name not in self.plots]
        if missing:
            self._make_plot(missing[0])
            QTimer.singleShot(_BETWEEN_PLOTS_MS, self, self._build_next)
        else:
            self.ready.emit()

    def _make_plot(self, name: str) -> None:
        import pyqtgraph

        plot = pyqtgraph.PlotWidget(axisItems=_make_axes(is_rate=name == "rate"))
        plot.setAccessibleName(self._titles()[name])
        plot.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)  # it only shows
        # It would like to be 480 high, and pages that scroll would give it that.
        plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        plot.setMouseEnabled(x=False, y=False)
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.getPlotItem().showGrid(x=False, y=True, alpha=0.2)
        for side in ("left", "bottom"):  # lesser ticks take most of the time of painting
            plot.getAxis(side).setStyle(maxTickLevel=0, maxTextLevel=0)
        plot.getAxis("left").enableAutoSIPrefix(False)
        plot.getAxis("left").setWidth(56)
        self._lines[name] = plot.plot([], [])
        if name in _METRICS:
            self._bases[name] = pyqtgraph.InfiniteLine(angle=0, movable=False)
            plot.getViewBox().setLimits(yMin=0, yMax=_MOST_SCORE)
            plot.addItem(self._bases[name])
        self.plots[name] = plot
        self._colour(name)
        self._draw_one(name)
        column = self._columns[name]
        column.takeAt(1)
        column.addWidget(plot, 1)

    def _draw(self) -> None:
        """Draw all plots anew, each painted before the next, so that nothing waits for all four."""
        self._due.update(dict.fromkeys(self.plots))
        if not self._next.isActive():
            self._draw_next()

    def _draw_next(self) -> None:
        if self._due:
            name = next(iter(self._due))
            del self._due[name]
            self._draw_one(name)
        if self._due:
            self._next.start()

    def _draw_one(self, name: str) -> None:
        steps, values = getattr(self.data, name).get_points()
        self._lines[name].setData(steps, values)
        if name in self._bases:
            base_score = self.data.base.get(_METRICS[name])
            self._bases[name].setVisible(base_score is not None)
            self._bases[name].setPos(base_score or 0.0)

    def _recolour(self) -> None:
        for name in self.plots:
            self._colour(name)

    def _colour(self, name: str) -> None:
        tokens, plot, line = colors(), self.plots[name], self._lines[name]
        plot.setBackground(tokens.surface)
        for side in ("left", "bottom"):
            plot.getAxis(side).setPen(tokens.border)
            plot.getAxis(side).setTextPen(tokens.muted)
        line.setPen(_pen(tokens.accent, width=2))
        line.setSymbol("o" if name in self._bases else None)
        line.setSymbolSize(5)
        line.setSymbolBrush(tokens.accent)
        line.setSymbolPen(None)
        if name in self._bases:
            dashed = QtCore.Qt.PenStyle.DashLine
            self._bases[name].setPen(_pen(tokens.muted, width=1, style=dashed))


def _make_axes(*, is_rate: bool) -> dict[str, pyqtgraph.AxisItem]:
    """Return axes whose ticks are whole steps and, for learning rates, powers of ten."""
    import pyqtgraph

    class StepAxis(pyqtgraph.AxisItem):  # type: ignore[misc]
        def tickSpacing(self, *span: float) -> list[tuple[float, float]]:
            return [(max(1, step), offset) for step, offset in super().tickSpacing(*span)]

    class RateAxis(pyqtgraph.AxisItem):  # type: ignore[misc]
        def tickStrings(self, values: list[float], *_: float) -> list[str]:
            return [rate_words(value) for value in values]

    axes = {"bottom": StepAxis("bottom")}
    return {**axes, "left": RateAxis("left")} if is_rate else axes


def rate_words(rate: float) -> str:
    """Return a learning rate as it is written everywhere: 2e-5, not 0.00002."""
    mantissa, _, power = f"{rate:.1e}".partition("e")
    return f"{mantissa.removesuffix('.0')}e{int(power)}" if rate else "0"


_DETAIL = re.compile(r"(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d(?:,\d+)? (?:INFO|DEBUG) ")


def leave_out_details(log: str) -> str:
    """Return the lines of a log that a person is to read; the others stay in its file."""
    return "\n".join(line for line in log.splitlines() if not _DETAIL.match(line)).strip("\n")


def _pen(
    color: QtGui.QColor,
    *,
    width: float,
    style: QtCore.Qt.PenStyle = QtCore.Qt.PenStyle.SolidLine,
) -> QtGui.QPen:
    pen = QtGui.QPen(color, width, style)
    pen.setCosmetic(True)
    return pen


def _classes() -> Iterator[None]:
    for module in (QtCore, QtGui, QtWidgets):
        for name in dir(module):
            getattr(module, name)
            yield
