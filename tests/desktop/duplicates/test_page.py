"""The page of duplicates, with a real library behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QPushButton, QTableView
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from core.library.duplicates.taking_apart import MergedRecord
from core.workspace import Workspace
from desktop.duplicates.comparison import CHOSEN
from desktop.duplicates.page import DuplicatesPage, MergedModel, MergedRow
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import colors
from tests import wording
from tests.desktop.duplicates.shown_groups import (
    AUTHORS,
    LIKELY,
    RECORDS,
    SURE,
    TITLE,
    VERSIONS,
    cell,
    choose,
    titles,
)


def test_groups_stand_there_with_reasons_sure_ones_first(page: DuplicatesPage) -> None:
    QAbstractItemModelTester(page.groups, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert SURE in titles(page)[0]
    assert len(titles(page)) == 3
    assert page.heading.text() == "3 groups, 1 certain"
    assert "typing error" in page.reasons.text()


def test_a_merge_takes_what_was_chosen_and_can_be_undone(
    page: DuplicatesPage, page_workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    choose(page, LIKELY, qtbot, runner)
    assert cell(page, "title", 0).startswith(CHOSEN)
    assert cell(page, "venue", 1) == f"{CHOSEN}Walks"
    assert page.comparison.verticalHeaderItem(0).text() == "≠ Title"
    page.comparison.setFocus()
    page.comparison.setCurrentCell(0, 1)
    qtbot.keyClick(page.comparison, Qt.Key.Key_Space)
    assert cell(page, "title", 1).startswith(CHOSEN)
    with qtbot.waitSignal(page.library_changed):
        qtbot.keyClick(page, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    papers = page_workspace.library.papers
    merged = papers.get(papers.numbers()[0])
    assert (merged.title, merged.venue, merged.doi) == (f"{TITLE}: a study", "Walks", "10.1000/a")
    assert papers.count() == 5
    assert len(titles(page)) == 2
    qtbot.waitUntil(lambda: page.changes.undo.undo_text.startswith("Merged “"))
    with qtbot.waitSignal(page.library_changed):
        page.changes.undo.undo()
    assert papers.count() == 6
    qtbot.waitUntil(lambda: len(titles(page)) == 3)
    with qtbot.waitSignal(page.library_changed):
        page.changes.undo.redo()
    assert papers.count() == 5


def test_without_duplicates_the_page_says_what_it_is_for(
    page_workspace: Workspace, make: Callable[[], DuplicatesPage]
) -> None:
    page_workspace.library.papers.trash(page_workspace.library.papers.numbers())
    page = make()
    assert page.stack.currentWidget() is page.nothing
    assert not page.merge.isEnabled()
    assert page.merge.toolTip() == wording.fill("desktop.duplicates.page:_follow group")


@pytest.mark.usefixtures("large_texts")
def test_a_long_explanation_is_scrolled_and_leaves_room_for_the_values(
    page: DuplicatesPage, qtbot: QtBot
) -> None:
    page.reasons.setText("The titles differ by a typing error. " * 20)
    page.resize(900, 560)
    least = 8 * page.comparison.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: page.height() == 560 and page.comparison.height() >= least)
    assert page.reasons.height() > page.height() / 2


def test_the_button_for_what_a_group_is_stands_out(
    page: DuplicatesPage, qtbot: QtBot, runner: TaskRunner
) -> None:
    merge, versions = (
        next(button for button in page.findChildren(QPushButton) if button.text() == action.text())
        for action in (page.merge, page.versions)
    )
    for word, primary, other in (
        (SURE, merge, versions),
        (VERSIONS, versions, merge),
        (SURE, merge, versions),
    ):
        choose(page, word, qtbot, runner)
        assert background(primary) == colors().accent.name()
        assert background(other) == colors().raised.name()


def background(button: QPushButton) -> str:
    picture = button.grab().toImage()
    return picture.pixelColor(6, picture.height() // 2).name()


def test_a_search_that_was_stopped_or_failed_says_so_and_is_made_again_when_shown(
    page_workspace: Workspace,
    make: Callable[[], DuplicatesPage],
    runner: TaskRunner,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    def stopped(*_: object) -> None:
        raise JobCancelled

    def failed(*_: object) -> None:
        raise FormatError("The library could not be read.")

    duplicates = type(page_workspace.library.duplicates)
    with monkeypatch.context() as patch:
        patch.setattr(duplicates, "scan", stopped)
        page = make()
        assert page.stack.currentWidget() is page.unknown
        patch.setattr(duplicates, "scan", failed)
        with qtbot.waitSignal(runner.failed):
            page.look()
        assert page.stack.currentWidget() is page.unknown
    page.hide()
    page.show()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(titles(page)) == 3


def test_what_is_changed_elsewhere_is_looked_through_again_when_the_page_is_shown(
    page: DuplicatesPage, page_workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    def idle() -> None:
        qtbot.waitUntil(lambda: runner.pending() == 0)

    scans: list[Task] = []
    runner.started.connect(scans.append)
    choose(page, SURE, qtbot, runner)
    page.different.trigger()
    idle()
    assert scans == []
    page.hide()
    page.changes.trash(page_workspace.library.papers.numbers()[:1])
    idle()
    assert scans == []
    page.show()
    idle()
    assert len(scans) == 1
    assert [VERSIONS in title for title in titles(page)] == [True]
    page.changes.undo.undo()
    idle()
    assert len(titles(page)) == 2


def test_a_change_during_the_search_is_not_missed(
    page: DuplicatesPage, page_workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    scans: list[Task] = []
    runner.started.connect(scans.append)
    page.look()
    records = [
        PaperRecord(title="On dunes and sand", authors=AUTHORS, year=2001, doi=f"10.1000/{n}")
        for n in "xy"
    ]
    list(page_workspace.library.papers.add(records, source="test"))
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(titles(page)) == 4
    assert len(scans) == 2


def test_what_an_import_merged_is_listed_and_taken_apart(
    page: DuplicatesPage, page_workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    def idle() -> None:
        qtbot.waitUntil(lambda: runner.pending() == 0)

    library = page_workspace.library
    page.merged_at_import.trigger()
    idle()
    assert page.stack.currentWidget() is page.merged_view
    assert page.merged_view.stack.currentWidget() is page.merged_view.nothing
    assert not page.merged_view.take_apart.isEnabled()
    again = PaperRecord(
        title="The taste of olives in the winter", authors=("A. Smith", "B. Ng"), year=2001,
        venue="Journal of Olives",
    )  # fmt: skip
    list(library.papers.add([again], source="b.bib"))
    numbers = library.papers.numbers()
    page.merged_view.refresh()
    idle()
    model = page.merged_view.model
    shown = [str(model.index(0, column).data()) for column in range(model.columnCount())]
    assert "Ann Smith. 2001. The taste of olives in the winter. Journal of Olives" in shown[1]
    assert shown[2].startswith("A. Smith. 2001.")
    assert shown[3] == wording.fill("core.library.store.sameness:agreement authors year")
    page.merged_view.take_apart.trigger()
    idle()
    (separate,) = set(library.papers.numbers()) - set(numbers)
    assert library.papers.get(separate).venue == "Journal of Olives"
    assert library.papers.get(numbers[4]).venue == ""
    assert model.rowCount() == 0
    page.changes.undo.undo()
    idle()
    assert library.papers.numbers() == numbers
    assert library.papers.get(numbers[4]).venue == "Journal of Olives"
    assert model.rowCount() == 1
    page.changes.undo.redo()
    idle()
    assert len(library.papers.numbers()) == len(numbers) + 1
    page.merged_view.back.trigger()
    idle()
    assert page.stack.currentWidget() is not page.merged_view


@pytest.mark.parametrize(
    ("reason", "shown"),
    [
        (
            Message("the same paper as {paper}: {why}", paper="“Olives”", why=Message("same DOI")),
            "same DOI",
        ),
        (Message("the same paper as {paper}: {why}", paper="“Olives”", why="alike"), "alike"),
        (Message("“{file}” is empty.", file="a.bib"), "“a.bib” is empty."),
        ("merged long ago", "merged long ago"),
    ],
)
def test_the_reason_of_a_merge_does_not_repeat_the_paper(
    reason: str, shown: str, qtbot: QtBot
) -> None:
    table = QTableView()
    qtbot.addWidget(table)
    record = RECORDS[4]
    merged = MergedRecord(
        "import", 1, "2026-11-27T16:00:00+00:00", PaperNumber(5), record, reason=reason
    )
    model = MergedModel(table)
    model.show_rows([MergedRow(merged, record)])
    assert model.index(0, 3).data() == shown
