"""A new training in steps: what to learn from, how, on what. The run itself is another view."""

from __future__ import annotations

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
from core.runs.records import Device, RecipeInfo, RunRequest
from desktop.training.corpus_step import CorpusStep
from desktop.training.device_step import DeviceStep
from desktop.training.recipe_step import RecipeStep
from desktop.ui.notice import Notice
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.training import Training


class NewTraining(QWidget):
    """Leads through the steps.

    Signals:
        started: the name of a run that began.
        left: the person does not want to train now.
    """

    started = Signal(str)
    closed = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner = training, runner
        self._starting = False
        self.corpus = CorpusStep(training, runner)
        self.recipe = RecipeStep()
        self.device = DeviceStep(training, runner, self.request)
        self._steps = (self.corpus, self.recipe, self.device)
        self._build()
        for step in self._steps:
            step.changed.connect(self._follow)
        self.corpus.changed.connect(lambda: self.recipe.show_corpus(self.corpus.checked))
        self.corpus.ended.connect(self._checked)
        self.recipe.changed.connect(self.device.forget)
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
        if self._steps[step].why_not() or self._starting:
            return
        if step + 1 < len(self._steps):
            self.show_step(step + 1)
        else:
            self._start()

    def go_back(self) -> None:
        """Turn to the step before, or leave at the first one."""
        self.device.cancel()
        step = self.stack.currentIndex()
        if step:
            self.show_step(step - 1)
        else:
            self.leave()

    def leave(self) -> None:
        """Stop what is going on and leave."""
        self.corpus.cancel()
        self.device.cancel()
        self.closed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    # --- building -------------------------------------------------------------------------

    def _build(self) -> None:
        self.stack = QStackedWidget()
        for step in self._steps:
            self.stack.addWidget(step if isinstance(step, QScrollArea) else _scrolling(step))
        self.notice = Notice("trouble")
        vbox(self._head(), (self.stack, 1), self._foot(), of=self, margins=16, spacing=16)
        self.notice.float_over(self)

    def _head(self) -> QHBoxLayout:
        self.heads: list[QLabel] = []
        head = hbox(spacing=24)
        titles = (
            self.tr("1  Training data"),
            self.tr("2  Goal"),
            self.tr("3  Device"),
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

    # --- answers --------------------------------------------------------------------------

    def _show_answers(self, answers: tuple[tuple[RecipeInfo, ...], tuple[Device, ...]]) -> None:
        recipes, devices = answers
        self.recipe.show_recipes(recipes)
        self.device.show_devices(devices)
        self._follow()

    def _not_answered(self, error: EngineError) -> None:
        for step in (self.recipe, self.device):
            step.waiting.hide()
        self.notice.say_error(error, action=self.tr("Try again"), call=self.begin)

    def _checked(self) -> None:
        """Put the focus where it is needed now; the button that was pressed lost it."""
        if self.cancel_button.hasFocus() or self.corpus.check_button.hasFocus():
            next_focus = (
                self.next_button if self.next_button.isEnabled() else self.corpus.check_button
            )
            next_focus.setFocus()

    def _start(self) -> None:
        request = self.request()
        self._starting = True
        self._follow()

        def started(name: str) -> None:
            self._starting = False
            self.notice.clear()
            self.started.emit(name)

        def failed(error: EngineError) -> None:
            self._starting = False
            self.notice.say_error(error)
            self._follow()

        self._runner.run(
            lambda: self._training.start(request),
            started,
            failed=failed,
            owner=self,
            write=True,
        )

    def _follow(self) -> None:
        step = self.stack.currentIndex()
        last = step + 1 == len(self._steps)
        why = self._steps[step].why_not()
        if self._starting:
            why = self.tr("Starting the training…")
        doubtful = self.corpus.outlook() == "doubtful"
        on = self.tr("&Continue with little data") if doubtful and not step else self.tr("&Next")
        self.next_button.setText(self.tr("&Start training") if last else on)
        self.next_button.setEnabled(not why)
        self.next_button.setToolTip(why)
        self.hint.setText(why)
        self.back_button.setEnabled(step > 0)
        for index, label in enumerate(self.heads):
            set_look(label, "heading" if index == step else "muted")


def _scrolling(step: QWidget) -> QScrollArea:
    """Let a step scroll by itself, so that the buttons below it are always in sight."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(step)
    return area
