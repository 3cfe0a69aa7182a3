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
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from core.wire import Event, Measured, Progress, Started
from desktop.tasks import TaskRunner
from desktop.theme import SLICE_S, colors, set_look, theme

if TYPE_CHECKING:
    import pyqtgraph  # type: ignore[import-untyped]

_MOST_POINTS = 4_000
"""Points of a curve that are drawn; of a longer run, evenly chosen ones."""


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

    def drawn(self) -> tuple[list[float], list[float]]:
        """Return the points to draw."""
        every = max(1, len(self.steps) // _MOST_POINTS)
        return self.steps[::every], self.values[::every]


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
            for name, series in (("recall@10", self.recall), ("mrr", self.mrr)):
                if name in event.scores:
                    series.add(step, event.scores[name])


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
        self.waiting = QLabel(self.tr("Preparing the curves…"))
        set_look(self.waiting, "muted")
        self._grid.addWidget(self.waiting, 0, 0)
        self._waiting_plots: list[tuple[str, str]] = []
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
        self.waiting.hide()
        self._waiting_plots = [
            ("loss", self.tr("Loss")),
            ("recall", self.tr("R@10 on held-out citations (dashed: before)")),
            ("rate", self.tr("Learning rate")),
            ("mrr", self.tr("MRR on held-out citations (dashed: before)")),
        ]
        self._build_next()

    def _build_next(self) -> None:
        """Make one plot, and the next one after whatever else waits."""
        if not self._waiting_plots:
            self._recolour()
            self._draw()
            self.ready.emit()
            return
        name, title = self._waiting_plots.pop(0)
        self._make_plot(name, title, len(self.plots))
        QTimer.singleShot(0, self, self._build_next)

    def _make_plot(self, name: str, title: str, place: int) -> None:
        import pyqtgraph

        plot = pyqtgraph.PlotWidget()
        plot.setAccessibleName(title)
        plot.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)  # it only shows
        plot.setMinimumSize(160, 96)
        plot.setMouseEnabled(x=False, y=False)
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.getPlotItem().showGrid(x=False, y=True, alpha=0.2)
        plot.getAxis("left").enableAutoSIPrefix(False)
        plot.getAxis("left").setWidth(56)
        box = QWidget()
        column = QtWidgets.QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        heading = QLabel(title)
        set_look(heading, "muted")
        column.addWidget(heading)
        column.addWidget(plot, 1)
        self._grid.addWidget(box, place // 2, place % 2)
        self._lines[name] = plot.plot([], [])
        if name in ("recall", "mrr"):
            self._bases[name] = pyqtgraph.InfiniteLine(angle=0, movable=False)
            plot.addItem(self._bases[name])
        self.plots[name] = plot

    def _draw(self) -> None:
        for name, line in self._lines.items():
            steps, values = getattr(self.data, name).drawn()
            line.setData(steps, values)
        for name, metric in (("recall", "recall@10"), ("mrr", "mrr")):
            if name in self._bases:
                known = self.data.base.get(metric)
                self._bases[name].setVisible(known is not None)
                self._bases[name].setPos(known or 0.0)

    def _recolour(self) -> None:
        tokens = colors()
        for name, plot in self.plots.items():
            plot.setBackground(tokens.surface)
            for side in ("left", "bottom"):
                plot.getAxis(side).setPen(tokens.border)
                plot.getAxis(side).setTextPen(tokens.muted)
            line = self._lines[name]
            line.setPen(_pen(tokens.accent, width=2))
            few = len(getattr(self.data, name).steps) < 2
            line.setSymbol("o" if name in self._bases or few else None)
            line.setSymbolSize(5)
            line.setSymbolBrush(tokens.accent)
            line.setSymbolPen(None)
        for base in self._bases.values():
            base.setPen(_pen(tokens.muted, width=1, style=QtCore.Qt.PenStyle.DashLine))


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
