"""What the page of a manuscript says of parts that were not read."""

from __future__ import annotations

from core.base.messages import Message
from core.base.records import UnreadPart
from desktop.manuscript.to_cite_export import MARKED
from tests import wording
from tests.desktop.manuscript.unread_parts import LOST_PAGE
from tests.desktop.manuscript_desk import Desk, press

LOST_LIST = UnreadPart(
    kind="list",
    text=Message("The reference list on page {page} could not be read.", page=2),
    page=2,
)


def test_a_manuscript_that_was_wholly_read_has_no_notice(desk: Desk, lose) -> None:  # noqa: ANN001
    lose()
    assert not desk.tab.unread.text


def test_what_was_not_read_is_said_above_the_pages(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_PAGE)
    notice = desk.tab.unread
    assert notice.text == (
        wording.fill("core.manuscript.pdf.unread:unread_pages picture", page=2)
        + " "
        + wording.fill("core.recommend.unread:_sentence this~part.")
    )
    assert notice.property("look") == "trouble"
    assert notice.geometry().bottom() <= desk.tab.rows.geometry().top()
    press(notice.close_button)
    assert not notice.text


def test_no_gap_is_not_called_no_gap_where_text_was_lost(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_PAGE, sure=True)
    desk.panel.show_sentence(None)
    said = desk.panel.placeholder.text()
    assert "No gaps found" not in said
    assert wording.fill("desktop.manuscript.suggestion_panel:_wait_for_choice Parts") in said
    assert desk.tab.bar.gap_label.text() == wording.fill("desktop.pages.bar:refresh was")
    assert "not read" in desk.tab.bar.next_button.toolTip()
    assert "not read" in desk.page.next_gap_action.toolTip()
    assert "not read" in desk.tab.to_cite.exports.why_not(MARKED)


def test_no_gap_is_said_where_all_was_read(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(sure=True)
    desk.panel.show_sentence(None)
    assert "No gaps found" in desk.panel.placeholder.text()
    assert desk.tab.bar.gap_label.text() == "No gaps"


def test_the_audit_begins_with_what_was_not_read(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_LIST)
    desk.tab.show_audit()
    shown = desk.side.audit.text.toPlainText()
    assert shown.startswith(wording.fill("desktop.manuscript.reference_words:KINDS Could"))
    assert "could not be read. " + wording.fill("core.recommend.unread:_sentence compared") in shown
    assert wording.fill("desktop.manuscript.reference_words:KINDS Cited but") not in shown


def test_the_whole_list_warns_where_the_reference_list_was_lost(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_LIST)
    desk.tab.show_whole()
    desk.until(lambda: "was not read" in desk.side.whole.state.text())
    assert wording.stem("desktop.manuscript.side_pane:_state_text some") in (
        desk.side.whole.state.text()
    )
