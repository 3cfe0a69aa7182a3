"""What stays as it is in the table of papers when other papers are shown, or the next time."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.library.page import LibraryPage
from desktop.papers.paper_query import LibrarySection
from desktop.ui.tasks import TaskRunner
from tests import wording
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
    qtbot.waitUntil(lambda: page._shown_query == page.query)
    page.table.order_chosen.emit("title", False)
    qtbot.waitUntil(lambda: page._shown_query == page.query)
    assert bar.value() == 0


def test_several_papers_are_not_kept_selected_in_another_list(
    page: LibraryPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    """Else Delete would move papers to the Trash that nobody sees."""
    page.sidebar.choose(LibrarySection("collection", 1))
    qtbot.waitUntil(lambda: page.model.rowCount() == 17 and runner.pending() == 0)
    page.table.selectAll()
    assert len(page.selected_numbers()) == 17
    page.sidebar.choose(LibrarySection())
    qtbot.waitUntil(lambda: page.model.rowCount() == 120 and runner.pending() == 0)
    assert page.selected_numbers() == ()
    select(page, 40)
    (number,) = page.selected_numbers()
    page.sidebar.choose(LibrarySection("recent"))
    qtbot.waitUntil(lambda: page._shown_query == page.query and runner.pending() == 0)
    assert page.selected_numbers() == (number,), "one stays, and is in sight"
    assert page.centre.count.text() == wording.fill(
        "desktop.library.browser:_found_words last", 120
    )


def test_widths_and_columns_are_kept(
    workspace: Workspace, runner: TaskRunner, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    pages = [LibraryPage(workspace, runner, notices) for _ in range(2)]
    for page in pages:
        qtbot.addWidget(page)
        page.resize(1200, 700)
        page.show()
    pages[0].table._widths_are_chosen = True  # as when the person draws the border of a heading
    pages[0].table.horizontalHeader().resizeSection(1, 333)
    pages[0].table.setColumnHidden(5, False)
    pages[0].save_state(state)
    pages[1].restore_state(state)
    assert pages[1].table.columnWidth(1) == 333
    assert not pages[1].table.isColumnHidden(5)
    pages[1].resize(1300, 700)
    assert pages[1].table.columnWidth(1) == 333


def test_long_columns_grow_with_the_table(page: LibraryPage) -> None:
    narrow = page.table.columnWidth(3)
    page.resize(1900, 700)
    assert page.table.columnWidth(3) > narrow
