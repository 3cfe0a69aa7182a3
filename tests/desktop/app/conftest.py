"""The program, and libraries for it: each folder that it opens holds a copy of a small one."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.app.application import Application
from desktop.ui.theme import theme
from tests.desktop.in_process import start_no_processes
from tests.desktop.manuscript_desk import read_samples
from tests.desktop.patience import PATIENCE_S
from tests.desktop.shared_words import recommend_by_words


class Opened(Workspace):
    """Remembers whether it was closed; ``on_stop`` is called when it is to stop."""

    def __init__(self, folder: Path, shelf: Shelf, *, write: bool, create: bool) -> None:
        super().__init__(folder, shelf, write=write, create=create)
        recommend_by_words(self)
        self.ended: list[str] = []
        self.on_stop: Callable[[], None] = lambda: None

    @override
    def stop(self) -> None:
        self.ended.append("stop")
        super().stop()
        self.on_stop()

    @override
    def close(self) -> None:
        super().close()
        self.ended.append("close")


class Engine:
    """Opens workspaces, and remembers which and how; a library called “gone” is never there."""

    def __init__(self, stored: Path) -> None:
        self._stored = stored
        self.opened: list[Opened] = []
        self.asked: list[tuple[str, bool, bool]] = []

    def __call__(self, folder: Path, shelf: Shelf, *, write: bool, create: bool) -> Opened:
        self.asked.append((folder.name, write, create))
        if folder.name != "gone":
            self.fill(folder)
        workspace = Opened(folder, shelf, write=write, create=create)
        self.opened.append(workspace)
        return workspace

    def fill(self, folder: Path) -> None:
        """Let there be a library in a folder."""
        if not folder.exists():
            shutil.copytree(self._stored, folder)


@pytest.fixture
def engine(stored_library: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    start_no_processes(monkeypatch)
    read_samples(monkeypatch)
    engine = Engine(stored_library)
    monkeypatch.setattr("core.workspace.Workspace", engine)
    return engine


@pytest.fixture
def program(
    engine: Engine, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Application]:
    del engine  # what opens libraries for it
    monkeypatch.setattr(qapp, "quit", lambda: None)
    program = Application(qapp, tmp_path / "settings.toml", tmp_path / "cocite.log")
    yield program
    program.window.close()
    theme().choose("system")
    shiboken6.delete(program.window)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold what is prepared behind the first papers until the gate is opened."""
    opened = threading.Event()
    prepare = Workspace.prepare

    def prepare_later(workspace: Workspace) -> None:
        opened.wait(PATIENCE_S)
        prepare(workspace)

    monkeypatch.setattr(Opened, "prepare", prepare_later)
    yield opened
    opened.set()


def shown(program: Application) -> QWidget | None:
    return program.window.stack.currentWidget()


def wait_for_papers(program: Application, qtbot: QtBot) -> None:
    def ready() -> bool:
        pages = program.window.pages
        return pages is not None and pages.library.model.rowCount() == 120

    qtbot.waitUntil(ready)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
