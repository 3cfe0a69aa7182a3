"""What is kept of a manuscript."""

from __future__ import annotations

import pytest

from desktop.pages.sentence_map import Kind
from tests.desktop.manuscript_desk import GAP, Desk, press, refuse_to_write


def test_what_cannot_be_stored_is_taken_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_to_write(monkeypatch, desk, "decide_many")
    desk.open()
    desk.select(GAP)
    press(desk.shown_card(0).cite_button)
    assert desk.to_cite.model.rows
    desk.until(lambda: "may not be written" in desk.tab.trouble.text)
    desk.until(lambda: not desk.to_cite.model.rows)
    assert desk.tab.session.marks.kind(GAP) is Kind.GAP
