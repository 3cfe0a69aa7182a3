"""The pages of training, in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.runs.records import Run, RunRequest
from core.workspace import Workspace
from desktop.training.panel import TrainingPanel
from desktop.training.run_view import RunView
from desktop.training.wizard import NewTraining

LEFT = Qt.MouseButton.LeftButton


def wizard_of(panel: TrainingPanel, qtbot: QtBot) -> NewTraining:
    qtbot.mouseClick(panel.shelf.train_button, LEFT)
    assert panel.wizard is not None
    wizard = panel.wizard
    qtbot.waitUntil(lambda: len(wizard.recipe.cards) == 6)
    qtbot.waitUntil(lambda: len(wizard.device.buttons) == 2)
    wizard.show_step(1)
    return wizard


def view_of(panel: TrainingPanel) -> RunView:
    assert panel.run_view is not None
    return panel.run_view


def shown_run(panel: TrainingPanel, qtbot: QtBot, holds: Callable[[Run], bool]) -> Run:
    view = view_of(panel)
    qtbot.waitUntil(lambda: view.run is not None and holds(view.run))
    assert view.run is not None
    return view.run


def _start(opened: Workspace, corpus: Path, **settings: str) -> str:
    return opened.training.start(RunRequest(recipe="specter", corpus=corpus, settings=settings))
