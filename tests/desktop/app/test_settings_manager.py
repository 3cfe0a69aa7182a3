"""Settings, as the window has them.

The language, switched while the window is open."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from core.base import settings
from core.base.lookups import Consent
from core.base.records import PaperNumber
from desktop.app.application import Application, Start
from desktop.app.menus import Menus
from desktop.app.welcome_page import WelcomePage
from desktop.manuscript.session import ManuscriptSession
from desktop.settings.panel import SettingsPanel
from desktop.ui.theme import theme
from tests import wording
from tests.desktop.app.conftest import Engine, shown, wait_for_papers
from tests.desktop.patience import PATIENCE_S
from tests.desktop.sample_paper import write_paper

# --- opens the settings panel and lets what was chosen count in the window at once ------------


def test_the_last_settings_are_those_that_stay(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    gate = threading.Event()
    engine.opened[0].on_stop = gate.set
    program.runner.run(lambda: gate.wait(PATIENCE_S), write=True)
    program.store.change(theme="dark")
    program.store._write_away()
    program.store.change(theme="light")
    program.window.close()
    assert settings.load(tmp_path / "settings.toml").theme == "light"


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


def test_the_manuscript_in_front_has_its_own_keys_on_each_page(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    pages = program.window.pages
    assert pages is not None
    paper = engine.opened[0].library.papers.get(PaperNumber(5))
    entry = f"@article{{lanterns, title={{{paper.title}}}, doi={{{paper.doi}}}}}"
    (tmp_path / "refs.bib").write_text(entry, encoding="utf-8")
    draft = tmp_path / "draft.tex"
    draft.write_text(r"\begin{document}Lanterns.\bibliography{refs}\end{document}", "utf-8")
    pages.manuscript.open(draft)
    pages.library.show_paper(paper.number)
    qtbot.waitUntil(lambda: pages.library.selected_numbers() == (paper.number,))
    message = program.window.news.message
    pages.library.library_actions.cite.trigger()
    qtbot.waitUntil(lambda: message.text() == r"Copied \cite{lanterns}")
    similar = pages.similar.paper_actions
    similar._selected = lambda: (paper.number,)
    similar.enable("")
    similar.key.trigger()
    qtbot.waitUntil(lambda: message.text() == "Copied lanterns")
    pages.manuscript.close_current()
    pages.library.library_actions.cite.trigger()
    qtbot.waitUntil(lambda: paper.citation_key in message.text())


def test_what_may_be_looked_up_follows_the_settings(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.store.change(lookup_arxiv=True)
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    lookup = engine.opened[0].lookup
    assert lookup.consent == Consent(("arxiv",))
    program.store.change(lookup_crossref=True, lookup_mailto="me@example.org")
    assert lookup.consent == Consent(("crossref", "arxiv"), "me@example.org")
    program.store.change(lookup_crossref=False, lookup_arxiv=False)
    assert lookup.consent.services == ()
    panel = program.settings_manager.show_panel()
    assert panel.privacy.sent_button.isEnabled()
    panel.close()


def test_a_chosen_theme_is_applied_and_kept(
    program: Application, tmp_path: Path, qtbot: QtBot
) -> None:
    program.window.theme_chosen.emit("dark")
    assert theme().dark
    qtbot.waitUntil((tmp_path / "settings.toml").exists)
    assert settings.load(tmp_path / "settings.toml").theme == "dark"


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
    assert engine.opened[0].recommending.rerank_seconds == 1.5
    program.store.change(shortcuts={"library.edit": "F2"})
    assert pages.library.library_actions.edit.shortcut().toString() == "F2"
    program.store.change(text_percent=100, density="normal", shortcuts={})
    assert pages.library.table.verticalHeader().defaultSectionSize() == height


# --- changes the language of the running program ----------------------------------------------


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
    assert passed_over > 0, wording.stem("core.library.following.zotero:look.remedy")

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
