"""Decisions about duplicates."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.duplicates.page import DuplicatesPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.duplicates.shown_groups import (
    VERSIONS,
    choose,
    titles,
)


def test_versions_are_linked_and_unlinked_by_undo(
    page: DuplicatesPage, page_workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    choose(page, VERSIONS, qtbot, runner)
    numbers = page.comparison.numbers()
    with qtbot.waitSignal(page.library_changed):
        page.versions.trigger()
    duplicates = page_workspace.library.duplicates
    assert duplicates.find_versions(numbers[:1]) == {numbers[0]: (numbers[1],)}
    with qtbot.waitSignal(page.library_changed):
        page.changes.undo.undo()
    assert duplicates.find_versions(numbers) == {}


def test_different_papers_are_not_shown_again(
    page: DuplicatesPage, qtbot: QtBot, runner: TaskRunner
) -> None:
    choose(page, VERSIONS, qtbot, runner)
    with qtbot.waitSignal(page.library_changed):
        page.different.trigger()
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(titles(page)) == 2
    with qtbot.waitSignal(page.library_changed):
        page.changes.undo.undo()
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(titles(page)) == 3


def test_all_sure_ones_are_merged_after_a_question_and_come_back_at_once(
    page: DuplicatesPage,
    page_workspace: Workspace,
    notices: Notices,
    qtbot: QtBot,
    runner: TaskRunner,
) -> None:
    page.merge_sure.trigger()
    (box,) = page.findChildren(QMessageBox)
    assert box.text() == "Merge 2 papers into 1?"
    merge = next(button for button in box.buttons() if button.text() == "Merge")
    with qtbot.waitSignal(page.library_changed):
        qtbot.mouseClick(merge, Qt.MouseButton.LeftButton)
    assert page_workspace.library.papers.count() == 5
    assert notices == ["Merged 1 group of duplicates."]
    assert not page.merge_sure.isEnabled()
    assert page.merge_sure.toolTip() == "No certain duplicates"
    for count in (6, 5, 6):
        step = page.changes.undo.redo if count == 5 else page.changes.undo.undo
        with qtbot.waitSignal(page.library_changed):
            step()
        assert page_workspace.library.papers.count() == count
