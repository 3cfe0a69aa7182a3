"""Places, collections and tags at the side."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from core.base.records import PaperNumber
from desktop.papers.model import PROBLEM, as_dragged
from desktop.papers.paper_query import LibrarySection
from tests import wording
from tests.desktop.library_desk import LibraryDesk


def drop(browser_desk: LibraryDesk, place: LibrarySection, *numbers: int) -> bool:
    """Drop papers on a row of the tree; say whether it took them."""
    tree = browser_desk.page.sidebar
    index = next(each for each in tree._indexes() if tree.get_section(each) == place)
    point = QPointF(tree.visualRect(index).center())
    data = as_dragged([PaperNumber(number) for number in numbers])
    keys = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, *keys)
    QApplication.sendEvent(tree.viewport(), enter)
    event = QDropEvent(point, Qt.DropAction.CopyAction, data, *keys)
    QApplication.sendEvent(tree.viewport(), event)
    browser_desk.idle()
    return event.isAccepted()


def test_what_is_typed_leaves_the_saved_search(browser_desk: LibraryDesk) -> None:
    browser_desk.workspace.papers.searches.add("Wet", "words", "wetlands")
    browser_desk.page.refresh()
    browser_desk.idle()
    browser_desk.go("search", 1)
    browser_desk.page.search("wetlands survey")
    browser_desk.idle()
    assert browser_desk.page.query.section == LibrarySection()
    assert browser_desk.page.sidebar.section() == LibrarySection()
    assert browser_desk.shown() == [5]


def test_papers_are_dropped_on_collections_tags_and_the_trash(browser_desk: LibraryDesk) -> None:
    library = browser_desk.workspace.library
    shelf, tag = library.collections.add("Shelf"), library.tags.add("method")
    browser_desk.page.refresh()
    browser_desk.idle()
    assert drop(browser_desk, LibrarySection("collection", shelf), 1, 3)
    assert library.collections.all() == library.collections.of(PaperNumber(3))
    assert drop(browser_desk, LibrarySection("tag", tag), 2)
    assert library.tags.of(PaperNumber(2))[0].papers == 1
    assert not drop(browser_desk, LibrarySection("all"), 2)
    assert drop(browser_desk, LibrarySection("trash"), 4)
    assert browser_desk.page.model.rowCount() == 4
    for _ in range(3):
        browser_desk.undo()
    assert [group.papers for group in (*library.collections.all(), *library.tags.all())] == [0, 0]
    assert browser_desk.page.model.rowCount() == 5


def test_the_tree_counts_and_the_places_hold_what_they_say(browser_desk: LibraryDesk) -> None:
    library = browser_desk.workspace.library
    library.collections.assign(library.collections.add("Shelf"), [PaperNumber(1)])
    browser_desk.page.refresh()
    browser_desk.idle()
    tree = browser_desk.page.sidebar
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
    browser_desk.go("unfiled")
    assert sorted(browser_desk.shown()) == [2, 3, 4, 5]
    assert browser_desk.page.table.isColumnHidden(PROBLEM)
    browser_desk.go("unindexed")
    assert not browser_desk.page.table.isColumnHidden(PROBLEM)
    browser_desk.until(
        lambda: (
            browser_desk.page.model.index(0, PROBLEM).data()
            == wording.fill("desktop.papers.model:_problem meaning")
        )
    )
    browser_desk.go("duplicates")
    assert browser_desk.page.front.currentWidget() is browser_desk.page.duplicates
    browser_desk.page.search("reed")
    browser_desk.idle()
    assert browser_desk.page.front.currentWidget() is browser_desk.page.centre
    assert browser_desk.shown() == [1]
