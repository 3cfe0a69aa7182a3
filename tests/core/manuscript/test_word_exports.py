"""Manuscripts as word processors print them: double spacing, line numbers, unheaded lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, Press, Style

FAMILIES = ("Ander", "Holt", "Brandvik", "Corso", "Dahl", "Renn", "Berg", "Tamm", "Lund", "Moss")
WORDS = ("quiet", "clay", "windy", "patient", "narrow", "distant", "broken", "warm", "shallow")
SENTENCES = prose.plain(prose.METHOD + prose.RESULTS)


def _work(number: int) -> tuple[str, str, int]:
    """Return the family name, title and year of a work; each title is its own."""
    first, second = WORDS[number % 9], WORDS[number // 9 % 9]
    return FAMILIES[number % 10], f"A {first} pot in the {second} tent", 1950 + number


class _Numbered(Press):
    """Prints the number of each line beside it."""

    def _line(self, x: float, x1: float, text: str, style: Style, *, justify: bool) -> None:
        super()._line(x, x1, text, style, justify=justify)
        count = self.__dict__["count"] = self.__dict__.get("count", 0) + 1
        self.put(40, self.y, str(count), size=9)


def exported(
    path: Path, works: int, *, leading: float, heading: bool, hang: float, numbered: bool
) -> Manuscript:
    """Print a manuscript that cites each of its works once, then lists them by name."""
    press = (_Numbered if numbered else Press)(path, ((72.0, 540.0),))
    press.heads.append((300, 765, "#"))
    text = Style(size=12, leading=leading, indent=36, justify=False)
    bold = Style(font=BOLD, size=12, leading=leading, justify=False)
    press.add(prose.TITLE, Style(font=BOLD, size=14, leading=leading, justify=False))
    press.add(", ".join(prose.AUTHORS), text)
    press.add("Introduction", bold)
    for start in range(0, works, 4):
        cited = [(SENTENCES[at % 20][:-1], *_work(at)) for at in range(start, start + 4)]
        press.add(" ".join(f"{said} ({name}, {year})." for said, name, _, year in cited), text)
    if heading:
        press.add("References", bold)
    listed = Style(size=12, leading=leading, hang=hang, justify=False)
    for name, title, year in sorted(map(_work, range(works)), key=lambda each: (each[0], each[2])):
        press.add(
            f"{name}, P. ({year}). {title}. Journal of Quiet Instruments, {year % 50}.", listed
        )
    return parse(press.save())


@pytest.mark.parametrize("heading", [True, False])
@pytest.mark.parametrize(
    ("works", "leading", "hang", "numbered"),
    [(12, 24.0, 36.0, True), (12, 14.0, 0.0, False), (64, 24.0, 0.0, False), (64, 14.0, 0.0, True)],
)
def test_each_work_is_listed_and_cited(
    tmp_path: Path, works: int, leading: float, hang: float, numbered: bool, heading: bool
) -> None:
    manuscript = exported(
        tmp_path / "word.pdf",
        works,
        leading=leading,
        heading=heading,
        hang=hang,
        numbered=numbered,
    )
    assert {(each.title, each.year) for each in manuscript.references} == {
        _work(number)[1:] for number in range(works)
    }
    markers = [marker for each in manuscript.sentences for marker in each.markers]
    assert sorted(at for marker in markers for at in marker.references) == list(range(works))
    assert not any(char.isdigit() for each in manuscript.sentences for char in each.text[:3])
