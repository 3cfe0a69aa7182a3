"""Dialogs of the menu Help."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QScrollArea,
)
from pytestqt.qtbot import QtBot

from desktop.app.main_window import MainWindow
from desktop.app.menus import Menus
from desktop.help.dialogs import AboutDialog, ShortcutsDialog
from desktop.ui.actions import Actions
from desktop.ui.tasks import TaskRunner


def test_the_list_of_shortcuts_opens(window: MainWindow, qtbot: QtBot) -> None:
    entry = next(each for each in window.children() if isinstance(each, Menus)).actions.get(
        "program.shortcuts"
    )
    assert entry is not None
    entry.action.trigger()
    dialog = window.findChild(ShortcutsDialog)
    assert dialog is not None
    dialog.close()


def test_the_list_of_shortcuts_shows_the_keys_as_they_are_now(qtbot: QtBot) -> None:
    actions = Actions()
    edit, plain = QAction("Edit details…", actions), QAction("No shortcut", actions)
    edit.setShortcut(QKeySequence("Ctrl+E"))
    actions.add("library.edit", edit, "library")
    actions.add("program.plain", plain)
    actions.use_keys({"library.edit": "F2"})
    dialog = ShortcutsDialog(actions)
    qtbot.addWidget(dialog)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert texts == ["Library", "Edit details…", "F2"]
    button = next(b for b in dialog.findChildren(QPushButton) if "Change" in b.text())
    with qtbot.waitSignal(dialog.change_wanted):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_about_lists_licences_and_shows_the_text_of_the_chosen_one(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    dialog = AboutDialog(runner)
    qtbot.addWidget(dialog)
    dialog.show()
    pane = dialog.licences
    tester = QAbstractItemModelTester(
        pane.model, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    dialog.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: pane.model.rowCount() > 20)
    qtbot.keyClicks(pane.filter, "rapidfuzz")
    assert pane.filter_model.rowCount() == 1
    pane.table.selectRow(0)
    qtbot.waitUntil(lambda: "Permission is hereby granted" in pane.text.toPlainText())
    assert tester.model() is pane.model


@pytest.mark.usefixtures("large_texts")
def test_the_list_of_shortcuts_is_not_scrolled_sideways(qtbot: QtBot) -> None:
    actions = Actions()
    long = QAction("Eine formatierte Literaturangabe in die Zwischenablage kopieren", actions)
    long.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Shift+Y")])
    actions.add("library.long", long, "library")
    dialog = ShortcutsDialog(actions)
    qtbot.addWidget(dialog)
    dialog.show()
    scroll = dialog.findChild(QScrollArea)
    assert scroll is not None
    assert scroll.horizontalScrollBar().maximum() == 0
