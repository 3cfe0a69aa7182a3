"""The dialog with what was done to the library, and Undo after a restart."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.workspace import Workspace
from desktop.library.history import HistoryDialog
from desktop.ui.changes import LibraryChanges, LibraryUndo
from desktop.ui.tasks import TaskRunner


def test_an_action_of_another_day_is_listed_undone_and_done_again(
    qtbot: QtBot, workspace: Workspace, runner: TaskRunner
) -> None:
    papers = workspace.library.papers
    number = PaperNumber(papers.numbers()[0])
    title = papers.get(number).title
    papers.update(number, title="Another title")
    changes = LibraryChanges(workspace, runner)
    dialog = HistoryDialog(changes.undo)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(dialog.undo.isEnabled)
    assert title in dialog.model.index(0, 2).data()
    with qtbot.waitSignal(changes.changed):
        dialog.undo.click()
    assert papers.get(number).title == title
    qtbot.waitUntil(dialog.redo.isEnabled)
    with qtbot.waitSignal(changes.changed):
        dialog.redo.click()
    assert papers.get(number).title == "Another title"


def test_the_keyboard_goes_back_to_the_list_and_not_on_to_what_forgets_all(
    qtbot: QtBot, workspace: Workspace, runner: TaskRunner
) -> None:
    papers = workspace.library.papers
    papers.update(PaperNumber(papers.numbers()[0]), title="Another title")
    dialog = HistoryDialog(LibraryUndo(workspace, runner))
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
    qtbot.waitUntil(dialog.undo.isEnabled)
    dialog.undo.setFocus()
    dialog.undo.click()
    qtbot.waitUntil(dialog.redo.isEnabled)
    assert dialog.table.hasFocus()
