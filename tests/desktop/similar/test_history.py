"""Years of the neighbours.

The way back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.similar.history import Years, parse_years
from desktop.similar.page import SimilarPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.similar.conftest import settle, show

# --- keeps neighbours to some years, as typed: “2019”, “2019–2022”, “2019–”, “–2015” ----------


def test_neighbours_of_some_years_are_those_alone(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    settle(runner, qtbot)
    every = page.neighbours.rowCount()
    field = page.centre.years
    qtbot.keyClicks(field, "2000-2010")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: 0 < page.neighbours.rowCount() < every)
    years = [page.neighbours.paper(row).year for row in range(page.neighbours.rowCount())]
    assert all(year is not None and 2000 <= year <= 2010 for year in years)
    field.clear()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.neighbours.rowCount() == every)


@pytest.mark.parametrize(
    ("typed", "years"),
    [
        ("", Years()),
        ("2019", Years(2019, 2019)),
        (" 2019 - 2022 ", Years(2019, 2022)),
        ("2022–2019", Years(2019, 2022)),
        ("2019–", Years(2019, None)),
        ("-2015", Years(None, 2015)),
        ("19", None),
        ("soon", None),
    ],
)
def test_years_are_read_as_one_types_them(typed: str, years: Years | None) -> None:
    assert parse_years(typed) == years
    if years is not None:
        assert parse_years(str(years)) == years


# --- the history of seeds, each with the row that was selected, for Back and Forward ----------


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
