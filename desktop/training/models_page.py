"""The models page: the panel of models and training, and how far the indexes are."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from core.base.errors import TrainingError
from core.base.jobs import Job
from core.base.records import PlaceState, Status
from core.runs.records import Run
from desktop.language.wording import (
    QT_TRANSLATE_NOOP,
    choose_plural,
    figure,
    in_language,
    translate,
)
from desktop.training.devices import DevicesDialog
from desktop.training.panel import TrainingPanel
from desktop.training.words import place_words, state_words
from desktop.ui.notify import Notify
from desktop.ui.tasks import State, Task, TaskRunner
from desktop.ui.widgets import push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.training import Training
    from core.workspace import Workspace

WORDS_JOB = QT_TRANSLATE_NOOP("ModelsPage", "Updating the keyword index")
VECTORS_JOB = QT_TRANSLATE_NOOP("ModelsPage", "Updating the meaning index")

_MODEL_WORDS = {
    "none": QT_TRANSLATE_NOOP("ModelsPage", "no model is loaded; only keywords are searched"),
    "loading": QT_TRANSLATE_NOOP("ModelsPage", "loading…"),
    "ready": QT_TRANSLATE_NOOP("ModelsPage", "ready"),
    "failed": QT_TRANSLATE_NOOP("ModelsPage", "could not be loaded; only keywords are searched"),
}
_PRECISIONS = {
    "int8": QT_TRANSLATE_NOOP("ModelsPage", "computes with 8-bit integers (fastest here)"),
    "bfloat16": QT_TRANSLATE_NOOP("ModelsPage", "computes with 16-bit numbers (fastest here)"),
    "float32": QT_TRANSLATE_NOOP("ModelsPage", "computes with 32-bit numbers"),
}
_WORDS_WORDS = {
    "ready": QT_TRANSLATE_NOOP("ModelsPage", "up to date"),
    "building": QT_TRANSLATE_NOOP("ModelsPage", "being built…"),
    "missing": QT_TRANSLATE_NOOP("ModelsPage", "not built yet"),
}


class ModelsPage(QWidget):
    """Shows models and trainings, and what answers now.

    Signals:
        run_wanted: a person wants to see a run: this page is to come to the front.
        state_changed: a model was taken into use, or an index was brought up to date.
    """

    state_changed = Signal()
    run_wanted = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self.panel = TrainingPanel(workspace.training, runner, notify)
        self.panel.state_changed.connect(self.state_changed)
        self.watch = RunWatch(workspace.training, runner, self)
        self.watch.ended.connect(self._run_ended)
        self.watch.ended.connect(self._install)
        self.panel.run_started.connect(self.watch.look)
        layout = vbox((self.panel, 1), of=self, margins=0, spacing=0)
        states = QWidget()
        states.setLayout(self._states())
        layout.addWidget(states)
        self.panel.overview_shown.connect(states.setVisible)
        self.setFocusProxy(self.panel)

    def part_in_front(self) -> QWidget:
        """Return the part one works on: the shelf, a run or the questions of a training."""
        return self.panel.stack

    def refresh(self) -> None:
        """Ask again for shelf and trainings."""
        self.panel.refresh()
        self._count_choices()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count_choices()  # decisions are made on another page

    def _count_choices(self) -> None:
        manuscripts, training = self._workspace.library.manuscripts, self._workspace.training
        self._runner.run(manuscripts.choices, self._show_choices, owner=self)
        self._runner.run(training.forecast_gain, self._show_forecast, owner=self)

    def show_status(self, status: Status) -> None:
        """Say how far the indexes are."""
        name = status.model or self.tr("none")
        state = translate("ModelsPage", _MODEL_WORDS[status.model_state])
        if status.model_state == "ready" and status.precision in _PRECISIONS:
            state = self.tr("{state}, {precision}").format(
                state=state, precision=translate("ModelsPage", _PRECISIONS[status.precision])
            )
        self.model_state.setText(f"{name} — {state}")
        self.words_state.setText(translate("ModelsPage", _WORDS_WORDS[status.words]))
        have, of = status.vectors
        self.vectors_state.setText(
            choose_plural(self.tr("up to date, %Ln paper(s)", "", of), of)
            if have >= of
            else choose_plural(self.tr("{have} of %Ln paper(s)", "", of), of).format(
                have=figure(have)
            )
        )

        self.places_state.setText("\n".join(map(_place_state, status.places)))
        self.places_state.setVisible(bool(status.places))

    def index_words(self) -> Task:
        """Bring the word index up to date."""
        return self._job(self.tr(WORDS_JOB), self._workspace.indexing.words)

    def index_vectors(self) -> Task:
        """Bring the vectors up to date."""
        return self._job(self.tr(VECTORS_JOB), self._workspace.indexing.vectors)

    def indexing(self) -> Task | None:
        """Return the job that brings an index up to date, if one runs."""
        titles = (self.tr(WORDS_JOB), self.tr(VECTORS_JOB))
        return next((job for job in self._runner.jobs() if job.title in titles), None)

    def show_devices(self) -> None:
        """Show what can compute, and why a graphics card cannot."""
        dialog = DevicesDialog(self._workspace.training.devices, self._runner, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def load_model(self) -> Task:
        """Load the model in use."""
        return self._job(self.tr("Loading the model"), self._workspace.indexing.load_model)

    def _run_ended(self, run: Run) -> None:
        """Say so, unless the run is in front of the person's eyes."""
        view = self.panel.run_view
        if view is not None and view.isVisible() and view.run and view.run.name == run.name:
            return
        message = (
            self.tr("The training of “{model}” was stopped; it can be resumed.")
            if run.state == "stopped"
            else self.tr("The training of “{model}” has ended: {state}.")
        )
        self._notify(
            message.format(model=run.title, state=state_words(run)),
            action=self.tr("Show"),
            call=lambda: self._show_run(run),
        )

    def _install(self, run: Run) -> None:
        """Put the model of a finished training among the installed ones."""
        if run.state != "finished" or run.model is None:
            self.panel.shelf_changed.emit()  # another program may have put it there
            return

        def report_installed(_: str) -> None:
            self.panel.shelf_changed.emit()

        training = self._workspace.training
        self._runner.start_job(
            self.tr("Installing “{model}”").format(model=run.title),
            lambda job: training.install_run(run.name, job, once=True),
            report_installed,
            owner=self,
            write=False,
        )

    def _show_run(self, run: Run) -> None:
        self.run_wanted.emit()
        self.panel.show_run(run.name)

    def _job(self, title: str, work: Any) -> Task:  # noqa: ANN401 - Callable[[Job], None]
        def carry_out(job: Job) -> None:
            work(job)

        task = self._runner.start_job(title, carry_out, owner=self, write=False)
        task.ended.connect(self.state_changed)  # also when it was stopped
        return task

    def _states(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(16, 16, 16, 16)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        title = text_label(self.tr("Model and indexes"), "heading")
        grid.addWidget(title, 0, 0, 1, 3)
        self.model_state, self.words_state, self.vectors_state = (
            text_label(wrap=True),
            text_label(wrap=True),
            text_label(wrap=True),
        )
        rows = (
            (self.tr("Model"), self.model_state, self.tr("Load the model"), self.load_model),
            (
                self.tr("Keyword index"),
                self.words_state,
                self.tr("Update the keyword index"),
                self.index_words,
            ),
            (
                self.tr("Meaning index"),
                self.vectors_state,
                self.tr("Update the meaning index"),
                self.index_vectors,
            ),
        )
        for row, (name, label, text, call) in enumerate(rows, start=1):
            name_label = text_label(name, "muted")
            button = push_button(text, lambda *_, call=call: call())
            grid.addWidget(name_label, row, 0)
            grid.addWidget(label, row, 1)
            grid.addWidget(button, row, 2)
        device_label = text_label(self.tr("Devices"), "muted")
        device_text = text_label(self.tr("graphics cards and processor of this computer"))
        self.devices_button = push_button(
            self.tr("Show the devices…"), lambda *_: self.show_devices()
        )
        grid.addWidget(device_label, 4, 0)
        grid.addWidget(device_text, 4, 1)
        grid.addWidget(self.devices_button, 4, 2)
        name_label = text_label(self.tr("Training"), "muted")
        self.choices_state = text_label()
        self.choices_state.setToolTip(
            self.tr("Papers you chose to cite for sentences of your manuscripts")
        )
        grid.addWidget(name_label, 5, 0)
        grid.addWidget(self.choices_state, 5, 1, 1, 2)
        self.forecast_state, self.places_state = text_label(wrap=True), text_label(wrap=True)
        for row, label in enumerate((self.forecast_state, self.places_state), start=6):
            label.hide()
            grid.addWidget(label, row, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        return grid

    def _show_choices(self, count: int) -> None:
        self.choices_state.setText(
            self.tr("%Ln of your decisions will be used in the next training", "", count)
        )

    def _show_forecast(self, forecast: str) -> None:
        self.forecast_state.setText(in_language(forecast))
        self.forecast_state.setVisible(bool(forecast))


def _place_state(place: PlaceState) -> str:
    """Say who answers in a place beside sentences, and how far it is."""
    values = {"model": place.model, "place": place_words(place.place)}
    if place.problem:
        message = translate("ModelsPage", "{model}, for {place}, cannot be used: {problem}")
        return message.format(**values, problem=in_language(place.problem))
    if not place.lacks_vectors:
        return translate("ModelsPage", "{model} — for {place}, up to date").format(**values)
    have, of = (sum(pair) for pair in zip(place.papers, place.contexts, strict=True))
    message = (
        translate("ModelsPage", "{model} — for {place}, {have} of {of} texts encoded")
        if place.serves
        else translate(
            "ModelsPage",
            "{model} — for {place}, {have} of {of} texts encoded; the model above answers until"
            " then",
        )
    )
    return message.format(**values, have=figure(have), of=figure(of))


# --- watching the runs ------------------------------------------------------------------
#
# Follows the trainings, whatever page is in front: among the jobs, and when one ends.


class Elsewhere(Task):
    """Stands among the jobs while ``TaskRunner.follow`` shows it.

    ``cancel`` hands the wish to stop on. It ends when whoever follows it says so, who also knows
    how many seconds are ``remaining_seconds``.
    """

    def __init__(self, title: str, stop: Callable[[], object], parent: QObject) -> None:
        super().__init__(title, parent)
        self._stop = stop
        self.state = "running"
        self.remaining_seconds: float | None = None

    @override
    def cancel(self) -> None:
        if not self.stop_requested:
            self._stop()
        super().cancel()

    @override
    def seconds_left(self) -> float | None:
        return self.remaining_seconds


LOOK_EVERY_MS = 5_000
LOOK_OFTEN_MS = 1_500
_ENDINGS: dict[str, State] = {"finished": "succeeded", "stopped": "cancelled"}


class RunWatch(QObject):
    """Looks at the runs now and then, shows those that go on, and tells of those that ended.

    Signals:
        ended: a ``Run`` that no process carries any more.
    """

    ended = Signal(object)

    def __init__(self, training: Training, runner: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._training, self._runner = training, runner
        self._tasks_by_name: dict[str, Elsewhere] = {}
        self._alive: dict[str, Run] = {}
        self._clock = QTimer(self, interval=LOOK_EVERY_MS)
        self._clock.timeout.connect(self.look)
        self._clock.start()
        # Without this object, which then no longer is one.
        parent.destroyed.connect(partial(_let_go, runner, self._tasks_by_name))
        QTimer.singleShot(0, self, self.look)

    def alive(self) -> list[Run]:
        """Return the runs that went on when they were last looked at, without those that stop."""
        return [run for run in self._alive.values() if run.state != "stopping"]

    def look(self) -> None:
        """Look once."""
        self._runner.run(self._training.runs, self._compare, owner=self)

    def stop(self, name: str) -> None:
        """Let a run stop with a checkpoint."""
        self._runner.run(lambda: self._training.pause(name), owner=self, write=True)

    def _compare(self, runs: list[Run]) -> None:
        ended = [run for run in runs if run.name in self._alive and not run.is_alive]
        self._alive = {run.name: run for run in runs if run.is_alive}
        for run in self._alive.values():
            self._show(run)
        for run in ended:
            self._settle(run)
            self.ended.emit(run)
        for name in self._tasks_by_name.keys() - self._alive.keys():  # deleted meanwhile
            self._runner.settle(self._tasks_by_name.pop(name), "cancelled")
        self._clock.setInterval(LOOK_OFTEN_MS if self._alive else LOOK_EVERY_MS)

    def _show(self, run: Run) -> None:
        if run.name not in self._tasks_by_name:
            title = self.tr("Training “{model}”").format(model=run.title or run.name)
            stop = partial(self.stop, run.name)
            self._tasks_by_name[run.name] = Elsewhere(title, stop, self._runner)
            self._runner.follow(self._tasks_by_name[run.name])
        task = self._tasks_by_name[run.name]
        task.remaining_seconds = run.seconds_left
        if run.doing or not run.step:
            task.progress.report(run.done_count, run.total, run.doing)
        else:
            task.progress.report(run.step, run.steps, self.tr("steps of the training"))

    def _settle(self, run: Run) -> None:
        task = self._tasks_by_name.pop(run.name, None)
        if task is None:
            return
        state = _ENDINGS.get(run.state, "failed")
        if run.state == "finished" and run.ended_at:
            task.outcome = self.tr("stopped, best state kept")
        run_error = TrainingError(in_language(run.message), remedy=in_language(run.remedy))
        self._runner.settle(task, state, run_error if state == "failed" else None)


def _let_go(runner: TaskRunner, tasks_by_name: dict[str, Elsewhere], *_: object) -> None:
    """Take what goes on from the list of jobs; it is not followed any more."""
    with contextlib.suppress(RuntimeError):  # the runner is gone as well
        for task in tasks_by_name.values():
            runner.settle(task, "running")
