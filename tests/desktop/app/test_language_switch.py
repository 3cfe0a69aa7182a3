"""The language, switched while the window is open."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.app.application import Application, Start
from desktop.app.menus import Menus
from desktop.app.welcome_page import WelcomePage
from desktop.manuscript.session import ManuscriptSession
from desktop.settings.panel import SettingsPanel
from tests.desktop.app.conftest import Engine, shown, wait_for_papers
from tests.desktop.sample_paper import write_paper


def menu_names(program: Application) -> list[str]:
    return [action.text() for action in program.window.menuBar().actions()]


@pytest.mark.usefixtures("english_restored")
def test_the_language_can_be_switched_on_the_welcome_page(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start())
    qtbot.waitUntil(lambda: isinstance(shown(program), WelcomePage))
    program.store.change(language="de")
    qtbot.waitUntil(lambda: "&Datei" in menu_names(program))
    assert isinstance(shown(program), WelcomePage)
    program.store.change(language="en")
    qtbot.waitUntil(lambda: "&File" in menu_names(program))


@pytest.mark.usefixtures("english_restored")
def test_pages_menus_and_settings_are_built_anew_and_manuscripts_stay_open(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    write_paper(tmp_path / "draft.pdf")
    program.window.show()
    program.open_library(tmp_path / "mine", create=True)
    wait_for_papers(program, qtbot)
    window = program.window
    window.open_manuscript(tmp_path / "draft.pdf")
    assert window.pages is not None
    qtbot.waitUntil(lambda: window.pages.manuscript.tabs.count() == 1)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    program.settings_manager.show_panel()

    program.store.change(language="de")

    qtbot.waitUntil(lambda: "&Datei" in menu_names(program))
    assert [window.page_bar.tabText(place) for place in range(4)] == [
        "Bibliothek",
        "Manuskript",
        "Ähnlich",
        "Modelle",
    ]
    assert window.page_bar.currentIndex() == 1, "the page in front stays in front"
    qtbot.waitUntil(lambda: window.pages is not None)
    qtbot.waitUntil(lambda: window.pages.manuscript.tabs.count() == 1)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: window.status_line.papers.text() == "120 Arbeiten")
    panels = [panel for panel in window.findChildren(SettingsPanel) if panel.isVisible()]
    assert [panel.windowTitle() for panel in panels] == ["Einstellungen"]
    assert len(engine.opened) == 1, "the library stays open"
    panels[0].close()
    wait_for_papers(program, qtbot)

    program.store.change(language="en")
    qtbot.waitUntil(lambda: "&File" in menu_names(program))
    wait_for_papers(program, qtbot)


@pytest.mark.usefixtures("english_restored")
def test_pages_of_before_the_switch_are_left_to_the_garbage_collector(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.window.show()
    program.open_library(tmp_path / "mine", create=True)
    wait_for_papers(program, qtbot)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    passed_over = gc.get_freeze_count()
    assert passed_over > 0, "what was imported stays"

    program.store.change(language="de")
    qtbot.waitUntil(lambda: "&Datei" in menu_names(program))
    wait_for_papers(program, qtbot)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)

    assert gc.get_freeze_count() <= passed_over


@pytest.mark.usefixtures("english_restored")
def test_typed_passages_and_what_can_be_undone_outlive_the_switch(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.window.show()
    program.open_library(tmp_path / "mine", create=True)
    wait_for_papers(program, qtbot)
    window = program.window
    assert window.pages is not None
    papers = engine.opened[0].library.papers
    collections = engine.opened[0].library.collections
    window.pages.library.changes.add_collection("Keepers")
    qtbot.waitUntil(lambda: "Keepers" in {group.name for group in collections.all()})
    window.show_page(1)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    passage = "Gardens are held together by patience."
    window.pages.manuscript.open_text(passage)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    session = session_of(program)
    assert session is not None
    paper = papers.get(PaperNumber(1))
    session.decide(0, [paper], "cite")
    qtbot.waitUntil(lambda: program.runner.pending() == 0)

    program.store.change(language="de")
    qtbot.waitUntil(lambda: "&Datei" in menu_names(program))
    wait_for_papers(program, qtbot)
    qtbot.waitUntil(
        lambda: passage in [tab.typed for tab in window.pages.manuscript._all_tabs()]  # type: ignore[union-attr]
    )
    qtbot.waitUntil(lambda: session_of(program) is not None)
    qtbot.waitUntil(lambda: program.runner.pending() == 0)
    now = session_of(program)
    assert now is not None
    assert now is not session
    qtbot.waitUntil(lambda: now.chosen(0) == (paper.number,))
    undo = window.pages.library.changes.undo
    qtbot.waitUntil(lambda: undo.undo_text != "")
    assert undo_name(program).startswith("Rückgängig: ")
    assert paper.title[:20] in undo.undo_text
    undo.undo()
    qtbot.waitUntil(lambda: now.chosen(0) == ())
    undo.redo()
    qtbot.waitUntil(lambda: now.chosen(0) == (paper.number,))
    undo.undo()
    undo.undo()
    qtbot.waitUntil(lambda: "Keepers" not in {group.name for group in collections.all()})
    undo.redo()
    qtbot.waitUntil(lambda: "Keepers" in {group.name for group in collections.all()})


def undo_name(program: Application) -> str:
    """Return what the menu calls that which Ctrl+Z takes back in the library."""
    menus = next(each for each in program.window.children() if isinstance(each, Menus))
    entry = menus.actions.get("library.undo")
    assert entry is not None
    return entry.action.text()


def session_of(program: Application) -> ManuscriptSession | None:
    assert program.window.pages is not None
    tab = program.window.pages.manuscript.current_tab()
    return None if tab is None else tab.session
