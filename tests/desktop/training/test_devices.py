from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.base.messages import Message
from core.runs.records import Device
from desktop.training.wizard import DeviceStep

CPU = Device("cpu", "cpu", "8 cores", 2**30, 2**31)


def shown(qtbot: QtBot, *devices: Device) -> tuple[DeviceStep, list[str]]:
    step = DeviceStep()
    qtbot.addWidget(step)
    step.show_devices(devices)
    return step, [label.text() for label in step.findChildren(QLabel)]


def test_the_processor_alone_says_why(qtbot: QtBot) -> None:
    step, texts = shown(qtbot, CPU)
    assert step.device() == "cpu"
    assert "The CPU is used because no graphics card was found." in texts


def test_a_card_that_cannot_be_used_is_no_choice_but_has_a_reason(qtbot: QtBot) -> None:
    problem, remedy = Message("GTX 1080: too old."), Message("Install another build.")
    card = Device("cuda:0", "cuda", "GTX 1080", 0, 0, problem, remedy)
    step, texts = shown(qtbot, CPU, card)
    assert len(step.buttons) == 1
    assert "GTX 1080: too old. Install another build." in texts
    assert "The CPU is used because no graphics card was found." not in texts


def test_nobody_goes_on_before_the_devices_are_known(qtbot: QtBot) -> None:
    step = DeviceStep()
    qtbot.addWidget(step)
    assert step.why_not() == "Looking for devices…"
    step.show_devices([CPU])
    assert not step.why_not()
