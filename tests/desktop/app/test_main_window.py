from __future__ import annotations

import gc
import threading
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSettings, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.base.jobs import Job
from core.base.records import PaperNumber, Status
from core.workspace import Workspace
from desktop.app.command_palette import CommandPalette
from desktop.app.main_window import LIBRARY, MANUSCRIPT, MODELS, SIMILAR, MainWindow
from desktop.app.menus import Menus
from desktop.app.open_pages import Pages
from desktop.help.dialogs import ShortcutsDialog
from desktop.ui.jobs_panel import JobModel, duration
from desktop.ui.tasks import TaskRunner
from desktop.ui.undo import UndoAction
from tests.desktop.window import open_window


@pytest.fixture
def window(workspace: Workspace, runner: TaskRunner, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(workspace, runner, tmp_path, qtbot)
    window.activateWindow()
    return window


@pytest.fixture
def menus(window: MainWindow) -> Menus:
    menus = window.findChild(Menus)
    assert menus is not None
    return menus


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


def test_nothing_stays_of_menus_that_were_made_anew(menus: Menus) -> None:
    """A window makes its menus anew with each language, library and set of pages."""

    def rebuilt(times: int) -> Counter[type]:
        for _ in range(times):
            menus.rebuild()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QApplication.processEvents()
        gc.collect()
        return Counter(type(each) for each in gc.get_objects())

    before = rebuilt(2)
    after = rebuilt(10)
    assert (after[QMenu], after[QActionGroup]) == (before[QMenu], before[QActionGroup])
    assert after[QAction] == before[QAction]


def test_alt_and_a_digit_turn_to_a_page(window: MainWindow, qtbot: QtBot) -> None:
    keys = (Qt.Key.Key_4, Qt.Key.Key_3, Qt.Key.Key_2, Qt.Key.Key_1)
    for key, page in zip(keys, (MODELS, SIMILAR, MANUSCRIPT, LIBRARY), strict=True):
        press(qtbot, window, key, "Alt")
        assert window.page_bar.currentIndex() == page
        assert window.stack.currentWidget() is pages_of(window).widgets()[page]
    assert pages_of(window).library.table.hasFocus()


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


def test_a_library_open_for_reading_says_why_nothing_can_be_imported(
    read_only_workspace: Workspace, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(read_only_workspace, runner, tmp_path, qtbot)
    menus = window.findChild(Menus)
    assert menus is not None
    said = "This library is open for reading only"
    for name in ("import", "import_folder"):
        entry = menus.actions.get(f"program.{name}")
        assert entry is not None
        assert entry.why_not == said
    library = pages_of(window).library
    actions = [*library.import_actions.all(), library.library_actions.sidebar.rename]
    for part in (*actions, library.library_actions.sidebar.remove, library.centre.import_button):
        assert not part.isEnabled()
        assert part.toolTip() == f"{said}."


def test_typing_in_the_search_field_shows_the_library_and_escape_clears_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    library = pages_of(window).library
    window.show_page(MODELS)
    press(qtbot, window, Qt.Key.Key_F, "Control")
    assert window.search.hasFocus()
    qtbot.keyClicks(window.search, "lanterns")
    assert window.page_bar.currentIndex() == LIBRARY
    assert window.search.hasFocus()
    qtbot.waitUntil(lambda: 0 < library.model.rowCount() < 120)
    qtbot.keyClick(window.search, Qt.Key.Key_Down)
    assert library.table.hasFocus()
    assert len(library.selected_numbers()) == 1
    press(qtbot, window, Qt.Key.Key_F, "Control")
    qtbot.keyClick(window.search, Qt.Key.Key_Escape)
    assert window.search.text() == ""
    qtbot.waitUntil(lambda: library.model.rowCount() == 120)


def test_an_expected_failure_shows_what_to_do_and_stays(
    window: MainWindow, runner: TaskRunner, qtbot: QtBot
) -> None:
    def work() -> None:
        raise FormatError("“a.bib” could not be read.", remedy="Mend it.")

    runner.run(work)
    qtbot.waitUntil(window.news.isVisible)
    assert window.news.message.text() == "“a.bib” could not be read."
    assert window.news.remedy.text() == "Mend it."
    assert not window.news._timer.isActive()
    qtbot.mouseClick(window.news.close_button, Qt.MouseButton.LeftButton)
    assert not window.news.isVisible()


def test_news_offers_an_action_and_goes_by_itself(window: MainWindow, qtbot: QtBot) -> None:
    done: list[str] = []
    window.news.show_news("Moved.", action="Undo", call=lambda: done.append("undone"))
    assert window.news._timer.isActive()
    qtbot.mouseClick(window.news.action_button, Qt.MouseButton.LeftButton)
    assert done == ["undone"]
    assert not window.news.isVisible()


def test_the_jobs_panel_shows_a_job_and_cancels_it(
    window: MainWindow, runner: TaskRunner, qtbot: QtBot
) -> None:
    step = threading.Event()

    def work(job: Job) -> None:
        while True:
            job.check()
            job.report(132, 400, "a.pdf")
            step.wait(0.01)

    task = runner.start_job("Importing 400 files", work)
    press(qtbot, window, Qt.Key.Key_J, "Alt", "Shift")
    assert window.jobs_panel.isVisible()
    model = window.jobs_panel.table.model()
    qtbot.waitUntil(lambda: str(model.index(0, 2).data()).startswith("132 of 400"))
    assert model.index(0, 0).data() == "Importing 400 files"
    assert window.jobs_line.title.text() == "Importing 400 files:"
    assert "132 of 400" in window.jobs_line.words.text()
    with qtbot.waitSignal(task.ended):
        qtbot.mouseClick(window.jobs_panel.cancel_button, Qt.MouseButton.LeftButton)
    assert model.index(0, 2).data() == "stopped"
    assert window.jobs_line.words.text() == ""
    assert not window.jobs_panel.cancel_button.isEnabled()


def test_the_job_model_keeps_the_rules_of_qt(runner: TaskRunner, qtbot: QtBot) -> None:
    model = JobModel(runner)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for number in range(30):
        runner.start_job(str(number), lambda job: job.report(1, 2), write=number % 2 == 0)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert model.rowCount() == 20
    assert tester.model() is model


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (42.4, "42 s"), (600.0, "10 min"), (9000.0, "2.5 h")],
)
def test_durations_are_coarse(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_the_status_bar_says_what_can_answer(window: MainWindow) -> None:
    window.show_status(
        Status(papers=12408, words="ready", vectors=(0, 12408), model="", model_state="loading")
    )
    assert window.status_line.papers.text() == "12,408 papers"
    waiting = "keyword index ✓   meaning index: waiting for the model"
    assert window.status_line.indexes.text() == waiting
    assert window.status_line.model.text() == "model loading…"
    window.show_status(
        Status(papers=1, words="building", vectors=(1, 1), model="small", model_state="ready")
    )
    assert window.status_line.papers.text() == "1 paper"
    assert window.status_line.indexes.text() == "keyword index: updating…   meaning index ✓"
    assert window.status_line.model.text() == "model “small”"


def test_an_empty_meaning_index_is_called_so_once_the_model_is_there(window: MainWindow) -> None:
    window.show_status(
        Status(papers=9, words="ready", vectors=(0, 9), model="small", model_state="ready")
    )
    assert window.status_line.indexes.text() == "keyword index ✓   meaning index: empty"


def test_a_click_on_a_page_leaves_its_keys_to_the_page(window: MainWindow) -> None:
    assert window.page_bar.focusPolicy() == Qt.FocusPolicy.TabFocus


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


def test_the_window_comes_back_where_it_was(
    window: MainWindow, runner: TaskRunner, qtbot: QtBot
) -> None:
    window.resize(900, 666)  # the offscreen display is 800 points wide
    with qtbot.waitSignal(window.closed):
        window.close()
    again = MainWindow(runner, window.state)
    qtbot.addWidget(again)
    assert again.height() == 666


def test_no_two_enabled_shortcuts_of_a_page_collide(window: MainWindow) -> None:
    for page in (LIBRARY, SIMILAR, MODELS):
        window.show_page(page)
        actions = {
            action
            for menu in window.menuBar().actions()
            for action in menu.menu().actions()  # type: ignore[union-attr]
            if action.isVisible() and action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
        }
        keys = [key.toString() for action in actions for key in action.shortcuts()]
        assert sorted(keys) == sorted(set(keys))


def test_the_list_of_shortcuts_opens(window: MainWindow, qtbot: QtBot) -> None:
    entry = next(each for each in window.children() if isinstance(each, Menus)).actions.get(
        "program.shortcuts"
    )
    assert entry is not None
    entry.action.trigger()
    dialog = window.findChild(ShortcutsDialog)
    assert dialog is not None
    dialog.close()


def test_every_shortcut_that_is_promised_has_an_action(menus: Menus) -> None:
    promised = {
        *("Ctrl+O", "Ctrl+I", "Ctrl+F", "Ctrl+Shift+R", "Ctrl+K", "Ctrl+E", "Del", "Ctrl+,", "F1"),
        *("Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+Up", "Alt+Down", "Alt+Left", "Alt+Right"),
        *(
            "Ctrl+M",
            "Ctrl+Shift+C",
            "Alt+Shift+J",
            "Ctrl+Shift+P",
            "Ctrl+Z",
            "Ctrl+Shift+Z",
            "Ctrl+Q",
            "/",
        ),
    }
    given = {key.toString() for entry in menus.actions.all() for key in entry.keys}
    assert promised - given == set()


def test_what_the_palette_takes_is_done_on_its_page(
    window: MainWindow, menus: Menus, qtbot: QtBot
) -> None:
    window.show_page(MODELS)
    press(qtbot, window, Qt.Key.Key_P, "Control", "Shift")
    palette = window.findChild(CommandPalette)
    assert palette is not None
    qtbot.keyClicks(palette.field, "new collection")
    entry = menus.actions.get("library.new_collection")
    assert entry is not None
    entry.action.triggered.disconnect()
    with qtbot.waitSignal(entry.action.triggered):
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.page_bar.currentIndex() == LIBRARY


def test_no_two_actions_of_a_page_answer_to_the_same_keys(menus: Menus) -> None:
    rivals = [
        (
            entry.name,
            key.toString(),
            [rival.name for rival in menus.actions.rivals(entry.name, key)],
        )
        for entry in menus.actions.all()
        for key in entry.keys
        if menus.actions.rivals(entry.name, key)
    ]
    assert rivals == []


def test_a_slash_finds_and_is_typed_in_fields(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, Qt.Key.Key_Slash)
    assert window.search.hasFocus()
    qtbot.keyClicks(window.search, "a/b")
    assert window.search.text() == "a/b"
