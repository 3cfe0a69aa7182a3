"""Step 3 of a new training: on what, how much memory it takes, and how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from core.base.jobs import Job
from core.runs.records import Device, Measure, RunRequest
from desktop.language.wording import figure, translate
from desktop.training.words import per_second, size
from desktop.ui.jobs_panel import duration, progress_words
from desktop.ui.notice import Notice
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.training import Training


class DeviceStep(QWidget):
    """Asks for the device, and measures the first steps there if a person wants to know.

    Signals:
        changed: another device was chosen, or a measurement began or ended.
    """

    changed = Signal()

    def __init__(
        self,
        training: Training,
        runner: TaskRunner,
        request: Callable[[], RunRequest],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._training, self._runner, self._request = training, runner, request
        self._task: Task | None = None
        self.devices: tuple[Device, ...] = ()
        self.buttons: list[QRadioButton] = []
        self._group = QButtonGroup(self)
        self._group.buttonToggled.connect(self._chosen)
        self._build()

    def show_devices(self, devices: Sequence[Device]) -> None:
        """Offer devices; the first, which is the fastest, is chosen."""
        if self.devices:
            return
        self.devices = tuple(devices)
        self.waiting.hide()
        for device in devices:
            button = QRadioButton(_described(device))
            self._group.addButton(button)
            self.buttons.append(button)
            self._list.addWidget(button)
        if self.buttons:
            self.buttons[0].setChecked(True)
        self._follow()

    def device(self) -> str:
        """Return the chosen device as the trainer calls it, "" for the fastest there is."""
        for device, button in zip(self.devices, self.buttons, strict=True):
            if button.isChecked():
                return device.name
        return ""

    def why_not(self) -> str:
        """Return why one cannot go on; "" if one can."""
        return self.tr("The measurement still runs.") if self._task is not None else ""

    def forget(self) -> None:
        """Forget what was measured: the training is another one now."""
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

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        if self.buttons:
            self.buttons[0].setFocus()

    def _measured(self, request: RunRequest, job: Job) -> Measure:
        return self._training.measure(request, job)

    def _build(self) -> None:
        title = text_label(self.tr("Device for the training"), "title")
        self.waiting = text_label(self.tr("Looking for devices…"), "muted")
        self._list = vbox(spacing=8)
        self.notice = Notice("trouble")
        layout = vbox(title, self.waiting, self._list, of=self, margins=0, spacing=8)
        layout.addSpacing(16)
        self._add_measurement(layout)
        layout.addStretch(1)
        self.notice.float_over(self)
        self._follow()

    def _add_measurement(self, layout: QVBoxLayout) -> None:
        heading = text_label(self.tr("Memory and time"), "heading")
        self.measured = text_label(self._unknown(), wrap=True)
        self.measure_button = push_button(
            self.tr("&Measure the first steps"), lambda *_: self.measure()
        )
        self.stop_button = push_button(self.tr("Stop measuring"), lambda *_: self.cancel())
        row = hbox(self.measure_button, self.stop_button, 1)
        layout.addWidget(heading)
        layout.addWidget(self.measured)
        layout.addLayout(row)

    def _unknown(self) -> str:
        return self.tr(
            "Not measured yet. “Measure the first steps” runs a few steps with the largest "
            "batch and shows how much memory and time the training takes; nothing of it is "
            "kept. A batch that does not fit into memory is split automatically."
        )

    def _show(self, measurement: Measure) -> None:
        memory = size(measurement.memory) if measurement.memory else self.tr("unknown")
        device = next(
            (
                listed_device
                for listed_device in self.devices
                if listed_device.name == self.device()
            ),
            None,
        )
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

    def _chosen(self) -> None:
        self.forget()
        self.changed.emit()

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
        for button in self.buttons:
            button.setEnabled(not busy)
        self.changed.emit()


def _described(device: Device) -> str:
    kinds = {"cuda": "GPU", "mps": "GPU", "cpu": "CPU"}
    kind = kinds.get(device.kind, device.kind)
    if not device.total:
        return f"{kind}: {device.title}"
    return translate("DeviceStep", "{kind}: {title} · {free} of {total} free").format(
        kind=kind, title=device.title, free=size(device.free), total=size(device.total)
    )
