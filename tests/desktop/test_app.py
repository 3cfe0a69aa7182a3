from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base import settings
from core.base.errors import LibraryBusyError, LibraryMissingError
from core.base.records import PaperNumber
from core.base.settings import Settings
from desktop.app import Application, Start
from desktop.main_window import MANUSCRIPT
from desktop.theme import theme
from desktop.welcome_page import WelcomePage
from tests.desktop.fake_workspace import FakeWorkspace
from tests.desktop.patience import PATIENCE_S
from tests.desktop.sample_paper import write_paper


class Engine:
    """Stands in for ``core.workspace.Workspace`` and remembers what it opened."""

    def __init__(self) -> None:
        self.opened: list[FakeWorkspace] = []
        self.asked: list[tuple[str, bool, bool]] = []
        self.busy = False

    def __call__(self, folder: Path, _shelf: object, *, write: bool, create: bool) -> FakeWorkspace:
        self.asked.append((folder.name, write, create))
        if self.busy and write:
            raise LibraryBusyError(f"The library “{folder.name}” is being written by another.")
        for other in self.opened:
            if other.library.folder == folder and "close" not in other.calls:
                raise LibraryBusyError(f"The library “{folder.name}” is still open.")
        if not create and folder.name == "gone":
            raise LibraryMissingError("There is no library in “gone”.")
        workspace = FakeWorkspace(folder=folder)
        workspace.library.read_only = not write
        workspace.library.database = None  # type: ignore[attr-defined]
        self.opened.append(workspace)
        return workspace


class NoFolders:
    """Stands in for ``core.library.imports.watching.WatchedFolders``: none is watched."""

    def __init__(self, _database: object) -> None:
        pass

    def folders(self) -> list[Path]:
        return []

    def ready(self) -> list[Path]:
        return []


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    engine = Engine()
    monkeypatch.setattr("core.workspace.Workspace", engine)
    monkeypatch.setattr("core.library.imports.watching.WatchedFolders", NoFolders)
    return engine


@pytest.fixture
def program(
    engine: Engine, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Application]:
    monkeypatch.setattr(qapp, "quit", lambda: None)
    program = Application(qapp, tmp_path / "settings.toml", tmp_path / "cocite.log")
    yield program
    program.window.close()
    theme().choose("system")
    shiboken6.delete(program.window)


def shown(program: Application) -> QWidget | None:
    return program.window.stack.currentWidget()


def wait_for_papers(program: Application, qtbot: QtBot) -> None:
    def ready() -> bool:
        pages = program.window.pages
        return pages is not None and pages.library.model.rowCount() == 120

    qtbot.waitUntil(ready)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)


