"""Superior figures of a font, which a PDF gives as common digits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from core.manuscript.pdf.lines import Line, Page, TextRun
from core.manuscript.pdf.superior_figures import raise_superior_figures

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
