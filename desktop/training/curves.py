"""Live curves of a training: the only module of this package that draws with pyqtgraph.

pyqtgraph takes about half a second to import, so that is done on a worker thread the first time a
run is shown, after every class of Qt it asks for was made on the window's thread: PySide makes a
class when it is first asked for, and two threads may not do that at once.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from core.base.wire import Event, Measured, Progress, Started
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import SLICE_S, colors, theme
from desktop.ui.widgets import text_label

if TYPE_CHECKING:
    import pyqtgraph  # type: ignore[import-untyped]

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
        if event.stage == "base":
            self.base = dict(event.scores)
        elif event.stage in self._begins:  # not the finished model, which is measured once more
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

        plot = pyqtgraph.PlotWidget()
        plot.setAccessibleName(self._titles()[name])
        plot.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)  # it only shows
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
