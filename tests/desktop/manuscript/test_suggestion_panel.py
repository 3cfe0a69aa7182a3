"""What the panel offers for a sentence, and what one does with it."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.base.errors import ModelError
from core.base.records import OpenManuscript, PaperFilter, Recommendation, Suggestion
from core.workspace import Workspace
from desktop.suggestions.answer import Answer
from desktop.ui.remembered_state import _store, set_store
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import DARK, LIGHT, theme
from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk, judge_samples, press
from tests.desktop.provoked import failing

_PLACE = "desktop.manuscript.suggestion_state:explain_outlook"
OUTLOOK = {
    "weak": wording.fill(f"{_PLACE} weak"),
    "cited": wording.fill(f"{_PLACE} better"),
    "nothing": wording.fill(f"{_PLACE} none"),
}


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


def test_an_answer_for_another_sentence_is_not_shown(desk: Desk) -> None:
    desk.open()
    desk.answers.gate = threading.Event()
    desk.tab.view.select(GAP)
    desk.until(lambda: len(desk.asked()) == 1)
    desk.tab.view.select(GAP + 2)
    seen: list[list[str]] = []
    desk.panel.model.modelReset.connect(lambda: seen.append(desk.titles()))
    desk.answers.gate.set()
    desk.idle()
    assert desk.panel.sentence == GAP + 2
    assert len(seen) == 1
    assert "spectrograms" in seen[0][0]


def test_while_papers_are_looked_for_the_panel_says_so(desk: Desk) -> None:
    desk.open()
    desk.answers.gate = threading.Event()
    desk.tab.view.select(GAP)
    desk.until(desk.panel.placeholder.isVisible)
    assert desk.panel.placeholder.text() == "Looking for papers…"
    desk.answers.gate.set()
    desk.until(lambda: desk.card(0) is not None)
    assert not desk.panel.placeholder.isVisible()


def test_only_the_last_of_many_questions_is_asked_behind_the_one_under_way(desk: Desk) -> None:
    desk.open()
    desk.answers.gate = threading.Event()
    for index in range(GAP, GAP + 9):
        desk.tab.view.select(index)
    desk.until(lambda: len(desk.asked()) == 1)
    desk.answers.gate.set()
    desk.until(lambda: desk.card(0) is not None)
    assert [call.split()[1] for call in desk.asked()] == [str(GAP), str(GAP + 8)]


def test_papers_that_are_cited_already_stand_apart_from_the_new_ones(desk: Desk) -> None:
    desk.open()
    desk.select(7)
    known = {link.paper for link in desk.tab.session.opened.links.values()}
    shown = {found.paper.number for found in desk.panel.model.suggestions}
    assert shown
    assert not known & shown
    again = desk.panel.again
    assert again.isVisible()
    assert {found.paper.number for found in again.suggestions} <= known
    assert all(found.cited == "elsewhere" for found in again.suggestions)


def test_the_reasons_of_papers_further_down_follow_and_nothing_moves(desk: Desk) -> None:
    desk.answers.whole_later = True
    desk.open()
    shown: list[Answer] = []
    desk.session.answered.connect(shown.append)
    desk.tab.view.select(GAP)
    desk.until(lambda: len(shown) == 2)
    first, whole = (answer.recommendation for answer in shown)
    assert not first.whole
    assert not any(each.reasons for each in first.suggestions[1:])
    assert any(each.reasons for each in whole.suggestions[1:])
    assert [each.paper for each in first.new] == [each.paper for each in whole.new]
    assert desk.panel.model.suggestions == list(whole.new)
    assert not desk.panel.better_button.isVisible()
    seen: list[list[Suggestion]] = []
    desk.session.answered.connect(lambda _: seen.append(list(desk.panel.model.suggestions)))
    desk.panel.repeat_question()
    desk.until(lambda: len(seen) == 2)
    assert seen == [list(whole.new)] * 2  # reasons that are shown do not go for a moment
    assert [call for call in desk.asked() if call.endswith("soon")] == [
        f"recommend {GAP} 0.50 soon",
        f"recommend {GAP} 0.50 soon",
    ]


def test_where_all_that_fits_is_cited_already_the_panel_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open()
    recommend = desk.workspace.recommending.recommend

    def all_cited(
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float,
        limit: int,
        paper_filter: PaperFilter,
        soon: bool,
    ) -> Recommendation:
        found = recommend(
            opened,
            sentence,
            breadth=breadth,
            limit=limit,
            paper_filter=paper_filter,
            soon=soon,
        )
        cited = tuple(replace(each, cited="elsewhere") for each in found.suggestions)
        return replace(found, suggestions=cited)

    monkeypatch.setattr(desk.workspace.recommending, "recommend", all_cited)
    desk.tab.view.select(GAP)
    desk.until(desk.panel.again.isVisible)
    assert desk.panel.placeholder.text().startswith(
        wording.stem("desktop.manuscript.suggestion_panel:_explain_nothing_new already")
    )
    assert desk.panel.placeholder.isVisible()
    assert not desk.panel.notice.isVisible()


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


def test_a_button_of_a_card_that_has_the_focus_gets_the_key(desk: Desk, qtbot: QtBot) -> None:
    desk.open()
    desk.select(GAP)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        card = desk.shown_card(0)
        with qtbot.waitSignal(desk.page.similar_requested):
            QTest.keyClick(card.similar_button, key)
    first = desk.titles()[0]
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        first = desk.titles()[0]
        QTest.keyClick(desk.shown_card(0).reject_button, key)
        desk.until(lambda first=first: desk.titles()[0] != first)  # type: ignore[misc]
        desk.idle()
    assert desk.to_cite.model.rowCount() == 0
    QTest.keyClick(desk.shown_card(0).cite_button, Qt.Key.Key_Return)
    desk.until(lambda: desk.to_cite.model.rowCount() > 0)


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


def test_an_empty_library_says_so_and_offers_to_import(
    qtbot: QtBot, empty_workspace: Workspace, runner: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_samples(monkeypatch, empty_workspace)
    desk = Desk(qtbot, empty_workspace, runner)
    desk.open()
    desk.tab.view.select(GAP)
    desk.until(lambda: "no papers yet" in desk.panel.placeholder.text())
    with qtbot.waitSignal(desk.page.import_wanted):
        press(desk.panel.placeholder_button)
    desk.close()


def test_nothing_convincing_is_said(desk: Desk) -> None:
    desk.answers.sureness = 0.01
    desk.open()
    desk.select(GAP)
    assert desk.panel.notice.text == OUTLOOK["nothing"]


def test_nothing_convincing_is_not_said_above_a_paper_to_cite(desk: Desk) -> None:
    desk.answers.sureness = 0.01
    desk.open()
    desk.select(GAP)
    assert desk.panel.notice.text == OUTLOOK["nothing"]
    suggestion = desk.panel.model.suggestions[0]
    desk.panel.list.cite_toggled.emit(suggestion, True)
    assert desk.panel.notice.text == ""
    desk.panel.list.cite_toggled.emit(suggestion, False)
    assert desk.panel.notice.text == OUTLOOK["nothing"]


def test_a_failure_stays_on_the_screen_while_papers_are_cited(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open()
    desk.select(GAP)
    failing(monkeypatch, desk.answers, "recommend", ModelError("x"))
    desk.panel.repeat_question()
    desk.until(lambda: desk.panel.notice.text.startswith("x"))
    desk.panel.list.cite_toggled.emit(desk.panel.model.suggestions[0], True)
    assert desk.panel.notice.text.startswith("x")


@pytest.mark.parametrize(("confidence", "outlook"), [(0.39, "weak"), (0.41, "cited")])
def test_a_cited_paper_is_said_to_fit_better_only_where_it_does(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, confidence: float, outlook: str
) -> None:
    recommend = desk.answers.recommend

    def cite_first(*given: Any, **more: Any) -> Recommendation:  # noqa: ANN401 - handed on
        answer = recommend(*given, **more)
        first, *others = answer.suggestions
        cited = replace(first, cited="elsewhere", confidence=confidence)
        return replace(answer, suggestions=(cited, *others))

    desk.answers.sureness = 0.39
    monkeypatch.setattr(desk.answers, "recommend", cite_first)
    desk.open()
    desk.select(GAP)
    assert desk.panel.again.isVisible()
    assert desk.panel.notice.text == OUTLOOK[outlook]


def test_weak_suggestions_are_left_to_the_person(desk: Desk) -> None:
    desk.answers.sureness = 0.39
    desk.open()
    desk.select(GAP)
    assert desk.panel.notice.text == OUTLOOK["weak"]


def test_a_failed_question_can_be_asked_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.open()
    with monkeypatch.context() as broken:
        failing(broken, desk.answers, "recommend", ModelError("The model “x” is incomplete."))
        desk.tab.view.select(GAP)
        desk.until(
            lambda: (
                "is incomplete. " + wording.fill("core.base.errors:ModelError.default_remedy")
                in desk.panel.notice.text
            )
        )
    press(desk.panel.notice.findChildren(QPushButton)[0])
    desk.until(lambda: desk.card(0) is not None)
    assert replace(desk.panel.model.suggestions[0], rank=1).rank == 1


def test_space_on_a_card_takes_a_quick_look_and_down_goes_on(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.settle()
    first, second = desk.shown_card(0), desk.shown_card(1)
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Space)
    look = desk.side.quick_look
    desk.until(look.isVisible)
    assert first.suggestion is not None
    assert second.suggestion is not None
    assert look.number == first.suggestion.paper.number
    QTest.keyClick(look, Qt.Key.Key_Down)
    assert look.number == second.suggestion.paper.number
    desk.idle()
    QTest.keyClick(look, Qt.Key.Key_Escape)
    assert not look.isVisible()
    assert desk.page.window().focusWidget() is second


def test_alt_down_goes_on_from_a_card_and_from_outside_the_page(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.settle()
    desk.page.addAction(desk.page.next_gap_action)
    QTest.mouseClick(desk.shown_card(0), Qt.MouseButton.LeftButton, pos=QPoint(40, 12))
    seen = [desk.tab.view.selected_sentence]
    for _ in range(3):
        QTest.keyClick(focus(desk), Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        seen.append(desk.tab.view.selected_sentence)
        desk.settle()
    assert len(set(seen)) == 4
    assert desk.page.isAncestorOf(focus(desk))


def focus(desk: Desk) -> QWidget:
    focused = desk.page.window().focusWidget()
    assert focused is not None
    return focused


def test_what_is_said_of_the_sentence_folds_and_stays_so(desk: Desk, tmp_path: Path) -> None:
    """So that a small window has room for more than one suggestion."""
    set_store(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    desk.open()
    desk.select(GAP)
    desk.idle()
    panel = desk.panel
    desk.until(lambda: panel.list.card(0) is not None)
    desk.settle()
    panel.fold_button.click()
    assert not panel.slider.isVisible()
    assert panel.gap_row.button.isVisible(), "what one does most often stays"
    desk.page.close_all()
    desk.page = desk.new_page()
    desk.open()
    desk.select(GAP)
    desk.idle()
    panel = desk.panel
    assert panel.fold_button.isChecked()
    assert not panel.slider.isVisible()
    desk.settle()
    folded_height = panel.list.height()
    panel.fold_button.click()
    assert panel.slider.isVisible()
    assert panel.gap_row.isVisible()
    desk.until(lambda: panel.list.height() < folded_height)
    _store.clear()
