"""The similar page: seeds, three kinds of evidence, why a paper is near, collections, the map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QSplitter
from pytestqt.qtbot import QtBot

from core.base.errors import LibraryCorruptError
from core.base.records import PaperNumber
from core.workspace import Workspace
from desktop.changes import LibraryChanges
from desktop.main_window import SIMILAR
from desktop.menus import Menus
from desktop.papers.model import as_dragged
from desktop.papers.share_bar import ShareRole
from desktop.remembered import _store, remember_in
from desktop.similar.models import SortRole
from desktop.similar.page import MAP, SIDE_BY_SIDE, TOGETHER, SimilarPage
from desktop.similar.years import Years, years_of
from desktop.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.drawn_map import Drawing
from tests.desktop.provoked import Calls, failing, recorded
from tests.desktop.window import open_window

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
Keys = Qt.KeyboardModifier


@pytest.fixture
def page(
    workspace: Workspace, drawing: Drawing, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> SimilarPage:
    del drawing  # what draws its map
    page = SimilarPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    return page


@pytest.fixture
def asked(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The seeds, those it should be unlike and how many were asked for, each time."""
    return recorded(monkeypatch, workspace.similar, "to")


def show(page: SimilarPage, qtbot: QtBot, *numbers: int) -> None:
    page.show_similar([PaperNumber(n) for n in numbers])
    qtbot.waitUntil(lambda: page.neighbours.rowCount() > 0)


def row_of(page: SimilarPage, number: int) -> int:
    rows = range(page.neighbours.rowCount())
    return next(row for row in rows if page.neighbours.paper(row).number == number)


def settle(runner: TaskRunner, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: runner.pending() == 0)


def drop(page: SimilarPage, data: QMimeData) -> QDropEvent:
    event = QDropEvent(
        QPointF(50, 50),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Keys.NoModifier,
    )
    page.dropEvent(event)
    return event


