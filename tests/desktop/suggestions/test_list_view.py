"""The list of suggestions."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop.suggestions.list_view import RefusedRow
from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk, press


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


def places(desk: Desk) -> dict[str, int]:
    """Return where each card stands in the view."""
    desk.rest()
    cards = (desk.shown_card(row) for row in range(len(desk.titles())))
    viewport = desk.panel.list.viewport()
    return {
        card.suggestion.paper.title: card.mapTo(viewport, QPoint(0, 0)).y()
        for card in cards
        if card.suggestion is not None
    }


def test_not_this_moves_no_card_and_the_focus_goes_on(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    before = places(desk)
    bar = desk.panel.list.verticalScrollBar()
    bar.setValue(min(30, bar.maximum()))
    scrolled = bar.value()
    before = places(desk)
    first, second = desk.titles()[:2]
    press(desk.shown_card(0).reject_button)
    after = places(desk)
    assert first not in after
    assert all(after[title] == before[title] for title in after)
    assert bar.value() == scrolled
    focused = desk.page.window().focusWidget()
    assert focused is desk.shown_card(0)
    assert desk.titles()[0] == second
    press(desk.shown_card(0).reject_button)
    later = places(desk)
    assert all(later[title] == before[title] for title in later)
    rows = desk.panel.list.findChildren(RefusedRow)
    assert [row.paper.title for row in rows] == [first, second]
    assert [row.y() for row in rows] == [0, rows[0].height()]


def test_a_card_that_the_list_is_too_low_for_shows_its_title(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    cards = desk.panel.list
    cards.setFixedHeight(desk.shown_card(1).height() // 2)
    desk.idle()
    cards.focus_first()
    second = desk.titles()[1]
    QTest.keyClick(desk.shown_card(0), Qt.Key.Key_Delete)
    desk.until(lambda: desk.titles()[0] == second)
    desk.idle()
    assert desk.page.window().focusWidget() is desk.shown_card(0)
    assert cards.verticalScrollBar().value() == desk.shown_card(0).y()


def test_what_was_turned_down_is_taken_back_where_it_stood(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    before = places(desk)
    press(desk.shown_card(1).reject_button)
    desk.settle()
    (row,) = desk.panel.list.findChildren(RefusedRow)
    assert (
        wording.stem("desktop.suggestions.list_view:__init__ suggested")
        in row.findChildren(QLabel)[0].text()
    )
    press(row.undo_button)
    desk.until(lambda: places(desk) == before)
    desk.until(lambda: not desk.panel.list.findChildren(RefusedRow))
    desk.page.undo.undo()
    desk.settle()
    assert len(desk.titles()) == len(before) - 1
