"""A real library and the small trainer in real processes, under a real window."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.files import data_folder
from core.models.shelf import Shelf
from core.runs import trainer
from core.workspace import Workspace
from desktop.training.panel import TrainingPanel
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.tiny_corpus import make_tiny_corpus


@pytest.fixture(autouse=True)
def small_trainer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the trainer be one that needs no torch."""
    start = [sys.executable, "-P", "-m", "tests.small_trainer"]
    monkeypatch.setattr(trainer, "command", lambda arguments: [*start, *arguments])


@pytest.fixture
def opened(own_folders: Path, tmp_path: Path) -> Iterator[Workspace]:
    """An empty library with the shelf where the trainer looks for it."""
    del own_folders  # the folders of this test's user
    workspace = Workspace(tmp_path / "library", Shelf(data_folder() / "models"), create=True)
    yield workspace
    workspace.close()


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus folder of invented papers."""
    return make_tiny_corpus(tmp_path_factory.mktemp("corpus") / "tiny")


@pytest.fixture
def panel(opened: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> TrainingPanel:
    panel = TrainingPanel(opened.training, runner, notices)
    qtbot.addWidget(panel)
    panel.resize(1200, 760)
    panel.show()
    panel.refresh()
    qtbot.waitUntil(lambda: panel.shelf.rows.rowCount() == 3)
    return panel
