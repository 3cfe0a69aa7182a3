"""Lines of tag and value, cut into records."""

from __future__ import annotations

from tests.core.formats.entry_readers import RisReader


def test_a_record_that_is_not_closed_does_not_swallow_the_next(read_ris: RisReader) -> None:
    entries = read_ris(
        "TY  - JOUR\nTI  - One\nTY  - CONF\nTI  - Two\nER  - \n\nTY  - BOOK\nTI  - Three\n"
    )
    assert [entry.record.title for entry in entries] == ["One", "Two", "Three"]
    assert [entry.location for entry in entries] == ["line 1", "line 3", "line 7"]


def test_lines_outside_any_record_are_reported(read_ris: RisReader) -> None:
    lost, found = read_ris("\nAU  - Roe, Ann\nPY  - 2001\nER  - \nTY  - JOUR\nTI  - Found\nER  - ")
    assert lost.location == "line 2"
    assert "TY" in lost.problem
    assert found.record.title == "Found"


def test_single_spaces_are_forgiven(read_ris: RisReader) -> None:
    (entry,) = read_ris("TY - JOUR\nTI - Loose\nAU - Roe, Ann\nER -\n")
    assert entry.record.title == "Loose"
    assert entry.record.authors == ("Ann Roe",)
