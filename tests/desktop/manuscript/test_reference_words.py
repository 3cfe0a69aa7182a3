"""What the audit says."""

from __future__ import annotations

import pytest

from core.base.findings import CheckState, EntryCheck
from core.base.records import Reference
from desktop.manuscript.reference_words import (
    Tally,
    audit_as_text,
    check_words,
    count_words,
    nothing_words,
)
from tests import wording
from tests.desktop.manuscript.reference_lists import opened
from tests.desktop.manuscript_desk import Desk

HERON = Reference(index=0, label="1", text="Herons. 2019.", title="Herons")


def test_citations_without_an_entry_are_not_counted_among_the_entries() -> None:
    assert Tally(entries=50, found_count=12, astray=1).short() == "12 in library · 38 unresolved"
    assert (
        wording.fill("desktop.manuscript.reference_words:long text", n=1) in Tally(50, 12, 1).long()
    )


def test_an_audit_without_findings_says_what_was_checked(desk: Desk) -> None:
    opened(desk)
    desk.page.audit_action.trigger()
    assert desk.side.audit.text.toPlainText().startswith(nothing_words())
    assert audit_as_text("", ()) == f"Reference audit\n\n{nothing_words()}\n"


def test_an_audit_without_a_reference_list_is_no_praise() -> None:
    assert wording.fill("desktop.manuscript.actions:_judge_adding found") in nothing_words(
        listed=False
    )
    assert "No problems" not in audit_as_text("Herons", (), listed=False)
    assert "No problems" in audit_as_text("Herons", ())


def test_no_praise_where_an_entry_differs() -> None:
    checks = [EntryCheck(0, "differs"), EntryCheck(1, "agrees")]
    assert count_words((), checks) == "1 entry differs"
    assert "No problems" not in nothing_words(checks=checks)
    assert "No problems" not in audit_as_text("Herons", (), checks=checks[:1], entries=[HERON])
    assert nothing_words(checks=checks[1:]) == nothing_words()


@pytest.mark.parametrize(
    ("state", "sources", "places"),
    [
        ("differs", ["", ""], ["in your library"]),
        ("differs", ["Crossref"], ["online"]),
        ("differs", ["", "Crossref"], ["in your library", "online"]),
        ("agrees", [""], ["in your library"]),
        ("agrees", ["DataCite", "Crossref"], ["online"]),
        ("agrees", ["Crossref", ""], ["in your library", "online"]),
    ],
)
def test_a_heading_names_only_what_was_compared(
    state: CheckState, sources: list[str], places: list[str]
) -> None:
    checks = [EntryCheck(at, state, source=source) for at, source in enumerate(sources)]
    comparison = {"differs": "Different", "agrees": "Same"}[state]
    assert check_words(state, checks)[0] == f"{comparison} {' or '.join(places)}"
    assert check_words("unchecked", checks)[0] == "Not compared"
