"""The page of duplicates, with a real library behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMessageBox, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.base.jobs import JobCancelled
from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from core.library.duplicates.taking_apart import MergedRecord
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.duplicates.comparison import CHOSEN, FIELDS
from desktop.duplicates.page import DuplicatesPage, MergedModel, MergedRow, ReasonRole
from desktop.language import languages
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import colors
from tests.desktop.conftest import Notices

TITLE = "Weighing citation contexts by rarity"
AUTHORS = ("Ann Smith", "Bo Ng")
RECORDS = (
    PaperRecord(title=TITLE, authors=AUTHORS, year=2020, doi="10.1000/a"),
    PaperRecord(title=f"{TITLE}: a study", authors=AUTHORS, year=2020, doi="", venue="Walks"),
    PaperRecord(title="A census of garden tulips", authors=AUTHORS, doi="10.1101/1"),
    PaperRecord(title="A census of garden tulips", authors=AUTHORS, doi="10.1000/b"),
    PaperRecord(title="The taste of olives in the winter", authors=AUTHORS, year=2001),
    PaperRecord(title="The taste of ollives in the winter", authors=AUTHORS, year=2001),
)
SURE, LIKELY, VERSIONS = "olives", "Weighing", "tulips"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with closing(Workspace(tmp_path / "library", Shelf(tmp_path / "m"), create=True)) as workspace:
        list(workspace.library.papers.add(RECORDS, source="test"))
        assert workspace.library.papers.count() == len(RECORDS)
        yield workspace


@pytest.fixture
def make(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[Callable[[], DuplicatesPage]]:
    def make() -> DuplicatesPage:
        page = DuplicatesPage(workspace, runner, notices)
        qtbot.addWidget(page)
        page.resize(1200, 700)
        page.show()
        qtbot.waitUntil(lambda: runner.pending() == 0)
        return page

    yield make
    runner.close()


@pytest.fixture
def page(make: Callable[[], DuplicatesPage]) -> DuplicatesPage:
    return make()


def titles(page: DuplicatesPage) -> list[str]:
    return [str(page.groups.index(row, 0).data()) for row in range(page.groups.rowCount())]


def choose(page: DuplicatesPage, word: str, qtbot: QtBot, runner: TaskRunner) -> None:
    row = next(row for row, title in enumerate(titles(page)) if word in title)
    page.list.setCurrentIndex(page.groups.index(row, 0))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert word in cell(page, "title", 0)


def cell(page: DuplicatesPage, field: str, column: int) -> str:
    item = page.comparison.item([name for name, _ in FIELDS].index(field), column)
    assert item is not None
    return item.text()


def test_groups_stand_there_with_reasons_sure_ones_first(page: DuplicatesPage) -> None:
    QAbstractItemModelTester(page.groups, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert SURE in titles(page)[0]
    assert len(titles(page)) == 3
    assert page.heading.text() == "3 groups, 1 certain"
    assert "typing error" in page.reasons.text()


def test_a_merge_takes_what_was_chosen_and_can_be_undone(
    page: DuplicatesPage, workspace: Workspace, qtbot: QtBot, runner: TaskRunner
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
    papers = workspace.library.papers
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


def test_another_paper_can_be_the_one_that_is_kept(
    page: DuplicatesPage, workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    choose(page, LIKELY, qtbot, runner)
    numbers = page.comparison.numbers()
    page.comparison.setCurrentCell(0, 1)
    qtbot.keyClick(page.comparison, Qt.Key.Key_K)
    assert page.comparison.numbers() == numbers[::-1]
    with qtbot.waitSignal(page.library_changed):
        page.merge.trigger()
    assert numbers[0] not in workspace.library.papers.numbers()


def test_versions_are_linked_and_unlinked_by_undo(
    page: DuplicatesPage, workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    choose(page, VERSIONS, qtbot, runner)
    numbers = page.comparison.numbers()
    with qtbot.waitSignal(page.library_changed):
        page.versions.trigger()
    duplicates = workspace.library.duplicates
    assert duplicates.find_versions(numbers[:1]) == {numbers[0]: (numbers[1],)}
    with qtbot.waitSignal(page.library_changed):
        page.changes.undo.undo()
    assert duplicates.find_versions(numbers) == {}


def test_different_papers_are_not_shown_again(
    page: DuplicatesPage, qtbot: QtBot, runner: TaskRunner
) -> None:
    choose(page, VERSIONS, qtbot, runner)
    with qtbot.waitSignal(page.library_changed):
        page.different.trigger()
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(titles(page)) == 2
    with qtbot.waitSignal(page.library_changed):
        page.changes.undo.undo()
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(titles(page)) == 3


def test_all_sure_ones_are_merged_after_a_question_and_come_back_at_once(
    page: DuplicatesPage, workspace: Workspace, notices: Notices, qtbot: QtBot, runner: TaskRunner
) -> None:
    page.merge_sure.trigger()
    (box,) = page.findChildren(QMessageBox)
    assert box.text() == "Merge 2 papers into 1?"
    merge = next(button for button in box.buttons() if button.text() == "Merge")
    with qtbot.waitSignal(page.library_changed):
        qtbot.mouseClick(merge, Qt.MouseButton.LeftButton)
    assert workspace.library.papers.count() == 5
    assert notices == ["Merged 1 group of duplicates."]
    assert not page.merge_sure.isEnabled()
    assert page.merge_sure.toolTip() == "No certain duplicates"
    for count in (6, 5, 6):
        step = page.changes.undo.redo if count == 5 else page.changes.undo.undo
        with qtbot.waitSignal(page.library_changed):
            step()
        assert workspace.library.papers.count() == count


def test_a_paper_can_be_left_out_of_a_group(
    page: DuplicatesPage, workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    records = [
        PaperRecord(title="On dunes and sand", authors=AUTHORS, year=2001, doi=f"10.1000/{n}")
        for n in "xyz"
    ]
    list(workspace.library.papers.add(records, source="test"))
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    choose(page, "dunes", qtbot, runner)
    assert page.comparison.columnCount() == 3
    page.comparison.setCurrentCell(0, 2)
    page.leave_out.trigger()
    assert page.comparison.columnCount() == 2
    assert not page.leave_out.isEnabled()


def test_without_duplicates_the_page_says_what_it_is_for(
    workspace: Workspace, make: Callable[[], DuplicatesPage]
) -> None:
    workspace.library.papers.trash(workspace.library.papers.numbers())
    page = make()
    assert page.stack.currentWidget() is page.nothing
    assert not page.merge.isEnabled()
    assert page.merge.toolTip() == "Select a group first."


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
    workspace: Workspace,
    make: Callable[[], DuplicatesPage],
    runner: TaskRunner,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    def stopped(*_: object) -> None:
        raise JobCancelled

    def failed(*_: object) -> None:
        raise FormatError("The library could not be read.")

    duplicates = type(workspace.library.duplicates)
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
    page: DuplicatesPage, workspace: Workspace, qtbot: QtBot, runner: TaskRunner
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
    page.changes.trash(workspace.library.papers.numbers()[:1])
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
    page: DuplicatesPage, workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    scans: list[Task] = []
    runner.started.connect(scans.append)
    page.look()
    records = [
        PaperRecord(title="On dunes and sand", authors=AUTHORS, year=2001, doi=f"10.1000/{n}")
        for n in "xy"
    ]
    list(workspace.library.papers.add(records, source="test"))
    page.refresh()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert len(titles(page)) == 4
    assert len(scans) == 2


def test_the_groups_are_told_in_the_language_of_the_window(
    page: DuplicatesPage, qtbot: QtBot, runner: TaskRunner
) -> None:
    languages.speak("de")
    try:
        choose(page, VERSIONS, qtbot, runner)
        assert "Gleicher Titel · Gleiche Autoren · Eine ist ein Preprint" in page.reasons.text()
        index = page.groups.index(0, 0)
        reasons = index.data(ReasonRole)
        assert "Tippfehler: „olives“ und „ollives“" in reasons
        assert reasons in index.data(Qt.ItemDataRole.ToolTipRole)
        assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith(reasons)
        assert good_pixels(page, 0) > 0, "what is sure is green"
        assert good_pixels(page, 1) == 0
    finally:
        languages.speak("en")


def good_pixels(page: DuplicatesPage, row: int) -> int:
    """Count the pixels of a group, not the chosen one, that are as green as can be."""
    page.list.setCurrentIndex(page.groups.index(2, 0))
    page.list.clearSelection()
    place = page.list.visualRect(page.groups.index(row, 0))
    picture = page.list.viewport().grab(place).toImage()
    return sum(
        picture.pixelColor(x, y) == colors().good
        for x in range(picture.width())
        for y in range(picture.height())
    )


def test_what_an_import_merged_is_listed_and_taken_apart(
    page: DuplicatesPage, workspace: Workspace, qtbot: QtBot, runner: TaskRunner
) -> None:
    def idle() -> None:
        qtbot.waitUntil(lambda: runner.pending() == 0)

    library = workspace.library
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
    assert shown[3] == "same title, authors and year"
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
