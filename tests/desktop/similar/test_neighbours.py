"""What the list of neighbours shows, how it is sorted and narrowed, what one does with them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.similar.page import SimilarPage
from desktop.ui.changes import LibraryChanges
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.similar.conftest import settle, show
from tests.desktop.similar.neighbours import Keys


def test_neighbours_go_into_a_collection_and_out_again(
    page: SimilarPage,
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
) -> None:
    changes = LibraryChanges(workspace, runner)
    page.join(changes, lambda: None)
    show(page, qtbot, 5)
    chosen = page.table.number()
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_A, Keys.ControlModifier | Keys.ShiftModifier)
    qtbot.waitUntil(lambda: page.collector.menu is not None)
    menu = page.collector.menu
    assert menu is not None
    assert [action.text() for action in menu.actions() if not action.isSeparator()] == [
        "New collection…",
        "Chapter two",
        "To read this week",
    ]
    menu.actions()[0].trigger()
    menu.close()
    dialog = page.collector.dialog
    assert dialog is not None
    dialog.setTextValue("Near gardens")
    dialog.accept()
    collections = workspace.library.collections
    qtbot.waitUntil(lambda: "Near gardens" in {g.name for g in collections.all()})
    settle(runner, qtbot)
    assert [g.name for g in collections.of(chosen)].count("Near gardens") == 1
    assert notices[-1] == "Added 1 paper to “Near gardens”."
    assert "Near gardens" in changes.undo.undo_text
    changes.undo.undo()
    qtbot.waitUntil(lambda: "Near gardens" not in {g.name for g in collections.all()})
