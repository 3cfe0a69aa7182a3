"""Rows of the neighbours."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.similar.models import SortRole
from desktop.similar.page import SimilarPage
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import ShareRole
from tests.desktop.similar.conftest import settle, show


def test_known_values_come_first_in_both_directions(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    settle(runner, qtbot)
    header, rows = page.table.horizontalHeader(), page.neighbours.rowCount()

    def column(section: int) -> list[object]:
        return [page.sorted.index(row, section).data(SortRole) for row in range(rows)]

    for section in (2, 5):
        at = QPoint(header.sectionViewportPosition(section) + 8, 8)
        seen = []
        for _ in range(2):
            qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
            values = column(section)
            known = [value for value in values if value is not None]
            assert 0 < len(known) < rows
            assert values[len(known) :] == [None] * (rows - len(known))
            seen.append(known)
        assert seen[0] == sorted(seen[0], reverse=True)  # the newest, the strongest
        assert seen[1] == sorted(seen[1])


def test_a_column_of_evidence_sorts_the_neighbours(similar: SimilarPage, qtbot: QtBot) -> None:
    similar.show_similar([PaperNumber(5)])
    qtbot.waitUntil(lambda: similar.neighbours.rowCount() > 0)
    similar.table.sortByColumn(5, Qt.SortOrder.DescendingOrder)
    shares = [similar.sorted.index(row, 5).data(ShareRole) for row in range(20)]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) > 2
    said = [similar.sorted.index(row, 5).data(Qt.ItemDataRole.ToolTipRole) for row in range(20)]
    assert said[0] == "strong (1.00)"
    assert said[-1] == "none (0.00)"
