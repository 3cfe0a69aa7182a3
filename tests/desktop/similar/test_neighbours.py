"""What the list of neighbours shows, how it is sorted and narrowed, what one does with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.workspace import Workspace
from desktop.similar.models import SortRole
from desktop.similar.page import SIDE_BY_SIDE, TOGETHER, SimilarPage
from desktop.similar.years import Years, parse_years
from desktop.ui.changes import LibraryChanges
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import ShareRole
from tests.desktop.conftest import Notices
from tests.desktop.provoked import Calls
from tests.desktop.similar.conftest import row_of, settle, show

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
Keys = Qt.KeyboardModifier


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


def test_a_neighbour_says_why_it_is_near(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    assert page.table.show_number(PaperNumber(3))
    qtbot.waitUntil(lambda: "this paper cites it" in page.why.text.toPlainText())
    said = page.why.text.toPlainText()
    assert "both mention gardens" in said
    assert "both cite 1 paper" in said
    assert page.table.show_number(PaperNumber(6))
    settle(runner, qtbot)
    assert "this paper cites it" not in page.why.text.toPlainText()
    assert "both cite 2 of your papers" in page.why.text.toPlainText()
    with qtbot.waitSignal(page.paper_wanted) as blocker:
        page.why.text.anchorClicked.emit("paper:5")
    assert blocker.args == [5]


def test_a_dot_that_is_no_neighbour_is_said_not_to_be_near(
    page: SimilarPage, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("desktop.similar.page.NEIGHBOURS", 90)
    show(page, qtbot, 5)
    near = {page.neighbours.paper(row).number for row in range(page.neighbours.rowCount())}
    far = PaperNumber(next(n for n in range(1, 121) if n not in {*near, 5}))
    page._chosen_on_map(far)
    qtbot.waitUntil(lambda: "Not similar to your starting papers." in page.why.text.toPlainText())
    said = page.why.text.toPlainText()
    assert "both mention" not in said
    assert "Why it is similar" not in said
    page._chosen_on_map(PaperNumber(5))
    qtbot.waitUntil(lambda: "One of your starting papers" in page.why.text.toPlainText())


def test_neighbours_go_into_a_collection_and_out_again(
    page: SimilarPage,
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
) -> None:
    changes = LibraryChanges(workspace, runner)
    page.join(changes, lambda: None)
    show(page, qtbot, 5)
    chosen = page.table.number()
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_A, Keys.ControlModifier | Keys.ShiftModifier)
    qtbot.waitUntil(lambda: page.collector.menu is not None)
    menu = page.collector.menu
    assert menu is not None
    assert [action.text() for action in menu.actions() if not action.isSeparator()] == [
        "New collection…",
        "Chapter two",
        "To read this week",
    ]
    menu.actions()[0].trigger()
    menu.close()
    dialog = page.collector.dialog
    assert dialog is not None
    dialog.setTextValue("Near gardens")
    dialog.accept()
    collections = workspace.library.collections
    qtbot.waitUntil(lambda: "Near gardens" in {g.name for g in collections.all()})
    settle(runner, qtbot)
    assert [g.name for g in collections.of(chosen)].count("Near gardens") == 1
    assert notices[-1] == "Added 1 paper to “Near gardens”."
    assert "Near gardens" in changes.undo.undo_text
    changes.undo.undo()
    qtbot.waitUntil(lambda: "Near gardens" not in {g.name for g in collections.all()})


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


def test_the_menu_of_a_neighbour_opens_with_the_menu_key_and_cites(
    page: SimilarPage, workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    settle(runner, qtbot)
    page.table.selectRow(3)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(page.table, event)
    menu = next(each for each in page.findChildren(QMenu) if each.isVisible())
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:3] == ["Similar to this", "Also like this", "Not like this"]
    assert {"Open PDF", "Copy cite command", "Copy citation key"} <= {*texts}
    menu.close()
    number = page.neighbours.paper(3).number
    page.paper_actions.use_cite_style("pandoc")
    page.paper_actions.cite.trigger()
    settle(runner, qtbot)
    clipboard = QApplication.clipboard()
    assert clipboard.text() == workspace.papers.cite_command([number], "pandoc")
    page.paper_actions.key.trigger()
    settle(runner, qtbot)
    assert clipboard.text() == workspace.papers.cite_command([number], "plain")


def test_a_pdf_is_opened_if_there_is_one(
    page: SimilarPage,
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    show(page, qtbot, 5)
    settle(runner, qtbot)
    number = page.neighbours.paper(0).number
    workspace.library.papers.attach_file(number, tmp_path / "a.pdf", "a")
    with qtbot.waitSignal(page.pdf_wanted) as wanted:
        page.paper_actions.open.trigger()
    assert wanted.args == [number]
    workspace.library.papers.detach_file(number, "a")
    page.paper_actions.open.trigger()
    qtbot.waitUntil(lambda: "no PDF" in str(notices))
