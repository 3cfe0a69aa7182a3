"""A new training in steps: on what, what to learn from, how. The run itself is another view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from core.base.jobs import Job
from core.runs.records import Device, Measure, RecipeInfo, RunRequest
from desktop.language.wording import figure
from desktop.training.corpus_step import CorpusStep
from desktop.training.devices import DeviceStep
from desktop.training.recipe_step import RecipeStep
from desktop.training.words import per_second, size
from desktop.ui.jobs_panel import duration, progress_words
from desktop.ui.notice import Notice
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.training import Training


class StartView(QWidget):
    """A view that starts a training and says why it does not start; Esc leaves it.

    Signals:
        started: the name of a run that began.
        closed: the person does not want to train now.
    """

    started = Signal(str)
    closed = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner = training, runner
        self._starting = False
        self.notice = Notice("trouble")

    def stop_tasks(self) -> None:
        """Stop what is going on."""

    def leave(self) -> None:
        """Stop what is going on and leave."""
        self.stop_tasks()
        self.closed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _follow(self) -> None:
        """Let the buttons follow what is possible now."""

    def _start_run(self, start: Callable[[], str]) -> None:
        self._starting = True
        self._follow()

        def note_start(name: str) -> None:
            self._starting = False
            self.notice.clear()
            self.started.emit(name)

        def complain(error: EngineError) -> None:
            self._starting = False
            self.notice.say_error(error)
            self._follow()

        self._runner.run(start, note_start, failed=complain, owner=self, write=True)


class NewTraining(StartView):
    """Leads through the steps."""

    def __init__(
        self, training: Training, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(training, runner, parent)
        self.device = DeviceStep()
        self.corpus = CorpusStep(training, runner)
        self.measurement = Measurement(training, runner, self.request, self.device)
        self.recipe = RecipeStep(self.measurement)
        self._steps = (self.device, self.corpus, self.recipe)
        self._build()
        for step in (*self._steps, self.measurement):
            step.changed.connect(self._follow)
        self.device.changed.connect(self._show_device)
        self.corpus.changed.connect(lambda: self.recipe.show_corpus(self.corpus.checked))
        self.corpus.ended.connect(self._checked)
        self.recipe.changed.connect(self.measurement.forget)
        self._follow()

    def begin(self) -> None:
        """Ask for recipes, models and devices, while the person is at the first step."""
        self.notice.clear()
        runs = self._training

        def ask(job: Job) -> tuple[tuple[RecipeInfo, ...], tuple[Device, ...]]:
            return runs.recipes(job), runs.devices(job)

        self.refresh_models()
        self._runner.start_job(
            self.tr("Loading the recipes"),
            ask,
            self._show_answers,
            failed=self._not_answered,
            owner=self,
            write=False,
        )
        self.show_step(0)
        if self.corpus.own.isChecked():  # what it holds may be other than at the last check
            self.corpus.check()

    def refresh_models(self) -> None:
        """Offer the models that there are now to start from."""
        self._runner.run(
            self._training.shelf,
            lambda shelf: self.recipe.show_models(shelf.models),
            owner=self,
        )

    def show_step(self, step: int) -> None:
        """Turn to a step."""
        self.stack.setCurrentIndex(step)
        self._steps[step].focus_first()
        self._follow()

    def request(self) -> RunRequest:
        """Return the training as it is asked for now."""
        recipe, checked = self.recipe.recipe(), self.corpus.checked
        assert recipe is not None
        assert checked is not None
        settings = self.recipe.settings()
        if device := self.device.device():
            settings["device"] = device
        return RunRequest(
            recipe=recipe.name,
            corpus=checked.folder,
            preset=self.recipe.preset_name(),
            settings=settings,
        )

    def show_next_step(self) -> None:
        """Turn to the next step, or start the training at the last one."""
        step = self.stack.currentIndex()
        if self._why_not(step) or self._starting:
            return
        if step + 1 < len(self._steps):
            self.show_step(step + 1)
        else:
            request = self.request()
            self._start_run(lambda: self._training.start(request))

    def go_back(self) -> None:
        """Turn to the step before, or leave at the first one."""
        self.measurement.cancel()
        step = self.stack.currentIndex()
        if step:
            self.show_step(step - 1)
        else:
            self.leave()

    @override
    def stop_tasks(self) -> None:
        self.corpus.cancel()
        self.measurement.cancel()

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        self.stack = QStackedWidget()
        for step in self._steps:
            area = step if isinstance(step, QScrollArea) else _scrolling(step)
            # The background is that of the page or of the settings.
            area.viewport().setAutoFillBackground(False)
            if page := area.widget():
                page.setAutoFillBackground(False)
            self.stack.addWidget(area)
        vbox(self._head(), (self.stack, 1), self._foot(), of=self, margins=16, spacing=16)
        self.notice.float_over(self)

    def _head(self) -> QHBoxLayout:
        self.heads: list[QLabel] = []
        head = hbox(spacing=24)
        titles = (
            self.tr("1  Device"),
            self.tr("2  Training data"),
            self.tr("3  Goal"),
            self.tr("4  Training"),
            self.tr("5  Result"),
        )
        for text in titles:
            label = text_label(text)
            self.heads.append(label)
            head.addWidget(label)
        head.addStretch(1)
        return head

    def _foot(self) -> QHBoxLayout:
        self.hint = text_label("", "muted")
        self.cancel_button = push_button(self.tr("Cancel"), lambda *_: self.leave())
        self.back_button = push_button(self.tr("&Back"), lambda *_: self.go_back())
        self.next_button = QPushButton()
        self.next_button.setDefault(True)
        set_look(self.next_button, "primary")
        self.next_button.clicked.connect(lambda *_: self.show_next_step())
        foot = hbox((self.hint, 1))
        for button in (self.cancel_button, self.back_button, self.next_button):
            foot.addWidget(button)
        return foot

    # --- what follows an answer or a choice -----------------------------------------------

    def _show_answers(self, answers: tuple[tuple[RecipeInfo, ...], tuple[Device, ...]]) -> None:
        recipes, devices = answers
        self.recipe.show_recipes(recipes)
        self.device.show_devices(devices)
        if self.stack.currentWidget() is self.stack.widget(0) and self.isVisible():
            self.device.focus_first()
        self._follow()

    def _show_device(self) -> None:
        """Offer what suits the chosen device; what was measured was on another one."""
        self.recipe.show_device(self.device.kind())
        self.measurement.forget()

    def _not_answered(self, error: EngineError) -> None:
        for step in (self.recipe, self.device):
            step.waiting.hide()
        self.notice.say_error(error, action=self.tr("Try again"), call=self.begin)

    def _checked(self) -> None:
        """Put the focus where it is needed now; the button that was pressed lost it."""
        if self._steps[self.stack.currentIndex()] is not self.corpus:
            return
        if self.cancel_button.hasFocus() or self.corpus.check_button.hasFocus():
            next_focus = (
                self.next_button if self.next_button.isEnabled() else self.corpus.check_button
            )
            next_focus.setFocus()

    @override
    def _follow(self) -> None:
        step = self.stack.currentIndex()
        last = step + 1 == len(self._steps)
        why = self._why_not(step)
        if self._starting:
            why = self.tr("Starting the training…")
        doubtful = self.corpus.outlook() == "doubtful"
        is_corpus = self._steps[step] is self.corpus
        on = self.tr("&Continue with little data") if doubtful and is_corpus else self.tr("&Next")
        self.next_button.setText(self.tr("&Start training") if last else on)
        self.next_button.setEnabled(not why)
        self.next_button.setToolTip(why)
        self.hint.setText(why)
        self.back_button.setEnabled(step > 0)
        for index, label in enumerate(self.heads):
            set_look(label, "heading" if index == step else "muted")

    def _why_not(self, step: int) -> str:
        why = self._steps[step].why_not()
        return why or (self.measurement.why_not() if self._steps[step] is self.recipe else "")


def _scrolling(step: QWidget) -> QScrollArea:
    """Let a step scroll by itself, so that the buttons below it are always in sight."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(step)
    return area


