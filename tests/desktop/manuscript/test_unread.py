"""What the page of a manuscript says of parts that were not read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from core.base.messages import Message
from core.base.records import UnreadPart
from desktop.manuscript.reference_words import audit_as_text, nothing_words
from desktop.manuscript.to_cite_export import MARKED
from tests.desktop.in_process import ReaderHere
from tests.desktop.manuscript_desk import Desk, press, sample

LOST_PAGE = UnreadPart(
    kind="page",
    text=Message("Page {page} is a picture: its text was not recognised.", page=2),
    page=2,
    characters=3_000,
)
LOST_LIST = UnreadPart(
    kind="list",
    text=Message("The reference list on page {page} could not be read.", page=2),
    page=2,
)
LOST_FILE = UnreadPart(
    kind="text", text=Message("A brace is never closed."), file="notes.tex", line=3, characters=90
)


@pytest.fixture
def lose(desk: Desk, monkeypatch: pytest.MonkeyPatch):  # noqa: ANN201 - a function of parts
    """Return what opens the sample as if some parts of it had not been read."""

    def open_without(*parts: UnreadPart, sure: bool = False) -> None:
        manuscript = replace(sample()[1], unread=parts, source_characters=20_000)
        monkeypatch.setattr(ReaderHere, "read_manuscript", lambda *_, **__: manuscript)
        if sure:  # no sentence needs a citation
            needs = [0.0] * len(manuscript.sentences)
            monkeypatch.setattr(desk.workspace.manuscripts, "needs_citation", lambda _: needs)
        desk.page.open(desk.file)
        desk.until(lambda: desk.tab.session is not None and desk.tab.session.marks.judged)
        desk.until(lambda: desk.tab.side is not None)
        desk.until(lambda: desk.session.references.findings is not None)
        desk.idle()

    return open_without


def test_a_manuscript_that_was_wholly_read_has_no_notice(desk: Desk, lose) -> None:  # noqa: ANN001
    lose()
    assert not desk.tab.unread.text


def test_what_was_not_read_is_said_above_the_pages(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_PAGE)
    notice = desk.tab.unread
    assert notice.text == (
        "Page 2 is a picture: its text was not recognised."
        " Findings and gaps do not cover this part."
    )
    assert notice.property("look") == "trouble"
    assert notice.geometry().bottom() <= desk.tab.rows.geometry().top()
    press(notice.close_button)
    assert not notice.text


def test_details_lists_all_parts_and_leads_to_their_pages(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_FILE, LOST_PAGE)
    buttons = desk.tab.unread.findChildren(QPushButton)
    press(next(button for button in buttons if button.text() == "Details"))
    panel = desk.side.unread
    assert desk.side.currentWidget() is panel
    assert panel.heading.text() == "2 parts not read"
    shown = panel.text.toPlainText()
    assert shown.index("Page 2 is a picture") < shown.index("notes.tex, line 3: A brace")
    assert "about 3,000 characters" in shown
    panel.text.anchorClicked.emit(QUrl("part:0"))
    desk.until(lambda: desk.tab.view.current_page == 1)
    panel.copy_button.click()
    assert desk.news[-1] == "Copied the list of what was not read."


def test_a_part_of_a_source_opens_its_file(
    desk: Desk,
    lose,  # noqa: ANN001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    (desk.file.parent / "notes.tex").write_text("{", "utf-8")
    lose(LOST_FILE)
    desk.tab.show_unread()
    assert "Open the file" in desk.side.unread.text.toPlainText()
    desk.side.unread.text.anchorClicked.emit(QUrl("part:0"))
    assert opened[0].fileName() == "notes.tex"


def test_no_gap_is_not_called_no_gap_where_text_was_lost(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_PAGE, sure=True)
    desk.panel.show_sentence(None)
    said = desk.panel.placeholder.text()
    assert "No gaps found" not in said
    assert "Parts of the text were not read: gaps in them are missing here." in said
    assert desk.tab.bar.gap_label.text() == "No gaps in the text that was read"
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
    assert shown.startswith("Could not be checked")
    assert "could not be read. The citations cannot be compared" in shown
    assert "Cited but not in the list" not in shown


def test_the_whole_list_warns_where_the_reference_list_was_lost(desk: Desk, lose) -> None:  # noqa: ANN001
    lose(LOST_LIST)
    desk.tab.show_whole()
    desk.until(lambda: "was not read" in desk.side.whole.state.text())
    assert "some of these papers may already be cited" in (desk.side.whole.state.text())


def test_an_audit_without_a_reference_list_is_no_praise() -> None:
    assert "No reference list was found" in nothing_words(listed=False)
    assert "No problems" not in audit_as_text("Herons", (), listed=False)
    assert "No problems" in audit_as_text("Herons", ())
