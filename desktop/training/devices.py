"""The devices that can compute: the step of a training that asks for one, and a list to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QLabel,
    QRadioButton,
    QWidget,
)

from core.base.errors import EngineError
from core.base.jobs import Job
from core.runs.records import Device
from desktop.language.wording import in_language, translate
from desktop.training.words import size
from desktop.ui.dialogs import close_button
from desktop.ui.notice import Notice
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import text_label, vbox


class DeviceStep(QWidget):
    """Asks for the device.

    Signals:
        changed: another device was chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.devices: tuple[Device, ...] = ()
        self.buttons: list[QRadioButton] = []
        self._group = QButtonGroup(self)
        self._group.buttonToggled.connect(lambda _, is_on: self.changed.emit() if is_on else None)
        title = text_label(self.tr("Device for the training"), "title")
        self.waiting = text_label(self.tr("Looking for devices…"), "muted")
        self._list = vbox(spacing=8)
        vbox(title, self.waiting, self._list, 1, of=self, margins=0, spacing=8)

    def show_devices(self, devices: Sequence[Device]) -> None:
        """Offer devices; the first, which is the fastest, is chosen.

        Cards that cannot be used are listed below, each with the reason and what to do.
        """
        if self.devices:
            return
        self.devices = tuple(device for device in devices if not device.problem)
        self.waiting.hide()
        for device in self.devices:
            button = QRadioButton(_described(device))
            self._group.addButton(button)
            self.buttons.append(button)
            self._list.addWidget(button)
        for text in reasons(devices):
            self._list.addWidget(_selectable(text))
        if self.buttons:
            self.buttons[0].setChecked(True)

    def device(self) -> str:
        """Return the chosen device as the trainer calls it, "" for the fastest there is."""
        chosen = self.chosen()
        return "" if chosen is None else chosen.name

    def kind(self) -> str:
        """Return the kind of the chosen device: "cuda", "cpu"; "" where none is chosen."""
        chosen = self.chosen()
        return "" if chosen is None else chosen.kind

    def chosen(self) -> Device | None:
        """Return the chosen device, ``None`` before the devices are known."""
        pairs = zip(self.devices, self.buttons, strict=True)
        return next((device for device, button in pairs if button.isChecked()), None)

    def why_not(self) -> str:
        """Return why one cannot go on; "" if one can."""
        return "" if self.waiting.isHidden() else self.waiting.text()

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        chosen = self._group.checkedButton()
        if chosen is not None:
            chosen.setFocus()


class DevicesDialog(QDialog):
    """Lists what can compute, and what cannot, with the reason and what to do."""

    def __init__(
        self,
        ask: Callable[[Job], Sequence[Device]],
        runner: TaskRunner,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Devices"))
        self._ask, self._runner = ask, runner
        self.waiting = text_label(self.tr("Looking for devices…"), "muted")
        self._list = vbox(spacing=8)
        vbox(self.waiting, self._list, 1, close_button(self), of=self, margins=16, spacing=16)
        self.notice = Notice("trouble")
        self.notice.float_over(self)
        resize_with_text(self, 560, 260)
        self.look()

    def look(self) -> None:
        """Ask for the devices."""
        self.waiting.show()
        self._runner.start_job(
            self.tr("Looking for devices"),
            self._ask,
            self._show,
            failed=self._not_answered,
            owner=self,
            write=False,
        )

    def _show(self, devices: Sequence[Device]) -> None:
        self.waiting.hide()
        usable = [device for device in devices if not device.problem]
        for device in usable:
            text = self.tr("{device} · used first") if device is usable[0] else "{device}"
            self._list.addWidget(_selectable(text.format(device=_described(device)), ""))
        for reason in reasons(devices):
            self._list.addWidget(_selectable(reason))

    def _not_answered(self, error: EngineError) -> None:
        self.waiting.hide()
        self.notice.say_error(error, action=self.tr("Try again"), call=self.look)


def reasons(devices: Sequence[Device]) -> list[str]:
    """Say why cards cannot be used and what to do, and why the CPU is all there is."""
    unusable = [device for device in devices if device.problem]
    if not unusable and [device.kind for device in devices] == ["cpu"]:
        return [translate("Devices", "The CPU is used because no graphics card was found.")]
    return [
        " ".join(filter(None, (in_language(device.problem), in_language(device.remedy))))
        for device in unusable
    ]


def _selectable(text: str, look: str = "muted") -> QLabel:
    """Return a label to copy from: a remedy may be a command, which nobody types by hand."""
    label = text_label(text, look, wrap=True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def _described(device: Device) -> str:
    kinds = {"cuda": "GPU", "xpu": "GPU", "mps": "GPU", "cpu": "CPU"}
    kind = kinds.get(device.kind, device.kind)
    if not device.total:
        return f"{kind}: {device.title}"
    return translate("Devices", "{kind}: {title} · {free} of {total} free").format(
        kind=kind, title=device.title, free=size(device.free), total=size(device.total)
    )
