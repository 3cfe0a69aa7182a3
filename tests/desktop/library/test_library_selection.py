"""What stays as it is in the table of papers when other papers are shown."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.library.page import LibraryPage
from desktop.library.paper_query import LibrarySection
from desktop.tasks import TaskRunner
from tests.desktop.conftest import Notices


@pytest.fixture
def page(workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> LibraryPage:
    page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 120 and runner.pending() == 0)
    return page


def select(page: LibraryPage, *rows: int) -> None:
    page.table.clearSelection()
    flag = page.table.selectionModel().SelectionFlag
    for row in rows:
        page.table.selectionModel().select(page.model.index(row, 0), flag.Select | flag.Rows)


def test_a_change_keeps_the_whole_selection_and_what_is_in_view(
    page: LibraryPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    def idle() -> None:
        qtbot.waitUntil(lambda: runner.pending() == 0 and not page._settling.isActive())

    bar = page.table.verticalScrollBar()
    select(page, 3, 60, 61, 62, 90)
    page.table.selectionModel().setCurrentIndex(
        page.model.index(61, 0), page.table.selectionModel().SelectionFlag.NoUpdate
    )
    bar.setValue(bar.maximum() // 3)
    before, numbers = bar.value(), page.selected_numbers()
    page.changes.add_tag("to read", numbers)
    idle()
    assert (page.selected_numbers(), bar.value()) == (numbers, before)
    page.changes.trash([numbers[1], page.model.number(100)])
    idle()
    assert page.model.rowCount() == 118
    kept = (numbers[0], *numbers[2:])
    assert (page.selected_numbers(), bar.value()) == (kept, before)
    assert page.model.number(page.table.currentIndex().row()) == numbers[2]
    assert "4 papers are selected" in page.details.toPlainText()
    page.table.order_chosen.emit("title", False)
    idle()
    assert set(page.selected_numbers()) == set(kept)
    current = page.table.visualRect(page.table.currentIndex())
    assert page.table.viewport().rect().intersects(current)


def test_papers_that_left_are_no_more_selected_and_another_place_begins_at_its_top(
    page: LibraryPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    select(page, 5)
    page.library_actions.trash.trigger()
    qtbot.waitUntil(lambda: page.model.rowCount() == 119 and runner.pending() == 0)
    assert page.selected_numbers() == ()
    bar = page.table.verticalScrollBar()
    bar.setValue(bar.maximum())
    page.sidebar.choose(LibrarySection("recent"))
    qtbot.waitUntil(lambda: page._shown == page.query)
    page.table.order_chosen.emit("title", False)
    qtbot.waitUntil(lambda: page._shown == page.query)
    assert bar.value() == 0
