"""Manuscripts in tabs: opening, closing, reading again, and what the page says of them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QStackedWidget, QWidget
from pytestqt.qtbot import QtBot

from core.base.settings import Settings
from desktop.manuscript.page import ManuscriptPage, PassageDialog
from desktop.pages.source import LoadedPdf, PdfPages, load_pdf
from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk, press
from tests.desktop.patience import PATIENCE_S
from tests.desktop.provoked import held
from tests.desktop.sample_paper import write_paper


class WindowWatcher(QObject):
    """Notes the windows that show."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = event.type() == QEvent.Type.Show
        if shown and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_without_a_manuscript_the_page_offers_the_first_step(desk: Desk, qtbot: QtBot) -> None:
    buttons = {button.text(): button for button in desk.page.welcome.findChildren(QPushButton)}
    with qtbot.waitSignal(desk.page.sample_wanted):
        press(buttons[wording.fill("desktop.manuscript.page:__init__ Try")])
    assert "Open a manuscript…" in buttons
    assert "Paste a passage…" in buttons
    assert not desk.page.next_gap_action.isEnabled()
    assert desk.page.next_gap_action.toolTip() == wording.fill(
        "desktop.manuscript.actions:_judge_actions Open manuscript"
    )


def test_an_opened_manuscript_is_marked_and_outlined(desk: Desk) -> None:
    desk.open()
    assert desk.tab.bar.gap_label.text() == "15 gaps"
    assert desk.tab.outline_pane is not None
    assert desk.tab.outline_pane.outline.model().rowCount() == 10
    assert desk.page.tabs.tabText(0).startswith("Listening for Silence")
    assert desk.page.next_gap_action.isEnabled()


def test_no_part_of_the_page_shows_as_a_window_of_its_own(desk: Desk) -> None:
    watcher = WindowWatcher()
    QApplication.instance().installEventFilter(watcher)
    desk.open()
    desk.select(GAP)
    press(desk.shown_card(0).cite_button)
    desk.idle()
    assert watcher.shown == []


def test_alt_down_walks_from_gap_to_gap(desk: Desk) -> None:
    desk.open()
    desk.page.next_gap_action.trigger()
    first = desk.tab.view.selected_sentence
    desk.page.next_gap_action.trigger()
    assert first == GAP
    assert desk.tab.bar.gap_label.text() == "Gap 2 of 15"
    desk.page.previous_gap_action.trigger()
    assert desk.tab.view.selected_sentence == GAP


def test_the_surest_gap_is_shown_even_when_it_is_chosen_before_the_pages_are_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def late(path: Path) -> LoadedPdf:
        gate.wait(PATIENCE_S)
        return load_pdf(path)

    monkeypatch.setattr("desktop.manuscript.tab.load_pdf", late)
    desk.open()
    view, session = desk.tab.view, desk.tab.session
    assert session is not None
    view.select_surest_gap()
    surest = view.selected_sentence
    assert surest is not None
    assert session.marks.need(surest) == max(map(session.marks.need, session.marks.gaps))
    gate.set()
    desk.until(lambda: view.pages == 2)
    assert view.viewport().rect().contains(view.get_rect(surest).toRect())


