"""A paper that is cited already."""

from __future__ import annotations

from tests.desktop.manuscript_desk import Desk, press


def test_a_paper_that_is_cited_already_can_be_cited_here_too(desk: Desk) -> None:
    desk.open()
    desk.select(7)
    paper = desk.panel.again.suggestions[0].paper
    press(desk.panel.again.lines[0].cite_button)
    assert paper.number in desk.tab.session.chosen(7)
    assert desk.panel.again.lines[0].cite_button.text() == "On the list"
    press(desk.panel.again.lines[0].cite_button)
    assert paper.number not in desk.tab.session.chosen(7)
