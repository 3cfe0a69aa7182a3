"""The tree, the search and the table of the library page, on a real library."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber, PaperRecord
from desktop.library.browser import (
    EMPTY_LIBRARY,
    FILLING,
    NO_MEANING,
    NOTHING,
    TABLE,
    abstract_words,
)
from desktop.library.page import LibraryPage
from desktop.papers.model import PROBLEM
from desktop.papers.paper_query import LibrarySection
from desktop.ui.remembered_state import _store, set_store
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk
from tests.desktop.manuscript_desk import press


def test_meaning_says_that_it_cannot_be_asked_and_offers_words(browser_desk: LibraryDesk) -> None:
    centre = browser_desk.page.centre
    browser_desk.page.search("birds by ear")
    centre.mode_buttons["meaning"].click()
    browser_desk.idle()
    assert centre.middle.currentIndex() == NO_MEANING
    assert "not loaded yet" in centre.no_meaning.explanation.text()
    centre._choose_mode("words")
    browser_desk.idle()
    assert (centre.mode, centre.middle.currentIndex()) == ("words", NOTHING)
    browser_desk.page.search("")
    browser_desk.idle()
    assert centre.middle.currentIndex() == TABLE
    assert not centre.mode_buttons["full text"].isEnabled()


def test_what_lacks_an_abstract_is_told_of_one_paper_and_of_many(qtbot: QtBot) -> None:
    meaning = wording.stem("desktop.library.browser:abstract_words")
    assert abstract_words(1) == f"1 paper has{meaning}"
    assert abstract_words(30) == f"30 papers have{meaning}"


def test_a_removed_collection_comes_back_and_later_steps_still_fit(
    browser_desk: LibraryDesk,
) -> None:
    library, changes = browser_desk.workspace.library, browser_desk.page.changes
    changes.add_collection("Shelf", [PaperNumber(1)])
    browser_desk.idle()
    group = library.collections.all()[0]
    changes.collect(group, [PaperNumber(2)])
    changes.remove_collection(group)
    browser_desk.idle()
    assert library.collections.all() == []
    for left in (2, 1):
        browser_desk.undo()
        assert library.collections.all()[0].papers == left
    browser_desk.undo()
    assert library.collections.all() == []
    for _ in range(2):
        browser_desk.redo()
    assert (library.collections.all()[0].number, library.collections.all()[0].papers) == (
        group.number,
        2,
    )


def test_a_step_that_fails_is_forgotten_alone(browser_desk: LibraryDesk) -> None:
    changes = browser_desk.page.changes
    changes.trash([PaperNumber(1)])
    changes.save_search("Wet", "words", "wetlands")
    browser_desk.idle()
    with browser_desk.qtbot.waitSignal(browser_desk.runner.failed) as blocker:
        changes.save_search("wet", "words", "bogs")
    assert wording.stem("core.library.store.groups:_free {name") in str(blocker.args[0])
    browser_desk.idle()
    assert changes.undo.undo_text == "Saved the search “Wet”"
    browser_desk.undo()
    assert changes.undo.undo_text.endswith("to the Trash")


def test_every_column_sorts_and_says_what_it_shows(browser_desk: LibraryDesk) -> None:
    page = browser_desk.page
    for section, column in enumerate(page.model.columns[:PROBLEM]):
        page.table.setColumnHidden(section, False)
        if column.sort is not None:
            page.table.order_chosen.emit(column.sort, True)
            browser_desk.idle()
            assert sorted(browser_desk.shown()) == [1, 2, 3, 4, 5]
            assert page.model.headerData(section, Qt.Orientation.Horizontal) == column.title()
    page.table.order_chosen.emit("cited", True)
    browser_desk.idle()
    assert set(browser_desk.shown()[:2]) == {1, 2}
    sorts = [column.sort for column in page.model.columns]
    first = page.model.index(0, sorts.index("cited"))
    browser_desk.until(lambda: first.data() == "1")
    assert first.data(Qt.ItemDataRole.ToolTipRole) == wording.fill(
        "desktop.papers.model:COLUMNS", 1
    )


def test_an_empty_library_says_so_whatever_the_mode(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    browser_desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    try:
        numbers = browser_desk.workspace.library.papers.numbers()
        browser_desk.workspace.library.papers.trash(numbers)
        browser_desk.page.refresh()
        browser_desk.idle()
        assert browser_desk.page.centre.middle.currentIndex() == EMPTY_LIBRARY
    finally:
        browser_desk.close()


def test_an_empty_library_asks_for_no_papers_while_some_come(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    browser_desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    go_on = threading.Event()
    try:
        numbers = browser_desk.workspace.library.papers.numbers()
        browser_desk.workspace.library.papers.trash(numbers)
        centre = browser_desk.page.centre
        task = runner.start_job("Preparing the sample", lambda _: go_on.wait(60))
        centre.show_filling(task)
        browser_desk.page.refresh()
        browser_desk.until(lambda: centre.middle.currentIndex() == FILLING)
        assert centre.filling.heading.text() == "Preparing the sample"
        go_on.set()
        browser_desk.until(lambda: centre.middle.currentIndex() == EMPTY_LIBRARY)
        browser_desk.page.import_paths([tmp_path / "nothing.bib"])
        assert centre.middle.currentIndex() == FILLING
        assert centre.filling.heading.text() == "Importing nothing.bib"
        browser_desk.until(lambda: centre.middle.currentIndex() == EMPTY_LIBRARY)
    finally:
        go_on.set()
        browser_desk.close()


def test_the_page_is_walked_by_keyboard_alone(browser_desk: LibraryDesk) -> None:
    page: LibraryPage = browser_desk.page
    page.activateWindow()
    page.sidebar.setFocus()
    browser_desk.press(page.sidebar, Qt.Key.Key_End)
    browser_desk.idle()
    assert page.query.section == LibrarySection("trash")
    browser_desk.press(page.sidebar, Qt.Key.Key_Home)
    browser_desk.idle()
    page.focus_first()
    browser_desk.idle()
    assert page.selected_numbers() == (5,)
    seen = set()
    for _ in range(60):  # the links of the details are stops of their own
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus is page.table and len(seen) > 1:
            break
        seen.add(focus)
        browser_desk.press(focus, Qt.Key.Key_Tab)
    buttons = page.centre.mode_buttons.values()
    assert any(button in seen for button in buttons)
    for widget in (page.sidebar, page.table, page.details, page.pane.note):
        assert widget in seen
        assert widget.accessibleName()


def test_copies_that_are_imported_are_found_among_the_duplicates(browser_desk: LibraryDesk) -> None:
    browser_desk.go("duplicates")
    page = browser_desk.page.duplicates
    assert page is not None
    assert page.stack.currentWidget() is page.nothing
    assert browser_desk.page.part_in_front() is page.stack
    browser_desk.go("all")
    bib = browser_desk.folder / "copies.bib"
    bib.write_text(
        "".join(
            f"@book{{{n}, title={{On dunes}}, author={{Bo Ng}}, year=2001, doi={{10.1000/{n}}}}}\n"
            for n in "xy"
        ),
        encoding="utf-8",
    )
    browser_desk.page.import_paths([bib])
    browser_desk.idle()
    browser_desk.go("duplicates")
    assert page.groups.rowCount() == 1
    assert browser_desk.page.part_in_front() is page.list


def test_papers_without_an_abstract_are_said_until_that_is_closed(
    browser_desk: LibraryDesk, tmp_path: Path
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    set_store(settings)
    try:
        page, papers = browser_desk.page, browser_desk.workspace.library.papers
        assert page.centre.notice.text == ""
        add_bare_papers(browser_desk, 0, 30)
        assert page.centre.notice.text.startswith("30 papers have no abstract")
        press(page.centre.notice._button)
        browser_desk.idle()
        assert page.query.section == LibrarySection("no abstract")
        assert page.model.rowCount() == 30
        assert "Look up online" in page.centre.notice.text
        browser_desk.go("all")
        press(page.centre.notice.close_button)
        browser_desk.go("unfiled")
        browser_desk.go("all")
        assert page.centre.notice.text == ""
        add_bare_papers(browser_desk, 30, 50)
        assert page.centre.notice.text == ""
        add_bare_papers(browser_desk, 50, 60)
        assert page.centre.notice.text.startswith("60 papers have no abstract")
        assert papers.count() > 60
    finally:
        _store.clear()


def add_bare_papers(desk: LibraryDesk, first: int, last: int) -> None:
    records = [PaperRecord(id=f"made:bare{n}", title=f"Bare title {n}") for n in range(first, last)]
    list(desk.workspace.library.papers.add(records, source="test"))
    desk.page.refresh()
    desk.idle()
