"""Text selected in a PDF with the mouse; real files, real events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.pages.pdf_tab import PdfTab
from desktop.pages.pdf_text import PagePoint, PdfText, readable
from desktop.ui.tasks import TaskRunner

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT_COLUMN = ("Reeds grow in shallow water", "and warblers nest in them.")
RIGHT_COLUMN = ("Draining a wetland silences", "the dawn for some years.")
SECOND_PAGE = ("A second page goes on here",)


def write_columns(path: Path) -> Path:
    document = pymupdf.open()
    page = document.new_page(width=500, height=400)
    for left, lines in ((40, LEFT_COLUMN), (270, RIGHT_COLUMN)):
        for row, line in enumerate(lines):
            page.insert_text((left, 100 + 16 * row), line, fontsize=11)
    second = document.new_page(width=500, height=400)
    second.insert_text((40, 60), SECOND_PAGE[0], fontsize=11)
    document.save(path)
    document.close()
    return path


class Reader:
    """A PDF in a tab, and a mouse over its words."""

    def __init__(self, tab: PdfTab, path: Path, qtbot: QtBot) -> None:
        self.tab, self._qtbot = tab, qtbot
        self._document = pymupdf.open(path)
        self.viewport = tab.canvas.viewport()

    def place(self, page: int, words: str, *, end: bool = False) -> QPoint:
        """Return where words begin or end, in the viewport."""
        found = self._document[page].search_for(words)[0]
        x = found.x1 - 0.8 if end else found.x0 + 0.8
        canvas = self.tab.canvas
        point = canvas._layout.to_content(page, QPointF(x, (found.y0 + found.y1) / 2))
        return (point - canvas._offset()).toPoint()

    def drag(self, start: QPoint, *over: QPoint) -> None:
        QTest.mousePress(self.viewport, LEFT, pos=start)
        for point in over:
            self.move(point)
        QTest.mouseRelease(self.viewport, LEFT, pos=over[-1])

    def move(self, point: QPoint) -> None:
        place = QPointF(point)
        none = Qt.KeyboardModifier.NoModifier
        screen = QPointF(self.viewport.mapToGlobal(point))
        event = QMouseEvent(QEvent.Type.MouseMove, place, screen, LEFT, LEFT, none)
        QApplication.sendEvent(self.viewport, event)

    def until_selected(self, text: str) -> None:
        self.until(lambda: self.tab.tools.selection.selected.text == text)

    def until(self, condition: Callable[[], object]) -> None:
        self._qtbot.waitUntil(lambda: bool(condition()))

    def close(self) -> None:
        self.tab.close_pages()
        self._document.close()


@pytest.fixture
def reader(tmp_path: Path, runner: TaskRunner, qtbot: QtBot) -> Iterator[Reader]:
    path = write_columns(tmp_path / "columns.pdf")
    tab = PdfTab(path, "Columns", runner)
    qtbot.addWidget(tab)
    tab.resize(700, 700)
    tab.show()
    reader = Reader(tab, path, qtbot)
    reader.until(lambda: tab.canvas.pages == 2)
    yield reader
    reader.close()


def test_dragging_selects_and_ctrl_c_copies_it(reader: Reader) -> None:
    reader.drag(reader.place(0, "shallow"), reader.place(0, "warblers"))
    reader.until_selected("shallow water and")
    reader.tab.canvas.setFocus()
    QTest.keyClick(reader.tab.canvas, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "shallow water and"
    rects = reader.tab.tools.selection.selected.rects
    assert [rect.page for rect in rects] == [0, 0]
    assert rects[0].y1 <= rects[1].y0 + 3


def test_a_selection_goes_on_over_columns_and_pages(reader: Reader) -> None:
    reader.drag(reader.place(0, "nest"), reader.place(0, "Draining", end=True))
    reader.until_selected("nest in them. Draining")
    reader.drag(reader.place(0, "dawn"), reader.place(1, "page", end=True))
    reader.until_selected("dawn for some years. A second page")
    assert {rect.page for rect in reader.tab.tools.selection.selected.rects} == {0, 1}


def test_dragging_upwards_selects_the_same_as_downwards(reader: Reader) -> None:
    reader.drag(reader.place(0, "nest"), reader.place(0, "grow"))
    reader.until_selected("grow in shallow water and warblers")


def test_a_double_click_takes_a_word_a_triple_click_its_line(reader: Reader) -> None:
    place = reader.place(0, "silences", end=True)
    QTest.mouseDClick(reader.viewport, LEFT, pos=place)
    reader.until_selected("silences")
    QTest.mousePress(reader.viewport, LEFT, pos=place)
    QTest.mouseRelease(reader.viewport, LEFT, pos=place)
    reader.until_selected(RIGHT_COLUMN[0])


def test_shift_goes_on_from_where_the_selection_began(reader: Reader) -> None:
    reader.drag(reader.place(0, "Reeds"), reader.place(0, "grow"))
    reader.until(lambda: reader.tab.tools.selection.selected.text)
    there = reader.place(0, "water", end=True)
    QTest.mousePress(reader.viewport, LEFT, SHIFT, there)
    QTest.mouseRelease(reader.viewport, LEFT, SHIFT, there)
    reader.until_selected(LEFT_COLUMN[0])


def test_a_click_selects_nothing_any_more_and_beside_the_text_the_nearest_is_meant(
    reader: Reader,
) -> None:
    below = reader.place(0, "warblers") + QPoint(70, 60)
    reader.drag(reader.place(0, "warblers"), below)
    reader.until(lambda: reader.tab.tools.selection.selected.text)
    QTest.mouseClick(reader.viewport, LEFT, pos=below)
    reader.until_selected("")


def test_ctrl_a_selects_all_and_escape_nothing(reader: Reader) -> None:
    reader.tab.canvas.setFocus()
    QTest.keyClick(reader.tab.canvas, Qt.Key.Key_A, CONTROL)
    reader.until_selected(" ".join((*LEFT_COLUMN, *RIGHT_COLUMN, *SECOND_PAGE)))
    QTest.keyClick(reader.tab.canvas, Qt.Key.Key_Escape)
    reader.until_selected("")


def test_the_mouse_below_the_view_scrolls_on(reader: Reader) -> None:
    tab = reader.tab
    tab.resize(700, 260)
    tab.canvas.verticalScrollBar().setValue(0)
    QTest.mousePress(reader.viewport, LEFT, pos=reader.place(0, "Reeds"))
    reader.move(QPoint(200, reader.viewport.height() + 40))
    reader.until(lambda: tab.canvas.verticalScrollBar().value() > 200)
    reader.until(lambda: "second page" in tab.tools.selection.selected.text)
    QTest.mouseRelease(reader.viewport, LEFT, pos=QPoint(200, reader.viewport.height() + 40))


def test_the_menu_offers_what_can_be_done_with_the_text(reader: Reader) -> None:
    tools = reader.tab.tools
    wanted: list[str] = []
    tools.recommend_wanted.connect(wanted.append)
    tools.search_wanted.connect(wanted.append)
    assert not actions(reader)["Copy"].isEnabled()
    assert actions(reader)["Copy"].toolTip() == "Select some text first."
    reader.drag(reader.place(0, "Reeds"), reader.place(0, "grow", end=True))
    reader.until_selected("Reeds grow")
    offered = actions(reader)
    offered["Recommend for the selected text"].trigger()
    offered["Search the library for “Reeds grow”"].trigger()
    assert wanted == ["Reeds grow", "Reeds grow"]
    assert "Open in the system's viewer" in offered


def actions(reader: Reader) -> dict[str, QAction]:
    menu = reader.tab.tools.menu(PagePoint(0, 50, 50))
    return {action.text(): action for action in menu.actions()}


def test_what_was_found_last_is_selected_when_the_search_ends(reader: Reader) -> None:
    reader.tab.canvas.setFocus()
    QTest.keyClick(reader.tab.canvas, Qt.Key.Key_F, CONTROL)
    bar = reader.tab.find_bar
    QTest.keyClicks(bar.search, "wetland silences")
    reader.until(lambda: bar.count.text() == "1 of 1")
    QTest.keyClick(bar.search, Qt.Key.Key_Escape)
    reader.until_selected("wetland silences")
    assert bar.matches == []


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("in\ufffecluding\r\nall", "including all"),
        ("hard-\r\nened  reed", "hardened reed"),
        ("Smith-\r\nJones", "Smith- Jones"),
    ],
)
def test_copied_text_reads_on_over_the_ends_of_lines(text: str, read: str) -> None:
    assert readable(text) == read


def test_text_without_letters_selects_nothing(tmp_path: Path) -> None:
    document = pymupdf.open()
    document.new_page()
    document.save(tmp_path / "empty.pdf")
    document.close()
    text = PdfText(tmp_path / "empty.pdf")
    assert text.between(PagePoint(0, 10, 10), PagePoint(0, 90, 90)).text == ""
    assert text.everything().rects == ()
