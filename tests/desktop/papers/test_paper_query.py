"""What the table of papers asks for."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.library.page import LibraryPage
from desktop.papers.paper_query import LibrarySection, found_figure


def test_a_search_that_is_not_counted_to_its_end_says_so(
    library_page: LibraryPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [found_figure(count) for count in (9_999, 10_000)] == ["9,999", "10,000+"]
    monkeypatch.setattr("desktop.papers.paper_query.FOUND_AT_MOST", 2)
    library_page.search("lanterns")
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 2)
    assert library_page.centre.count.text() == "2+ papers for “lanterns”"


def test_a_search_that_finds_papers_elsewhere_offers_them(
    library_page: LibraryPage, qtbot: QtBot
) -> None:
    library_page.sidebar.choose(LibrarySection("trash"))
    library_page.search("lanterns")
    centre = library_page.centre
    qtbot.waitUntil(lambda: centre.nothing.isVisible() and centre.everywhere_button.isVisible())
    assert "found" in centre.everywhere_button.text()
    centre.everywhere_button.click()
    qtbot.waitUntil(lambda: library_page.model.rowCount() > 0)
    assert library_page.query.section == LibrarySection()
    assert library_page.query.text == "lanterns"


def test_places_show_their_papers(
    library_page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    library_page.sidebar.choose(LibrarySection("collection", 1))
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 17)
    assert library_page.centre.heading.text() == "Chapter two"
    library_page.search("gardens")
    qtbot.waitUntil(lambda: 0 < library_page.model.rowCount() < 17)
    inside = set(workspace.library.papers.ordered(sort="title", descending=False, collection=1))
    rows = range(library_page.model.rowCount())
    assert {library_page.model.number(row) for row in rows} <= inside
