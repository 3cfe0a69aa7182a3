"""What is said when the window is closed while a training goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from core.runs.records import Run
from desktop.training import leaving


@pytest.fixture
def state(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "state.ini"), QSettings.Format.IniFormat)


def press(box: QMessageBox | None, text: str, qtbot: QtBot) -> None:
    assert box is not None
    (button,) = (each for each in box.buttons() if text in each.text())
    with qtbot.waitSignal(box.finished):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_training_that_goes_on_is_told_of_once(state: QSettings, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    run = Run(name="one", folder=Path(), state="running", title="Peat papers")
    stopped: list[str] = []
    box = leaving.tell(window, state, [run], stop=stopped.append)
    assert box is not None
    assert "“Peat papers”" in box.informativeText()
    press(box, "Cancel", qtbot)
    assert window.isVisible()
    press(leaving.tell(window, state, [run], stop=stopped.append), "continue training", qtbot)
    qtbot.waitUntil(lambda: not window.isVisible())
    assert stopped == []
    assert leaving.tell(window, state, [run], stop=stopped.append) is None


def test_a_training_can_be_stopped_on_the_way_out(state: QSettings, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    runs = [Run(name=name, folder=Path(), state="running", title=name) for name in ("one", "two")]
    stopped: list[str] = []
    press(leaving.tell(window, state, runs, stop=stopped.append), "Stop training", qtbot)
    assert stopped == ["one", "two"]
    qtbot.waitUntil(lambda: not window.isVisible())
