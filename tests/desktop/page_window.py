"""The main window with its pages."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.main_window import MainWindow
from desktop.app.open_pages import Pages


def pages_of(window: MainWindow) -> Pages:
    assert window.pages is not None
    return window.pages


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, *modifiers: str) -> None:
    names = {name: getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in modifiers}
    combined = Qt.KeyboardModifier.NoModifier
    for modifier in names.values():
        combined |= modifier
    focus = QApplication.focusWidget()
    qtbot.keyClick(focus if focus is not None else window, key, combined)
