"""Bare numbers that cite: raised ones, beside those of footnotes, and links to the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.web_prints import web_print
from tests.core.manuscript.typesetting import BOLD, ENTRY, FIRST, HEADING, Press

SENTENCES = (
    ("The oldest sieves were made of hair and used for flour", "1,2", "."),
    ("Wind was measured with a ribbon", "3,4", "."),
    ("Slate is named by its place of birth", "4", " and sold by the pound."),
)
REMARK = "We keep the spelling of the sources throughout."


def read(path: Path, text: str, mark: str, note: str = REMARK) -> list[str]:
    """Return the markers of a page whose last sentence has a ``mark`` behind its ``text``."""
    press = Press(path)
    press.put(180, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    for start, raised, rest in (*SENTENCES, (text, mark, "")):
        press.run(54, press.y, [(start, 10, 0), (raised, 6.5, 4), (rest, 10, 0)])
        press.y += 12
    press.run(54, 710, [("1", 5, 3), (note, 8, 0)])
    press.next_column()
    press.add("References", HEADING)
    for number, family in enumerate(("Oak", "Elm", "Fir", "Ash"), start=1):
        press.add(
            f"{number}. A. {family}. Walks on wet sand, part {number}. Shore Notes, 2001.", ENTRY
        )
    manuscript = parse(press.save())
    return [marker.text for one in manuscript.sentences for marker in one.markers]


def test_the_mark_of_a_footnote_cites_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "a.pdf", "Names follow the list.", "1") == ["1,2", "3,4", "4"]


def test_a_mark_may_follow_a_citation_at_once(tmp_path: Path) -> None:
    assert read(tmp_path / "a.pdf", "Names follow the list.", "31") == ["1,2", "3,4", "4", "3"]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        pytest.param(
            "Names follow the list.", "Shore Institute, University of Ely, Ely", id="place"
        ),
        pytest.param("Its length was 4 m", REMARK, id="power"),
    ],
)
def test_other_raised_numbers_are_no_marks(tmp_path: Path, text: str, note: str) -> None:
    expected = ["1,2", "3,4", "4", "1"] if text.endswith(".") else ["1,2", "3,4", "4"]
    assert read(tmp_path / "a.pdf", text, "1", note) == expected


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
