"""Lists of the neighbours."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from desktop.similar.page import SIDE_BY_SIDE, TOGETHER, SimilarPage
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import ShareRole
from tests.desktop.provoked import Calls
from tests.desktop.similar.conftest import row_of, settle, show
from tests.desktop.similar.neighbours import Keys

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_several_neighbours_join_the_seeds_or_become_negative(
    page: SimilarPage, asked: Calls, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    first, second = (page.neighbours.paper(row).number for row in (0, 1))
    page.table.selectAll()
    page.table.clearSelection()
    page.table.selectRow(0)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Down, Keys.ShiftModifier)
    assert page.table.numbers() == (first, second)
    qtbot.keyClick(page.table, Qt.Key.Key_Return, Keys.ControlModifier)
    qtbot.waitUntil(lambda: page.seeds.rowCount() == 3)
    assert asked[-1][:2] == ((5, first, second), ())
    settle(runner, qtbot)
    unwanted = page.neighbours.paper(0).number
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_L, Keys.ControlModifier | Keys.ShiftModifier)
    qtbot.waitUntil(lambda: page.seeds.rowCount() == 4)
    assert asked[-1][:2] == ((5, first, second), (unwanted,))
    page.seed_list.setCurrentIndex(page.seeds.index(3, 0))
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Delete)  # the seed is not what one looks at
    settle(runner, qtbot)
    assert page.seeds.rowCount() == 4
    page.seed_list.setFocus()
    qtbot.keyClick(page.seed_list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.seeds.rowCount() == 3)


def test_each_kind_of_evidence_has_its_own_order_side_by_side(
    page: SimilarPage, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    testers = [QAbstractItemModelTester(t.model(), Fatal) for t in page.side_by_side.tables]
    page.show_view(SIDE_BY_SIDE)
    meaning, words, citations = page.side_by_side.tables
    assert testers
    for table, column in ((meaning, 3), (words, 4), (citations, 5)):
        shares = [
            page.neighbours.data(page.neighbours.index(row, column), ShareRole)
            for row in range(page.neighbours.rowCount())
        ]
        assert table.model().rowCount() == sum(share > 0 for share in shares)
        table.selectRow(0)
        assert shares[row_of(page, table.number())] == max(shares)
    assert meaning.model().rowCount() > citations.model().rowCount() > 1
    # The paper chosen in one list is the current one in the others that hold it.
    citations.selectRow(1)
    assert meaning.number() == citations.number()
    page.switches[1].click()
    assert not words.isVisible()
    assert meaning.isVisible()
    page.show_view(TOGETHER)
    assert page.table.isColumnHidden(4)
    assert page.table.number() == citations.number()
