"""What the audit says."""

from __future__ import annotations

from desktop.manuscript.reference_words import Tally, audit_as_text, nothing_words
from tests.desktop.manuscript.reference_lists import opened
from tests.desktop.manuscript_desk import Desk


def test_citations_without_an_entry_are_not_counted_among_the_entries() -> None:
    assert Tally(entries=50, found_count=12, astray=1).short() == "12 in library · 38 unresolved"
    assert "1 citation in the text without an entry" in Tally(50, 12, 1).long()


def test_an_audit_without_findings_says_what_was_checked(desk: Desk) -> None:
    opened(desk)
    desk.page.audit_action.trigger()
    assert desk.side.audit.text.toPlainText().startswith(nothing_words())
    assert audit_as_text("", ()) == f"Reference audit\n\n{nothing_words()}\n"


def test_an_audit_without_a_reference_list_is_no_praise() -> None:
    assert "No reference list was found" in nothing_words(listed=False)
    assert "No problems" not in audit_as_text("Herons", (), listed=False)
    assert "No problems" in audit_as_text("Herons", ())
