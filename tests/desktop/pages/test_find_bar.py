"""Searching in a PDF."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest

from tests import wording
from tests.desktop.library_desk import LibraryDesk
from tests.desktop.pages import selected_text
from tests.desktop.pages.pdf_papers import CONTROL, opened
from tests.desktop.pages.selected_text import Reader


def test_a_pdf_opens_with_enter_and_is_searched_by_keyboard(pdf_tab_desk: LibraryDesk) -> None:
    tab = opened(pdf_tab_desk)
    assert tab.canvas.pages == 3
    assert tab.pages.text() == "of 3"
    tab.activateWindow()
    tab.canvas.setFocus()
    pdf_tab_desk.press(tab.canvas, Qt.Key.Key_F, CONTROL)
    assert tab.find_bar.search.hasFocus()
    QTest.keyClicks(tab.find_bar.search, "reed warblers")
    pdf_tab_desk.until(lambda: tab.find_bar.count.text() == "1 of 6")
    pdf_tab_desk.press(tab.find_bar.search, Qt.Key.Key_Return)
    assert tab.find_bar.count.text() == "2 of 6"
    pdf_tab_desk.press(tab.find_bar.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    pdf_tab_desk.press(tab.find_bar.search, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert tab.find_bar.count.text() == "6 of 6"
    pdf_tab_desk.until(lambda: tab.canvas.current_page == 1)
    assert tab.page.value() == 2
    pdf_tab_desk.press(tab.find_bar.search, Qt.Key.Key_Escape)
    assert (tab.find_bar.matches, tab.find_bar.count.text()) == ([], "")
    assert not tab.find_bar.next.isEnabled()
    zoom = tab.canvas.zoom
    pdf_tab_desk.press(tab.canvas, Qt.Key.Key_Plus, CONTROL)
    assert tab.canvas.zoom > zoom
    pdf_tab_desk.press(tab.canvas, Qt.Key.Key_W, CONTROL)
    assert pdf_tab_desk.page.tabs.tabs() == []
    assert not pdf_tab_desk.page.tabs.bar.isVisible()


def test_a_passage_found_in_a_full_text_opens_at_its_page(pdf_tab_desk: LibraryDesk) -> None:
    page = pdf_tab_desk.page
    page.full_texts.catch_up()
    pdf_tab_desk.until(page.full_texts.any_read)
    pdf_tab_desk.idle()
    page.centre.mode_buttons["full text"].click()
    page.search("song returns")
    pdf_tab_desk.until(lambda: pdf_tab_desk.shown() == [1])
    pdf_tab_desk.idle()
    pdf_tab_desk.select(1)
    pdf_tab_desk.until(
        lambda: wording.fill("desktop.papers.words:_passages Found") in page.details.toPlainText()
    )
    shown = page.details.shown_details
    assert shown is not None
    page.details.anchorClicked.emit(QUrl("passage:0"))
    pdf_tab_desk.until(lambda: page.tabs.current_tab() is not None)
    tab = page.tabs.current_tab()
    assert tab is not None
    pdf_tab_desk.until(lambda: tab.find_bar.matches)
    assert tab.find_bar.search.text() == "song returns"
    assert tab.find_bar.matches[0].page == 2
    pdf_tab_desk.idle()
    assert page.model.row_at(0) is not None


def test_what_was_found_last_is_selected_when_the_search_ends(reader: Reader) -> None:
    reader.tab.canvas.setFocus()
    QTest.keyClick(reader.tab.canvas, Qt.Key.Key_F, selected_text.CONTROL)
    bar = reader.tab.find_bar
    QTest.keyClicks(bar.search, "wetland silences")
    reader.until(lambda: bar.count.text() == "1 of 1")
    QTest.keyClick(bar.search, Qt.Key.Key_Escape)
    reader.until_selected("wetland silences")
    assert bar.matches == []
