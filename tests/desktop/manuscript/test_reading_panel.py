"""What was read, at the side of a manuscript."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication

from tests import wording
from tests.desktop.manuscript import whole_manuscripts
from tests.desktop.manuscript.reference_lists import LISTED, entry, opened
from tests.desktop.manuscript.whole_manuscripts import follow
from tests.desktop.manuscript_desk import Desk


def test_a_sentence_that_cites_an_entry_is_a_click_away(desk: Desk) -> None:
    opened(desk)
    panel = entry(desk, LISTED)
    citing = next(
        s.index
        for s in desk.session.sentences
        if any(LISTED in marker.references for marker in s.markers)
    )
    panel.text.anchorClicked.emit(QUrl(f"sentence:{citing}"))
    assert desk.tab.view.selected_sentence == citing
    assert desk.side.currentWidget() is desk.panel


def test_the_audit_is_listed_leads_to_the_places_and_can_be_copied(desk: Desk) -> None:
    opened(desk)
    manuscript = desk.session.opened.manuscript
    first = next(s for s in manuscript.sentences if s.markers)
    astray = replace(first, markers=(replace(first.markers[0], unresolved=("Quill, 2019",)),))
    sentences = (*manuscript.sentences[: first.index], astray)
    desk.session.opened = replace(
        desk.session.opened, manuscript=replace(manuscript, sentences=sentences)
    )
    desk.page.relink()
    desk.until(lambda: bool(desk.session.references.findings))
    desk.page.audit_action.trigger()
    panel = desk.side.audit
    assert desk.side.currentWidget() is panel
    assert "1 problem" in panel.heading.text()
    assert (
        wording.fill("core.recommend.audit:_not_listed", marker="Quill, 2019")
        in panel.text.toPlainText()
    )
    panel.text.anchorClicked.emit(QUrl(f"sentence:{first.index}"))
    assert desk.tab.view.selected_sentence == first.index
    panel.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert (
        wording.fill("desktop.manuscript.reference_words:KINDS Cited but")
        + " (1)\n- “Quill, 2019” is cited"
        in copied
    )
    panel.text.anchorClicked.emit(QUrl("reference:12"))
    assert desk.side.entry.reference == 12


def test_places_and_papers_are_ways_there(desk: Desk) -> None:
    whole_manuscripts.opened(desk)
    follow(desk, "sentence:2")
    assert desk.tab.view.selected_sentence == 2
    assert desk.side.currentWidget() is desk.panel
    wanted: list[int] = []
    desk.page.paper_wanted.connect(wanted.append)
    follow(desk, "paper:3")
    assert wanted == [3]
