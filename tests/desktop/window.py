"""The window with the four pages of a workspace, for tests of what the pages do together."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.app.main_window import MainWindow
from desktop.app.menus import Menus
from desktop.app.open_pages import Pages
from desktop.app.page_registry import PAGES
from desktop.ui.tasks import TaskRunner


def open_window(workspace: Workspace, runner: TaskRunner, folder: Path, qtbot: QtBot) -> MainWindow:
    """Return a window that shows the papers; it keeps its state in ``folder``."""
    state = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(runner, state)
    qtbot.addWidget(window)
    notify = window.news.show_news
    pages = Pages.from_widgets([entry.import_class()(workspace, runner, notify) for entry in PAGES])
    window.show()
    window.show_library(pages.library, "Invented library")
    window.show_pages(pages)
    Menus(window, folder / "cocite.log")
    pages.library.refresh()
    pages.models.refresh()
    count = workspace.library.papers.count()
    qtbot.waitUntil(lambda: pages.library.model.rowCount() == count and runner.pending() == 0)
    return window
