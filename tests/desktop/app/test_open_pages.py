"""The pages of the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.app.main_window import LIBRARY, MANUSCRIPT, MODELS, SIMILAR, MainWindow
from desktop.app.menus import Menus
from desktop.ui.tasks import TaskRunner
from tests.desktop.page_window import pages_of, press


def test_alt_and_a_digit_turn_to_a_page(window: MainWindow, qtbot: QtBot) -> None:
    keys = (Qt.Key.Key_4, Qt.Key.Key_3, Qt.Key.Key_2, Qt.Key.Key_1)
    for key, page in zip(keys, (MODELS, SIMILAR, MANUSCRIPT, LIBRARY), strict=True):
        press(qtbot, window, key, "Alt")
        assert window.page_bar.currentIndex() == page
        assert window.stack.currentWidget() is pages_of(window).widgets()[page]
    assert pages_of(window).library.table.hasFocus()


def test_similar_papers_are_reached_from_the_library_and_lead_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    pages = pages_of(window)
    pages.library.table.selectRow(0)
    press(qtbot, window, Qt.Key.Key_S, "Control", "Shift")
    assert window.page_bar.currentIndex() == SIMILAR
    qtbot.waitUntil(lambda: pages.similar.neighbours.rowCount() > 0)
    number = pages.similar.neighbours.paper(0).number
    pages.similar.reveal.trigger()
    assert window.page_bar.currentIndex() == LIBRARY
    qtbot.waitUntil(lambda: pages.library.selected_numbers() == (number,))


def test_without_a_library_pages_and_search_are_off(
    runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(runner, state)
    qtbot.addWidget(window)
    window.show_start(QLabel("Welcome"))
    menus = Menus(window, tmp_path)
    menus.rebuild()
    assert not window.page_bar.isEnabled()
    assert not window.search.isEnabled()
    titles = [action.text() for action in window.menuBar().actions()]
    assert titles == ["&File", "&Edit", "&View", "&Library", "&Recommend", "&Tools", "&Help"]
