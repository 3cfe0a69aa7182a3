"""Links that cite: bare numbers that lead to the list."""

from __future__ import annotations

from pathlib import Path

from tests.core.manuscript.pdf.web_prints import web_print


def test_bare_numbers_that_link_to_the_list_cite(tmp_path: Path) -> None:
    manuscript = web_print(tmp_path / "linked.pdf", linked=True)
    cited = [each.markers[0].references for each in manuscript.sentences if each.markers]
    assert cited == [(0,), (1,), (2,), (3,), (4,)]
    assert web_print(tmp_path / "bare.pdf", linked=False).sentences[0].markers == ()


def test_linked_marks_of_notes_are_no_citations_beside_numbers_in_brackets(tmp_path: Path) -> None:
    """Five bare numbers are links to the page of the list; the sentences cite in brackets."""
    manuscript = web_print(tmp_path / "notes.pdf", linked=True, bracketed=True)
    markers = [marker.text for one in manuscript.sentences for marker in one.markers]
    assert markers == [f"[{number}]" for number in range(1, 6)]
