"""Shortcuts that a person chose."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QPushButton,
)
from pytestqt.qtbot import QtBot

from desktop.settings.panel import SettingsPanel
from desktop.settings.store import SettingsStore
from desktop.ui.actions import Actions
from tests.desktop.settings.setting_rows import Left, keys

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_keys_are_pressed_taken_and_put_back(
    panel: SettingsPanel, actions: Actions, store: SettingsStore, qtbot: QtBot
) -> None:
    panel.show_section("Shortcuts")
    shortcuts = panel.shortcuts
    tester = QAbstractItemModelTester(shortcuts.model, Fatal)
    shortcuts.choose_action("library.export")
    editor = shortcuts.editor
    assert not editor.set_button.isEnabled()
    editor.edit.setFocus()
    qtbot.keyClick(editor.edit, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert not editor.warning.isVisible()
    qtbot.mouseClick(editor.set_button, Left)
    assert keys(actions, "library.export") == "Ctrl+B"
    assert store.now.shortcuts == {"library.export": "Ctrl+B"}
    entry = shortcuts.current()
    assert entry is not None
    assert entry.name == "library.export"
    qtbot.mouseClick(editor.reset_button, Left)
    assert store.now.shortcuts == {}
    assert tester.model() is shortcuts.model


def test_a_conflict_is_named_and_the_keys_change_hands(
    panel: SettingsPanel, actions: Actions, store: SettingsStore, qtbot: QtBot
) -> None:
    panel.show_section("Shortcuts")
    shortcuts = panel.shortcuts
    shortcuts.choose_action("library.edit")
    shortcuts.editor.edit.setKeySequence(QKeySequence("Ctrl+K"))
    assert "“Cite” (Library)" in shortcuts.editor.warning.text()
    qtbot.mouseClick(shortcuts.editor.set_button, Left)
    assert (keys(actions, "library.edit"), keys(actions, "library.cite")) == ("Ctrl+K", "")
    assert store.now.shortcuts == {"library.edit": "Ctrl+K", "library.cite": ""}
    shortcuts.choose_action("library.edit")
    qtbot.mouseClick(shortcuts.editor.none_button, Left)
    assert keys(actions, "library.edit") == ""
    button = next(b for b in shortcuts.findChildren(QPushButton) if "Restore" in b.text())
    qtbot.mouseClick(button, Left)
    assert (keys(actions, "library.edit"), keys(actions, "library.cite")) == ("Ctrl+E", "Ctrl+K")
