"""Undo in the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.app.main_window import MANUSCRIPT, MainWindow
from desktop.ui.undo import UndoAction
from tests.desktop.page_window import pages_of, press


def test_undo_takes_the_last_action_back_whatever_page_is_in_front(
    window: MainWindow, qtbot: QtBot
) -> None:
    library = pages_of(window).library
    library.table.selectRow(0)
    library.table.setFocus()
    qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: library.model.rowCount() == 119)
    window.show_page(MANUSCRIPT)
    press(qtbot, window, Qt.Key.Key_Z, "Control")
    qtbot.waitUntil(lambda: library.model.rowCount() == 120)


def test_what_undo_would_do_is_no_wider_than_a_menu(window: MainWindow, qtbot: QtBot) -> None:
    undo = pages_of(window).library.changes.undo
    entry = UndoAction(undo, window)
    pages_of(window).library.changes.add_collection("Wet & dry " * 12)
    qtbot.waitUntil(lambda: entry.text() != "Undo" and undo.undo_text != "")
    assert len(undo.undo_text) > 100
    assert entry.text().startswith("Undo: Created the collection “Wet && dry")
    assert entry.text().endswith("…")
    assert len(entry.text()) < 80
