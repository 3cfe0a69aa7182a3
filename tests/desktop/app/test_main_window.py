from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.base.records import Status
from core.workspace import Workspace
from desktop.app.command_palette import CommandPalette
from desktop.app.main_window import LIBRARY, MODELS, SIMILAR, MainWindow
from desktop.app.menus import Menus
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.page_window import pages_of, press
from tests.desktop.window import open_window


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


def test_a_library_open_for_reading_says_why_nothing_can_be_imported(
    read_only_workspace: Workspace, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(read_only_workspace, runner, tmp_path, qtbot)
    menus = window.findChild(Menus)
    assert menus is not None
    said = wording.fill("desktop.manuscript.actions:_judge_adding reading")
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


def test_the_status_bar_says_what_can_answer(window: MainWindow) -> None:
    window.show_status(
        Status(papers=12408, words="ready", vectors=(0, 12408), model="", model_state="loading")
    )
    assert window.status_line.papers.text() == "12,408 papers"
    waiting = "keyword index ✓   " + wording.fill("desktop.app.main_window:_vectors waiting")
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
