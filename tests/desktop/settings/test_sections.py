from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from core.formats import bibliography
from core.library.library import Library
from desktop.settings.panel import SettingsPanel
from desktop.settings.sections import STYLES, CslStyle, KeyPattern
from desktop.settings.store import SettingsStore
from desktop.ui.actions import Actions
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme
from tests import wording


@pytest.fixture
def store(tmp_path: Path, runner: TaskRunner) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml", runner)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as library:
        yield library


def test_a_pattern_of_citation_keys_is_typed_and_kept_in_the_library(
    store: SettingsStore, library: Library, qtbot: QtBot
) -> None:
    store.citation_keys = library.citation_keys
    field = KeyPattern(store)
    qtbot.addWidget(field)
    field.show()
    qtbot.waitUntil(field.edit.isEnabled)
    assert field.edit.text() == "[auth][year][title]"
    field.edit.selectAll()
    qtbot.keyClicks(field.edit, "[Authors2][shortyear]")
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: library.citation_keys.pattern() == "[Authors2][shortyear]")
    assert not field.problem.isVisible()


def test_what_is_no_pattern_is_said_and_changes_nothing(
    store: SettingsStore, library: Library, qtbot: QtBot
) -> None:
    store.citation_keys = library.citation_keys
    field = KeyPattern(store)
    qtbot.addWidget(field)
    field.show()
    qtbot.waitUntil(field.edit.isEnabled)
    field.edit.selectAll()
    qtbot.keyClicks(field.edit, "[editor]")
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(field.problem.isVisible)
    assert "There is no [editor]" in field.problem.text()
    assert "[auth]" in field.problem.text()
    assert library.citation_keys.pattern() == "[auth][year][title]"


def test_without_a_library_there_is_no_pattern(store: SettingsStore, qtbot: QtBot) -> None:
    field = KeyPattern(store)
    qtbot.addWidget(field)
    assert not field.edit.isEnabled()
    assert field.edit.toolTip() == wording.fill("desktop.settings.sections:__init__ first")


def test_a_citation_style_is_chosen_or_taken_from_a_file(
    store: SettingsStore, tmp_path: Path, qtbot: QtBot
) -> None:
    assert set(STYLES) == set(bibliography.STYLES)
    field = CslStyle(store)
    qtbot.addWidget(field)
    field.show()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert store.now.csl_style == "numbered"
    qtbot.keyClick(field, Qt.Key.Key_End)
    dialog = field.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "nature.csl"))
    dialog.close()
    assert store.now.csl_style == str(tmp_path / "nature.csl")
    assert field.currentText() == "nature.csl"


def test_how_long_papers_stay_in_the_trash_is_chosen(
    store: SettingsStore, runner: TaskRunner, qtbot: QtBot
) -> None:
    panel = SettingsPanel(store, Actions(), QLabel)
    qtbot.addWidget(panel)
    panel.show()
    panel.show_section("Library")
    field = panel.library.declared["trash_days"]
    assert field.currentText() == wording.fill("core.base.settings:trash_days emptied")
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert store.now.trash_days == 30


def test_nothing_scrolls_sideways_with_large_texts(store: SettingsStore, qtbot: QtBot) -> None:
    theme().scale_text(200)
    try:
        store.change(library=Path("/home/ada/Documents/Thesis"))
        panel = SettingsPanel(store, Actions(), QLabel)
        qtbot.addWidget(panel)
        panel.resize(760, 700)
        panel.show()
        for section in panel.sections:
            panel.show_section(section.title)
            QApplication.processEvents()
            assert section.horizontalScrollBar().maximum() == 0, section.title
    finally:
        theme().scale_text(100)
