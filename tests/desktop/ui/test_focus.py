"""Where the focus goes, and what a key does there."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.app.main_window import LIBRARY, MANUSCRIPT, MODELS, SIMILAR, MainWindow
from desktop.ui.tasks import TaskRunner
from tests.desktop.page_window import pages_of, press


def test_f6_goes_through_the_panes_and_returns_to_what_had_the_focus(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_page(LIBRARY)
    library = pages_of(window).library
    assert library.table.hasFocus()

    def list_stations(*modifiers: str) -> list[QWidget]:
        stations: list[QWidget] = []
        while not stations or not library.table.hasFocus():
            press(qtbot, window, Qt.Key.Key_F6, *modifiers)
            focus = QApplication.focusWidget()
            assert isinstance(focus, QWidget)
            stations.append(focus)
            assert len(stations) < 8, "it does not return"
        return stations

    forwards = list_stations()
    assert any(library.sidebar.isAncestorOf(station) for station in forwards)
    assert len(set(forwards)) == len(forwards) > 2
    assert not all(library.isAncestorOf(station) for station in forwards), "the bar above"
    assert list_stations("Shift") == [*reversed(forwards[:-1]), library.table]


def test_f6_passes_by_a_pane_without_anything_to_work_with(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_page(LIBRARY)
    sidebar = pages_of(window).library.sidebar
    sidebar.setEnabled(False)
    for _ in range(6):
        press(qtbot, window, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        assert isinstance(focus, QWidget)
        assert focus is not sidebar
        assert not sidebar.isAncestorOf(focus)


def test_the_page_that_comes_to_the_front_has_the_focus(
    window: MainWindow, runner: TaskRunner, qtbot: QtBot
) -> None:
    def turn(key: Qt.Key) -> QWidget:
        window.focus_search()
        press(qtbot, window, key, "Alt")
        focus = QApplication.focusWidget()
        assert isinstance(focus, QWidget)
        return focus

    pages = pages_of(window)
    assert turn(Qt.Key.Key_1) is pages.library.table
    assert pages.manuscript.welcome.isAncestorOf(turn(Qt.Key.Key_2))
    pages.manuscript.open_text("Tides wait for nobody. It has been shown that gardens do.")
    qtbot.waitUntil(lambda: runner.pending() == 0)
    tab = pages.manuscript.current_tab()
    assert tab is not None
    assert turn(Qt.Key.Key_2) is tab.view
    press(qtbot, window, Qt.Key.Key_Down, "Alt")
    assert tab.view.selected_sentence is not None
    assert pages.similar.empty.isAncestorOf(turn(Qt.Key.Key_3))
    pages.similar.show_similar((PaperNumber(3),))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert turn(Qt.Key.Key_3) is pages.similar.table
    assert pages.models.panel.isAncestorOf(turn(Qt.Key.Key_4))


def test_the_page_bar_keeps_the_focus_while_one_walks_along_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.page_bar.setFocus()
    for page in (MANUSCRIPT, SIMILAR, MODELS):
        press(qtbot, window, Qt.Key.Key_Right)
        assert window.page_bar.currentIndex() == page
        assert window.page_bar.hasFocus()


def test_return_presses_the_button_that_has_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    pressed: list[str] = []
    page = QWidget()
    for name in ("first", "second"):
        button = QPushButton(name, page)
        button.clicked.connect(partial(pressed.append, name))
    box = QCheckBox("third", page)
    window.show_start(page)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        page.findChildren(QPushButton)[1].setFocus()
        press(qtbot, window, key)
    assert pressed == ["second", "second"]
    box.setFocus()
    press(qtbot, window, Qt.Key.Key_Return)
    assert not box.isChecked()
    assert pressed == ["second", "second"]


def test_a_click_on_a_page_leaves_its_keys_to_the_page(window: MainWindow) -> None:
    assert window.page_bar.focusPolicy() == Qt.FocusPolicy.TabFocus
