"""The language of the search field: words, phrases, fields, years, and exclusions.

Whatever is typed means something; nothing raises. What no rule reads is words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.base.identity import doi_key, normal_arxiv

Field = Literal[
    "", "author", "title", "venue", "keyword", "year", "tag", "collection", "key", "doi", "arxiv"
]

_NAMES: dict[str, Field] = {
    "author": "author",
    "authors": "author",
    "autor": "author",
    "autorin": "author",
    "title": "title",
    "titel": "title",
    "venue": "venue",
    "journal": "venue",
    "zeitschrift": "venue",
    "keyword": "keyword",
    "keywords": "keyword",
    "stichwort": "keyword",
    "year": "year",
    "jahr": "year",
    "tag": "tag",
    "tags": "tag",
    "schlagwort": "tag",
    "etikett": "tag",
    "collection": "collection",
    "sammlung": "collection",
    "key": "key",
    "citekey": "key",
    "doi": "doi",
    "arxiv": "arxiv",
}
_SIGNS = str.maketrans("“”„‟«»＂–—−‐‑", '"""""""-----')  # each sign for one: offsets stay
_TOKEN = re.compile(
    r"""
    (?P<minus>(?<!\S)-(?=[^\s-]))?
    (?: (?P<years>\b(?:year|jahr)(?:\s*:|(?=[<>=])))
        (?P<range>\s*[<>]?=?\s*\d+(?:\s*(?:-|\.\.)\s*\d+|-|\.\.)?(?![^\s"])
                 |\s*(?:-|\.\.)\d+(?![^\s"]))
      | (?P<field>[^\W\d_]+):(?P<gap>[ ]?(?=\S))?
    )?
    (?: "(?P<quoted>[^"]*)(?P<closed>")? | (?P<bare>[^\s"]+) )?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_YEARS = re.compile(r"(?P<sign>[<>]=?|=)?(?P<low>\d{0,4})(?P<to>-|\.\.)?(?P<high>\d{0,4})")
_LATEST = 9_999
_LATEST_BEGUN = 2_999  # "98" cannot be the beginning of a year, so it is a year
_MOST_PARTS = 64


@dataclass(frozen=True, slots=True)
class Part:
    """One thing asked for: ``words`` in a ``field``, "" for anywhere.

    ``start`` and ``end`` are where the words stand in the text. ``open`` says that they are still
    being typed, so that the last one is a beginning. ``years`` are the first and the last year.
    """

    field: Field
    words: str
    start: int
    end: int
    phrase: bool = False
    without: bool = False
    open: bool = False
    years: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What a typed text asks for; all of its parts must hold."""

    text: str
    parts: tuple[Part, ...]

    def plain_text(self) -> str:
        """Return what is looked for, without fields and without what is not wanted."""
        plain = [part for part in self.parts if not part.field and not part.without]
        part_texts = (f'"{part.words}"' if part.phrase else part.words for part in plain)
        return " ".join(part_texts)

    def narrowing(self) -> SearchQuery:
        """Return the rest: what restricts the papers in which something is looked for."""
        rest = tuple(part for part in self.parts if part.field or part.without)
        return SearchQuery(self.text, rest)


def parse(text: str) -> SearchQuery:
    """Read a typed text."""
    parts = []
    query_text, position = text.translate(_SIGNS), 0
    while position < len(query_text):
        token_match = _TOKEN.match(query_text, position)
        if token_match is None or token_match.end() == position:
            position += 1
            continue
        position = token_match.end()
        if part := _part(token_match, query_text):
            parts.append(part)
    return SearchQuery(text, tuple(parts[:_MOST_PARTS]))


def _part(match: re.Match[str], query_text: str) -> Part | None:
    without = bool(match["minus"])
    if match["range"]:
        years = parse_years(match["range"])
        start, end = match.span("range")
        if years is not None:
            return Part("year", match["range"].strip(), start, end, without=without, years=years)
    field_name = match["field"]
    field = _NAMES.get((field_name or "").lower(), "")
    value = "quoted" if match["quoted"] is not None else "bare"
    start, end = match.span(value)
    words = match[value] or ""
    phrase = value == "quoted"
    if field_name and (not field or (field == "year" and words)):  # no field of ours, or no year
        start, end, field, phrase = match.start("field"), match.end(), "", False
        words = query_text[start:end].replace('"', " ").strip(" :")
    if not any(map(str.isalnum, words)):
        return None
    is_open = end == len(query_text) and not match["closed"] and not without
    if not field and not phrase and (identifier := _identifier(words)):
        return Part(identifier, words, start, end, without=without, open=is_open)
    return Part(field, words, start, end, phrase=phrase, without=without, open=is_open)


def _identifier(words: str) -> Field | None:
    """Tell whether a word is a DOI, or an arXiv id, of its own."""
    key = doi_key(words)
    if key:
        return "arxiv" if key.startswith("arxiv:") else "doi"
    return "arxiv" if normal_arxiv(words) else None


def parse_years(text: str) -> tuple[int, int] | None:
    """Return the first and the last year of “2019”, “2019-2022”, “2019-”, “>2019”; else ``None``.

    A year of which only the first digits are typed stands for all that begin with them, or
    for the year 986 itself where none can.
    """
    match = _YEARS.fullmatch("".join(text.split()))
    low, high = (_span(match["low"]), _span(match["high"])) if match else (None, None)
    if match is None or (low is None and (high is None or not match["to"])):
        return None
    if match["to"]:
        first, last = low[0] if low else 0, high[1] if high else _LATEST
        return min(first, last), max(first, last)
    first, last = low or (0, 0)
    ranges = {
        ">": (last + 1, _LATEST),
        ">=": (first, _LATEST),
        "<": (0, first - 1),
        "<=": (0, last),
    }
    return ranges.get(match["sign"], (first, last))


def _span(digits: str) -> tuple[int, int] | None:
    if not digits:
        return None
    missing = 10 ** (4 - len(digits))
    first = int(digits) * missing
    if first > _LATEST_BEGUN:
        return int(digits), int(digits)
    return first, first + missing - 1
