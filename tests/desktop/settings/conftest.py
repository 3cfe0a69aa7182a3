"""The dialog of the settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QLabel,
)
from pytestqt.qtbot import QtBot

from desktop.settings.panel import SettingsPanel
from desktop.settings.store import SettingsStore
from desktop.ui.actions import Actions
from desktop.ui.tasks import TaskRunner


@pytest.fixture
def store(tmp_path: Path, runner: TaskRunner) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml", runner)


@pytest.fixture
def actions(qtbot: QtBot) -> Actions:
    actions = Actions()
    for name, keys in (("edit", "Ctrl+E"), ("cite", "Ctrl+K"), ("export", "")):
        action = QAction(name.title(), actions)
        action.setShortcuts([QKeySequence(keys)] if keys else [])
        actions.add(f"library.{name}", action, "library")
    return actions


@pytest.fixture
def panel(store: SettingsStore, actions: Actions, qtbot: QtBot) -> SettingsPanel:
    panel = SettingsPanel(store, actions, QLabel)
    store.changed.connect(lambda _: actions.use_keys(store.now.shortcuts))
    qtbot.addWidget(panel)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isVisible)
    return panel
