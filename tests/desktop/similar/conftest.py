"""A page of papers similar to some of the small library."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.workspace import Workspace
from desktop.similar.page import SimilarPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.drawn_map import Drawing
from tests.desktop.provoked import Calls, recorded


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
        Qt.KeyboardModifier.NoModifier,
    )
    page.dropEvent(event)
    return event
