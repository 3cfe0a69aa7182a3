"""How the program starts, and what it shows first."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base import settings
from core.base.records import PaperNumber
from core.base.settings import Settings
from core.library.library import Library
from desktop.app.application import Application, Start
from desktop.app.main_window import LIBRARY, MANUSCRIPT
from desktop.app.welcome_page import WelcomePage
from tests import wording
from tests.desktop.app.conftest import Engine, shown, wait_for_papers
from tests.desktop.sample_paper import write_paper
from tests.desktop.small_library import write_record


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
    assert engine.opened[0].indexing.status().model_state == "ready"
    program.window.close()
    assert engine.opened[0].ended[-1] == "close"
    kept = settings.load(tmp_path / "settings.toml")
    assert (kept.library, kept.recent_libraries) == (tmp_path / "papers", (tmp_path / "papers",))


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
    assert engine.opened[0].indexing.status().model_state == "none"
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
    page.files.add([write_record(tmp_path, "thesis")])
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


def test_a_manuscript_that_is_asked_for_before_a_library_is_open_opens_with_it(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    drafts = [tmp_path / "draft.pdf", tmp_path / "other.pdf"]
    for draft in drafts:
        write_paper(draft)
    folder = tmp_path / "papers"
    program.start(Start(folder=folder, manuscript=drafts[0], more_manuscripts=(drafts[1],)))
    wait_for_papers(program, qtbot)
    pages = program.window.pages
    assert pages is not None
    qtbot.waitUntil(lambda: pages.manuscript.tabs.count() == 2)
    assert shown(program) is pages.manuscript
    assert program.window.page_bar.currentIndex() == MANUSCRIPT


def test_a_manuscript_to_start_with_is_shown_on_the_welcome_page(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(manuscript=tmp_path / "draft.pdf"))
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    page = shown(program)
    assert isinstance(page, WelcomePage)
    assert page.manuscript == tmp_path / "draft.pdf"


def test_what_was_asked_for_in_one_library_does_not_open_in_the_next(
    program: Application, tmp_path: Path, gate: threading.Event, qtbot: QtBot
) -> None:
    window = program.window
    program.start(Start(folder=tmp_path / "papers"))
    qtbot.waitUntil(lambda: window.library is not None)
    window.open_manuscript(tmp_path / "draft.pdf")
    program.open_library(tmp_path / "others")
    gate.set()
    wait_for_papers(program, qtbot)
    assert window.windowTitle() == "others – Cocite"
    assert window.pages is not None
    assert window.pages.manuscript.tabs.count() == 0


def test_the_first_start_imports_and_opens_a_manuscript(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start())
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    page = shown(program)
    assert isinstance(page, WelcomePage)
    page.set_folder(tmp_path / "papers")
    page.files.add([write_record(tmp_path, "thesis")])
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


def test_a_model_is_loaded_again_when_someone_turns_to_a_manuscript(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program.start(Start(folder=tmp_path / "papers"))
    qtbot.waitUntil(lambda: program.window.pages is not None)
    calls: list[int] = []
    monkeypatch.setattr(engine.opened[0].indexing, "wake_model", lambda: calls.append(1))
    program.window.show_page(MANUSCRIPT)
    qtbot.waitUntil(lambda: not program.runner.pending())
    assert not calls, "no manuscript asks it"
    write_paper(tmp_path / "draft.pdf")
    program.window.open_manuscript(tmp_path / "draft.pdf")
    program.window.show_page(LIBRARY)
    qtbot.waitUntil(lambda: not program.runner.pending())
    assert not calls
    program.window.show_page(MANUSCRIPT)
    qtbot.waitUntil(lambda: len(calls) == 1)


def test_a_library_in_use_elsewhere_can_be_opened_for_reading(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    engine.fill(tmp_path / "one")
    with Library.open(tmp_path / "one"):
        program.start(Start(folder=tmp_path / "one"))
        qtbot.waitUntil(program.window.news.isVisible)
        assert (
            wording.stem("core.library.database.lock:_busy writing")
            in program.window.news.message.text()
        )
        program.window.news.action_button.click()
        wait_for_papers(program, qtbot)
    assert engine.asked[-1] == ("one", False, False)
    assert program.window.news.message.text() == wording.fill("desktop.app.application:_opened")


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


def test_the_last_library_stays_closed_if_one_wants_that(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.use(Settings(library=tmp_path / "one", open_last=False))
    program.start(Start())
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    assert engine.asked == []
