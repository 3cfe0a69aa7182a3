"""A manuscript page with a workspace behind it, for the tests that use one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QUndoStack
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop.manuscript.page import ManuscriptPage
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.side_pane import SidePane
from desktop.manuscript.tab import ManuscriptTab
from desktop.manuscript.to_cite_panel import ToCitePanel
from desktop.suggestions.card import SuggestionCard
from desktop.suggestions.panel import SuggestionPanel
from desktop.tasks import TaskRunner
from tests.desktop.fake_workspace import as_workspace
from tests.desktop.paper_workspace import PaperWorkspace
from tests.desktop.sample_paper import write_paper

GAP = 5  # “Populations of reed-nesting birds have declined …”


class Desk:
    """A page with a workspace behind it, and what the page said in the quiet bar."""

    def __init__(self, qtbot: QtBot, workspace: PaperWorkspace, folder: Path) -> None:
        self.qtbot = qtbot
        self.workspace = workspace
        self.file = folder / "draft.pdf"
        write_paper(self.file)
        self.runner = TaskRunner()
        self.news: list[str] = []
        self.offers: dict[str, Callable[[], None]] = {}
        self.page = self.new_page()

    def new_page(self, settings: QSettings | None = None) -> ManuscriptPage:
        page = ManuscriptPage(as_workspace(self.workspace), self.runner, self.notify)
        if settings is not None:
            page.restore_state(settings)
        self.qtbot.addWidget(page)
        page.resize(1280, 700)
        with self.qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        return page

    def notify(
        self,
        message: str,
        /,
        *,
        action: str = "",
        call: Callable[[], None] | None = None,
        undo: QUndoStack | None = None,
    ) -> None:
        self.news.append(message)
        if undo is not None:
            self.offers["Undo"] = undo.undo
        if call is not None:
            self.offers[action] = call

    @property
    def tab(self) -> ManuscriptTab:
        tab = self.page.current_tab()
        assert tab is not None
        return tab

    @property
    def panel(self) -> SuggestionPanel:
        assert self.tab.panel is not None
        return self.tab.panel

    @property
    def session(self) -> ManuscriptSession:
        assert self.tab.session is not None
        return self.tab.session

    @property
    def side(self) -> SidePane:
        assert self.tab.side is not None
        return self.tab.side

    @property
    def to_cite(self) -> ToCitePanel:
        assert self.tab.to_cite is not None
        return self.tab.to_cite

    def open(self) -> None:
        self.page.open(self.file)
        self.until(lambda: self.tab.session is not None and bool(self.tab.session.marks.gaps))

    def select(self, index: int) -> None:
        self.tab.view.select(index)
        self.until(lambda: self.card(0) is not None)
        self.idle()

    def cite_two(self) -> None:
        """Open the file and put the first two papers for a gap on the list to cite."""
        self.open()
        self.select(GAP)
        for row in (0, 1):
            press(self.shown_card(row).cite_button)
        self.idle()

    def card(self, row: int) -> SuggestionCard | None:
        card = self.panel.list.card(row)
        current = card is not None and card.isVisible() and card.suggestion is not None
        return card if current else None

    def settle(self) -> None:
        """Wait until nothing is asked and every row has its card in its place."""
        self.idle()
        self.until(lambda: all(self.card(row) for row in range(len(self.titles()))))
        QApplication.processEvents()

    def shown_card(self, row: int) -> SuggestionCard:
        self.until(lambda: self.card(row) is not None)
        card = self.card(row)
        assert card is not None
        return card

    def titles(self) -> list[str]:
        return [found.paper.title for found in self.panel.model.suggestions]

    def asked(self) -> list[str]:
        return [call for call in self.workspace.calls if call.startswith("recommend")]

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)

    def idle(self) -> None:
        self.until(lambda: self.runner.pending() == 0)

    def close(self) -> None:
        if self.workspace.gate is not None:
            self.workspace.gate.set()
        self.page.close_all()
        self.runner.close()


def press(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
