"""The better order of a list that shows already: where it goes, and what it leaves alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.errors import ModelError
from core.base.records import OpenManuscript, Recommendation
from desktop.suggestions.card import SuggestionCard
from tests.desktop.manuscript_desk import GAP, Desk, press
from tests.desktop.paper_workspace import PaperWorkspace, with_rank_shift
from tests.desktop.patience import PATIENCE_S


class SlowReranker(PaperWorkspace):
    """Turns the order round, once a test lets it; a question that is left is given up."""

    def __init__(self) -> None:
        super().__init__()
        self.reranker = "slow"
        self.may_end = threading.Event()
        self.begun: list[int] = []
        self.given_up: list[int] = []
        self.fails = False

    def rerank(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float,
        limit: int = 20,
        stop: Callable[[], bool],
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
        found = super().recommend(opened, sentence, breadth=breadth, limit=limit)
        return with_rank_shift(found)


@pytest.fixture
def workspace() -> SlowReranker:
    return SlowReranker()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, workspace: SlowReranker) -> Iterator[Desk]:
    desk = Desk(qtbot, workspace, tmp_path)
    desk.open()
    desk.tab.view.select(GAP)
    desk.until(lambda: all(desk.card(row) for row in range(max(len(desk.titles()), 1))))
    desk.until(lambda: workspace.begun == [GAP])
    yield desk
    workspace.may_end.set()
    desk.close()


def in_sight(desk: Desk) -> dict[str, int]:
    """Return the titles of the cards one sees, each with its height on the screen."""
    view = desk.panel.list.viewport()
    cards = [c for c in view.findChildren(SuggestionCard) if not c.visibleRegion().isEmpty()]
    return {
        card.suggestion.paper.title: card.mapTo(view, QPoint(0, 0)).y()
        for card in cards
        if card.suggestion is not None
    }


def finish(desk: Desk, workspace: SlowReranker) -> None:
    workspace.may_end.set()
    desk.settle()


def put_mouse_on(card: SuggestionCard) -> None:
    """Do what Qt does when the pointer comes to a card."""
    middle = QPointF(card.rect().center())
    card.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    place = QPointF(card.mapToGlobal(middle.toPoint()))
    QApplication.sendEvent(card, QEnterEvent(middle, middle, place))


def test_the_first_list_shows_while_the_better_order_is_made(
    desk: Desk, workspace: SlowReranker
) -> None:
    first = desk.titles()
    assert len(first) > 10
    finish(desk, workspace)
    assert desk.titles() == first[::-1]
    assert not desk.panel.better_button.isVisible()
    assert workspace.begun == [GAP]
    assert workspace.given_up == []


@pytest.mark.parametrize("by", ["the mouse", "the focus"])
def test_nothing_moves_while_a_card_is_in_hand(
    desk: Desk, workspace: SlowReranker, by: str
) -> None:
    first, card = desk.titles(), desk.shown_card(2)
    if by == "the mouse":
        put_mouse_on(card)
    else:
        card.setFocus()
    before = in_sight(desk)
    finish(desk, workspace)
    desk.until(desk.panel.better_button.isVisible)
    QApplication.processEvents()
    assert desk.titles() == first
    assert in_sight(desk) == before


def test_the_better_order_that_was_held_back_comes_on_a_click(
    desk: Desk, workspace: SlowReranker
) -> None:
    first, card = desk.titles(), desk.shown_card(2)
    card.setFocus()
    finish(desk, workspace)
    desk.until(desk.panel.better_button.isVisible)
    press(desk.panel.better_button)
    desk.settle()
    assert desk.titles() == first[::-1]
    assert card.hasFocus()
    assert card.suggestion is not None
    assert card.suggestion.paper.title == first[2]
    assert not desk.panel.better_button.isVisible()


def test_the_keyboard_goes_on_with_the_new_first_card(desk: Desk, workspace: SlowReranker) -> None:
    desk.shown_card(2).setFocus()
    finish(desk, workspace)
    button = desk.panel.better_button
    desk.until(button.isVisible)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Space)
    desk.settle()
    assert desk.shown_card(0).hasFocus()


def test_one_who_scrolled_keeps_what_is_in_sight(desk: Desk, workspace: SlowReranker) -> None:
    bar = desk.panel.list.verticalScrollBar()
    desk.until(lambda: bar.maximum() > 800)
    bar.setValue(700)
    first = desk.titles()
    heights = in_sight(desk)
    top = min(heights, key=heights.__getitem__)
    finish(desk, workspace)
    assert desk.titles() == first[::-1]
    assert in_sight(desk)[top] == heights[top]


def test_the_answer_to_a_sentence_that_was_left_is_given_up(
    desk: Desk, workspace: SlowReranker
) -> None:
    desk.tab.view.select(GAP + 2)
    desk.until(lambda: workspace.given_up == [GAP])
    desk.until(lambda: workspace.begun == [GAP, GAP + 2])
    shown = desk.titles()
    assert workspace.given_up == [GAP]
    finish(desk, workspace)
    assert desk.panel.sentence == GAP + 2
    assert desk.titles() == shown[::-1]


def test_a_better_order_that_nobody_wanted_is_gone_with_its_sentence(
    desk: Desk, workspace: SlowReranker
) -> None:
    desk.shown_card(2).setFocus()
    finish(desk, workspace)
    desk.until(desk.panel.better_button.isVisible)
    workspace.may_end.clear()
    desk.tab.view.select(GAP + 2)
    assert not desk.panel.better_button.isVisible()


def test_a_list_in_its_better_order_waits_for_the_next_better_order(
    desk: Desk, workspace: SlowReranker
) -> None:
    first = desk.titles()
    finish(desk, workspace)
    workspace.may_end.clear()
    desk.panel.ask_again()
    desk.until(lambda: workspace.begun == [GAP, GAP])
    assert desk.titles() == first[::-1]
    finish(desk, workspace)
    assert desk.titles() == first[::-1]


def test_a_paper_turned_down_meanwhile_does_not_come_back(
    desk: Desk, workspace: SlowReranker
) -> None:
    first = desk.titles()
    desk.session.decide(GAP, [desk.panel.model.suggestions[1].paper], "reject")
    finish(desk, workspace)
    assert first[1] not in desk.titles()
    assert desk.titles()[-1] == first[0]


def test_a_reranker_that_fails_leaves_the_first_list(desk: Desk, workspace: SlowReranker) -> None:
    first = desk.titles()
    workspace.fails = True
    finish(desk, workspace)
    desk.until(lambda: "slow" in desk.tab.trouble.text)
    assert desk.titles() == first
    assert desk.panel.notice.text == ""


@pytest.mark.parametrize("why", ["none in use", "the encoder still loads"])
def test_nothing_is_read_again_where_that_cannot_be(
    desk: Desk, workspace: SlowReranker, why: str
) -> None:
    finish(desk, workspace)
    if why == "none in use":
        workspace.reranker = ""
    else:
        workspace.model_state = "loading"
    desk.tab.view.select(GAP + 2)
    desk.settle()
    assert workspace.begun == [GAP]
