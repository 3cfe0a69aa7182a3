"""Text selected in a PDF with mouse and menu."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest

from desktop.pages.pdf_text import PagePoint
from tests import wording
from tests.desktop.pages.selected_text import (
    CONTROL,
    LEFT,
    LEFT_COLUMN,
    RIGHT_COLUMN,
    SHIFT,
    Reader,
)


def test_dragging_selects_and_ctrl_c_copies_it(reader: Reader) -> None:
    reader.drag(reader.place(0, "shallow"), reader.place(0, "warblers"))
    reader.until_selected("shallow water and")
    reader.tab.canvas.setFocus()
    QTest.keyClick(reader.tab.canvas, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "shallow water and"
    rects = reader.tab.tools.selection.selected.rects
    assert [rect.page for rect in rects] == [0, 0]
    assert rects[0].y1 <= rects[1].y0 + 3


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
    assert actions(reader)["Copy"].toolTip() == wording.fill(
        "desktop.pages.page_tools:_add_text_actions some"
    )
    reader.drag(reader.place(0, "Reeds"), reader.place(0, "grow", end=True))
    reader.until_selected("Reeds grow")
    offered = actions(reader)
    offered[wording.fill("desktop.pages.page_tools:_add_text_actions Recommend")].trigger()
    offered[wording.fill("desktop.pages.page_tools:_add_text_actions", "Reeds grow")].trigger()
    assert wanted == ["Reeds grow", "Reeds grow"]
    assert wording.fill("desktop.pages.page_tools:menu") in offered


def actions(reader: Reader) -> dict[str, QAction]:
    menu = reader.tab.tools.menu(PagePoint(0, 50, 50))
    return {action.text(): action for action in menu.actions()}
