"""The way back."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.similar.page import SimilarPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.similar.conftest import settle, show


def test_back_returns_to_the_row_and_to_where_the_table_was(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    settle(runner, qtbot)
    far = page.neighbours.paper(60).number
    page.table.show_number(far)
    scrolled = page.table.verticalScrollBar().value()
    assert scrolled > 0
    page.more.trigger()
    qtbot.waitUntil(lambda: page.seeds.number(0) == far)
    assert page.table.currentIndex().row() == 0
    page.back.trigger()
    qtbot.waitUntil(lambda: page.seeds.number(0) == 5)
    assert page.table.number() == far
    assert page.table.verticalScrollBar().value() == scrolled
