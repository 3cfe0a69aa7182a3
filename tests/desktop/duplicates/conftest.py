"""A library with duplicates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.duplicates.page import DuplicatesPage
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.duplicates.shown_groups import (
    RECORDS,
)


@pytest.fixture
def page_workspace(tmp_path: Path) -> Iterator[Workspace]:
    with closing(
        Workspace(tmp_path / "library", Shelf(tmp_path / "m"), create=True)
    ) as page_workspace:
        list(page_workspace.library.papers.add(RECORDS, source="test"))
        assert page_workspace.library.papers.count() == len(RECORDS)
        yield page_workspace


@pytest.fixture
def make(
    page_workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[Callable[[], DuplicatesPage]]:
    def make() -> DuplicatesPage:
        page = DuplicatesPage(page_workspace, runner, notices)
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
