"""Text selected in a PDF with the mouse; real files, real events."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.desktop.pages.selected_text import (
    CONTROL,
    LEFT,
    LEFT_COLUMN,
    RIGHT_COLUMN,
    SECOND_PAGE,
    Reader,
)


def test_a_selection_goes_on_over_columns_and_pages(reader: Reader) -> None:
    reader.drag(reader.place(0, "nest"), reader.place(0, "Draining", end=True))
    reader.until_selected("nest in them. Draining")
    reader.drag(reader.place(0, "dawn"), reader.place(1, "page", end=True))
    reader.until_selected("dawn for some years. A second page")
    assert {rect.page for rect in reader.tab.tools.selection.selected.rects} == {0, 1}


def test_dragging_upwards_selects_the_same_as_downwards(reader: Reader) -> None:
    reader.drag(reader.place(0, "nest"), reader.place(0, "grow"))
    reader.until_selected("grow in shallow water and warblers")


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
