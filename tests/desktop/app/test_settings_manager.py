"""Settings, as the window has them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from core.base import settings
from core.base.lookups import Consent
from desktop.app.application import Application, Start
from desktop.ui.theme import theme
from tests.desktop.app.conftest import Engine, wait_for_papers
from tests.desktop.patience import PATIENCE_S


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
