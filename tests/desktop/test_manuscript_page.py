from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.records import Recommendation
from desktop.page_source import LoadedPdf, PdfPages, load_pdf
from desktop.passage_dialog import PassageDialog
from desktop.sentence_map import Kind
from desktop.theme import DARK, LIGHT, theme
from tests.desktop.manuscript_desk import GAP, Desk, press
from tests.desktop.paper_workspace import PaperWorkspace
from tests.desktop.patience import PATIENCE_S
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
        press(buttons["Try the sample manuscript"])
    assert "Open a manuscript…" in buttons
    assert "Paste a passage…" in buttons
    assert not desk.page.next_gap_action.isEnabled()
    assert desk.page.next_gap_action.toolTip() == "Open a manuscript first"


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


def test_a_click_on_a_sentence_brings_suggestions(desk: Desk) -> None:
    desk.open()
    view = desk.tab.view
    view.reveal(GAP)
    desk.until(lambda: view.pages == 2)
    rect = desk.tab.session.sentences[GAP].rects[0] if desk.tab.session else None
    assert rect is not None
    corner = view._layout.to_content(rect.page, QPointF(rect.x0 + 4, rect.y0 + 4))
    place = (corner - view._offset()).toPoint()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.panel.sentence == GAP
    assert desk.shown_card(0).suggestion is not None
    assert "reed-nesting" in desk.titles()[0]


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

    monkeypatch.setattr("desktop.manuscript_tab.load_pdf", late)
    desk.open()
    view, session = desk.tab.view, desk.tab.session
    assert session is not None
    view.select_surest_gap()
    surest = view.selected_sentence
    assert surest is not None
    assert session.marks.need(surest) == max(map(session.marks.need, session.marks.gaps))
    gate.set()
    desk.until(lambda: view.pages == 2)
    assert view.viewport().rect().contains(view.rect_of(surest).toRect())


