"""The page of the library on a desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.library.imports.watching import WatchedFolders
from desktop.library.import_actions import ImportActions
from desktop.library.importing import Importer
from desktop.ui.changes import LibraryUndo
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.library.imported_files import Engine
from tests.desktop.library_desk import LibraryDesk


@pytest.fixture
def browser_desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    browser_desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield browser_desk
    browser_desk.close()


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(tmp_path / "library")


@pytest.fixture
def actions(engine: Engine, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> ImportActions:
    page = QWidget()
    qtbot.addWidget(page)
    page.show()
    importer = Importer(engine, runner, page)  # type: ignore[arg-type]  # all that it asks for
    actions = ImportActions(
        page, importer, notices, LibraryUndo(engine, runner, page), enabled=True
    )
    actions.start_watching(WatchedFolders(engine.library.database), runner)
    page.actions_kept = actions  # type: ignore[attr-defined]  # lives as long as the page
    return actions


@pytest.fixture
def annotating_desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    annotating_desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield annotating_desk
    annotating_desk.close()


@pytest.fixture
def edit_dialog_desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    edit_dialog_desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield edit_dialog_desk
    edit_dialog_desk.close()
