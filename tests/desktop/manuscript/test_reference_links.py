"""Links of entries, corrected by hand."""

from __future__ import annotations

import pytest

from tests import wording
from tests.desktop.manuscript.reference_lists import LISTED, by_hand, entry, link, opened
from tests.desktop.manuscript_desk import Desk, press, refuse_to_write


def test_not_this_paper_shows_at_once_is_kept_and_can_be_undone(desk: Desk) -> None:
    opened(desk)
    panel = entry(desk, LISTED)
    press(panel.wrong_button)
    assert link(desk, LISTED) is None
    assert panel.state.text() == wording.fill("desktop.manuscript.reference_panel:_standing Marked")
    desk.idle()
    assert desk.page.undo.undo_text.startswith(
        wording.stem("core.library.store.manuscripts:_linked")
    )
    assert by_hand(desk) == {LISTED: None}

    desk.page.close_all()
    desk.page = desk.new_page()
    opened(desk)
    panel = entry(desk, LISTED)
    assert panel.state.text() == wording.fill("desktop.manuscript.reference_panel:_standing Marked")
    press(panel.automatic_button)
    desk.idle()
    assert panel.state.text() == "In your library: same title"
    desk.page.undo.undo()
    desk.idle()
    assert link(desk, LISTED) is None
    assert by_hand(desk) == {LISTED: None}


def test_a_link_that_cannot_be_stored_is_taken_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_write(monkeypatch, desk, "set_link", "clear_link")
    opened(desk)
    panel = entry(desk, LISTED)
    press(panel.wrong_button)
    desk.until(lambda: "may not be written" in desk.tab.trouble.text)
    desk.idle()
    assert link(desk, LISTED) is not None
    assert panel.state.text() == "In your library: same title"
    assert "Changed the paper" not in desk.page.undo.undo_text
