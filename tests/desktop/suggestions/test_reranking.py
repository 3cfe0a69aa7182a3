"""The better order of a list that shows already: where it goes, and what it leaves alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from core.base.errors import ModelError
from core.base.records import (
    DEFAULT_BREADTH,
    NO_FILTER,
    OpenManuscript,
    PaperFilter,
    Recommendation,
)
from desktop.suggestions.card import SuggestionCard
from tests.desktop.manuscript_desk import GAP, Desk, press, say_status
from tests.desktop.patience import PATIENCE_S
from tests.desktop.shared_words import SharedWords


class SlowReranker:
    """Turns the order round, once a test lets it; a question that is left is given up."""

    def __init__(self, words: SharedWords) -> None:
        self._recommend = words.recommend
        self.may_end = threading.Event()
        self.begun: list[int] = []
        self.given_up: list[int] = []
        self.fails = False

    def rerank(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,
        stop: Callable[[], bool] = lambda: False,
    ) -> Recommendation:
        self.begun.append(sentence)
        tick = threading.Event()
        for _ in range(PATIENCE_S * 100):
            if stop():
                self.given_up.append(sentence)
                break
            if self.may_end.is_set():
                break
            tick.wait(0.01)
        if self.fails:
            raise ModelError("The process that holds the model “slow” ended.", remedy="Wait.")
        found = self._recommend(
            opened, sentence, breadth=breadth, limit=limit, paper_filter=paper_filter
        )
        return turned_round(found)


def turned_round(recommendation: Recommendation) -> Recommendation:
    turned = [
        replace(suggestion, rank=rank)
        for rank, suggestion in enumerate(reversed(recommendation.suggestions), start=1)
    ]
    stages = ("words", "vectors", "reranker")
    return replace(recommendation, suggestions=tuple(turned), stages=stages)


@pytest.fixture
def reranker(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowReranker]:
    """What reads the papers for the first gap again."""
    reranker = SlowReranker(desk.answers)
    monkeypatch.setattr(desk.answers, "rerank", reranker.rerank)
    say_status(monkeypatch, desk.workspace, reranker="slow")
    desk.open()
    desk.tab.view.select(GAP)
    desk.until(lambda: all(desk.card(row) for row in range(max(len(desk.titles()), 1))))
    desk.until(lambda: reranker.begun == [GAP])
    yield reranker
    reranker.may_end.set()


def in_sight(desk: Desk) -> dict[str, int]:
    """Return the titles of the cards one sees, each with its height on the screen."""
    view = desk.panel.list.viewport()
    cards = [c for c in view.findChildren(SuggestionCard) if not c.visibleRegion().isEmpty()]
    return {
        card.suggestion.paper.title: card.mapTo(view, QPoint(0, 0)).y()
        for card in cards
        if card.suggestion is not None
    }


def finish(desk: Desk, reranker: SlowReranker) -> None:
    reranker.may_end.set()
    desk.settle()


def take_better_order(desk: Desk, reranker: SlowReranker) -> None:
    """Let the better order come, and ask for it."""
    finish(desk, reranker)
    desk.until(desk.panel.better_button.isVisible)
    press(desk.panel.better_button)
    desk.settle()


def put_mouse_on(card: SuggestionCard) -> None:
    """Do what Qt does when the pointer comes to a card."""
    middle = QPointF(card.rect().center())
    card.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    place = QPointF(card.mapToGlobal(middle.toPoint()))
    QApplication.sendEvent(card, QEnterEvent(middle, middle, place))


def test_the_first_list_shows_while_the_better_order_is_made(
    desk: Desk, reranker: SlowReranker
) -> None:
    first = desk.titles()
    assert len(first) > 10
    finish(desk, reranker)
    desk.until(desk.panel.better_button.isVisible)
    assert desk.titles() == first, "what shows already does not move by itself"
    press(desk.panel.better_button)
    desk.settle()
    assert desk.titles() == first[::-1]
    assert not desk.panel.better_button.isVisible()
    assert reranker.begun == [GAP]
    assert reranker.given_up == []


def test_a_list_shows_once_where_its_better_order_is_quick(
    desk: Desk, reranker: SlowReranker
) -> None:
    finish(desk, reranker)
    desk.panel._first_hold.reading_ms = 20
    shown = QSignalSpy(desk.panel.model.modelReset)
    desk.tab.view.select(GAP + 2)
    desk.until(lambda: desk.panel._answer is not None and desk.panel._answer.was_reranked)
    desk.settle()
    assert not desk.panel.better_button.isVisible()
    assert shown.count() == 2, "once emptied, once filled"


def test_a_list_is_not_held_back_for_long(desk: Desk, reranker: SlowReranker) -> None:
    finish(desk, reranker)
    reranker.may_end.clear()
    desk.panel._first_hold.reading_ms = 20
    desk.tab.view.select(GAP + 2)
    desk.until(lambda: bool(desk.titles()))
    assert desk.panel._answer is not None
    assert not desk.panel._answer.was_reranked


@pytest.mark.parametrize("by", ["the mouse", "the focus"])
def test_nothing_moves_while_a_card_is_in_hand(desk: Desk, reranker: SlowReranker, by: str) -> None:
    first, card = desk.titles(), desk.shown_card(2)
    if by == "the mouse":
        put_mouse_on(card)
    else:
        card.setFocus()
    before = in_sight(desk)
    finish(desk, reranker)
    desk.until(desk.panel.better_button.isVisible)
    QApplication.processEvents()
    assert desk.titles() == first
    assert in_sight(desk) == before


def test_the_better_order_that_was_held_back_comes_on_a_click(
    desk: Desk, reranker: SlowReranker
) -> None:
    first, card = desk.titles(), desk.shown_card(2)
    card.setFocus()
    finish(desk, reranker)
    desk.until(desk.panel.better_button.isVisible)
    press(desk.panel.better_button)
    desk.settle()
    assert desk.titles() == first[::-1]
    assert card.hasFocus()
    assert card.suggestion is not None
    assert card.suggestion.paper.title == first[2]
    assert not desk.panel.better_button.isVisible()


def test_the_keyboard_goes_on_with_the_new_first_card(desk: Desk, reranker: SlowReranker) -> None:
    desk.shown_card(2).setFocus()
    finish(desk, reranker)
    button = desk.panel.better_button
    desk.until(button.isVisible)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Space)
    desk.settle()
    assert desk.shown_card(0).hasFocus()


def test_one_who_scrolled_keeps_what_is_in_sight(desk: Desk, reranker: SlowReranker) -> None:
    bar = desk.panel.list.verticalScrollBar()
    desk.until(lambda: bar.maximum() > 800)
    bar.setValue(700)
    first = desk.titles()
    heights = in_sight(desk)
    top = min(heights, key=heights.__getitem__)
    finish(desk, reranker)
    assert in_sight(desk) == heights
    desk.panel._show_better()
    desk.settle()
    assert desk.titles() == first[::-1]
    assert in_sight(desk)[top] == heights[top]


def test_the_answer_to_a_sentence_that_was_left_is_given_up(
    desk: Desk, reranker: SlowReranker
) -> None:
    desk.tab.view.select(GAP + 2)
    desk.until(lambda: reranker.given_up == [GAP])
    desk.until(lambda: reranker.begun == [GAP, GAP + 2])
    shown = desk.titles()
    assert reranker.given_up == [GAP]
    take_better_order(desk, reranker)
    assert desk.panel.sentence == GAP + 2
    assert desk.titles() == shown[::-1]


def test_a_better_order_that_nobody_wanted_is_gone_with_its_sentence(
    desk: Desk, reranker: SlowReranker
) -> None:
    desk.shown_card(2).setFocus()
    finish(desk, reranker)
    desk.until(desk.panel.better_button.isVisible)
    reranker.may_end.clear()
    desk.tab.view.select(GAP + 2)
    assert not desk.panel.better_button.isVisible()


def test_a_list_in_its_better_order_waits_for_the_next_better_order(
    desk: Desk, reranker: SlowReranker
) -> None:
    first = desk.titles()
    take_better_order(desk, reranker)
    reranker.may_end.clear()
    desk.panel.repeat_question()
    desk.until(lambda: reranker.begun == [GAP, GAP])
    assert desk.titles() == first[::-1]
    finish(desk, reranker)
    assert desk.titles() == first[::-1]


def test_a_paper_turned_down_meanwhile_does_not_come_back(
    desk: Desk, reranker: SlowReranker
) -> None:
    first = desk.titles()
    desk.session.decide(GAP, [desk.panel.model.suggestions[1].paper], "reject")
    take_better_order(desk, reranker)
    assert first[1] not in desk.titles()
    assert desk.titles()[-1] == first[0]


def test_a_reranker_that_fails_leaves_the_first_list(desk: Desk, reranker: SlowReranker) -> None:
    first = desk.titles()
    reranker.fails = True
    finish(desk, reranker)
    desk.until(lambda: "slow" in desk.tab.trouble.text)
    assert desk.titles() == first
    assert desk.panel.notice.text == ""


@pytest.mark.parametrize("why", ["none in use", "the encoder still loads"])
def test_nothing_is_read_again_where_that_cannot_be(
    desk: Desk, reranker: SlowReranker, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(desk, reranker)
    if why == "none in use":
        say_status(monkeypatch, desk.workspace, reranker="")
    else:
        say_status(monkeypatch, desk.workspace, reranker="slow", model_state="loading")
    desk.tab.view.select(GAP + 2)
    desk.settle()
    assert reranker.begun == [GAP]
