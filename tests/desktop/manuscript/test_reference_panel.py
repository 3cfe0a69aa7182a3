"""The list of references."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests import wording
from tests.desktop.manuscript.reference_lists import LISTED, MISSING, by_hand, entry, link, opened
from tests.desktop.manuscript_desk import Desk, press
from tests.desktop.provoked import recorded


def test_an_entry_is_linked_to_what_one_types(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = recorded(monkeypatch, desk.workspace.manuscripts, "set_link")
    opened(desk)
    panel = entry(desk, MISSING)
    assert panel.state.text() == wording.fill("desktop.manuscript.reference_panel:_standing Not")
    press(panel.link_button)
    desk.idle()
    assert panel.picker.isVisible()
    desk.until(panel.picker.field.hasFocus)
    QTest.keyClicks(panel.picker.field, "monitoring birds by ear")
    desk.until(lambda: panel.picker.list.count() == 1)
    QTest.keyClick(panel.picker.field, Qt.Key.Key_Return)
    made = link(desk, MISSING)
    assert made is not None
    assert made.by_hand
    assert panel.state.text() == "In your library: your setting"
    assert not panel.picker.isVisible()
    desk.idle()
    assert [call[1:] for call in linked] == [(MISSING, made.paper)]
    desk.page.undo.undo()
    desk.idle()
    assert link(desk, MISSING) is None
    assert by_hand(desk) == {}


def test_the_likeliest_papers_are_offered_before_anything_is_typed(desk: Desk) -> None:
    opened(desk)
    panel = entry(desk, LISTED)
    press(panel.link_button)
    desk.until(lambda: panel.picker.list.count() > 0)
    first = panel.picker.list.item(0).text()
    assert first.startswith("A network that knows three thousand voices\nvery similar")
    QTest.keyClick(panel.picker.field, Qt.Key.Key_Escape)
    assert not panel.picker.isVisible()
    assert desk.side.currentWidget() is panel


def test_open_leads_to_the_paper_in_the_library(desk: Desk) -> None:
    opened(desk)
    panel = entry(desk, LISTED)
    with desk.qtbot.waitSignal(desk.page.paper_wanted) as wanted:
        press(panel.open_button)
    assert wanted.args == [3]
