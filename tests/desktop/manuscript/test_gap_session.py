"""Gaps that a person dismissed."""

from __future__ import annotations

import pytest

from desktop.pages.sentence_map import Kind
from tests import wording
from tests.desktop.manuscript.sentences import outline
from tests.desktop.manuscript_desk import GAP, Desk, press, refuse_to_write


def test_a_dismissed_gap_stays_dismissed_and_can_be_found_again(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    desk.page.dismiss_action.trigger()
    desk.idle()
    desk.page.close_all()
    desk.page = desk.new_page()
    desk.open()
    desk.until(lambda: desk.session.marks.kind(GAP) is Kind.DISMISSED)
    assert outline(desk).dismissed_box.text() == "Show dismissed (1)"
    desk.page.show_dismissed_action.trigger()
    assert outline(desk).dismissed_box.isChecked()
    desk.tab.view.select(None)
    desk.page.next_gap_action.trigger()
    assert desk.tab.view.selected_sentence == GAP
    assert desk.panel.gap_row.button.text() == wording.fill(
        "desktop.manuscript.sentence_menu:sentence_menu Needs"
    )
    press(desk.panel.gap_row.button)
    assert desk.session.marks.kind(GAP) is Kind.GAP


def test_a_dismissal_that_is_refused_is_taken_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_write(monkeypatch, desk, "dismiss_gap")
    desk.open()
    desk.select(GAP)
    press(desk.panel.gap_row.button)
    desk.until(lambda: "may not be written" in desk.tab.trouble.text)
    desk.idle()
    assert desk.session.marks.kind(GAP) is Kind.GAP
    assert "Marked" not in desk.page.undo.undo_text
