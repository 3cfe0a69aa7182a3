"""Formatted references on the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.library.page import LibraryPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices


def test_formatted_references_are_copied_and_a_long_one_is_named_shortly(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    for row in range(3):
        page.table.selectionModel().select(
            page.model.index(row, 0),
            QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
        )
    numbers = page.selected_numbers()
    page.library_actions.reference.trigger()
    qtbot.waitUntil(lambda: bool(notices))
    assert QGuiApplication.clipboard().text() == workspace.papers.export(numbers, "text")
    assert len(numbers) > 1
    assert notices[0].startswith("Copied Abara, A. (2002). Quiet Rivers")
    assert len(notices[0]) <= 130
