"""A manuscript page with a workspace behind it, for the tests that use one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.base.errors import LibraryReadOnlyError
from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript, OpenManuscript
from core.services.indexing import Indexing
from core.workspace import Workspace
from desktop.manuscript.page import ManuscriptPage
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.side_pane import SidePane
from desktop.manuscript.suggestion_panel import SuggestionPanel
from desktop.manuscript.tab import ManuscriptTab
from desktop.manuscript.to_cite_panel import ToCitePanel
from desktop.suggestions.card import SuggestionCard
from desktop.ui.changes import LibraryUndo
from desktop.ui.tasks import TaskRunner
from tests.desktop.in_process import ReaderHere
from tests.desktop.provoked import answering, failing
from tests.desktop.sample_paper import needs, write_paper
from tests.desktop.shared_words import recommend_by_words

GAP = 5  # “Populations of reed-nesting birds have declined …”


class Desk:
    """A page with a workspace behind it, and what the page said in the quiet bar."""

    def __init__(self, qtbot: QtBot, workspace: Workspace, runner: TaskRunner) -> None:
        self.qtbot = qtbot
        self.workspace = workspace
        self.answers = recommend_by_words(workspace)
        self.file = workspace.library.folder.parent / "draft.pdf"
        self.file.write_bytes(sample()[0])
        self.runner = runner
        self.news: list[str] = []
        self.offers: dict[str, Callable[[], None]] = {}
        self.page = self.new_page()

    def new_page(self, settings: QSettings | None = None) -> ManuscriptPage:
        page = ManuscriptPage(self.workspace, self.runner, self.notify)
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
        until_closed: bool = False,
        undo: LibraryUndo | None = None,
    ) -> None:
        del until_closed
        self.news.append(message)
        if undo is not None and not action:
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

    def rest(self) -> None:
        """Wait until nothing will be asked soon either, as what the papers on the cards say."""
        timers = self.panel.findChildren(QTimer)
        self.until(lambda: not any(timer.isActive() and timer.isSingleShot() for timer in timers))
        self.settle()

    def shown_card(self, row: int) -> SuggestionCard:
        self.until(lambda: self.card(row) is not None)
        card = self.card(row)
        assert card is not None
        return card

    def titles(self) -> list[str]:
        return [found.paper.title for found in self.panel.model.suggestions]

    def asked(self) -> list[str]:
        return [call for call in self.answers.calls if call.startswith("recommend")]

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)

    def idle(self) -> None:
        self.until(lambda: self.runner.pending() == 0)

    def close(self) -> None:
        for gate in (self.answers.gate, self.answers.whole_gate):
            if gate is not None:
                gate.set()
        self.page.close_all()
        self.runner.close()


@cache
def sample() -> tuple[bytes, Manuscript]:
    """Return the file of the sample paper, and what a reader says of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.pdf"
        manuscript = write_paper(path)
        return path.read_bytes(), replace(manuscript, extractor=ReaderHere.EXTRACTOR)


def read_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the sample paper be read at once, with the exact place of each sentence."""
    content, manuscript = sample()
    read = ReaderHere.read_manuscript

    def known(
        reader: ReaderHere, path: Path, job: Job | None = None, *, beginning: bool = False
    ) -> Manuscript:
        if path.read_bytes() != content:
            return read(reader, path, job, beginning=beginning)
        (job or SilentJob()).check()
        return manuscript

    monkeypatch.setattr(ReaderHere, "read_manuscript", known)


def judge_samples(monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> None:
    """Let the sentences of a sample need a citation as it was written, others if they have none."""

    def judge(opened: OpenManuscript) -> list[float]:
        sentences = opened.manuscript.sentences
        known = needs()
        if opened.path is not None and len(sentences) == len(known):
            return known
        return [0.1 if sentence.markers else 0.9 for sentence in sentences]

    monkeypatch.setattr(workspace.manuscripts, "needs_citation", judge)


def say_status(monkeypatch: pytest.MonkeyPatch, workspace: Workspace, **changes: object) -> None:
    """Let what a library says of itself differ from now on; without changes it is the truth."""
    status = Indexing.status(workspace.indexing)
    answering(monkeypatch, workspace.indexing, "status", replace(status, **changes))


def refuse_to_write(monkeypatch: pytest.MonkeyPatch, desk: Desk, *methods: str) -> None:
    """Let methods of the service for manuscripts fail as in a library that may not be written."""
    error = LibraryReadOnlyError("The library “Invented library” may not be written.")
    for method in methods:
        failing(monkeypatch, desk.workspace.manuscripts, method, error)


def press(button: QPushButton) -> None:
    """Click in the middle of a button once it is laid out: before, it has no size."""
    for _ in range(100):
        if not button.visibleRegion().isEmpty():
            break
        QTest.qWait(20)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
