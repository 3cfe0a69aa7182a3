"""Actions on a neighbour."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.base.settings import Settings
from core.workspace import Workspace
from desktop.similar.page import SimilarPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.similar.conftest import settle, show


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
    page.paper_actions.use_settings(Settings(cite_style="pandoc"))
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