def test_the_first_start_welcomes_and_makes_a_library(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start())
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    page = shown(program)
    assert isinstance(page, WelcomePage)
    page.set_folder(tmp_path / "papers")
    page.open_chosen()
    wait_for_papers(program, qtbot)
    assert engine.asked == [("papers", True, True)]
    assert program.window.windowTitle() == "papers – Cocite"
    assert program.window.status_line.papers.text() == "120 papers"
    assert "load_model" in engine.opened[0].calls
    program.window.close()
    assert engine.opened[0].calls[-1] == "close"
    kept = settings.load(tmp_path / "settings.toml")
    assert (kept.library, kept.recent_libraries) == (tmp_path / "papers", (tmp_path / "papers",))


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold what is prepared behind the first papers until the gate is opened."""
    opened = threading.Event()
    monkeypatch.setattr(FakeWorkspace, "prepare", lambda _: opened.wait(PATIENCE_S))
    yield opened
    opened.set()


def test_papers_can_be_searched_before_the_other_pages_are_there(
    program: Application, engine: Engine, tmp_path: Path, gate: threading.Event, qtbot: QtBot
) -> None:
    window = program.window
    program.start(Start(folder=tmp_path / "papers"))
    qtbot.waitUntil(lambda: window.library is not None and window.library.model.rowCount() == 120)
    library = window.library
    assert library is not None
    assert library.model.index(0, 0).data(), "the first rows come with their order"
    assert window.pages is None
    assert "load_model" not in engine.opened[0].calls
    window.search.setText("cita")
    window.search.textEdited.emit("cita")
    qtbot.waitUntil(lambda: library.query.text == "cita")
    window.show_page(MANUSCRIPT)
    assert shown(program) is library, "it is not there yet"
    gate.set()
    qtbot.waitUntil(lambda: window.pages is not None)
    assert window.pages is not None
    assert window.pages.library is library
    assert shown(program) is window.pages.manuscript, "what was asked for meanwhile"


def test_what_was_asked_for_on_the_welcome_page_begins_with_the_papers(
    program: Application, engine: Engine, tmp_path: Path, gate: threading.Event, qtbot: QtBot
) -> None:
    window = program.window
    write_paper(tmp_path / "draft.pdf")
    program.start(Start())
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    page = shown(program)
    assert isinstance(page, WelcomePage)
    page.set_folder(tmp_path / "papers")
    page.files.add([tmp_path / "thesis.bib"])
    page.choose_manuscript(tmp_path / "draft.pdf")
    page.open_button.click()
    qtbot.waitUntil(lambda: window.library is not None and window.library.model.rowCount() == 121)
    assert window.pages is None
    gate.set()
    qtbot.waitUntil(lambda: window.pages is not None)
    assert window.pages is not None
    manuscript = window.pages.manuscript
    qtbot.waitUntil(lambda: manuscript.tabs.count() == 1)
    assert shown(program) is manuscript


def test_closing_before_the_other_pages_are_there_closes_the_library(
    program: Application, engine: Engine, tmp_path: Path, gate: threading.Event, qtbot: QtBot
) -> None:
    window = program.window
    program.start(Start(folder=tmp_path / "papers"))
    qtbot.waitUntil(lambda: window.library is not None and window.library.model.rowCount() == 120)
    opening = threading.Timer(0.1, gate.set)
    opening.start()
    window.close()
    opening.join()
    assert engine.opened[0].calls[-1] == "close"
    assert window.pages is None


def test_another_library_may_be_chosen_before_the_pages_of_the_first_are_there(
    program: Application, engine: Engine, tmp_path: Path, gate: threading.Event, qtbot: QtBot
) -> None:
    window = program.window
    program.start(Start(folder=tmp_path / "papers"))
    qtbot.waitUntil(lambda: window.library is not None and window.library.model.rowCount() == 120)
    program.open_library(tmp_path / "others", create=True)
    gate.set()
    qtbot.waitUntil(lambda: window.windowTitle() == "others – Cocite")
    wait_for_papers(program, qtbot)
    assert [each.library.folder.name for each in engine.opened] == ["papers", "others"]
    assert "close" in engine.opened[0].calls


def test_the_first_start_imports_and_opens_a_manuscript(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start())
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    page = shown(program)
    assert isinstance(page, WelcomePage)
    page.set_folder(tmp_path / "papers")
    page.files.add([tmp_path / "thesis.bib"])
    write_paper(tmp_path / "draft.pdf")
    page.choose_manuscript(tmp_path / "draft.pdf")
    page.open_button.click()
    qtbot.waitUntil(lambda: program.window.pages is not None)
    assert program.window.pages is not None
    pages = program.window.pages
    qtbot.waitUntil(lambda: pages.library.model.rowCount() == 121)
    assert engine.opened[0].library.papers.get(PaperNumber(121)).title == "thesis"
    assert program.window.page_bar.currentIndex() == MANUSCRIPT
    assert pages.manuscript.current_tab() is not None


def test_cite_commands_are_copied_in_the_style_of_the_settings(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.change(cite_style="pandoc")
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    assert program.window.pages is not None
    library = program.window.pages.library
    library.table.select_only(0)
    message = program.window.news.message
    for style, said in (("pandoc", "Copied [@"), ("typst", "Copied @")):
        program.store.change(cite_style=style)
        library.library_actions.cite.trigger()
        qtbot.waitUntil(lambda said=said: message.text().startswith(said))  # type: ignore[misc]


def test_closing_does_not_wait_for_a_model(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    workspace = engine.opened[0]
    workspace.gate = threading.Event()
    assert program.window.pages is not None
    program.window.pages.library.search("lanterns")
    qtbot.waitUntil(lambda: "search lanterns" in workspace.calls)
    program.window.close()  # waits for the search, which ends when the workspace stops
    assert workspace.calls[-2:] == ["stop", "close"]


def test_what_was_typed_just_before_closing_is_stored_behind_another_write(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    assert program.window.pages is not None
    library = program.window.pages.library
    library.table.select_only(5)
    qtbot.waitUntil(lambda: library.details.shown is not None)
    (number,) = library.selected_numbers()
    begun = threading.Event()
    gate = engine.opened[0].gate = threading.Event()  # opened when the workspace is to stop

    def other() -> None:
        begun.set()
        gate.wait(PATIENCE_S)

    program.runner.run(other, write=True)
    begun.wait(PATIENCE_S)
    library.pane.note.setPlainText("Compare with the gardens.")
    program.window.close()
    assert engine.opened[0].papers.notes.get(number) == "Compare with the gardens."


def test_the_last_settings_are_those_that_stay(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    gate = engine.opened[0].gate = threading.Event()
    program.runner.run(lambda: gate.wait(PATIENCE_S), write=True)
    program.store.change(theme="dark")
    program.store._write_away()
    program.store.change(theme="light")
    program.window.close()
    assert settings.load(tmp_path / "settings.toml").theme == "light"


def test_another_library_closes_the_one_before(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    program.window.library_chosen.emit(tmp_path / "two")
    qtbot.waitUntil(lambda: len(engine.opened) == 2)
    wait_for_papers(program, qtbot)
    assert engine.opened[0].calls[-1] == "close"
    assert "close" not in engine.opened[1].calls
    assert [path.name for path in program.settings.recent_libraries] == ["two", "one"]


@pytest.mark.parametrize("pause_ms", [0, 30])
def test_a_person_may_change_their_mind_before_a_library_is_open(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot, pause_ms: int
) -> None:
    program.open_library(tmp_path / "one", create=True)
    wait_for_papers(program, qtbot)
    for name in ("two", "one", "two", "one"):
        program.open_library(tmp_path / name, create=True)
        qtbot.wait(pause_ms)
    wait_for_papers(program, qtbot)
    assert program.window.windowTitle() == "one – Cocite"
    assert program.window.news.isHidden()
    still_open = [each for each in engine.opened if "close" not in each.calls]
    assert still_open == [program.workspace]


def test_a_library_in_use_elsewhere_can_be_opened_for_reading(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    engine.busy = True
    program.start(Start(folder=tmp_path / "one"))
    qtbot.waitUntil(program.window.news.isVisible)
    assert "is being written" in program.window.news.message.text()
    program.window.news.action_button.click()
    wait_for_papers(program, qtbot)
    assert engine.asked[-1] == ("one", False, False)
    assert program.window.news.message.text() == "This library is open for reading only."


def test_a_library_that_is_gone_leads_to_the_welcome_page(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.use(Settings(library=tmp_path / "gone"))
    program.start(Start())
    qtbot.waitUntil(program.window.news.isVisible)
    assert isinstance(shown(program), WelcomePage)
    assert program.settings.library is None


def test_a_failure_to_open_is_no_longer_shown_once_a_library_is_open(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.use(Settings(library=tmp_path / "gone"))
    program.start(Start())
    qtbot.waitUntil(program.window.news.isVisible)
    page = shown(program)
    assert isinstance(page, WelcomePage)
    page.set_folder(tmp_path / "papers")
    page.open_chosen()
    wait_for_papers(program, qtbot)
    assert not program.window.news.isVisible()


def test_a_chosen_theme_is_applied_and_kept(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.window.theme_chosen.emit("dark")
    assert theme().dark
    qtbot.waitUntil((tmp_path / "settings.toml").exists)
    assert settings.load(tmp_path / "settings.toml").theme == "dark"


def test_the_indexes_follow_a_change_of_the_library(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    workspace = engine.opened[0]
    status = workspace.indexing.status

    def behind() -> object:
        from dataclasses import replace

        fresh = "index_words" in workspace.calls
        return replace(status(), words="ready" if fresh else "building", vectors=(0, 119))

    monkeypatch.setattr(workspace, "status", behind)
    assert program.window.pages is not None
    page = program.window.pages.library
    page.table.select_only(0)
    page.library_actions.trash.trigger()
    qtbot.waitUntil(lambda: "index_vectors" in workspace.calls)
    assert workspace.calls.index("index_words") < workspace.calls.index("index_vectors")


def test_full_texts_that_wait_are_read_at_the_start_and_after_a_change(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    workspace = engine.opened[0]
    workspace.attach(5, "later.pdf")
    assert program.window.pages is not None
    program.window.pages.library.changes.add_tag("new")
    qtbot.waitUntil(lambda: "read later.pdf" in workspace.calls)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)


def test_links_of_open_manuscripts_follow_the_library_and_the_threshold_is_kept(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    pages = program.window.pages
    assert pages is not None
    draft = tmp_path / "draft.pdf"
    write_paper(draft)
    program.window.open_manuscript(draft)
    tab = pages.manuscript.current_tab()
    assert tab is not None
    qtbot.waitUntil(lambda: tab.session is not None and tab.outline_pane is not None)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    before = engine.opened[0].calls.count("relink")
    pages.library.changes.add_tag("new")
    qtbot.waitUntil(lambda: engine.opened[0].calls.count("relink") > before)
    assert tab.outline_pane is not None
    tab.outline_pane.slider.slider.setValue(20)
    qtbot.waitUntil(lambda: settings.load(tmp_path / "settings.toml").gap_threshold == 0.8)


def test_settings_count_at_once_and_reach_the_engine(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    pages = program.window.pages
    assert pages is not None
    size = program.window.font().pointSizeF()
    height = pages.library.table.verticalHeader().defaultSectionSize()
    program.store.change(text_percent=200, density="roomy", rerank_ms=1500)
    assert program.window.font().pointSizeF() == pytest.approx(2 * size)
    assert pages.library.table.verticalHeader().defaultSectionSize() > height + 8
    assert engine.opened[0].rerank_seconds == 1.5
    program.store.change(shortcuts={"library.edit": "F2"})
    assert pages.library.library_actions.edit.shortcut().toString() == "F2"
    program.store.change(text_percent=100, density="normal", shortcuts={})
    assert pages.library.table.verticalHeader().defaultSectionSize() == height


def test_the_last_library_stays_closed_if_one_wants_that(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.use(Settings(library=tmp_path / "one", open_last=False))
    program.start(Start())
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    assert engine.asked == []


def test_settings_open_once_and_lead_to_another_library(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    panel = program.settings_manager.show_panel()
    assert program.settings_manager.show_panel() is panel
    panel.library.library_chosen.emit(tmp_path / "two")
    qtbot.waitUntil(lambda: len(engine.opened) == 2)
    wait_for_papers(program, qtbot)
    assert not shiboken6.isValid(panel)  # it might show models of the library that is closed
