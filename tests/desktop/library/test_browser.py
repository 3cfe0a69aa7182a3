"""The tree, the search and the table of the library page, on a real library."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.library.browser import EMPTY_LIBRARY, FILLING, NO_MEANING, NOTHING, TABLE
from desktop.library.merge import MergeDialog
from desktop.library.page import LibraryPage
from desktop.papers.model import PROBLEM, as_dragged
from desktop.papers.paper_query import LibrarySection
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()


def named(desk: LibraryDesk, text: str) -> None:
    """Answer the dialog that asks for a name."""
    dialog = desk.page.findChild(QInputDialog)
    assert isinstance(dialog, QInputDialog)
    dialog.setTextValue(text)
    dialog.accept()
    desk.idle()


def drop(desk: LibraryDesk, place: LibrarySection, *numbers: int) -> bool:
    """Drop papers on a row of the tree; say whether it took them."""
    tree = desk.page.sidebar
    index = next(each for each in tree._indexes() if tree.get_section(each) == place)
    point = QPointF(tree.visualRect(index).center())
    data = as_dragged([PaperNumber(number) for number in numbers])
    keys = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, *keys)
    QApplication.sendEvent(tree.viewport(), enter)
    event = QDropEvent(point, Qt.DropAction.CopyAction, data, *keys)
    QApplication.sendEvent(tree.viewport(), event)
    desk.idle()
    return event.isAccepted()


def test_a_search_is_saved_chosen_renamed_removed_and_brought_back(
    desk: LibraryDesk, notices: Notices
) -> None:
    page, searches = desk.page, desk.workspace.papers.searches
    assert not page.centre.save_button.isEnabled()
    page.search("wetlands")
    desk.idle()
    assert page.centre.count.text() == "2 papers for “wetlands”"
    page.centre.save_button.click()
    named(desk, "Wet")
    assert [(each.name, each.mode, each.query) for each in searches.all()] == [
        ("Wet", "words", "wetlands")
    ]
    page.search("")
    desk.idle()
    shown: list[str] = []
    page.search_shown.connect(shown.append)
    desk.go("search", 1)
    assert (shown, sorted(desk.shown())) == (["wetlands"], [1, 5])
    assert (
        page.sidebar.get_section_name(LibrarySection("search", 1))
        == page.centre.heading.text()
        == "Wet"
    )
    assert not page.centre.save_button.isEnabled()
    page.activateWindow()
    page.sidebar.setFocus()
    desk.until(page.sidebar.hasFocus)
    desk.press(page.sidebar, Qt.Key.Key_F2)
    named(desk, "Damp")
    assert searches.all()[0].name == "Damp"
    page.activateWindow()
    page.sidebar.setFocus()
    desk.until(page.sidebar.hasFocus)
    desk.press(page.sidebar, Qt.Key.Key_Delete)
    desk.idle()
    assert (searches.all(), page.query.section) == ([], LibrarySection())
    assert notices[-1].startswith("Removed “Damp”")
    for _ in range(2):
        desk.undo()
    assert [each.name for each in searches.all()] == ["Wet"]
    desk.undo()
    assert searches.all() == []
    desk.redo()
    assert searches.all()[0].number == 1


def test_what_is_typed_leaves_the_saved_search(desk: LibraryDesk) -> None:
    desk.workspace.papers.searches.add("Wet", "words", "wetlands")
    desk.page.refresh()
    desk.idle()
    desk.go("search", 1)
    desk.page.search("wetlands survey")
    desk.idle()
    assert desk.page.query.section == LibrarySection()
    assert desk.page.sidebar.section() == LibrarySection()
    assert desk.shown() == [5]


def test_papers_are_dropped_on_collections_tags_and_the_trash(desk: LibraryDesk) -> None:
    library = desk.workspace.library
    shelf, tag = library.collections.add("Shelf"), library.tags.add("method")
    desk.page.refresh()
    desk.idle()
    assert drop(desk, LibrarySection("collection", shelf), 1, 3)
    assert library.collections.all() == library.collections.of(PaperNumber(3))
    assert drop(desk, LibrarySection("tag", tag), 2)
    assert library.tags.of(PaperNumber(2))[0].papers == 1
    assert not drop(desk, LibrarySection("all"), 2)
    assert drop(desk, LibrarySection("trash"), 4)
    assert desk.page.model.rowCount() == 4
    for _ in range(3):
        desk.undo()
    assert [group.papers for group in (*library.collections.all(), *library.tags.all())] == [0, 0]
    assert desk.page.model.rowCount() == 5


def test_the_tree_counts_and_the_places_hold_what_they_say(desk: LibraryDesk) -> None:
    library = desk.workspace.library
    library.collections.assign(library.collections.add("Shelf"), [PaperNumber(1)])
    desk.page.refresh()
    desk.idle()
    tree = desk.page.sidebar
    counts = {
        str(index.data()): index.siblingAtColumn(1).data()
        for index in tree._indexes()
        if tree.get_section(index) is not None
    }
    assert counts == {
        "All papers": "5",
        "Recently added": "",
        "Shelf": "1",
        "Duplicates": "",
        "Unfiled": "4",
        "Not indexed": "5",
        "Trash": "0",
    }
    desk.go("unfiled")
    assert sorted(desk.shown()) == [2, 3, 4, 5]
    assert desk.page.table.isColumnHidden(PROBLEM)
    desk.go("unindexed")
    assert not desk.page.table.isColumnHidden(PROBLEM)
    desk.until(lambda: desk.page.model.index(0, PROBLEM).data() == "not in the meaning index yet")
    desk.go("duplicates")
    assert desk.page.front.currentWidget() is desk.page.duplicates
    desk.page.search("reed")
    desk.idle()
    assert desk.page.front.currentWidget() is desk.page.centre
    assert desk.shown() == [1]


def test_meaning_says_that_it_cannot_be_asked_and_offers_words(desk: LibraryDesk) -> None:
    centre = desk.page.centre
    desk.page.search("birds by ear")
    centre.mode_buttons["meaning"].click()
    desk.idle()
    assert centre.middle.currentIndex() == NO_MEANING
    assert "not loaded yet" in centre.no_meaning.explanation.text()
    centre._choose_mode("words")
    desk.idle()
    assert (centre.mode, centre.middle.currentIndex()) == ("words", NOTHING)
    desk.page.search("")
    desk.idle()
    assert centre.middle.currentIndex() == TABLE
    assert not centre.mode_buttons["full text"].isEnabled()


def test_the_trash_is_emptied_only_after_a_named_confirmation(desk: LibraryDesk) -> None:
    page, papers = desk.page, desk.workspace.library.papers
    desk.select(3, 4)
    page.library_actions.trash.trigger()
    desk.idle()
    desk.go("trash")
    for answer, left in (("Cancel", 2), ("Empty Trash", 0)):
        page.centre.empty_button.click()
        desk.until(lambda: page.findChild(QMessageBox) is not None)
        box = page.findChild(QMessageBox)
        assert isinstance(box, QMessageBox)
        assert box.text() == "Delete 2 papers for good?"
        buttons = {button.text().replace("&", ""): button for button in box.buttons()}
        desk.qtbot.mouseClick(buttons[answer], Qt.MouseButton.LeftButton)
        desk.until(lambda: page.findChild(QMessageBox) is None)
        desk.idle()
        assert desk.workspace.papers.sizes().trashed == left
    assert papers.numbers() == [1, 2, 5]
    assert page.centre.middle.currentIndex() == NOTHING


def test_selected_papers_are_merged_and_told_apart_again(desk: LibraryDesk) -> None:
    library = desk.workspace.library
    desk.select(3)
    assert not desk.page.library_actions.merge.isEnabled()
    desk.select(3, 4)
    desk.page.table.setFocus()
    desk.press(desk.page.table, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: desk.page.findChild(MergeDialog) is not None)
    dialog = desk.page.findChild(MergeDialog)
    assert isinstance(dialog, MergeDialog)
    dialog.merge_button.click()
    desk.idle()
    assert library.papers.count() == 4
    assert desk.page.changes.undo.undo_text.startswith("Merged “")
    desk.undo()
    assert library.papers.count() == 5


def test_a_removed_collection_comes_back_and_later_steps_still_fit(desk: LibraryDesk) -> None:
    library, changes = desk.workspace.library, desk.page.changes
    changes.add_collection("Shelf", [PaperNumber(1)])
    desk.idle()
    group = library.collections.all()[0]
    changes.collect(group, [PaperNumber(2)])
    changes.remove_collection(group)
    desk.idle()
    assert library.collections.all() == []
    for left in (2, 1):
        desk.undo()
        assert library.collections.all()[0].papers == left
    desk.undo()
    assert library.collections.all() == []
    for _ in range(2):
        desk.redo()
    assert (library.collections.all()[0].number, library.collections.all()[0].papers) == (
        group.number,
        2,
    )


def test_a_step_that_fails_is_forgotten_alone(desk: LibraryDesk) -> None:
    changes = desk.page.changes
    changes.trash([PaperNumber(1)])
    changes.save_search("Wet", "words", "wetlands")
    desk.idle()
    with desk.qtbot.waitSignal(desk.runner.failed) as blocker:
        changes.save_search("wet", "words", "bogs")
    assert "A saved search named" in str(blocker.args[0])
    desk.idle()
    assert changes.undo.undo_text == "Saved the search “Wet”"
    desk.undo()
    assert changes.undo.undo_text.endswith("to the Trash")


def test_every_column_sorts_and_says_what_it_shows(desk: LibraryDesk) -> None:
    page = desk.page
    for section, column in enumerate(page.model.columns[:PROBLEM]):
        page.table.setColumnHidden(section, False)
        if column.sort is not None:
            page.table.order_chosen.emit(column.sort, True)
            desk.idle()
            assert sorted(desk.shown()) == [1, 2, 3, 4, 5]
            assert page.model.headerData(section, Qt.Orientation.Horizontal) == column.title()
    page.table.order_chosen.emit("cited", True)
    desk.idle()
    assert set(desk.shown()[:2]) == {1, 2}
    sorts = [column.sort for column in page.model.columns]
    first = page.model.index(0, sorts.index("cited"))
    desk.until(lambda: first.data() == "1")
    assert first.data(Qt.ItemDataRole.ToolTipRole) == "Cited by 1 of your papers"


def test_an_empty_library_says_so_whatever_the_mode(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    try:
        numbers = desk.workspace.library.papers.numbers()
        desk.workspace.library.papers.trash(numbers)
        desk.page.refresh()
        desk.idle()
        assert desk.page.centre.middle.currentIndex() == EMPTY_LIBRARY
    finally:
        desk.close()


def test_an_empty_library_asks_for_no_papers_while_some_come(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    go_on = threading.Event()
    try:
        numbers = desk.workspace.library.papers.numbers()
        desk.workspace.library.papers.trash(numbers)
        centre = desk.page.centre
        task = runner.start_job("Preparing the sample", lambda _: go_on.wait(60))
        centre.show_filling(task)
        desk.page.refresh()
        desk.until(lambda: centre.middle.currentIndex() == FILLING)
        assert centre.filling.heading.text() == "Preparing the sample"
        go_on.set()
        desk.until(lambda: centre.middle.currentIndex() == EMPTY_LIBRARY)
        desk.page.import_paths([tmp_path / "nothing.bib"])
        assert centre.middle.currentIndex() == FILLING
        assert centre.filling.heading.text() == "Importing nothing.bib"
        desk.until(lambda: centre.middle.currentIndex() == EMPTY_LIBRARY)
    finally:
        go_on.set()
        desk.close()


def test_the_page_is_walked_by_keyboard_alone(desk: LibraryDesk) -> None:
    page: LibraryPage = desk.page
    page.activateWindow()
    page.sidebar.setFocus()
    desk.press(page.sidebar, Qt.Key.Key_End)
    desk.idle()
    assert page.query.section == LibrarySection("trash")
    desk.press(page.sidebar, Qt.Key.Key_Home)
    desk.idle()
    page.focus_first()
    desk.idle()
    assert page.selected_numbers() == (5,)
    seen = set()
    for _ in range(60):  # the links of the details are stops of their own
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus is page.table and len(seen) > 1:
            break
        seen.add(focus)
        desk.press(focus, Qt.Key.Key_Tab)
    buttons = page.centre.mode_buttons.values()
    assert any(button in seen for button in buttons)
    for widget in (page.sidebar, page.table, page.details, page.pane.note):
        assert widget in seen
        assert widget.accessibleName()


def test_copies_that_are_imported_are_found_among_the_duplicates(desk: LibraryDesk) -> None:
    desk.go("duplicates")
    page = desk.page.duplicates
    assert page is not None
    assert page.stack.currentWidget() is page.nothing
    assert desk.page.part_in_front() is page.stack
    desk.go("all")
    bib = desk.folder / "copies.bib"
    bib.write_text(
        "".join(
            f"@book{{{n}, title={{On dunes}}, author={{Bo Ng}}, year=2001, doi={{10.1000/{n}}}}}\n"
            for n in "xy"
        ),
        encoding="utf-8",
    )
    desk.page.import_paths([bib])
    desk.idle()
    desk.go("duplicates")
    assert page.groups.rowCount() == 1
    assert desk.page.part_in_front() is page.list
