"""Before another model is used."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.runs.records import Switching
from core.workspace import Workspace
from desktop.training.shelf_view import ShelfView
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.provoked import answering
from tests.desktop.small_library import put_on_shelf


def test_using_a_model_says_first_how_long_encoding_takes(
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    put_on_shelf(workspace, "scincl-minilm")
    view = ShelfView(workspace.training, runner, notices)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.rows.rowCount() == 4)
    to_do = Switching(1297, 130.0, "Cocite small")
    answering(monkeypatch, workspace.training, "switching", to_do)
    view.table.selectRow(3)
    view.use_chosen()
    qtbot.waitUntil(lambda: bool(view.findChildren(QMessageBox)))
    (box,) = view.findChildren(QMessageBox)
    assert "1,297 papers" in box.informativeText()
    assert "about 2 min" in box.informativeText()
    assert "Until then “Cocite small” is used" in box.informativeText()
    assert workspace.shelf.in_use().manifest.name == "cocite-small"
    (use,) = (each for each in box.buttons() if "Use this model" in each.text().replace("&", ""))
    qtbot.mouseClick(use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: workspace.shelf.in_use().manifest.name == "scincl-minilm")
    qtbot.waitUntil(view.back_button.isEnabled)
