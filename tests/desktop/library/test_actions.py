"""Actions on papers, searches and the trash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.language import languages
from desktop.library.browser import NOTHING
from desktop.papers.paper_query import LibrarySection
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import RECORDS, LibraryDesk

VOICES, CHOICE, NOISE = PaperNumber(2), PaperNumber(3), PaperNumber(4)


def named(browser_desk: LibraryDesk, text: str) -> None:
    """Answer the dialog that asks for a name."""
    dialog = browser_desk.page.findChild(QInputDialog)
    assert isinstance(dialog, QInputDialog)
    dialog.setTextValue(text)
    dialog.accept()
    browser_desk.idle()


def test_a_search_is_saved_chosen_renamed_removed_and_brought_back(
    browser_desk: LibraryDesk, notices: Notices
) -> None:
    page, searches = browser_desk.page, browser_desk.workspace.papers.searches
    assert not page.centre.save_button.isEnabled()
    page.search("wetlands")
    browser_desk.idle()
    assert page.centre.count.text() == "2 papers for “wetlands”"
    page.centre.save_button.click()
    named(browser_desk, "Wet")
    assert [(each.name, each.mode, each.query) for each in searches.all()] == [
        ("Wet", "words", "wetlands")
    ]
    page.search("")
    browser_desk.idle()
    shown: list[str] = []
    page.search_shown.connect(shown.append)
    browser_desk.go("search", 1)
    assert (shown, sorted(browser_desk.shown())) == (["wetlands"], [1, 5])
    assert (
        page.sidebar.get_section_name(LibrarySection("search", 1))
        == page.centre.heading.text()
        == "Wet"
    )
    assert not page.centre.save_button.isEnabled()
    page.activateWindow()
    page.sidebar.setFocus()
    browser_desk.until(page.sidebar.hasFocus)
    browser_desk.press(page.sidebar, Qt.Key.Key_F2)
    named(browser_desk, "Damp")
    assert searches.all()[0].name == "Damp"
    page.activateWindow()
    page.sidebar.setFocus()
    browser_desk.until(page.sidebar.hasFocus)
    browser_desk.press(page.sidebar, Qt.Key.Key_Delete)
    browser_desk.idle()
    assert (searches.all(), page.query.section) == ([], LibrarySection())
    assert notices[-1].startswith("Removed “Damp”")
    for _ in range(2):
        browser_desk.undo()
    assert [each.name for each in searches.all()] == ["Wet"]
    browser_desk.undo()
    assert searches.all() == []
    browser_desk.redo()
    assert searches.all()[0].number == 1


def test_the_trash_is_emptied_only_after_a_named_confirmation(browser_desk: LibraryDesk) -> None:
    page, papers = browser_desk.page, browser_desk.workspace.library.papers
    browser_desk.select(3, 4)
    page.library_actions.trash.trigger()
    browser_desk.idle()
    browser_desk.go("trash")
    for answer, left in (("Cancel", 2), ("Empty Trash", 0)):
        page.centre.empty_button.click()
        browser_desk.until(lambda: page.findChild(QMessageBox) is not None)
        box = page.findChild(QMessageBox)
        assert isinstance(box, QMessageBox)
        assert box.text() == wording.fill("desktop.library.actions:_ask_purge", 2)
        buttons = {button.text().replace("&", ""): button for button in box.buttons()}
        browser_desk.qtbot.mouseClick(buttons[answer], Qt.MouseButton.LeftButton)
        browser_desk.until(lambda: page.findChild(QMessageBox) is None)
        browser_desk.idle()
        assert browser_desk.workspace.papers.sizes().trashed == left
    assert papers.numbers() == [1, 2, 5]
    assert page.centre.middle.currentIndex() == NOTHING


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()
    languages.speak("en")


def attach(desk: LibraryDesk, number: PaperNumber, imprint: str, title: str = "") -> None:
    """Give a paper a PDF that bears its title and, at its foot, where it appeared."""
    press = Press(desk.folder / f"{number}.pdf")
    press.put(100, 90, title or RECORDS[number - 1].title, BOLD, 16)
    press.put(60, 760, imprint, size=8)
    press.y = 230
    press.add("Abstract", HEADING)
    press.add(" ".join(prose.plain(prose.ABSTRACT)), FIRST)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    desk.workspace.papers.attach(number, press.save())


def read(desk: LibraryDesk, *numbers: PaperNumber) -> None:
    desk.select(*numbers)
    desk.page.library_actions.read_details.trigger()
    desk.idle()


def test_empty_fields_are_filled_in_one_step_that_can_be_undone(
    desk: LibraryDesk, notices: Notices
) -> None:
    attach(desk, CHOICE, "Letters on Pebbles, Vol. 12, No. 3, pp. 45-67, 2021")
    attach(desk, NOISE, "ISSN 2049-3630")
    papers = desk.workspace.library.papers
    before = papers.get_many([CHOICE, NOISE])
    read(desk, CHOICE, NOISE)
    assert notices[-1] == wording.fill(
        "desktop.library.actions:_words details", "ISSN, Journal, Volume, Issue, Pages, Type", n=2
    )
    choice, noise = papers.get_many([CHOICE, NOISE])
    assert (choice.venue, choice.extra["volume"], choice.extra["page"]) == (
        *("Letters on Pebbles", "12", "45–67"),
    )
    assert choice.abstract == RECORDS[2].abstract, "what is there stays"
    assert noise.extra == {"ISSN": "2049-3630"}
    assert desk.page.changes.undo.undo_text == "Edited 2 papers"
    desk.undo()
    assert papers.get_many([CHOICE, NOISE]) == before
    desk.redo()
    assert papers.get(CHOICE) == choice


def test_a_notice_says_why_nothing_was_filled_in(desk: LibraryDesk, notices: Notices) -> None:
    attach(desk, CHOICE, "")
    read(desk, CHOICE)
    assert notices[-1] == wording.fill("desktop.library.actions:_words details")
    read(desk, VOICES)
    assert notices[-1] == wording.fill("desktop.library.actions:_words have", n=1)
    attach(desk, NOISE, "Vol. 12, No. 3, 2020", title="A study of something else entirely")
    read(desk, NOISE)
    assert notices[-1] == wording.fill("desktop.library.actions:_words seem", n=1)
    languages.speak("de")
    read(desk, NOISE, VOICES)
    assert notices[-1] == (
        "1 Arbeit hat kein PDF. 1 PDF scheint zu einer anderen Arbeit zu gehören und wurde "
        "ausgelassen."
    )
    assert not desk.page.changes.undo.can_undo


def test_it_stands_in_the_menus_and_says_why_it_is_disabled(desk: LibraryDesk) -> None:
    action = desk.page.library_actions.read_details
    assert action in desk.page.library_actions.all()
    desk.page.table.clearSelection()
    desk.idle()
    assert not action.isEnabled()
    assert action.toolTip() == wording.fill("desktop.library.actions:update_enabled Select first")
    desk.select(CHOICE)
    assert action.isEnabled()
