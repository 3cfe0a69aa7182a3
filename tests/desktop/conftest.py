"""What the tests of the window share: patience, a runner, and a workspace in memory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.tasks import TaskRunner
from desktop.theme import theme
from tests.desktop.fake_workspace import FakeWorkspace
from tests.desktop.manuscript_desk import Desk
from tests.desktop.paper_workspace import PaperWorkspace
from tests.desktop.patience import PATIENCE_MS


@pytest.fixture(autouse=True)
def _themed(qapp: QApplication) -> None:
    QLocale.setDefault(QLocale("en"))  # whatever this machine's is
    if not qapp.styleSheet():
        theme().install(qapp)


_WAITS = ("waitUntil", "waitSignal", "waitExposed", "waitActive")


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Wait as long as a busy machine needs, unless a test sets a limit of its own."""
    bot = QtBot(request)
    for name in _WAITS:
        setattr(bot, name, partial(getattr(bot, name), timeout=PATIENCE_MS))
    return bot


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.fixture
def workspace() -> FakeWorkspace:
    return FakeWorkspace()


class Notices(list[str]):
    """Keeps what pages say, and the last action they offered."""

    def __call__(
        self,
        message: str,
        /,
        *,
        action: str = "",
        call: object = None,
        stays: bool = False,
        undo: QUndoStack | None = None,
    ) -> None:
        self.append(message)
        self.action, self.call, self.stays = action, call, stays
        if undo is not None:
            self.action, self.call = "Undo", undo.undo


@pytest.fixture
def notices() -> Notices:
    return Notices()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(qtbot, PaperWorkspace(), tmp_path)
    yield desk
    desk.close()