# --- how much memory a training takes, and how long ---------------------------------------


class Measurement(QWidget):
    """Measures the first steps of a training if a person wants to know.

    Signals:
        changed: a measurement began or ended.
    """

    changed = Signal()

    def __init__(
        self,
        training: Training,
        runner: TaskRunner,
        request: Callable[[], RunRequest],
        step: DeviceStep,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._training, self._runner, self._request = training, runner, request
        self._step = step
        self._task: Task | None = None
        heading = text_label(self.tr("Memory and time"), "heading")
        self.measured = text_label(self._unknown(), wrap=True)
        self.measure_button = push_button(
            self.tr("&Measure the first steps"), lambda *_: self.measure()
        )
        self.stop_button = push_button(self.tr("Stop measuring"), lambda *_: self.cancel())
        row = hbox(self.measure_button, self.stop_button, 1)
        vbox(heading, self.measured, row, of=self, margins=0, spacing=8)
        self.notice = Notice("trouble")
        self.notice.float_over(self)
        self._follow()

    def why_not(self) -> str:
        """Return why one cannot go on; "" if one can."""
        return self.tr("The measurement is still running.") if self._task is not None else ""

    def forget(self) -> None:
        """Forget what was measured: the training is another one now."""
        self.cancel()
        self.notice.clear()
        self.measured.setText(self._unknown())

    def measure(self) -> None:
        """Carry out the first steps in the background, and say what they took."""
        request = self._request()
        self.forget()
        self._task = self._runner.start_job(
            self.tr("Measuring the first steps"),
            lambda job: self._measured(request, job),
            self._show,
            failed=self.notice.say_error,
            owner=self,
            write=False,
        )
        self._task.progressed.connect(self._progressed)
        self._task.ended.connect(self._ended)
        self.measured.setText(self.tr("Starting the measurement…"))
        self._follow()

    def cancel(self) -> None:
        """Stop measuring."""
        if self._task is not None:
            self._task.cancel()

    def _measured(self, request: RunRequest, job: Job) -> Measure:
        return self._training.measure(request, job)

    def _unknown(self) -> str:
        return self.tr(
            "Not measured yet. “Measure the first steps” runs a few steps with the largest "
            "batch and shows how much memory and time the training takes; nothing of it is "
            "kept. A batch that does not fit into memory is split automatically."
        )

    def _show(self, measurement: Measure) -> None:
        memory = size(measurement.memory) if measurement.memory else self.tr("unknown")
        device = self._step.chosen()
        free = (
            self.tr(" of {free} free").format(free=size(device.free))
            if device is not None and device.free
            else ""
        )
        self.measured.setText(
            self.tr(
                "The training takes {memory} of memory{free}, with {micro} of {batch} examples "
                "at once, and about {time} for {steps} steps at {speed} examples per second, "
                "evaluations not included."
            ).format(
                memory=memory,
                free=free,
                micro=measurement.micro_batch,
                batch=measurement.batch,
                steps=figure(measurement.steps),
                speed=per_second(measurement.examples_per_second),
                time=duration(measurement.seconds),
            )
        )

    def _progressed(self) -> None:
        if self._task is not None and self._task.note:
            self.measured.setText(f"{self._task.note}… {progress_words(self._task)}")

    def _ended(self) -> None:
        stopped = self._task is not None and self._task.state != "succeeded"
        self._task = None
        if stopped:
            self.measured.setText(self._unknown())
        self._follow()

    def _follow(self) -> None:
        busy = self._task is not None
        focused = self.measure_button.hasFocus() or self.stop_button.hasFocus()
        if busy:
            self.stop_button.show()
        if focused and busy:  # else Qt would give the focus of a button that goes off to Cancel
            self.stop_button.setFocus()
        self.measure_button.setEnabled(not busy)
        if focused and not busy:
            self.measure_button.setFocus()
        self.stop_button.setVisible(busy)
        self.changed.emit()
