"""Bare numbers that cite: raised ones, beside those of footnotes, and links to the list.

And superior figures of a font, which a PDF gives as common digits.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.bare_numbers import raise_superior_figures
from core.manuscript.pdf.lines import Line, Page, TextRun
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


# --- superior figures ---------------------------------------------------------------------------

SIZE, WIDE, NARROW = 10.0, 5.0, 3.2


def make_line(text: str) -> Line:
    """Return a line whose digits are wide, but for those between bars."""
    parts = text.split("|")
    text = "".join(parts)
    widths = [NARROW if at % 2 else WIDE for at, part in enumerate(parts) for _ in part]
    lefts = [sum(widths[:at]) for at in range(len(widths))]
    rights = [left + width for left, width in zip(lefts, widths, strict=True)]
    run = TextRun(0, len(text), "Serif", SIZE, False, False, 100.0, 92.0, 102.0)
    return Line(0, text, lefts, rights, [run])


def raised_text(line: Line) -> str:
    return "".join(line.text[run.start : run.end] for run in line.runs if run.baseline < 100)


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("the politics.|1| The quay", "1"),
        ("of fish”.|12| The year 1225", "12"),
        ("|3|Lind, Harbours 1398", "3"),
        ("the quay.¹² The year", "12"),
        ("seen before|15|.|1| The quay of 1912", "15"),
        ("as they note it|12| in 1912", "12"),
        ("as Holt, R. |7| measured in 1977", "7"),
        ("as Holt et al. |7| measured in 1977", "7"),
        ("as in winter |7| of them in 1977", ""),
        ("a quay of 19 cm|2| in 1922", ""),
        ("CO|2| of 2019", ""),
        ("in 1|998| and 1998", ""),
        ("see org/10.ab|77| and 1977", ""),
        ("version.|2|.1 and 1212", ""),
        ("a quay of 19 m²", ""),
    ],
)
def test_narrow_digits_behind_words_are_raised(text: str, raised: str) -> None:
    page = Page(0, 600, 800, [make_line(text), make_line("0123456789")])
    raise_superior_figures([page])
    assert raised_text(page.lines[0]) == raised
    assert page.lines[0].size == SIZE


def test_numbers_with_raised_commas_between_them_are_raised() -> None:
    line = make_line("a slow shore|1|,|22|, and others|3|–|5|. The years 1998,22")
    small = [line.text.index(",22"), line.text.index("–")]
    whole = line.runs[0]
    ends = [0, *(place for at in small for place in (at, at + 1)), len(line.text)]
    line.runs = [replace(whole, start=start, end=end) for start, end in pairwise(ends)]
    for at in (1, 3):
        line.runs[at] = replace(line.runs[at], size=6.0, baseline=96.5)
    page = Page(0, 600, 800, [line, make_line("0123456789")])
    raise_superior_figures([page])
    assert raised_text(page.lines[0]) == "1,223–5"


def test_digits_in_type_of_size_nothing_are_no_superior_figures() -> None:
    line = make_line("as Holt et al. |7| measured")
    line.runs = [replace(line.runs[0], size=0.0)]
    raise_superior_figures([Page(0, 600, 800, [line, make_line("0123456789")])])
    assert raised_text(line) == ""
