"""What the tests of the window share: a runner, and a workspace in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from desktop.tasks import TaskRunner
from desktop.theme import theme
from tests.desktop.fake_workspace import FakeWorkspace


@pytest.fixture(autouse=True)
def _themed(qapp: QApplication) -> None:
    if not qapp.styleSheet():
        theme().install(qapp)


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

    def __call__(self, message: str, /, *, action: str = "", call: object = None) -> None:
        self.append(message)
        self.action, self.call = action, call


@pytest.fixture
def notices() -> Notices:
    return Notices()
