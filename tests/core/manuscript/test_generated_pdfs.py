"""Papers of known content, set in many ways: all sentences and citations come back, in order.

A paper follows from its seed. The first 240 are read without a loss; the test reads some.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import (
    BOLD,
    CAPTION,
    ENTRY,
    HEADING,
    ROMAN,
    TEXT,
    Press,
    Style,
    wrap,
)

Marks = Literal["square", "round", "raised", "names"]
Title = Literal["large", "small", "capitals", "none"]
Side = Literal["", "left", "right"]

PAPERS = 24
ONE, TWO = ((72.0, 540.0),), ((54.0, 296.0), (316.0, 558.0))
NARROW = {"left": (54.0, 150.0), "right": (420.0, 558.0)}
WIDE = {"left": ((166.0, 558.0),), "right": ((54.0, 400.0),)}
SMALL = Style(size=8.0, leading=9.5)
SIDE = Style(size=7.5, leading=9.0, justify=False)
_RAISED = re.compile(r"\^(\d[\d,–]*)")
ADJECTIVES = (
    "amber",
    "brittle",
    "coarse",
    "dusky",
    "eager",
    "faint",
    "gentle",
    "hollow",
    "idle",
    "jagged",
    "keen",
    "lonely",
)
NOUNS = (
    "anchors",
    "beacons",
    "cables",
    "drifts",
    "ebbs",
    "fathoms",
    "gulls",
    "harbours",
    "inlets",
    "jetties",
    "keels",
)
VERBS = (
    "alter",
    "bend",
    "carry",
    "darken",
    "enter",
    "follow",
    "gather",
    "hinder",
    "imitate",
    "join",
    "kindle",
    "loosen",
)
SURNAMES = (
    "Abbot",
    "Brandvik",
    "Corso",
    "Dahlen",
    "Everly",
    "Fossum",
    "Garrick",
    "Holt",
    "Ivers",
    "Jansen",
    "Kolb",
    "Lunde",
)


@dataclass(frozen=True)
class Paper:
    """What is set, and how. ``cites`` are the entries of each sentence, counted from 0."""

    seed: int
    marks: Marks
    title: Title
    columns: int
    side: Side
    mirrored: bool
    has_notes: bool
    has_table: bool
    sentences: list[str] = field(default_factory=list)
    cites: list[tuple[int, ...]] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)


class Journal(Press):
    """A press whose first page has side matter, and whose even pages may be set further right."""

    def __init__(self, path: Path, paper: Paper) -> None:
        self.paper = paper
        self.usual = ONE if paper.columns == 1 else TWO
        super().__init__(path, WIDE[paper.side] if paper.side else self.usual, top=150.0)
        self.bottom = 690.0
        self.heads = [(54.0, 40.0, "Journal of Quiet Shores"), (300.0, 760.0, "#")]

    def next_page(self) -> None:
        super().next_page()
        shift = 14.0 if self.paper.mirrored and self.page % 2 == 0 else 0.0
        self.columns = [(x0 + shift, x1 + shift) for x0, x1 in self.usual]
        self.top = self.y = 80.0

    def add(self, text: str, style: Style = TEXT) -> None:
        """Add a paragraph, which no other page breaks whose columns are not as wide."""
        x0, x1 = self.columns[self.column]
        if self.page == 1 and self.paper.side and self.columns != list(self.usual):
            height = style.leading * len(wrap(text, style, x1 - x0))
            if self.y + style.above + height > self.bottom:
                self.next_column()
        super().add(text, style)

    def _line(self, x: float, x1: float, text: str, style: Style, *, justify: bool) -> None:
        if not _RAISED.search(text):
            super()._line(x, x1, text, style, justify=justify)
            return
        at = 0
        for match in _RAISED.finditer(text):
            x = self.put(x, self.y, text[at : match.start()], style.font, style.size)
            x = self.put(x, self.y - 3.2, match[1], ROMAN, 0.65 * style.size)
            at = match.end()
        self.put(x, self.y, text[at:], style.font, style.size)


def draw(seed: int) -> Paper:
    """Return a paper whose layout and content follow from a seed."""
    dice = random.Random(seed)
    paper = Paper(
        seed=seed,
        marks=dice.choice(["square", "round", "raised", "names"]),
        title=dice.choice(["large", "small", "capitals", "none"]),
        columns=dice.choice([1, 2, 2]),
        side=dice.choice(["", "", "left", "right"]),
        mirrored=dice.random() < 0.3,
        has_notes=dice.random() < 0.4,
        has_table=dice.random() < 0.5,
    )
    count = dice.randint(12, 26)
    for number in range(count):
        name = SURNAMES[number % len(SURNAMES)] + ("" if number < len(SURNAMES) else "sen")
        if number >= 2 * len(SURNAMES):
            name = SURNAMES[number % len(SURNAMES)] + "berg"
        words = f"{dice.choice(ADJECTIVES)} {dice.choice(NOUNS)} that {dice.choice(VERBS)}"
        first = f"{name}, {chr(65 + number % 26)}. ({1980 + number}). On {words}"
        pages = f"{number + 11}–{number + 19}"
        volume = f"{number + 3}({number % 4 + 1})"
        paper.entries.append(
            f"{first} case {_letters(number)}. Annals of Harbour Studies, {volume}:{pages}."
        )
    cited: list[int] = []
    for number in range(dice.randint(70, 110)):
        words = [
            f"The {dice.choice(ADJECTIVES)} {dice.choice(NOUNS)} of trial {_letters(number)}",
            f"{dice.choice(VERBS)} the {dice.choice(ADJECTIVES)} {dice.choice(NOUNS)}",
            f"while we {dice.choice(VERBS)} and {dice.choice(VERBS)} them with care",
        ]
        refs: tuple[int, ...] = ()
        if number % 3 == 0:
            first = len(cited) % count
            refs = (
                (first,) if dice.random() < 0.6 else tuple(sorted({first, dice.randrange(count)}))
            )
            cited.append(first)
        paper.cites.append(refs)
        paper.sentences.append(" ".join(words))
    return paper


def _letters(number: int) -> str:
    """Return a number as letters, so that a text keeps it when digits are taken out."""
    return "".join("qwzxvkjhgf"[int(digit)] for digit in f"{number:03}")


def _marked(paper: Paper, number: int) -> str:
    sentence, refs = paper.sentences[number], paper.cites[number]
    if not refs:
        return f"{sentence}."
    numbers = ",".join(str(at + 1) for at in refs)
    if paper.marks == "raised":
        return f"{sentence}.^{numbers}"
    if paper.marks == "names":
        names = [entry.partition(",")[0] for entry in (paper.entries[at] for at in refs)]
        years = [str(1980 + at) for at in refs]
        cited = "; ".join(f"{n}, {y}" for n, y in zip(names, years, strict=True))
        return f"{sentence} ({cited})."
    shown = numbers.replace(",", ", ")
    return f"{sentence} [{shown}]." if paper.marks == "square" else f"{sentence} ({shown})."


def typeset(paper: Paper, path: Path) -> Path:
    """Set a paper as a PDF."""
    dice = random.Random(paper.seed + 1)
    press = Journal(path, paper)
    press.put(120, 80, prose.TITLE, BOLD, 16)
    press.put(200, 104, ", ".join(prose.AUTHORS), ROMAN, 11)
    if paper.side:
        _put_side_matter(press, NARROW[paper.side])
    press.add("1 Introduction", HEADING)
    numbers = list(range(len(paper.sentences)))
    while numbers:
        count = min(dice.randint(4, 8), len(numbers))
        press.add(" ".join(_marked(paper, at) for at in numbers[:count]), TEXT)
        del numbers[:count]
        if paper.has_table and len(numbers) in range(30, 38):
            _put_table(press)
        if len(numbers) in range(40, 48):
            press.add("2 Methods and materials", HEADING)
    if paper.has_notes:
        _put_note(press)
    _put_list(press, paper)
    return press.save()


def _put_side_matter(press: Journal, column: tuple[float, float]) -> None:
    x, width = column[0], column[1] - column[0]
    y = 160.0
    for text in (
        "Received 3 March; accepted 9 June.",
        "Department of Slate, University of the Western Shores, Harbour Street, Port Elm.",
        "Correspondence to Mara Ilves, at the department named above, Port Elm, by letter.",
        "See the comment on the next pages, and the online version for a video of the pier.",
    ):
        words, line = text.split(), ""
        for word in [*words, ""]:
            if not word or len(f"{line} {word}") * 3.6 > width:
                press.put(x, y, line, ROMAN, SIDE.size)
                y, line = y + SIDE.leading, word
            else:
                line = f"{line} {word}".strip()
        y += 8


def _put_table(press: Journal) -> None:
    x0, _ = press.columns[press.column]
    if press.y + 110 > press.bottom:
        return
    press.add("Table 1: Weights of the pebbles on four beaches, in grams.", CAPTION)
    for row in range(4):
        for cell in range(4):
            press.put(x0 + 52 * cell, press.y + 4 + 11 * row, f"{row}.{cell}{row}", ROMAN, 9.0)
    press.y += 64


def _put_note(press: Journal) -> None:
    x0, _ = press.columns[press.column]
    press.put(x0, press.bottom + 14, "1 The weights were read twice by two walkers.", ROMAN, 7.5)


def _put_list(press: Journal, paper: Paper) -> None:
    if paper.title == "large":
        press.add("References", HEADING)
    elif paper.title == "small":
        press.add("References", Style(font=BOLD, size=8.0, leading=11.0, above=12.0))
    elif paper.title == "capitals":
        press.add("REFERENCES AND NOTES", Style(font=BOLD, size=7.0, leading=10.0, above=12.0))
    else:
        press.y += 24
    style = ENTRY if paper.title == "large" else Style(size=8.0, leading=9.5, above=2.0, hang=12.0)
    for number, entry in enumerate(paper.entries, start=1):
        label = {"square": f"[{number}] ", "names": ""}.get(paper.marks, f"{number}. ")
        press.add(f"{label}{entry}", style)


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalpha())


def losses(paper: Paper, read: Manuscript) -> list[str]:
    """Return what is missing, out of order or wrong in what was read."""
    wrong: list[str] = []
    texts = [_plain(sentence.text) for sentence in read.sentences]
    joined, at = "".join(texts), 0
    for number, sentence in enumerate(paper.sentences):
        found = joined.find(_plain(sentence), at)
        if found < 0:
            wrong.append(f"sentence {number}")
        else:
            at = found
    if len(read.references) != len(paper.entries):
        wrong.append(f"{len(read.references)} of {len(paper.entries)} entries")
    cited = [marker.references for each in read.sentences for marker in each.markers]
    expected = [refs for refs in paper.cites if refs]
    if [set(refs) for refs in cited] != [set(refs) for refs in expected]:
        wrong.append(f"{len(cited)} of {len(expected)} citations")
    return wrong


@pytest.mark.parametrize("seed", range(PAPERS))
def test_all_sentences_and_citations_of_a_generated_paper_are_read_in_order(
    seed: int, tmp_path: Path
) -> None:
    paper = draw(seed)
    read = parse(typeset(paper, tmp_path / f"{seed}.pdf"))
    wrong = losses(paper, read)
    assert not wrong, (paper.marks, paper.title, paper.columns, paper.side, wrong)
    assert not read.unread
