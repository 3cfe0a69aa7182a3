from __future__ import annotations

from importlib import metadata

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.help import licences
from desktop.help.dialogs import AboutDialog, ShortcutsDialog
from desktop.ui.actions import Actions
from desktop.ui.tasks import TaskRunner


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


def test_every_distribution_is_listed_with_a_licence_as_far_as_it_says_one() -> None:
    found = {one.name.casefold(): one for one in licences.distributions()}
    assert len(found) == len({d.metadata["Name"].casefold() for d in metadata.distributions()})
    assert found["pyside6"].version == metadata.version("pyside6")
    assert "MIT" in found["rapidfuzz"].licence
    assert list(found) == sorted(found)


def test_the_text_of_a_licence_is_found() -> None:
    assert "Permission is hereby granted" in licences.licence_texts("rapidfuzz")
    assert licences.licence_texts("no such distribution") == ""


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
