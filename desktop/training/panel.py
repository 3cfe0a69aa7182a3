"""The panel "Models & training", for the Models page and for the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from core.runs.records import Run
from desktop.training.again_view import AgainView
from desktop.training.judge_view import JudgeView
from desktop.training.run_view import RunView
from desktop.training.runs_view import RunsView
from desktop.training.shelf_view import ShelfView
from desktop.training.wizard import NewTraining
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import remember_panes
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import vbox

if TYPE_CHECKING:
    from core.services.training import Training


class TrainingPanel(QWidget):
    """Shelf and trainings; a new training, a run, or a judgement takes their place.

    Signals:
        state_changed: another model is in use, or its vectors are there.
        shelf_changed: a model came or went, or was measured.
        overview_shown: whether shelf and trainings are in front now.
        run_started: a training was begun.
    """

    state_changed = Signal()
    shelf_changed = Signal()
    overview_shown = Signal(bool)
    run_started = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, notify: Notify, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner, self._notify = training, runner, notify
        self.shelf = ShelfView(training, runner, notify)
        self.runs = RunsView(training, runner, notify)
        self.overview = QSplitter(Qt.Orientation.Vertical)
        self.overview.setChildrenCollapsible(False)
        self.overview.addWidget(self.shelf)
        self.overview.addWidget(self.runs)
        self.overview.setStretchFactor(0, 3)
        self.overview.setStretchFactor(1, 2)
        remember_panes(self.overview, "models")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.overview)
        vbox(self.stack, of=self, margins=0)
        self.setFocusProxy(self.shelf.table)
        self.stack.currentChanged.connect(
            lambda _: self.overview_shown.emit(self.stack.currentWidget() is self.overview)
        )
        self.again: AgainView | None = None
        self.wizard: NewTraining | None = None
        self.run_view: RunView | None = None
        self.judge_view: JudgeView | None = None
        self.shelf.train_wanted.connect(self.train)
        self.shelf.again_wanted.connect(self.open_update_view)
        self.shelf.state_changed.connect(self.state_changed)
        self.shelf.shelf_changed.connect(self.shelf_changed)
        self.runs.opened.connect(self.open_run)

    def refresh(self) -> None:
        """Ask for shelf and trainings again."""
        self.shelf.refresh()
        self.runs.refresh()
        if self.wizard is not None:
            self.wizard.refresh_models()

    def follow_library(self) -> None:
        """Count again what can be learned from the library, where that is shown."""
        if self.wizard is not None:
            self.wizard.corpus.follow_library()
        if self.again is not None:
            self.again.follow_library()

    def show_overview(self) -> None:
        """Turn to shelf and trainings."""
        self.stack.setCurrentWidget(self.overview)
        self.refresh()
        self.shelf.table.setFocus()

    def train(self) -> None:
        """Begin to ask for a new training; what was typed before is still there."""
        if self.wizard is None:
            self.wizard = NewTraining(self._training, self._runner)
            self.wizard.started.connect(self.show_run)
            self.wizard.started.connect(lambda _: self.run_started.emit())
            self.wizard.closed.connect(self.show_overview)
            self.stack.addWidget(self.wizard)
        self.stack.setCurrentWidget(self.wizard)
        self.wizard.begin()

    def open_update_view(self) -> None:
        """Say what is new to the model in use, and offer to train it again with that."""
        if self.again is None:
            self.again = AgainView(self._training, self._runner)
            self.again.started.connect(self.show_run)
            self.again.started.connect(lambda _: self.run_started.emit())
            self.again.closed.connect(self.show_overview)
            self.stack.addWidget(self.again)
        self.stack.setCurrentWidget(self.again)
        self.again.begin()

    def open_run(self, run: Run) -> None:
        """Show a run, or the judgement of one that was judged."""
        if run.model is not None and run.judged:
            self.judge(run)
        else:
            self.show_run(run.name)

    def show_run(self, name: str) -> None:
        """Show a run as it goes."""
        if self.run_view is None:
            self.run_view = RunView(self._training, self._runner)
            self.run_view.closed.connect(self.show_overview)
            self.run_view.judge_wanted.connect(self.judge)
            self.run_view.retry_wanted.connect(self.train)
            self.stack.addWidget(self.run_view)
        self.stack.setCurrentWidget(self.run_view)
        self.run_view.follow(name)
        self.run_view.left_button.setFocus()

    def judge(self, run: Run) -> None:
        """Judge the model of a run."""
        if self.judge_view is None:
            self.judge_view = JudgeView(self._training, self._runner, self._notify)
            self.judge_view.closed.connect(self.show_overview)
            self.judge_view.state_changed.connect(self.state_changed)
            self.stack.addWidget(self.judge_view)
        self.stack.setCurrentWidget(self.judge_view)
        self.judge_view.show_run(run)
        self.judge_view.left_button.setFocus()
