"""PDFs in tabs, with a search in their text; real files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.base.errors import PdfUnreadableError
from core.base.records import PaperNumber
from desktop.pages.pdf_tab import PdfTab
from desktop.pages.pdf_text import PdfText, fold
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk, write_pdf

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()


def opened(desk: LibraryDesk, number: int = 1) -> PdfTab:
    """Open the PDF of a paper with Enter."""
    desk.select(number)
    desk.page.table.setFocus()
    desk.press(desk.page.table, Qt.Key.Key_Return)
    desk.until(lambda: desk.page.tabs.current_tab() is not None)
    desk.idle()
    tab = desk.page.tabs.current_tab()
    assert tab is not None
    return tab


def test_places_are_those_where_the_words_are_printed(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf")
    text = PdfText(path)
    found = text.find("song RETURNS")
    assert [match.page for match in found] == [2, 2, 2]
    with pymupdf.open(path) as document:
        printed = document[2].search_for("Song returns")
    for match, place in zip(found, printed, strict=True):
        rect = match.rects[0]
        assert rect.center().x() == pytest.approx((place.x0 + place.x1) / 2, abs=3)
        assert rect.center().y() == pytest.approx((place.y0 + place.y1) / 2, abs=6)


def test_words_apart_are_found_where_they_do_not_stand_together(tmp_path: Path) -> None:
    text = PdfText(write_pdf(tmp_path / "a.pdf"))
    apart = text.find("warblers silences")
    assert {match.page for match in apart} == {0, 1}
    assert text.find("zeppelin") == text.find("  ") == []
    assert text.find("song", stop=lambda: True) == []


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Reed   war-\r\nblers", "reed warblers"),
        ("naïve\r\nﬁeld", "naive field"),
        ("well-known", "well-known"),
    ],
)
def test_text_is_compared_without_accents_breaks_and_hyphens(text: str, folded: str) -> None:
    found = fold(text)
    assert found.text == folded
    assert len(found.offsets) == len(folded)
    assert text[found.offsets[-1]] == text[-1]


def test_a_pdf_opens_with_enter_and_is_searched_by_keyboard(desk: LibraryDesk) -> None:
    tab = opened(desk)
    assert tab.canvas.pages == 3
    assert tab.pages.text() == "of 3"
    tab.activateWindow()
    tab.canvas.setFocus()
    desk.press(tab.canvas, Qt.Key.Key_F, CONTROL)
    assert tab.find_bar.search.hasFocus()
    QTest.keyClicks(tab.find_bar.search, "reed warblers")
    desk.until(lambda: tab.find_bar.count.text() == "1 of 6")
    desk.press(tab.find_bar.search, Qt.Key.Key_Return)
    assert tab.find_bar.count.text() == "2 of 6"
    desk.press(tab.find_bar.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    desk.press(tab.find_bar.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert tab.find_bar.count.text() == "6 of 6"
    desk.until(lambda: tab.canvas.current_page == 1)
    assert tab.page.value() == 2
    desk.press(tab.find_bar.search, Qt.Key.Key_Escape)
    assert (tab.find_bar.matches, tab.find_bar.count.text()) == ([], "")
    assert not tab.find_bar.next.isEnabled()
    zoom = tab.canvas.zoom
    desk.press(tab.canvas, Qt.Key.Key_Plus, CONTROL)
    assert tab.canvas.zoom > zoom
    desk.press(tab.canvas, Qt.Key.Key_W, CONTROL)
    assert desk.page.tabs.tabs() == []
    assert not desk.page.tabs.bar.isVisible()


def test_two_pdfs_stand_side_by_side_as_tabs_and_none_opens_twice(
    desk: LibraryDesk, tmp_path: Path
) -> None:
    second = write_pdf(tmp_path / "other.pdf")
    second.write_bytes(second.read_bytes() + b"\n%other\n")
    desk.workspace.papers.attach(PaperNumber(2), second)
    first = opened(desk)
    tabs = desk.page.tabs
    tabs.show_home()
    assert opened(desk, 2) is not first
    tabs.show_home()
    assert opened(desk) is first
    assert len(tabs.tabs()) == 2
    desk.press(tabs, Qt.Key.Key_PageDown, CONTROL)
    tabs._turn(1)
    assert tabs.current_tab() is not first
    desk.page.search("wetlands")
    desk.idle()
    assert tabs.current_tab() is None


def test_a_paper_without_pdf_and_a_broken_one_say_so(
    desk: LibraryDesk, notices: Notices, tmp_path: Path
) -> None:
    desk.page.open_paper(PaperNumber(3))
    desk.until(lambda: notices)
    assert notices[-1] == "“On the choice of negatives” has no PDF."
    assert notices.action == "Add a PDF…"
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    desk.workspace.papers.attach(PaperNumber(3), broken)
    tab = opened(desk, 3)
    desk.until(lambda: "damaged or not a PDF" in _texts(tab))
    assert not tab.bar.isVisible()
    with pytest.raises(PdfUnreadableError):
        PdfText(tmp_path / "gone.pdf")


def _texts(tab: PdfTab) -> str:
    return " ".join(label.text() for label in tab.findChildren(QLabel))


def test_a_passage_found_in_a_full_text_opens_at_its_page(desk: LibraryDesk) -> None:
    page = desk.page
    page.full_texts.catch_up()
    desk.until(page.full_texts.any_read)
    desk.idle()
    page.centre.mode_buttons["full text"].click()
    page.search("song returns")
    desk.until(lambda: desk.shown() == [1])
    desk.idle()
    desk.select(1)
    desk.until(lambda: "Found in its full text" in page.details.toPlainText())
    shown = page.details.shown_details
    assert shown is not None
    page.details.anchorClicked.emit(QUrl("passage:0"))
    desk.until(lambda: page.tabs.current_tab() is not None)
    tab = page.tabs.current_tab()
    assert tab is not None
    desk.until(lambda: tab.find_bar.matches)
    assert tab.find_bar.search.text() == "song returns"
    assert tab.find_bar.matches[0].page == 2
    desk.idle()
    assert page.model.row_at(0) is not None