def test_the_colour_of_what_is_said_of_a_sentence_follows_the_theme(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    try:
        for choice, tokens in (("light", LIGHT), ("dark", DARK)):
            theme().choose(choice)
            shown = desk.panel._state.palette().color(QPalette.ColorRole.WindowText)
            assert shown == tokens.gap
        desk.tab.view.select(None)
        shown = desk.panel._state.palette().color(QPalette.ColorRole.WindowText)
        assert shown == DARK.text
    finally:
        theme().choose("system")


def test_moving_the_slider_asks_once_more_when_it_rests(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    before = len(desk.asked())
    for value in (5, 7, 9):
        desk.panel.slider.slider.setValue(value)
    desk.until(lambda: len(desk.asked()) > before)
    desk.idle()
    assert desk.asked()[before:] == [f"recommend {GAP} 0.90"]


def test_cite_puts_a_paper_on_the_list_and_it_is_there_in_a_new_page(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    title = desk.titles()[0]
    press(desk.shown_card(0).cite_button)
    assert [row.text for row in desk.to_cite.model.rows] == [desk.tab.session.sentences[GAP].text]
    assert desk.tab.session.marks.kind(GAP) is Kind.CHOSEN
    assert desk.tab.bar.gap_label.text() == "14 gaps"
    desk.until(lambda: desk.shown_card(0).cite_button.text() == "On the list")
    desk.idle()

    desk.page.close_all()
    desk.page = desk.new_page()
    desk.open()
    desk.until(lambda: bool(desk.to_cite.model.rows))
    assert desk.to_cite.model.rows[0].papers[0].title == title
    assert desk.tab.session.marks.kind(GAP) is Kind.CHOSEN


def test_not_this_removes_the_paper_and_undo_brings_it_back(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    title = desk.titles()[0]
    press(desk.shown_card(0).reject_button)
    assert title not in desk.titles()
    assert title[:20] in desk.news[-1]
    assert desk.page.undo_action.text().startswith("Undo Turn down")
    desk.idle()
    desk.offers["Undo"]()
    assert desk.titles()[0] == title
    desk.idle()
    assert desk.workspace.decisions(desk.tab.session.opened) == []


def test_a_rejected_paper_stays_away_when_asked_again(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    title = desk.titles()[0]
    press(desk.shown_card(0).reject_button)
    desk.idle()
    desk.page.refresh()
    desk.idle()
    assert desk.titles()
    assert title not in desk.titles()


def test_an_answer_for_another_sentence_is_not_shown(desk: Desk) -> None:
    desk.open()
    desk.workspace.gate = threading.Event()
    desk.tab.view.select(GAP)
    desk.until(lambda: len(desk.asked()) == 1)
    desk.tab.view.select(GAP + 2)
    seen: list[list[str]] = []
    desk.panel.model.modelReset.connect(lambda: seen.append(desk.titles()))
    desk.workspace.gate.set()
    desk.idle()
    assert desk.panel.sentence == GAP + 2
    assert len(seen) == 1
    assert "spectrograms" in seen[0][0]


def test_while_papers_are_looked_for_the_panel_says_so(desk: Desk) -> None:
    desk.open()
    desk.workspace.gate = threading.Event()
    desk.tab.view.select(GAP)
    desk.until(desk.panel.placeholder.isVisible)
    assert desk.panel.placeholder.text() == "Looking for papers…"
    desk.workspace.gate.set()
    desk.until(lambda: desk.card(0) is not None)
    assert not desk.panel.placeholder.isVisible()


def test_only_the_last_of_many_questions_is_asked_behind_the_one_under_way(desk: Desk) -> None:
    desk.open()
    desk.workspace.gate = threading.Event()
    for index in range(GAP, GAP + 9):
        desk.tab.view.select(index)
    desk.until(lambda: len(desk.asked()) == 1)
    desk.workspace.gate.set()
    desk.until(lambda: desk.card(0) is not None)
    assert [call.split()[1] for call in desk.asked()] == [str(GAP), str(GAP + 8)]


def test_papers_cited_elsewhere_can_be_hidden(desk: Desk) -> None:
    desk.open()
    desk.select(7)
    known = {link.paper for link in desk.tab.session.opened.links.values()}
    assert known & {found.paper.number for found in desk.panel.model.suggestions}
    press(desk.panel.hide_switch)
    shown = {found.paper.number for found in desk.panel.model.suggestions}
    assert shown
    assert not known & shown


def test_a_set_is_cited_in_one_go_without_what_was_left_out(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.until(desk.panel.sets.isVisible)
    papers = desk.panel.sets.picked()
    press(desk.panel.sets._chips[0])
    press(desk.panel.sets.cite_button)
    assert list(desk.to_cite.model.rows[0].papers) == papers[1:]


def test_similar_is_passed_on(desk: Desk, qtbot: QtBot) -> None:
    desk.open()
    desk.select(GAP)
    card = desk.shown_card(0)
    with qtbot.waitSignal(desk.page.similar_requested) as asked:
        press(card.similar_button)
    assert card.suggestion is not None
    assert asked.args == [(card.suggestion.paper.number,)]


def test_cards_are_reached_and_used_by_keyboard(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.shown_card(1)
    QTest.keyClick(desk.tab.view, Qt.Key.Key_Return)
    first = desk.shown_card(0)
    assert first.hasFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    second = desk.shown_card(1)
    assert second.hasFocus()
    QTest.keyClick(second, Qt.Key.Key_Return)
    assert desk.to_cite.model.rows[0].papers[0] == second.suggestion.paper
    QTest.keyClick(second, Qt.Key.Key_Delete)
    assert second.suggestion.paper.title not in desk.titles() or not second.isVisible()


def test_the_focus_frames_a_card_and_hides_nothing_of_it(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    card = desk.shown_card(0)
    plain = card.grab().toImage()
    desk.panel.list.focus_first()
    assert card.hasFocus()
    framed = card.grab().toImage()
    middle, edge = plain.rect().center(), QPoint(1, 1)
    assert framed.pixelColor(middle) == plain.pixelColor(middle)
    assert framed.pixelColor(edge) != plain.pixelColor(edge)


def test_an_empty_library_says_so_and_offers_to_import(qtbot: QtBot, tmp_path: Path) -> None:
    desk = Desk(qtbot, PaperWorkspace(papers=False), tmp_path)
    desk.open()
    desk.tab.view.select(GAP)
    desk.until(lambda: "no papers yet" in desk.panel.placeholder.text())
    with qtbot.waitSignal(desk.page.import_wanted):
        press(desk.panel.placeholder_button)
    desk.close()


def test_nothing_convincing_is_said(desk: Desk) -> None:
    desk.workspace.threshold = 0.99
    desk.open()
    desk.select(GAP)
    assert desk.panel.notice.text.startswith("Nothing convincing")


def test_words_only_is_said_while_the_model_loads(desk: Desk) -> None:
    desk.workspace.stages = ("words",)
    desk.workspace.model_state = "loading"
    desk.open()
    desk.select(GAP)
    assert desk.panel.notice.text == "Words only so far: the model is still loading."
    desk.workspace.stages = ("words", "vectors")
    desk.page.refresh()
    desk.until(lambda: desk.panel.notice.text == "")


def test_a_file_that_is_no_pdf_says_so_with_a_remedy(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_text("nothing")
    desk.page.open(broken)
    desk.until(lambda: desk.tab._failure is not None)
    failure = desk.tab._failure
    assert failure is not None
    assert "“broken.pdf” could not be read" in failure.accessibleName()
    assert "PDF viewer" in failure.explanation.text()
    write_paper(broken)
    press(failure.findChildren(QPushButton)[0])
    desk.until(lambda: desk.tab.session is not None)
    assert desk.tab.rows.isVisible()


def test_a_stopped_reading_can_be_taken_up(desk: Desk) -> None:
    desk.workspace.gate = threading.Event()
    desk.page.open(desk.file)
    desk.until(lambda: desk.tab.view.pages == 2)  # the pages are there before the sentences
    press(desk.tab.notice.findChildren(QPushButton)[0])
    desk.workspace.gate.set()
    desk.until(lambda: desk.tab.notice.text == "Reading was stopped.")
    assert desk.tab.session is None
    press(desk.tab.notice.findChildren(QPushButton)[0])
    desk.until(lambda: desk.tab.session is not None)


def test_what_cannot_be_stored_is_taken_back(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.workspace.refuses_writing = True
    press(desk.shown_card(0).cite_button)
    assert desk.to_cite.model.rows
    desk.until(lambda: "may not be written" in desk.tab.trouble.text)
    desk.until(lambda: not desk.to_cite.model.rows)
    assert desk.tab.session.marks.kind(GAP) is Kind.GAP


def cite_two(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    press(desk.shown_card(0).cite_button)
    press(desk.shown_card(1).cite_button)
    desk.idle()


def test_ctrl_k_copies_the_cite_command(desk: Desk) -> None:
    cite_two(desk)
    desk.page.copy_cite_action.trigger()
    desk.idle()
    copied = QGuiApplication.clipboard().text()
    assert copied == "\\cite{sandberg2018four,ferreira2012draining}"
    assert copied in desk.news[-1]


@pytest.mark.parametrize("suffix", [".bib", ""], ids=["with suffix", "without suffix"])
def test_export_writes_a_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    cite_two(desk)
    chosen = tmp_path / f"chosen{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    desk.page.export_actions[0].trigger()
    desk.idle()
    written = (tmp_path / "chosen.bib").read_text(encoding="utf-8")
    assert written.count("@misc{") == 2
    assert desk.news[-1] == "Wrote 2 papers to “chosen.bib”."


def test_export_into_nowhere_says_why(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    cite_two(desk)
    with qtbot.waitSignal(desk.runner.failed) as failed:
        desk.to_cite.export(tmp_path / "missing" / "list.bib", "bibtex")
    assert "“list.bib” could not be written" in str(failed.args[0])
    assert failed.args[0].remedy


def test_rows_are_removed_from_the_list(desk: Desk) -> None:
    cite_two(desk)
    view = desk.to_cite.view
    first = desk.to_cite.model.index(0, 0, desk.to_cite.model.index(0, 0))
    view.selectionModel().select(first, view.selectionModel().SelectionFlag.Rows)
    view.selectionModel().select(first, view.selectionModel().SelectionFlag.Select)
    assert desk.to_cite.remove_button.isEnabled()
    press(desk.to_cite.remove_button)
    assert [paper.number for paper in desk.to_cite.model.rows[0].papers] == [2]


def test_a_passage_is_read_like_a_manuscript(desk: Desk) -> None:
    desk.page.text_action.trigger()
    dialog = desk.page.findChild(PassageDialog)
    assert dialog is not None
    assert not dialog.button.isEnabled()
    assert dialog.button.toolTip() == "Type a sentence first"
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
    assert not desk.tab.view.rect_of(1).isNull()


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
    cite_two(desk)
    desk.tab._file_changed(str(desk.file))
    assert "was written anew" in desk.tab.notice.text
    press(desk.tab.notice.findChildren(QPushButton)[0])
    old = desk.tab.session
    desk.until(lambda: desk.tab.session is not old and bool(desk.to_cite.model.rows))
    assert len(desk.to_cite.model.rows[0].papers) == 2


def test_tool_tips_say_what_a_sentence_is(desk: Desk) -> None:
    cite_two(desk)
    assert "Four decades" in desk.tab.describe(GAP)
    assert desk.tab.describe(7).startswith("Needs a citation (86% sure)")
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


def test_status_says_gaps_and_papers(desk: Desk, qtbot: QtBot) -> None:
    said: list[str] = []
    desk.page.status_changed.connect(said.append)
    cite_two(desk)
    assert said[-1] == "14 gaps · 2 papers to cite"


def test_closing_a_tab_while_its_file_is_read_is_safe(desk: Desk) -> None:
    desk.workspace.gate = threading.Event()
    desk.page.open(desk.file)
    desk.page.close_all()
    desk.workspace.gate.set()
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


def test_a_failed_question_can_be_asked_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.errors import ModelError

    desk.open()
    ask = desk.workspace.recommend

    def broken(*_: object, **__: object) -> Recommendation:
        raise ModelError("The model “x” is incomplete.")

    monkeypatch.setattr(desk.workspace, "recommend", broken)
    desk.tab.view.select(GAP)
    desk.until(lambda: "is incomplete. Install the model again" in desk.panel.notice.text)
    monkeypatch.setattr(desk.workspace, "recommend", ask)
    press(desk.panel.notice.findChildren(QPushButton)[0])
    desk.until(lambda: desk.card(0) is not None)
    assert replace(desk.panel.model.suggestions[0], rank=1).rank == 1
