"""What the tests of the window share: patience, a runner, and small real libraries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.library.online import looking
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.app.main_window import MainWindow
from desktop.app.menus import Menus
from desktop.language import languages
from desktop.library.page import LibraryPage
from desktop.similar.page import SimilarPage
from desktop.ui.changes import LibraryUndo
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme
from tests import services_online as there
from tests.desktop.bird_papers import invented_papers
from tests.desktop.drawn_map import Drawing
from tests.desktop.in_process import start_no_processes
from tests.desktop.invented import invented_paper
from tests.desktop.library_desk import LibraryDesk
from tests.desktop.manuscript_desk import Desk, judge_samples, read_samples
from tests.desktop.patience import PATIENCE_MS
from tests.desktop.small_library import COUNT, make_library, open_copy, records, serve
from tests.desktop.window import open_window
from tests.services_online import Online


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


@pytest.fixture(scope="session")
def stored_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library of invented papers, to be copied."""
    papers = [invented_paper(number) for number in range(1, COUNT + 1)]
    return make_library(tmp_path_factory.mktemp("stored") / "library", records(papers))


@pytest.fixture
def workspace(
    stored_library: Path, tmp_path: Path, runner: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workspace]:
    """An open library of invented papers, of the test's own; it starts no processes."""
    start_no_processes(monkeypatch)
    workspace = open_copy(stored_library, tmp_path / "Invented library")
    yield workspace
    workspace.stop()
    runner.close()
    workspace.close()


@pytest.fixture
def read_only_workspace(
    stored_library: Path, tmp_path: Path, runner: TaskRunner
) -> Iterator[Workspace]:
    """A library of invented papers, open for reading only."""
    workspace = open_copy(stored_library, tmp_path / "Read only", write=False)
    yield workspace
    runner.close()
    workspace.close()


@pytest.fixture
def empty_workspace(
    tmp_path: Path, runner: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workspace]:
    """An open library without papers."""
    start_no_processes(monkeypatch)
    read_samples(monkeypatch)
    workspace = Workspace(tmp_path / "empty", Shelf(tmp_path / "models"), create=True)
    serve(workspace)
    yield workspace
    runner.close()
    workspace.close()


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Drawing:
    """What draws maps instead of a process of its own."""
    return Drawing(monkeypatch)


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
        until_closed: bool = False,
        undo: LibraryUndo | None = None,
    ) -> None:
        self.append(message)
        self.action, self.call, self.stays = action, call, stays
        self.until_closed = until_closed
        if undo is not None and not action:
            self.action, self.call = "Undo", undo.undo


@pytest.fixture
def notices() -> Notices:
    return Notices()


@pytest.fixture(scope="session")
def stored_birds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library of what the sample paper is to cite."""
    folder = tmp_path_factory.mktemp("birds") / "library"
    return make_library(folder, records(invented_papers()))


@pytest.fixture
def birds(
    stored_birds: Path, tmp_path: Path, runner: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workspace]:
    """An open library of what the sample paper is to cite; which sentences need that is known."""
    start_no_processes(monkeypatch)
    read_samples(monkeypatch)
    workspace = open_copy(stored_birds, tmp_path / "Invented library")
    judge_samples(monkeypatch, workspace)
    yield workspace
    workspace.stop()
    runner.close()
    workspace.close()


@pytest.fixture
def desk(qtbot: QtBot, birds: Workspace, runner: TaskRunner) -> Iterator[Desk]:
    desk = Desk(qtbot, birds, runner)
    yield desk
    desk.close()


@pytest.fixture
def window(workspace: Workspace, runner: TaskRunner, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(workspace, runner, tmp_path, qtbot)
    window.activateWindow()
    return window


@pytest.fixture
def menus(window: MainWindow) -> Menus:
    menus = window.findChild(Menus)
    assert menus is not None
    return menus


@pytest.fixture
def online(monkeypatch: pytest.MonkeyPatch) -> Iterator[Online]:
    monkeypatch.setattr(looking, "_PAUSES", dict.fromkeys(("crossref", "openalex", "arxiv"), 0.0))
    with there.served() as online:
        yield online


@pytest.fixture
def looking_up_desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    looking_up_desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield looking_up_desk
    looking_up_desk.close()


@pytest.fixture
def similar(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> SimilarPage:
    page = SimilarPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    return page


@pytest.fixture
def large_texts(qapp: QApplication) -> Iterator[None]:
    """Texts of twice the size."""
    theme().scale_text(200)
    yield
    theme().scale_text(100)


@pytest.fixture
def english_restored(qapp: QApplication) -> Iterator[None]:
    """Speak English again once the test has spoken another language."""
    yield
    languages.speak("en")
    QLocale.setDefault(QLocale("en"))


@pytest.fixture
def library_page(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> LibraryPage:
    library_page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(library_page)
    library_page.resize(1200, 700)
    library_page.show()
    library_page.refresh()
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 120 and runner.pending() == 0)
    return library_page
