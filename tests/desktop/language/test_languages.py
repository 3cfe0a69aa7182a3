from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.app.application import Application, Start
from desktop.app.menus import Menus
from desktop.app.welcome_page import WelcomePage
from desktop.language import languages
from desktop.language.languages import LANGUAGES, chosen_language
from desktop.language.wording import choose_plural, figure, percent, quoted, translate
from desktop.manuscript.session import ManuscriptSession
from desktop.settings.panel import SettingsPanel
from tests.desktop.app.conftest import Engine, engine, program, shown, wait_for_papers
from tests.desktop.sample_paper import write_paper

__all__ = ["engine", "program"]


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    yield
    languages.speak("en")
    QLocale.setDefault(QLocale("en"))


def menu_names(program: Application) -> list[str]:
    return [action.text() for action in program.window.menuBar().actions()]


def papers(count: int) -> str:
    return choose_plural(translate("StatusLine", "%Ln paper(s)", "", count), count)


@pytest.mark.parametrize(
    ("choice", "system", "code"),
    [
        ("system", "de_AT", "de"),
        ("system", "en_GB", "en"),
        ("system", "fr_FR", "en"),
        ("system", "C", "en"),
        ("de", "en_US", "de"),
        ("eo", "de_DE", "en"),
    ],
)
def test_the_system_s_language_is_spoken_where_there_is_one(
    choice: str, system: str, code: str
) -> None:
    assert chosen_language(choice, QLocale(system)) == code


def test_counts_have_the_forms_and_numbers_the_signs_of_the_language(qapp: QApplication) -> None:
    assert [papers(count) for count in (0, 1, 1234)] == ["0 papers", "1 paper", "1,234 papers"]
    assert choose_plural("2 entr(y|ies), (is|are) here", 2) == "2 entries, are here"
    assert choose_plural("1 entr(y|ies), (is|are) here", 1) == "1 entry, is here"
    assert (figure(1234.56, 1), percent(0.25)) == ("1,234.6", "25%")
    languages.speak("de")
    assert [papers(count) for count in (0, 1, 1234)] == ["0 Arbeiten", "1 Arbeit", "1.234 Arbeiten"]
    assert (figure(1234.56, 1), percent(0.25)) == ("1.234,6", "25 %")
    assert quoted("a {b}") == "„a {b}“"
    languages.speak("en")
    assert papers(1) == "1 paper"


def test_qt_s_own_buttons_speak_the_language_too(qtbot: QtBot) -> None:
    languages.speak("de")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert box.buttons()[0].text() == "Abbrechen"


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


def test_every_language_has_a_name_of_its_own() -> None:
    assert list(LANGUAGES) == ["en", "de"]
    assert len(set(LANGUAGES.values())) == len(LANGUAGES)