def test_a_file_that_is_no_pdf_says_so_with_a_remedy(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_text("nothing")
    desk.page.open(broken)
    desk.until(lambda: desk.tab._failure is not None)
    failure = desk.tab._failure
    assert failure is not None
    assert (
        wording.fill("core.manuscript.pdf.extract:check_bytes PDF", file="broken.pdf")
        in failure.accessibleName()
    )
    assert (
        wording.fill("core.manuscript.pdf.extract:check_bytes.remedy PDF")
        in failure.explanation.text()
    )
    write_paper(broken)
    press(failure.findChildren(QPushButton)[0])
    desk.until(lambda: desk.tab.session is not None)
    assert desk.tab.rows.isVisible()


def test_a_stopped_reading_can_be_taken_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = held(monkeypatch, desk.workspace.manuscripts, "open")
    desk.page.open(desk.file)
    desk.until(lambda: desk.tab.view.pages == 2)  # the pages are there before the sentences
    press(desk.tab.notice.findChildren(QPushButton)[0])
    reading.let_go()
    desk.until(lambda: desk.tab.notice.text == "Reading was stopped.")
    assert desk.tab.session is None
    press(desk.tab.notice.findChildren(QPushButton)[0])
    desk.until(lambda: desk.tab.session is not None)


def test_a_passage_is_read_like_a_manuscript(desk: Desk) -> None:
    desk.page.text_action.trigger()
    dialog = desk.page.findChild(PassageDialog)
    assert dialog is not None
    assert not dialog.button.isEnabled()
    assert dialog.button.toolTip() == wording.fill("desktop.manuscript.page:_judge")
    with desk.qtbot.waitExposed(dialog):
        pass
    dialog.activateWindow()
    desk.until(dialog.editor.hasFocus)
    text = "Transformers for audio need data. Contrastive pretraining for sound needs negatives."
    QTest.keyClicks(dialog.editor, text)
    QTest.keyClick(dialog.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: desk.page.tabs.count() == 1 and desk.tab.session is not None)
    desk.until(lambda: desk.card(0) is not None)
    assert desk.tab.view.selected_sentence == 0
    assert "Transformers for audio" in desk.titles()[0]
    QTest.keyClick(desk.tab.view, Qt.Key.Key_Right)
    assert desk.tab.view.selected_sentence == 1
    assert not desk.tab.view.get_rect(1).isNull()


def test_several_manuscripts_stay_open_and_none_twice(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    other = tmp_path / "other.pdf"
    write_paper(other)
    desk.page.open(other)
    desk.until(lambda: desk.tab.session is not None)
    desk.page.open(desk.file)
    assert desk.page.tabs.count() == 2
    assert desk.tab.path == desk.file
    desk.page.close_action.trigger()
    assert desk.page.tabs.count() == 1
    assert desk.tab.path == other
    desk.page.close_action.trigger()
    assert desk.page.welcome.isVisible()
    desk.until(lambda: bool(desk.page.welcome.findChildren(QPushButton, "recent")))


def test_a_dropped_pdf_is_opened(desk: Desk) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(desk.file))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    desk.page.dropEvent(event)
    assert desk.tab.path == desk.file


def test_a_file_written_anew_can_be_read_again(desk: Desk) -> None:
    desk.cite_two()
    desk.tab._reading._handle_rewritten_file(str(desk.file))
    assert "has changed" in desk.tab.notice.text
    press(desk.tab.notice.findChildren(QPushButton)[0])
    old = desk.tab.session
    desk.until(lambda: desk.tab.session is not old and bool(desk.to_cite.model.rows))
    assert len(desk.to_cite.model.rows[0].papers) == 2


def test_changed_settings_hold_in_open_tabs_and_after_they_are_read_again(desk: Desk) -> None:
    desk.cite_two()
    desk.page.use_settings(Settings(suggestions=5))
    old = desk.tab.session
    assert old is not None
    assert old.limit == 5
    desk.tab.reload_file()
    desk.until(lambda: desk.tab.session is not old)
    assert desk.tab.session is not None
    assert desk.tab.session.limit == 5


def test_tool_tips_say_what_a_sentence_is(desk: Desk) -> None:
    desk.cite_two()
    assert "Four decades" in desk.tab.describe(GAP)
    assert desk.tab.describe(7).startswith(
        wording.fill("desktop.manuscript.sentence_menu:describe", need="86%")
    )
    assert "Clean recordings, noisy fields (in your library)" in desk.tab.describe(8)
    assert "Select it" in desk.tab.describe(0)


def test_the_widths_of_the_panes_are_kept(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    desk.tab.columns.setSizes([300, 580, 400])
    settings = QSettings(str(tmp_path / "state.ini"), QSettings.Format.IniFormat)
    kept = desk.tab.columns.sizes()
    desk.page.save_state(settings)
    desk.page.close_all()
    desk.page = desk.new_page()
    desk.page.restore_state(settings)
    desk.open()
    assert desk.tab.columns.sizes() == kept


def test_a_manuscript_opened_from_another_page_has_panes_as_wide_as_the_window_gives(
    desk: Desk, qtbot: QtBot
) -> None:
    window = QStackedWidget()
    qtbot.addWidget(window)
    window.addWidget(QWidget())
    desk.page = ManuscriptPage(desk.workspace, desk.runner, desk.notify)
    window.addWidget(desk.page)
    window.resize(1280, 700)
    with qtbot.waitActive(window):
        window.show()
    desk.open()
    window.setCurrentWidget(desk.page)
    qtbot.waitUntil(lambda: desk.tab.columns.sizes()[0] >= 200)
    assert desk.tab.columns.sizes()[2] >= 340
    desk.page.setParent(None)  # it outlives the window
    qtbot.addWidget(desk.page)


def test_status_says_gaps_and_papers(desk: Desk, qtbot: QtBot) -> None:
    said: list[str] = []
    desk.page.status_changed.connect(said.append)
    desk.cite_two()
    assert said[-1] == "14 gaps · 2 papers to cite"


def test_closing_a_tab_while_its_file_is_read_is_safe(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = held(monkeypatch, desk.workspace.manuscripts, "open")
    desk.page.open(desk.file)
    desk.page.close_all()
    reading.let_go()
    desk.idle()
    assert desk.page.tabs.count() == 0


def test_hidden_tabs_give_memory_back(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    first = desk.tab
    source = first.view._source
    assert isinstance(source, PdfPages)
    desk.until(lambda: source.cached_bytes > 0)
    source._images[7] = source._images[0].scaled(4000, 4000)
    other = tmp_path / "other.pdf"
    write_paper(other)
    desk.page.open(other)
    assert source.cached_bytes < 30_000_000
