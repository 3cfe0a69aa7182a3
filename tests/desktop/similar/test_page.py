"""The similar page: seeds, the map, ways back, the keyboard, what it remembers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QPushButton, QSplitter
from pytestqt.qtbot import QtBot

from core.base.errors import LibraryCorruptError
from core.base.records import PaperNumber
from core.workspace import Workspace
from desktop.app.main_window import SIMILAR
from desktop.app.menus import Menus
from desktop.papers.model import as_dragged
from desktop.similar.page import MAP, SIDE_BY_SIDE, TOGETHER, SimilarPage
from desktop.ui.remembered_state import _store, set_store
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.drawn_map import Drawing
from tests.desktop.provoked import Calls, failing
from tests.desktop.similar.conftest import drop, settle, show
from tests.desktop.window import open_window


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
    assert page.collect.toolTip() == wording.fill("desktop.similar.page:why_not")


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
    for name in ("Starting papers", "View", "Neighbours", "Similar to this", "Add to collection…"):
        assert name in names, names
    page.views.setFocus()
    qtbot.keyClick(page.views, Qt.Key.Key_Right)
    qtbot.keyClick(page.views, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: page.map_pane is not None and page.map_pane.shown_map is not None)


def test_actions_without_seeds_say_why_they_are_off(page: SimilarPage, qtbot: QtBot) -> None:
    none = wording.fill("desktop.similar.page:_follow Find")
    for action in (page.more, page.also, page.less, page.collect, page.reveal, page.drop):
        assert (action.isEnabled(), action.toolTip()) == (False, none)
    assert page.back.toolTip() == wording.fill("desktop.similar.page:_follow back")
    assert page.seed_list.accessibleDescription().startswith(
        wording.fill("desktop.similar.why_pane:_hint")
    )
    buttons = {button.accessibleName(): button for button in page.findChildren(QPushButton)}
    assert buttons["Remove starting paper"].toolTip() == none
    show(page, qtbot, 5)
    assert page.less.isEnabled()
    assert page.drop.toolTip() == wording.fill("desktop.similar.page:_follow starting Select")
    assert buttons["Forward"].toolTip() == wording.fill("desktop.similar.page:_follow forward")


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

    qtbot.waitUntil(lambda: entry("library.undo")[0] != "Undo")
    assert entry("library.undo") == ("Undo: Created the collection “Heaps”", True, True)
    of_the_menu("library.undo").trigger()
    qtbot.waitUntil(lambda: "Heaps" not in names())
    qtbot.waitUntil(lambda: entry("library.redo")[1])
    assert entry("library.redo") == ("Redo: Created the collection “Heaps”", True, True)
    of_the_menu("library.redo").trigger()
    qtbot.waitUntil(lambda: "Heaps" in names())
    window.close()


def test_a_seed_is_added_by_typing_its_title(
    page: SimilarPage, workspace: Workspace, qtbot: QtBot
) -> None:
    title = workspace.library.papers.get(PaperNumber(17)).title
    field = page.seed_pane.field
    qtbot.keyClicks(field, title)
    qtbot.waitUntil(lambda: field.matches.rowCount() > 0)
    assert title in field.matches.item(0).text()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.seeds.rowCount() == 1)
    qtbot.waitUntil(lambda: field.text() == "")
    first = page.seeds.number(0)
    assert workspace.library.papers.get(first).title == title
    qtbot.keyClicks(field, "zzzz")
    qtbot.waitUntil(lambda: field.matches.rowCount() == 1)
    assert "No paper matches" in field.matches.item(0).text()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert page.seeds.rowCount() == 1


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
    qtbot.waitUntil(lambda: page.map_pane is not None and page.map_pane.shown_map is not None)
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
    set_store(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))

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
