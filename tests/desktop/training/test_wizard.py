"""The steps of a new training."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.training.panel import TrainingPanel
from desktop.training.wizard import NewTraining
from desktop.ui.tasks import TaskRunner
from tests.desktop.training.panels import wizard_of


@pytest.mark.usefixtures("large_texts")
def test_the_buttons_of_a_new_training_are_in_sight(
    workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    wizard = NewTraining(workspace.training, runner)
    qtbot.addWidget(wizard)
    wizard.resize(1280, 480)
    wizard.show()
    for step in range(3):
        wizard.stack.setCurrentIndex(step)
        qtbot.wait(20)
        assert wizard.minimumSizeHint().height() <= 480
        buttons = wizard.findChildren(QPushButton)
        lowest = max(
            button.mapTo(wizard, button.rect().bottomLeft()).y()
            for button in buttons
            if button.parentWidget() is wizard and button.isVisible()
        )
        assert lowest <= 480


def test_the_steps_are_walked_through_with_the_keyboard(
    panel: TrainingPanel, corpus: Path, qtbot: QtBot
) -> None:
    panel.activateWindow()
    wizard = wizard_of(panel, qtbot)
    assert wizard.corpus.own.hasFocus()
    qtbot.waitUntil(wizard.corpus.check_button.isEnabled)  # once it is known what there is
    reached = set()
    for _ in range(30):  # round and round
        QTest.keyClick(_focused(), Qt.Key.Key_Tab)
        reached.add(_focused())
    assert {wizard.corpus.check_button, wizard.cancel_button} <= reached
    assert all(_named(widget) for widget in reached)
    qtbot.keyClick(wizard, Qt.Key.Key_Escape)
    assert panel.stack.currentWidget() is panel.overview
    assert panel.shelf.table.hasFocus()
    del corpus


def _focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def _named(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return widget.accessibleName() or (text() if callable(text) else "")
