"""What a careful reading shows, with the real engine behind the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.library.page import LibraryPage
from desktop.manuscript.page import ManuscriptPage
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.side_pane import SidePane
from desktop.pages.sentence_map import Kind
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.end_to_end.invention import Invention


class Engine:
    """A library with the records of an invention, its draft, and a page that shows it."""

    def __init__(self, folder: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> None:
        self.invention = Invention(7)
        self.pdf = folder / "draft.pdf"
        self.invention.write_bib(folder / "papers.bib")
        self.invention.write_pdf(self.pdf)
        self.workspace = Workspace(folder / "library", Shelf(folder / "models"), create=True)
        self.workspace.imports.add([folder / "papers.bib"])
        self.qtbot, self._runner, self._notices = qtbot, runner, notices
        self.page = self.new_page()

    def new_page(self) -> ManuscriptPage:
        page = ManuscriptPage(self.workspace, self._runner, self._notices)
        self.qtbot.addWidget(page)
        page.resize(1280, 700)
        page.show()
        page.open(self.pdf)
        self.page = page
        self.until(lambda: self._read() and self.session.references.findings is not None)
        self.idle()
        return page

    def _read(self) -> bool:
        tab = self.page.current_tab()
        return tab is not None and tab.session is not None

    @property
    def session(self) -> ManuscriptSession:
        tab = self.page.current_tab()
        assert tab is not None
        assert tab.session is not None
        return tab.session

    @property
    def side(self) -> SidePane:
        tab = self.page.current_tab()
        assert tab is not None
        assert tab.side is not None
        return tab.side

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)

    def idle(self) -> None:
        self.until(lambda: self._runner.pending() == 0)

    def listed(self, *, linked: bool) -> int:
        links = self.session.references.links
        return next(
            e.index for e in self.session.references.entries if (e.index in links) == linked
        )


@pytest.fixture
def engine(tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> Iterator[Engine]:
    engine = Engine(tmp_path, runner, notices, qtbot)
    yield engine
    engine.page.close_all()
    runner.close()
    engine.workspace.close()


def test_a_gap_is_explained_dismissed_and_remembered(engine: Engine) -> None:
    engine.session.gaps.use_threshold(0.01)
    gap = engine.session.marks.gaps[0]
    tab = engine.page.current_tab()
    assert tab is not None
    tab.view.select(gap)
    engine.idle()
    assert engine.side.suggestions.gap_row.label.text().startswith(
        wording.fill("desktop.manuscript.suggestion_state:_say Seems")
    )
    engine.page.dismiss_action.trigger()
    engine.idle()
    engine.page.close_all()
    engine.new_page()
    assert engine.session.marks.kind(gap) is Kind.DISMISSED


def test_links_are_corrected_by_hand_and_stay_so(engine: Engine) -> None:
    linked = engine.listed(linked=True)
    engine.side.show_reference(linked)
    engine.side.entry.wrong_button.click()
    engine.idle()
    assert linked not in engine.session.references.links
    engine.page.close_all()
    engine.new_page()
    assert linked not in engine.session.references.links
    engine.side.show_reference(linked)
    assert engine.side.entry.state.text() == wording.fill(
        "desktop.manuscript.reference_panel:_standing Marked"
    )
    engine.side.entry.link_button.click()
    picker = engine.side.entry.picker
    engine.until(lambda: picker.list.count() > 0)
    picker.list.itemClicked.emit(picker.list.item(0))
    engine.idle()
    assert engine.session.references.links[linked].by_hand
    engine.page.undo.undo()
    engine.idle()
    assert linked not in engine.session.references.links


def test_an_entry_is_added_to_the_library_and_taken_out_again(engine: Engine) -> None:
    papers = engine.workspace.library.papers
    before = papers.count()
    linked = engine.listed(linked=True)
    gone = engine.session.references.links[linked].paper
    papers.trash([gone])
    engine.workspace.indexing.words()
    engine.page.relink()
    engine.idle()
    missing = engine.listed(linked=False)
    engine.side.show_reference(missing)
    engine.side.entry.add_button.click()
    engine.idle()
    made = engine.session.references.links[missing]
    assert made.by_hand
    assert papers.count() == before
    engine.page.undo.undo()
    engine.idle()
    assert papers.count() == before - 1
    engine.workspace.indexing.words()  # as the window does when the library changed
    engine.page.relink()
    engine.idle()
    assert missing not in engine.session.references.links


def test_the_audit_of_an_orderly_draft_finds_what_is_there(engine: Engine) -> None:
    engine.page.audit_action.trigger()
    findings = engine.session.references.findings
    assert findings is not None
    shown = engine.side.audit.text.toPlainText()
    assert all(finding.text in shown for finding in findings)
    assert findings or shown.startswith("No problems")


def test_full_texts_are_read_behind_and_searched(
    engine: Engine, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    library = LibraryPage(engine.workspace, runner, notices)
    qtbot.addWidget(library)
    library.resize(1280, 700)
    library.show()
    library.importer.start([engine.pdf])
    engine.idle()
    library.full_texts.retry([])  # looks which files wait
    engine.idle()
    engine.until(library.full_texts.any_read)
    words = " ".join(engine.invention.leaning[0][0].split()[:6])
    library.centre.mode_buttons["full text"].click()
    library.search(words)
    qtbot.waitUntil(lambda: library.model.rowCount() >= 1)
    engine.idle()
    number = PaperNumber(library.model.number(0))
    library.show_paper(number)
    engine.until(
        lambda: (
            wording.fill("desktop.papers.words:_passages Found") in library.details.toPlainText()
        )
    )
    assert "Full text: indexed" in library.details.toPlainText()
    library.details.anchorClicked.emit(QUrl(f"retry:{number}"))
    engine.idle()
