"""Copies of a paper beside one another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.base.records import PaperRecord
from core.workspace import Workspace
from desktop.duplicates.page import DuplicatesPage, ReasonRole
from desktop.language import languages
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import colors
from tests.desktop.duplicates.shown_groups import (
    AUTHORS,
    LIKELY,
    VERSIONS,
    choose,
)


def test_another_paper_can_be_the_one_that_is_kept(
    page: DuplicatesPage, page_workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    choose(page, LIKELY, qtbot, runner)
    numbers = page.comparison.numbers()
    page.comparison.setCurrentCell(0, 1)
    qtbot.keyClick(page.comparison, Qt.Key.Key_K)
    assert page.comparison.numbers() == numbers[::-1]
    with qtbot.waitSignal(page.library_changed):
        page.merge.trigger()
    assert numbers[0] not in page_workspace.library.papers.numbers()


def test_a_paper_can_be_left_out_of_a_group(
    page: DuplicatesPage, page_workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    records = [
        PaperRecord(title="On dunes and sand", authors=AUTHORS, year=2001, doi=f"10.1000/{n}")
        for n in "xyz"
    ]
    list(page_workspace.library.papers.add(records, source="test"))
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    choose(page, "dunes", qtbot, runner)
    assert page.comparison.columnCount() == 3
    page.comparison.setCurrentCell(0, 2)
    page.leave_out.trigger()
    assert page.comparison.columnCount() == 2
    assert not page.leave_out.isEnabled()


def test_the_groups_are_told_in_the_language_of_the_window(
    page: DuplicatesPage, qtbot: QtBot, runner: TaskRunner
) -> None:
    languages.speak("de")
    try:
        choose(page, VERSIONS, qtbot, runner)
        assert "Gleicher Titel · Gleiche Autoren · Eine ist ein Preprint" in page.reasons.text()
        index = page.groups.index(0, 0)
        reasons = index.data(ReasonRole)
        assert "Tippfehler: „olives“ und „ollives“" in reasons
        assert reasons in index.data(Qt.ItemDataRole.ToolTipRole)
        assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith(reasons)
        assert good_pixels(page, 0) > 0, "what is sure is green"
        assert good_pixels(page, 1) == 0
    finally:
        languages.speak("en")


def good_pixels(page: DuplicatesPage, row: int) -> int:
    """Count the pixels of a group, not the chosen one, that are as green as can be."""
    page.list.setCurrentIndex(page.groups.index(2, 0))
    page.list.clearSelection()
    place = page.list.visualRect(page.groups.index(row, 0))
    picture = page.list.viewport().grab(place).toImage()
    return sum(
        picture.pixelColor(x, y) == colors().good
        for x in range(picture.width())
        for y in range(picture.height())
    )