def test_papers_dropped_on_the_page_become_seeds(
    page: SimilarPage, asked: Calls, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    drop(page, as_dragged((PaperNumber(9), PaperNumber(5))))
    qtbot.waitUntil(lambda: page.seeds.rowCount() == 2)
    assert asked[-1][:2] == ((5, 9), ())
    before = len(asked)
    drop(page, QMimeData())
    assert len(asked) == before


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
    assert "both say gardens" in said
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
    qtbot.waitUntil(lambda: "Not near your seeds." in page.why.text.toPlainText())
    said = page.why.text.toPlainText()
    assert "both say" not in said
    assert "Why it is near" not in said
    page._chosen_on_map(PaperNumber(5))
    qtbot.waitUntil(lambda: "One of your seeds." in page.why.text.toPlainText())


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
    assert changes.stack.undoText()
    changes.stack.undo()
    qtbot.waitUntil(lambda: "Near gardens" not in {g.name for g in collections.all()})


def test_a_failure_is_said_on_the_page_and_can_be_tried_again(
    page: SimilarPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert page.stack.currentWidget() is page.empty
    with monkeypatch.context() as broken:
        failing(broken, workspace.similar, "to", LibraryCorruptError("The library cannot be read."))
        page.show_similar([PaperNumber(5)])
        qtbot.waitUntil(lambda: page.notice.text.startswith("The library cannot be read."))
    page.notice._act()
    qtbot.waitUntil(lambda: page.neighbours.rowCount() > 0)
    assert page.notice.text == ""


def test_nothing_is_collected_in_a_library_that_is_only_read(
    read_only_workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    page = SimilarPage(read_only_workspace, runner, notices)
    qtbot.addWidget(page)
    page.show()
    show(page, qtbot, 5)
    qtbot.waitUntil(page.more.isEnabled)
    assert not page.collect.isEnabled()
    assert page.collect.toolTip() == "This library is open for reading only."


def test_every_part_is_reached_by_keyboard(page: SimilarPage, qtbot: QtBot) -> None:
    show(page, qtbot, 5)
    qtbot.waitUntil(page.more.isEnabled)
    page.seed_list.setFocus()
    names = []
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        names.append(focused.accessibleName() or str(focused.property("text")))
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    for name in ("Seed papers", "View", "Neighbours", "Similar to this", "Add to collection…"):
        assert name in names, names
    page.views.setFocus()
    qtbot.keyClick(page.views, Qt.Key.Key_Right)
    qtbot.keyClick(page.views, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: page.map_pane is not None and page.map_pane.shown is not None)


def test_the_map_marks_seeds_and_selects_in_the_list(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    page.show_view(MAP)
    pane = page.map_pane
    assert pane is not None
    qtbot.waitUntil(lambda: pane.shown is not None)
    settle(runner, qtbot)
    assert pane.shown is not None
    seeds: Sequence[int] = pane.canvas._marks.seeds
    assert [int(pane.shown.numbers[row]) for row in seeds] == [5]
    wanted = page.neighbours.paper(7).number
    row = pane.shown.rows_of([wanted])[0]
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


def test_actions_without_seeds_say_why_they_are_off(page: SimilarPage, qtbot: QtBot) -> None:
    none = "There are no seeds yet: find papers similar to one of the library first."
    for action in (page.more, page.also, page.less, page.collect, page.reveal, page.drop):
        assert (action.isEnabled(), action.toolTip()) == (False, none)
    assert page.back.toolTip() == "No seeds came before these."
    assert page.seed_list.accessibleDescription().startswith("No seed yet.")
    buttons = {button.accessibleName(): button for button in page.findChildren(QPushButton)}
    assert buttons["Remove seed"].toolTip() == none
    show(page, qtbot, 5)
    assert page.less.isEnabled()
    assert page.drop.toolTip() == "Select a seed first."
    assert buttons["Forward"].toolTip() == "No seeds came after these."


def test_what_a_lasso_collected_is_undone_from_the_edit_menu(
    workspace: Workspace, drawing: Drawing, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    del drawing
    window = open_window(workspace, runner, tmp_path, qtbot)
    pages, menus = window.pages, window.findChild(Menus)
    assert pages is not None
    assert menus is not None
    pages.similar.join(pages.library.changes, lambda: None)
    window.activateWindow()
    window.show_page(SIMILAR)
    pages.similar.show_view(MAP)
    assert pages.similar.map_pane is not None
    collections, lassoed = workspace.library.collections, (PaperNumber(5), PaperNumber(6))
    pages.similar.map_pane.papers_taken.emit(lassoed)
    qtbot.waitUntil(lambda: pages.similar.collector.menu is not None)
    assert pages.similar.collector.menu is not None
    pages.similar.collector.menu.close()
    pages.similar.collector.add_new("Heaps", lassoed)

    def names() -> set[str]:
        return {group.name for group in collections.all()}

    def of_the_menu(name: str) -> QAction:
        found = menus.actions.get(name)
        assert found is not None
        return found.action

    def entry(name: str) -> tuple[str, bool, bool]:
        action = of_the_menu(name)
        return action.text(), action.isEnabled(), action.isVisible()

    qtbot.waitUntil(lambda: "Heaps" in names())
    assert entry("library.undo") == ("Undo Make collection “Heaps”", True, True)
    of_the_menu("library.undo").trigger()
    qtbot.waitUntil(lambda: "Heaps" not in names())
    assert entry("library.redo") == ("Redo Make collection “Heaps”", True, True)
    of_the_menu("library.redo").trigger()
    qtbot.waitUntil(lambda: "Heaps" in names())
    window.close()


def test_a_seed_is_added_by_typing_its_title(
    page: SimilarPage, workspace: Workspace, qtbot: QtBot
) -> None:
    title = workspace.library.papers.get(PaperNumber(17)).title
    field = page.seed_pane.field
    qtbot.keyClicks(field, title)
    qtbot.waitUntil(lambda: field.found.rowCount() > 0)
    assert title in field.found.item(0).text()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.seeds.rowCount() == 1)
    qtbot.waitUntil(lambda: field.text() == "")
    first = page.seeds.number(0)
    assert workspace.library.papers.get(first).title == title
    qtbot.keyClicks(field, "zzzz")
    qtbot.waitUntil(lambda: field.found.rowCount() == 1)
    assert "No paper answers" in field.found.item(0).text()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert page.seeds.rowCount() == 1


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
    assert years_of(typed) == years
    if years is not None:
        assert years_of(str(years)) == years


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
    assert texts[:3] == ["Similar to this", "Also like this", "Less like this"]
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


def test_a_page_built_anew_shows_the_same_seeds_row_and_years(
    page: SimilarPage,
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
) -> None:
    show(page, qtbot, 5)
    settle(runner, qtbot)
    page.more.trigger()
    settle(runner, qtbot)
    page.table.selectRow(4)
    current, seed = page.table.number(), page.seeds.number(0)
    page.show_view(SIDE_BY_SIDE)
    other = SimilarPage(workspace, runner, notices)
    qtbot.addWidget(other)
    other.restore(page.state())
    qtbot.waitUntil(lambda: other.seeds.rowCount() == 1)
    assert other.seeds.number(0) == seed
    assert other.table.number() == current
    assert other.views.currentIndex() == SIDE_BY_SIDE
    other.back.trigger()
    qtbot.waitUntil(lambda: other.seeds.number(0) == 5)


def test_a_notice_moves_nothing_of_the_lists_and_of_the_map(
    page: SimilarPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    show(page, qtbot, 5)
    settle(runner, qtbot)
    page.show_view(MAP)
    qtbot.waitUntil(lambda: page.map_pane is not None and page.map_pane.shown is not None)
    settle(runner, qtbot)
    pane = page.map_pane
    assert pane is not None
    for view, notice, parts in (
        (TOGETHER, page.notice, (page.table, page.views, page.seed_list)),
        (MAP, page.notice, (pane.canvas, pane.legend)),
        (MAP, pane.notice, (pane.canvas, pane.legend, pane.tools)),
    ):
        page.show_view(view)
        for _ in range(5):  # lines of tools that wrap are laid out in turns
            QApplication.processEvents()
        before = [part.geometry() for part in parts]
        notice.say("The library cannot be read. " * 5, action="Try again", call=lambda: None)
        QApplication.processEvents()
        assert notice.isVisible()
        assert [part.geometry() for part in parts] == before
        notice.clear()


def test_the_panes_are_as_wide_as_they_were_left(
    workspace: Workspace, runner: TaskRunner, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    remember_in(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))

    def opened() -> tuple[QSplitter, ...]:
        page = SimilarPage(workspace, runner, notices)
        qtbot.addWidget(page)
        page.resize(1200, 700)
        page.show()
        show(page, qtbot, 5)
        page.show_view(SIDE_BY_SIDE)
        QApplication.processEvents()
        panes, lists = page.seed_pane.parentWidget(), page.side_by_side.findChild(QSplitter)
        assert isinstance(panes, QSplitter)
        assert isinstance(lists, QSplitter)
        return panes, lists

    panes, lists = opened()
    panes.moveSplitter(300, 1)
    lists.moveSplitter(120, 1)
    QApplication.processEvents()
    left = panes.sizes()[0], lists.sizes()[0]
    again = opened()
    assert abs(again[0].sizes()[0] - left[0]) <= 1
    assert abs(again[1].sizes()[0] - left[1]) <= 1
    assert left[0] == 300
    _store.clear()
