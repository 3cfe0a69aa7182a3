"""Sets articles for first pages with PyMuPDF: blocks where a design wants them, then the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf

from tools.lab.proving_ground.front_texts import (
    ABSTRACT,
    ABSTRACT_PARTS,
    HEADINGS,
    JOURNALS,
    KEYWORDS,
    PARAGRAPHS,
    PEOPLE,
    PLACES,
    REFERENCES,
    TITLES,
    People,
)

WIDTH, HEIGHT = 595.0, 842.0
LEFT, RIGHT = 56.0, 539.0
_GAP = 20.0
_BOTTOM, _LOWEST_START = 780.0, 640.0


@dataclass(slots=True)
class Article:
    """What is printed, and the truth: fields that a design does not print are emptied by it."""

    people: People
    title: str
    venue: str
    short: str
    abstract: str = ABSTRACT
    year: int = 2021
    volume: str = "14"
    issue: str = "3"
    pages: tuple[str, str] = ("101", "118")
    number: str = "1042"
    doi: str = "10.55555/jsp.2021.1042"
    printed: set[str] = field(default_factory=set)
    """Those of year, doi, venue, volume, issue, page, number that the page prints."""
    headings: tuple[str, ...] = HEADINGS

    @property
    def first(self) -> str:
        """The family name of the first author."""
        return find_family(self.people.names[0])

    def print_fields(self, names: str) -> None:
        """Note the fields that a design prints."""
        self.printed |= set(names.split())


def build_article(number: int) -> Article:
    """Return one of the articles; its parts go round at different speeds."""
    venue, short = JOURNALS[(number // 2) % len(JOURNALS)]
    article = Article(PEOPLE[number % len(PEOPLE)], TITLES[number % len(TITLES)], venue, short)
    article.year = 2012 + number % 11
    article.volume, article.issue = str(3 + number % 47), str(1 + number % 12)
    article.pages = (str(101 + 7 * number), str(113 + 7 * number))
    article.number = str(1042 + 31 * number)
    article.doi = f"10.55555/ab{number}.{article.year}.{article.number}"
    return article


def find_family(name: str) -> str:
    """Return the last word of a name that is no "Jr."."""
    words = [word for word in name.split() if word not in ("Jr.", "III", "Júnior")]
    return words[-1]


def shorten_name(name: str) -> str:
    """Return "Brandtmann I"."""
    words = [word for word in name.split() if word not in ("Jr.", "III")]
    return f"{words[-1]} {''.join(word[0] for word in words[:-1])}"


# --- parts of a front ----------------------------------------------------------------------------


def list_names(article: Article, style: str = "sup", last: str = " and ") -> str:
    """Return the names as HTML: with raised numbers, letters or signs, degrees, in capitals."""
    names = list(article.people.names)
    degrees = article.people.degrees
    if "caps" in style:
        names = [name.upper() for name in names]
    if "family" in style:
        names = [f"{name.split()[-1].upper()} {' '.join(name.split()[:-1])}" for name in names]
    if "comma" in style:
        names = [f"{name.split()[-1]}, {' '.join(name.split()[:-1])}" for name in names]
    if "degrees" in style and degrees:
        names = [f"{name}, {degree}" for name, degree in zip(names, degrees, strict=True)]
    rows = [name + _mark(at, style) for at, name in enumerate(names)]
    separator = "; " if "comma" in style or "semicolon" in style else ", "
    separator = " · " if "middot" in style else separator
    if "lines" in style:
        return "<br>".join(rows)
    if len(rows) == 1 or not last or separator != ", ":
        return separator.join(rows)
    return (
        separator.join(rows[:-1])
        + ("," if len(rows) > 2 and "oxford" in style else "")
        + (last + rows[-1])
    )


_ORCID_SIGN = "<span style='font-size:6pt'>iD</span>"


def _mark(at: int, style: str) -> str:
    place = at % len(PLACES)
    number = f"{place + 1}" + (",2" if at == 1 and place != 1 else "") + ("*" if at == 0 else "")
    marks = {
        "sup": f"<sup>{number}</sup>",
        "letter": f"<sup>{'abc'[place]}{',*' if at == 0 else ''}</sup>",
        "sign": f"<sup>{'*†‡'[place]}</sup>",
        "orcid": f" {_ORCID_SIGN}<sup>{place + 1}</sup>",
    }
    return next((mark for name, mark in marks.items() if name in style), "")


def list_places(article: Article, style: str = "sup", joint: str = "<br>") -> str:
    """Return the affiliations behind their marks."""
    count = min(len(PLACES), len(article.people.names))
    marks = {"sup": "123", "letter": "abc", "sign": "*†‡", "orcid": "123"}.get(style, "123")
    return joint.join(f"<sup>{marks[at]}</sup>{PLACES[at]}" for at in range(count))


def write_parts(*, rows: bool = False, heads: bool = False) -> str:
    """Return the structured abstract: run in, a row for each part, or heads of their own."""
    if heads:
        return "".join(f"<p><b>{name}</b></p><p>{text}</p>" for name, text in ABSTRACT_PARTS)
    joint = "<br>" if rows else " "
    return joint.join(f"<b>{name}:</b> {text}" for name, text in ABSTRACT_PARTS)


def list_keywords(joint: str = "; ") -> str:
    """Return the keywords."""
    return joint.join(KEYWORDS)


def with_part_names(article: Article) -> None:
    """Make the structured abstract the true one."""
    article.abstract = " ".join(f"{name} {text}" for name, text in ABSTRACT_PARTS)


def cite_authors(article: Article) -> str:
    """Return the authors as a journal asks to cite them."""
    names = ", ".join(map(shorten_name, article.people.names[:6]))
    return f"{names}{', et al' if len(article.people.names) > 6 else ''}"


def join_pages(article: Article) -> str:
    """Return the first and the last page."""
    return "–".join(article.pages)


# --- the sheet -----------------------------------------------------------------------------------


class Sheet:
    """A PDF that is written block by block."""

    def __init__(self, path: Path, *, serif: bool = True, size: float = 10.0) -> None:
        self._writer = pymupdf.DocumentWriter(str(path))  # type: ignore[no-untyped-call]
        self._family = "serif" if serif else "sans-serif"
        self.size = size
        self.head = ""
        self.foot = ""
        self.numbered_lines = False
        self.spacing = 1.2
        self._device = self._writer.begin_page(pymupdf.Rect(0, 0, WIDTH, HEIGHT))  # type: ignore[no-untyped-call]
        self._page = 1

    def put(
        self,
        y: float,
        html: str,
        *,
        x: tuple[float, float] = (LEFT, RIGHT),
        size: float = 0.0,
        align: str = "left",
        sans: bool | None = None,
    ) -> float:
        """Draw a block whose top is at ``y``; return where it ends."""
        story = self._story(html, size or self.size, align, sans)
        _, filled = story.place(pymupdf.Rect(x[0], y, x[1], HEIGHT - 4))  # type: ignore[no-untyped-call]
        story.draw(self._device)  # type: ignore[no-untyped-call]
        return float(filled[3])

    def measure(self, html: str, width: float, size: float) -> float:
        """Return the height of a block."""
        story = self._story(html, size, "left", None)
        return float(story.place(pymupdf.Rect(0, 0, width, 3000))[1][3])  # type: ignore[no-untyped-call]

    def next_page(self) -> None:
        """Begin a page, with its head and foot."""
        self._writer.end_page()  # type: ignore[no-untyped-call]
        self._device = self._writer.begin_page(pymupdf.Rect(0, 0, WIDTH, HEIGHT))  # type: ignore[no-untyped-call]
        self._page += 1
        if self.head:
            self.put(28, self.head.replace("#", str(100 + self._page)), size=8)
        self.put(805, self.foot.replace("#", str(self._page)) or str(self._page), size=8)

    def flow(  # noqa: PLR0913 - how a text is set
        self,
        article: Article,
        y: float,
        *,
        columns: int = 1,
        x: float = LEFT,
        numbers: bool = False,
        head_look: str = "<b>{}</b>",
        lead: str = "",
    ) -> None:
        """Set the text below ``y``, and what of it the first page cannot hold on the next ones."""
        text = [lead] if lead else []
        for at, (heading, paragraph) in enumerate(zip(article.headings, PARAGRAPHS, strict=True)):
            name = f"{at + 1}. {heading}" if numbers else heading
            look = head_look.format(name)
            text.append(f"<p class='h' style='font-size:{self.size + 1.5}pt'>{look}</p>")
            text += [f"<p>{paragraph}</p>"] * (2 if at in (1, 3) else 1)
        text.append(f"<p class='h' style='font-size:{self.size + 1.5}pt'><b>References</b></p>")
        text += [f"<p>{at + 1}. {entry}</p>" for at, entry in enumerate(REFERENCES)]
        story = self._story("".join(text), self.size, "justify", None)
        more, top, left = 1, y, x
        while more:
            width = (RIGHT - left - _GAP * (columns - 1)) / columns
            for at in range(columns):
                start = left + at * (width + _GAP)
                if not more or _BOTTOM - top < 30:
                    continue
                more, _ = story.place(pymupdf.Rect(start, top, start + width, _BOTTOM))  # type: ignore[no-untyped-call]
                story.draw(self._device)  # type: ignore[no-untyped-call]
            if self.numbered_lines:
                self.number_lines(top)
            if more:
                self.next_page()
                top, left = 60.0, LEFT

    def number_lines(self, top: float) -> None:
        """Print numbers at the left margin."""
        step, at = self.size * self.spacing, 1
        while top < _BOTTOM:
            self.put(top, str(at), x=(20, 45), size=7)
            top, at = top + step, at + 1

    def save(self) -> None:
        """Close the file."""
        self._writer.end_page()  # type: ignore[no-untyped-call]
        self._writer.close()  # type: ignore[no-untyped-call]

    def _story(self, html: str, size: float, align: str, sans: bool | None) -> pymupdf.Story:
        family = self._family if sans is None else "sans-serif" if sans else "serif"
        css = (
            f"body{{font-family:{family};font-size:{size}pt;text-align:{align};margin:0;"
            f"line-height:{self.spacing}}} p{{margin:0;text-indent:0}} .h{{margin:9pt 0 3pt 0;"
            "text-align:left} sup{font-size:0.65em}"
        )
        return pymupdf.Story(html, user_css=css)  # type: ignore[no-untyped-call]


# --- designs -------------------------------------------------------------------------------------

Design = Callable[[Sheet, Article], None]
DESIGNS: dict[str, Design] = {}
"""The designs by name; the modules that hold them fill it."""
HALF_LEFT = (LEFT, (LEFT + RIGHT) / 2 - 10)
HALF_RIGHT = ((LEFT + RIGHT) / 2 + 10, RIGHT)
LICENCE = (
    "This is an open access article distributed under the terms of the Creative Commons "
    "Attribution License, which permits unrestricted use, provided the original author and "
    "source are credited."
)


def add_design(function: Design) -> Design:
    """Enter a design under the name of its function."""
    DESIGNS[function.__name__.removeprefix("_").replace("_", " ")] = function
    return function


def flow_above(sheet: Sheet, article: Article, y: float) -> None:
    """Set the text in two columns, on the next page if the first one is full."""
    if y > _LOWEST_START:
        sheet.next_page()
        y = 60
    sheet.flow(article, y, columns=2)
