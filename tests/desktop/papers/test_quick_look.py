"""A quick look at papers from the table and from the suggestions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.papers.quick_look import QuickLook
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()


def looking(desk: LibraryDesk, number: int) -> QuickLook:
    desk.select(number)
    desk.page.table.setFocus()
    desk.page.library_actions.quick_look.trigger()
    look = desk.page.library_actions._looker
    desk.until(look.isVisible)
    desk.idle()
    return look


def test_the_pdf_of_a_paper_shows_at_its_first_page(desk: LibraryDesk) -> None:
    look = looking(desk, 1)
    desk.until(lambda: look.canvas.pages == 3)
    assert look.stack.currentWidget() is look.canvas
    assert look.canvas.verticalScrollBar().value() == 0
    assert "Sandberg" in look.byline.text()
    desk.press(look.canvas, Qt.Key.Key_Escape)
    assert not look.isVisible()
    assert look.canvas.pages == 0


def test_a_turns_from_the_pdf_to_the_abstract_and_back(desk: LibraryDesk) -> None:
    look = looking(desk, 1)
    desk.until(lambda: look.canvas.pages == 3)
    desk.press(look.canvas, Qt.Key.Key_A)
    assert look.stack.currentWidget() is look.text
    assert "Nests stand over water." in look.text.toPlainText()
    assert "has no PDF" not in look.text.toPlainText()
    desk.press(look.text, Qt.Key.Key_A)
    assert look.stack.currentWidget() is look.canvas
    look.abstract_button.click()
    desk.press(look.text, Qt.Key.Key_Escape)
    look = looking(desk, 1)  # as it was left
    desk.until(lambda: look.canvas.pages == 3)
    assert look.stack.currentWidget() is look.text
    assert look.abstract_button.isChecked()
    desk.press(look.text, Qt.Key.Key_Escape)
    look = looking(desk, 3)
    desk.until(lambda: "hard to tell apart" in look.text.toPlainText())
    assert not look.abstract_button.isVisible()
    look.close()


def test_a_paper_without_a_pdf_shows_what_the_record_says(desk: LibraryDesk) -> None:
    look = looking(desk, 3)
    desk.until(lambda: "hard to tell apart" in look.text.toPlainText())
    assert look.stack.currentWidget() is look.text
    assert wording.fill("desktop.papers.quick_look:_judge") in look.text.toPlainText()
    assert not look.open_button.isEnabled()
    assert look.open_button.toolTip() == wording.fill("desktop.papers.quick_look:_judge")
    broken = desk.folder / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    desk.workspace.papers.attach(PaperNumber(3), broken)
    desk.press(look.text, Qt.Key.Key_Space)
    assert not look.isVisible()
    look = looking(desk, 3)
    desk.until(
        lambda: wording.stem("desktop.pages.source:_reason damaged") in look.text.toPlainText()
    )


def test_up_and_down_go_through_the_list_and_stop_at_its_ends(desk: LibraryDesk) -> None:
    order = desk.shown()
    look = looking(desk, order[0])
    desk.press(look.stack.currentWidget(), Qt.Key.Key_Up)
    assert look.number == order[0]
    desk.press(look.stack.currentWidget(), Qt.Key.Key_Down)
    desk.press(look, Qt.Key.Key_Down)
    desk.idle()
    assert look.number == order[2]
    assert desk.page.selected_numbers() == (order[2],)
    assert look.byline.text()


def test_return_opens_the_paper_in_a_tab(desk: LibraryDesk) -> None:
    look = looking(desk, 1)
    desk.press(look.canvas, Qt.Key.Key_Return)
    assert not look.isVisible()
    desk.until(lambda: desk.page.tabs.current_tab() is not None)


def test_space_in_the_table_looks_and_is_offered_in_the_menu(desk: LibraryDesk) -> None:
    actions = desk.page.library_actions
    assert actions.quick_look.shortcut().toString() == "Space"
    desk.page.table.clearSelection()
    desk.idle()
    assert not actions.quick_look.isEnabled()
    desk.select(2)
    desk.page.activateWindow()
    desk.page.table.setFocus()
    desk.press(desk.page.table, Qt.Key.Key_Space)
    desk.until(actions._looker.isVisible)
    actions._looker.close()


def test_a_button_above_the_table_looks_too_and_says_its_key(desk: LibraryDesk) -> None:
    button = desk.page.centre.look_button
    desk.page.table.clearSelection()
    desk.idle()
    assert (button.isEnabled(), button.toolTip()) == (
        False,
        wording.fill("desktop.library.actions:update_enabled Select first"),
    )
    desk.select(2)
    desk.idle()
    assert button.toolTip() == "Quick look (Space)"
    button.click()
    looker = desk.page.library_actions._looker
    desk.until(looker.isVisible)
    assert looker.number == 2
    looker.close()
