"""The map beside the lists."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from desktop.similar.page import MAP, SimilarPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.similar.conftest import settle, show


def test_the_map_marks_seeds_and_selects_in_the_list(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    page.show_view(MAP)
    pane = page.map_pane
    assert pane is not None
    qtbot.waitUntil(lambda: pane.shown_map is not None)
    settle(runner, qtbot)
    assert pane.shown_map is not None
    seeds: Sequence[int] = pane.canvas._marks.seeds
    assert [int(pane.shown_map.numbers[row]) for row in seeds] == [5]
    wanted = page.neighbours.paper(7).number
    row = pane.shown_map.find_rows([wanted])[0]
    page.table.show_number(wanted)  # the seed is in the middle: this one may be out of sight
    at = pane.canvas.screen_point(row).toPoint()
    assert pane.canvas.rect().contains(at)
    page.table.go_to_row(0)
    at = pane.canvas.screen_point(row).toPoint()
    qtbot.mouseClick(pane.canvas, Qt.MouseButton.LeftButton, pos=QPoint(at.x(), at.y()))
    assert page.table.number() == wanted
    at = pane.canvas.screen_point(row).toPoint()
    # And a double click goes on from there.
    qtbot.mouseDClick(pane.canvas, Qt.MouseButton.LeftButton, pos=QPoint(at.x(), at.y()))
    qtbot.waitUntil(lambda: page.seeds.rowCount() == 1 and page.seeds.number(0) == wanted)
    page.back.trigger()
    qtbot.waitUntil(lambda: page.seeds.number(0) == 5)
