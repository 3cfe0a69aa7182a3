"""The manuscript page without a mouse: every control is reached, named, and works by its keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from desktop.pages.sentence_map import Kind
from desktop.ui.focus import focus_next_pane
from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk

_MOST_STEPS = 200


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def key(key: Qt.Key) -> None:
    QTest.keyClick(focused(), key)


def name_of(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text


def walk(desk: Desk) -> list[QWidget]:
    """Press Tab until the focus is back where it was."""
    desk.tab.view.setFocus()
    seen = [focused()]
    for _ in range(_MOST_STEPS):
        key(Qt.Key.Key_Tab)
        if focused() is seen[0]:
            return seen
        seen.append(focused())
    raise AssertionError("Tab does not come back to the pages.")


def test_tab_reaches_every_control_and_each_has_a_name(desk: Desk) -> None:
    desk.cite_two()
    desk.settle()
    seen = walk(desk)
    assert desk.tab.outline_pane is not None
    card = desk.shown_card(0)
    wanted = [
        desk.tab.outline_pane.outline,
        desk.tab.outline_pane.slider.slider,
        desk.tab.bar.next_button,
        desk.tab.bar.fit_button,
        desk.panel.slider.slider,
        desk.panel.sets.cite_button,
        card,
        card.cite_button,
        card.reject_button,
        card.similar_button,
        card.look_button,
        card.more_button,
        desk.to_cite.title,
        desk.to_cite.view,
        desk.to_cite.copy_button,
        desk.to_cite.style_button,
        desk.to_cite.export_button,
    ]
    missing = [name_of(widget) for widget in wanted if widget not in seen]
    assert not missing
    nameless = [type(widget).__name__ for widget in seen if not name_of(widget)]
    assert not nameless


def test_from_gap_to_gap_into_the_cards_and_back(desk: Desk) -> None:
    desk.open()
    desk.tab.view.setFocus()
    key(Qt.Key.Key_Down)
    first = desk.tab.view.selected_sentence
    key(Qt.Key.Key_Down)
    second = desk.tab.view.selected_sentence
    assert first is not None
    assert second is not None
    assert first < second
    key(Qt.Key.Key_Up)
    assert desk.tab.view.selected_sentence == first
    desk.until(lambda: desk.card(0) is not None)
    desk.settle()
    key(Qt.Key.Key_Return)
    card = desk.shown_card(0)
    assert focused() is card
    key(Qt.Key.Key_Right)
    assert card.unfolded
    key(Qt.Key.Key_Left)
    assert not card.unfolded
    key(Qt.Key.Key_Return)
    desk.idle()
    assert desk.session.marks.kind(first) is Kind.CHOSEN
    key(Qt.Key.Key_Escape)
    assert focused() is desk.tab.view


def test_f6_goes_to_the_first_paper_in_sight_or_to_the_text_of_a_panel(desk: Desk) -> None:
    def focus_side() -> QWidget:
        desk.tab.view.setFocus()
        for _ in range(_MOST_STEPS):
            focus_next_pane([desk.page])
            if desk.side.isAncestorOf(focused()):
                return focused()
        raise AssertionError("F6 passes by the suggestions.")

    desk.open()
    desk.tab.view.select(None)
    assert focus_side() is desk.panel.placeholder_button
    desk.select(GAP)
    desk.settle()
    assert focus_side() is desk.shown_card(0)
    desk.page.whole_action.trigger()
    desk.panel.setFocus()
    assert focus_side() is desk.side.whole.text


def test_f6_does_not_scroll_the_suggestions(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.settle()
    bar = desk.panel.list.verticalScrollBar()
    place = desk.shown_card(2).y() + 1
    bar.setValue(place)
    assert (bar.value(), desk.panel.part_in_front()) == (place, desk.shown_card(2))


def test_unfolded_reasons_make_room_for_themselves(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.settle()
    first, second = desk.shown_card(0), desk.shown_card(1)
    before, place = first.height(), second.y()
    first.unfold(True)
    assert first.height() > before
    assert second.y() == place + first.height() - before
    first.unfold(False)
    assert first.height() == before


def test_one_key_shows_the_reasons_of_the_first_card_or_of_that_in_hand(desk: Desk) -> None:
    action = desk.page.reasons_action
    assert not action.isEnabled()
    desk.open()
    desk.select(GAP)
    first, second = desk.shown_card(0), desk.shown_card(1)
    action.trigger()
    assert (first.unfolded, second.unfolded) == (True, False)
    action.trigger()
    assert not first.unfolded
    second.setFocus()
    action.trigger()
    assert (first.unfolded, second.unfolded) == (False, True)


def test_the_menu_of_a_card_leads_to_the_papers_behind_it(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.settle()
    card = desk.shown_card(0)
    asked: list[int] = []
    desk.page.paper_wanted.connect(asked.append)
    menu = card.menu()
    texts = [action.text() for action in menu.actions()]
    assert texts[:3] == ["Quick look", "Show in library", "Unfold the reasons"]
    menu.actions()[1].trigger()
    assert card.suggestion is not None
    assert asked == [card.suggestion.paper.number]
    menu.close()


def test_the_outline_and_the_list_follow_the_selected_sentence(desk: Desk) -> None:
    desk.cite_two()
    assert desk.tab.outline_pane is not None
    outline = desk.tab.outline_pane.outline
    desk.select(7)
    assert desk.to_cite.view.picked() == []
    desk.select(GAP)
    assert outline.currentIndex().data() == "1  Introduction"
    assert [picked.text for picked in desk.to_cite.view.picked()] == [
        desk.session.sentences[GAP].text
    ]


def test_judgements_are_counted_in_sight(desk: Desk) -> None:
    desk.cite_two()
    desk.shown_card(2).reject_button.click()
    desk.session.gaps.dismiss(7, dismissed=True)
    desk.idle()
    label = desk.to_cite.judgements
    assert label.text() == wording.fill("desktop.manuscript.to_cite_panel:_count_judgements", n=4)
    assert (
        "2 cited, 1 rejected, 1 " + wording.fill("desktop.pages.sentence_map:DISMISSED")
        in label.toolTip()
    )


def test_a_look_chosen_later_leaves_the_cards_written(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.settle()
    card = desk.shown_card(0)
    desk.page.setStyleSheet("QWidget { font-size: 11pt; }")
    desk.until(lambda: card._lines is not None)
    assert card.height() >= card.cite_button.geometry().bottom()
