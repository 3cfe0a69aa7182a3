from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.base.errors import TrainingError
from core.base.jobs import Job
from core.base.messages import Message
from core.runs.records import Device
from desktop.training.devices import DevicesDialog, DeviceStep
from desktop.ui.tasks import TaskRunner
from tests import wording

CPU = Device("cpu", "cpu", "8 cores", 2**30, 2**31)


def shown(qtbot: QtBot, *devices: Device) -> tuple[DeviceStep, list[str]]:
    step = DeviceStep()
    qtbot.addWidget(step)
    step.show_devices(devices)
    return step, [label.text() for label in step.findChildren(QLabel)]


def test_the_processor_alone_says_why(qtbot: QtBot) -> None:
    step, texts = shown(qtbot, CPU)
    assert step.device() == "cpu"
    assert wording.fill("desktop.training.devices:reasons graphics") in texts


def test_a_card_that_cannot_be_used_is_no_choice_but_has_a_reason(qtbot: QtBot) -> None:
    problem, remedy = Message("GTX 1080: too old."), Message("Install another build.")
    card = Device("cuda:0", "cuda", "GTX 1080", 0, 0, problem, remedy)
    step, texts = shown(qtbot, CPU, card)
    assert len(step.buttons) == 1
    assert "GTX 1080: too old. Install another build." in texts
    assert wording.fill("desktop.training.devices:reasons graphics") not in texts


def test_nobody_goes_on_before_the_devices_are_known(qtbot: QtBot) -> None:
    step = DeviceStep()
    qtbot.addWidget(step)
    assert step.why_not() == "Looking for devices…"
    step.show_devices([CPU])
    assert not step.why_not()


def test_the_list_of_devices_names_the_one_used_first_and_what_to_do(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    card = Device("cuda:0", "cuda", "GTX 1080", 0, 0, Message("Too old."), Message("pip install x"))
    dialog = DevicesDialog(lambda _job: (CPU, card), runner)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(dialog.waiting.isHidden)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert any(text.startswith("CPU: 8 cores") and text.endswith("used first") for text in texts)
    assert "Too old. pip install x" in texts


def test_a_trainer_that_does_not_answer_can_be_asked_again(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    answers = [(), (CPU,)]

    def ask(_job: Job) -> tuple[Device, ...]:
        if len(answers) == 2:
            answers.pop(0)
            raise TrainingError(Message("The trainer does not answer."))
        return answers[0]

    dialog = DevicesDialog(ask, runner)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: "does not answer" in dialog.notice.text)
    dialog.look()
    qtbot.waitUntil(lambda: any("8 cores" in label.text() for label in dialog.findChildren(QLabel)))
