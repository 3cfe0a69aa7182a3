"""The program, and a person who sees, points, types and waits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.app.application import Application, Start
from desktop.app.open_pages import Pages
from desktop.manuscript.tab import ManuscriptTab
from desktop.suggestions.card import SuggestionCard

PATIENCE_MS = 300_000
"""How long a busy machine may take for one step."""


class Desk:
    """The program, and a person who sees, points and waits."""

    def __init__(self, qapp: QApplication, qtbot: QtBot, home: Path) -> None:
        self.qtbot = qtbot
        self.program = Application(qapp, home / "settings.toml", home / "cocite.log")
        self.program.start(Start())

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=PATIENCE_MS)

    @property
    def pages(self) -> Pages:
        pages = self.program.window.pages
        assert pages is not None
        return pages

    @property
    def tab(self) -> ManuscriptTab:
        tab = self.pages.manuscript.current_tab()
        assert tab is not None
        return tab

    def wait_for_library(self, papers: int) -> None:
        """Wait until the library shows its papers and everything can answer."""
        self.until(lambda: self.program.window.pages is not None)
        self.until(lambda: self.pages.library.model.rowCount() == papers)

        def ready() -> bool:
            workspace = self.program.workspace
            assert workspace is not None
            status = workspace.indexing.status()
            answering = (status.words, status.model_state) == ("ready", "ready")
            return answering and status.vectors == (papers, papers)

        self.until(ready)
        self.until(lambda: self.program.runner.pending() == 0)

    def open(self, pdf: Path) -> None:
        self.program.window.open_manuscript(pdf)
        # What stands beside the pages comes a moment after them.
        self.until(lambda: self.tab.panel is not None and self.tab.view.pages > 0)
        self.until(lambda: self.program.runner.pending() == 0)

    def click(self, text: str) -> int:
        """Click a sentence where it stands on the page; return its index."""
        tab = self.tab
        assert tab.session is not None
        (index,) = [each.index for each in tab.session.sentences if each.text == text]
        tab.view.reveal(index)
        area = tab.view.get_rect(index).toAlignedRect() & tab.view.viewport().rect()
        place = next(
            QPoint(x, y)
            for y in range(area.top(), area.bottom(), 3)
            for x in range(area.left(), area.right(), 7)
            if tab.view.find_sentence(QPointF(x, y)) == index
        )
        QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert tab.panel is not None
        assert tab.panel.sentence == index
        return index

    def suggestions(self) -> list[str]:
        assert self.tab.panel is not None
        return [each.paper.title for each in self.tab.panel.model.suggestions]

    def cite(self, title: str) -> None:
        """Press “Cite” on the card of a paper."""
        panel = self.tab.panel
        assert panel is not None
        self.until(lambda: title in self.suggestions())
        row = self.suggestions().index(title)
        assert row < 8  # the papers are invented, and no model knows their words

        def card() -> SuggestionCard | None:
            found = panel.list.card(row)
            return found if found is not None and found.isVisible() else None

        self.until(lambda: card() is not None)
        shown = card()
        assert shown is not None
        panel.list.ensureWidgetVisible(shown)
        shown = card()
        assert shown is not None
        panel.list.ensureWidgetVisible(shown)
        QTest.mouseClick(shown.cite_button, Qt.MouseButton.LeftButton)
        self.until(lambda: self.program.runner.pending() == 0)

    def to_cite(self) -> list[tuple[str, list[str]]]:
        assert self.tab.session is not None
        return [
            (row.text, [paper.title for paper in row.papers]) for row in self.tab.session.to_cite()
        ]

    def leave(self) -> None:
        if shiboken6.isValid(self.program):
            self.program.window.close()
            shiboken6.delete(self.program.window)
            shiboken6.delete(self.program)

    # --- hands --------------------------------------------------------------------------------

    def press(self, button: QAbstractButton) -> None:
        """Wait until a button can be pressed, and click it."""
        self.until(lambda: button.isVisible() and button.isEnabled())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def type_into(self, field: QLineEdit, text: str) -> None:
        """Replace what a field holds, letter by letter."""
        self.until(field.isVisible)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)

    def turn_to(self, page: int) -> None:
        """Click the name of a page."""
        bar = self.program.window.page_bar
        place = bar.tabRect(page).center()
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place)
        assert bar.currentIndex() == page


Sit = Callable[[], Desk]
