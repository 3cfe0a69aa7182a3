"""A window on invented papers, built anew for each state."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QSettings, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from core.base.records import PaperNumber
from desktop.app.main_window import MainWindow
from desktop.app.menus import Menus
from desktop.app.open_pages import Pages
from desktop.app.page_registry import PAGES
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme
from tests.desktop.snapshots.camera import wait
from tests.desktop.snapshots.fake_workspace import FakeWorkspace
from tests.desktop.snapshots.paper_workspace import PaperWorkspace

SOON_MS = 1_000


class Studio:
    """Builds what is photographed. ``shown`` is that: the window, unless a state says otherwise."""

    def __init__(self, width: int, height: int) -> None:
        self._scratch = tempfile.TemporaryDirectory()
        self.scratch = Path(self._scratch.name)
        self.runner = TaskRunner()
        self.workspace: FakeWorkspace = PaperWorkspace()
        state = QSettings(str(self.scratch / "window.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(self.runner, state)
        self.menus = Menus(self.window, self.scratch / "cocite.log")
        self.window.resize(width, height)
        self.window.show()
        self.window.activateWindow()
        self.shown: QWidget = self.window
        self.waits_for_workers = True

    def open(
        self, workspace: FakeWorkspace | None = None, *, trashed: tuple[int, ...] = ()
    ) -> Pages:
        """Show the pages of a workspace; the one of the invented papers by default."""
        self.workspace = workspace or self.workspace
        self.workspace.library.papers.trashed = {PaperNumber(number) for number in trashed}
        notify = self.window.news.show_news
        pages = Pages.from_widgets(
            [entry.import_class()(self.workspace, self.runner, notify) for entry in PAGES]
        )
        self.window.show_library(pages.library, "Invented library")
        self.window.show_pages(pages)
        self.menus.rebuild()
        pages.library.refresh()
        pages.models.refresh()
        self.window.show_status(self.workspace.indexing.status())
        self.settle()
        return pages

    def show(self, dialog: QWidget) -> None:
        """Let a dialog be what is photographed."""
        dialog.show()
        self.shown = dialog

    def settle(self) -> None:
        """Wait until nothing is to be done any more."""
        for _ in range(2):  # an answer may lead to another question
            wait(self._is_quiet)
            QApplication.sendPostedEvents()
            QApplication.processEvents()

    def close(self) -> None:
        """Let go of everything."""
        if self.shown is not self.window:
            self.shown.close()
        self.window.close()
        self.runner.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._scratch.cleanup()

    def _is_quiet(self) -> bool:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        if theme()._unpainted or (self.waits_for_workers and self.runner.pending()):
            return False
        roots: set[QObject] = {self.window, self.shown}
        return not any(_is_due(each) for root in roots for each in root.findChildren(QTimer))


def _is_due(timer: QTimer) -> bool:
    return timer.isActive() and timer.isSingleShot() and timer.interval() < SOON_MS
