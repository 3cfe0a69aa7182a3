"""RIS, as Zotero, EndNote and the publishers write it.

rispy reads one record at a time: handed a whole file, it drops records that are not closed and
runs them into the one before. The file is cut at its ``TY`` lines here, so that each of them is
accounted for. In ``extra`` volume, number, pages and their like bear the names they have in BibTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rispy

from core.formats import names
from core.formats.cite import unique_keys
from core.formats.entries import Entry
from core.formats.fields import (
    arxiv_in,
    clean,
    distinct,
    doi_in_url,
    doi_of,
    without_tags,
    year_of,
)
from core.formats.kinds import other_type
from core.formats.text import read_text
from core.records import Paper, PaperRecord

_START = re.compile(r"\s*TY {1,2}-")
_END = re.compile(r"\s*ER {1,2}-")
_TAGGED = re.compile(r"\s*([A-Z][A-Z0-9]) {1,2}-(?: (.*)|(.*))", re.S)
_ONE_PER_LINE = frozenset(rispy.config.LIST_TYPE_TAGS)
_RESERVED_TAG = "UK"  # rispy's own name for what it does not know

_TITLES = ("title", "primary_title", "translated_title", "short_title", "secondary_title")
_AUTHORS = ("first_authors", "authors")
_VENUES = ("alternate_title3", "secondary_title", "journal_name", "alternate_title2")
_ABSTRACTS = ("abstract", "notes_abstract")
_YEARS = ("year", "publication_year", "date")
_KEYS = ("id", "label")
_DOIS = ("doi", "type_of_work", "notes")
_FILES = ("file_attachments1", "file_attachments2")
_EDITORS = "secondary_authors"
_EXTRA_NAMES = {
    "number_of_volumes": "volumes",
    "place_published": "address",
    "secondary_title": "booktitle",
    "tertiary_title": "series",
    "short_title": "shorttitle",
    "journal_name": "journal",
    "alternate_title2": "shortjournal",
}
_EXTRA_TAGS = {
    "volume": "VL",
    "number": "IS",
    "publisher": "PB",
    "address": "CY",
    "issn": "SN",
    "edition": "ET",
    "language": "LA",
    "series": "T3",
    "shorttitle": "ST",
    "note": "N1",
}
_PAGES = re.compile(r"\s*[-–—]+\s*")


# --- reading ----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Chunk:
    """The lines of one record, or ``lost`` lines that belong to none."""

    line: int
    lines: list[str] = field(default_factory=list)
    lost: bool = False


def read(path: Path) -> Iterator[Entry]:
    """Yield an entry for each ``TY`` line of the file and for each run of lines outside a record.

    Raises:
        FormatError: The file cannot be opened.
    """
    yield from parse(read_text(path))


def parse(text: str) -> Iterator[Entry]:
    """Yield an entry for each record of a text; see ``read``."""
    empty = True
    for chunk in _chunks(text):
        empty = False
        yield _entry(chunk)
    if empty and text.strip():
        yield Entry("line 1", None, "there is no RIS record in the file")


def _chunks(text: str) -> Iterator[_Chunk]:
    chunk: _Chunk | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if _START.match(line):
            if chunk:
                yield chunk
            chunk = _Chunk(number)
        elif chunk is None and _TAGGED.match(line) and not _END.match(line):
            chunk = _Chunk(number, lost=True)
        if chunk and _END.match(line):
            yield chunk
            chunk = None
        elif chunk:
            chunk.lines.append(line)
    if chunk:
        yield chunk


def _entry(chunk: _Chunk) -> Entry:
    place = f"line {chunk.line}"
    if chunk.lost:
        return Entry(place, None, "the lines stand outside any record: no “TY  - ” before them")
    text = "\n".join([*_strict(chunk.lines), "ER  - "])
    records = rispy.loads(text, delimiter_tags_mapping={}, enforce_list_tags=False)
    if len(records) != 1:
        return Entry(place, None, "the record cannot be read")
    reading = _Reading(records[0])
    title = reading.first(_TITLES)
    if not title:
        return Entry(place, None, "the record has no title")
    attachments = reading.take(*_FILES)
    return Entry(place, _record(title, reading), attachments=distinct(attachments))


def _strict(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a record as the standard has them: each with its tag, two spaces wide.

    A line without a tag goes on the line before, or names one more keyword or author.
    """
    tag = ""
    held: list[str] = []
    for line in lines:
        match = _TAGGED.fullmatch(line)
        text = clean((match[2] or match[3] or "") if match else line)
        if match is None and tag not in _ONE_PER_LINE and tag != "TY":
            held.append(text)
            continue
        if match is None and not text:
            continue
        if tag:
            yield f"{tag}  - {' '.join(held)}"
        if match:
            tag = match[1] if match[1] != _RESERVED_TAG else "N1"
        elif tag == "TY":
            tag = "N1"
        held = [text]
    yield f"{tag}  - {' '.join(held)}"


class _Reading:
    """The values of one record by rispy's names, taken one after the other."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        unknown = values.get("unknown_tag", {})
        self.values = {**values, **unknown}
        self.values.pop("unknown_tag", None)
        self._taken: set[str] = set()

    def look(self, name: str) -> list[str]:
        """Return the texts under a name without taking them."""
        value = self.values.get(name, [])
        texts = value if isinstance(value, list) else [value]
        return [text for text in map(without_tags, texts) if text]

    def take(self, *keys: str) -> list[str]:
        """Return the texts under all of ``keys``."""
        self._taken.update(keys)
        return [text for key in keys for text in self.look(key)]

    def first(self, keys: Iterable[str]) -> str:
        """Return the first text under the first of ``keys`` that has one; more stay for later."""
        for key in keys:
            texts = [] if key in self._taken else self.look(key)
            if texts:
                self.values[key] = texts[1:]
                return texts[0]
        return ""

    def drop(self, text: str, keys: Iterable[str]) -> None:
        """Forget what only repeats ``text``."""
        for key in keys:
            self.values[key] = [other for other in self.look(key) if other != text]

    def rest(self) -> dict[str, Any]:
        """Return what was not taken: one text as text, more as a list."""
        left = {}
        for name in self.values:
            if name not in self._taken and (texts := self.look(name)):
                left[_EXTRA_NAMES.get(name, name)] = texts[0] if len(texts) == 1 else texts
        return left


def _record(title: str, reading: _Reading) -> PaperRecord:
    kind = " ".join(reading.take("type_of_reference"))
    reading.drop(title, _TITLES[:2])
    people = [names.from_comma_form(name) for name in reading.take(*_AUTHORS)]
    editors = [names.from_comma_form(name) for name in reading.take(_EDITORS)]
    venue = reading.first(_VENUES)
    reading.drop(venue, _VENUES)
    year = _take_year(reading)
    url = reading.first(["urls"])
    doi = _take_doi(reading) or doi_in_url(url)
    extra: dict[str, Any] = {"type": kind} if kind else {}
    if key := reading.first(_KEYS):
        extra["citation_key"] = key
    if editors:
        extra["editor"] = [editor.display for editor in editors]
    return PaperRecord(
        title=title,
        abstract=reading.first(_ABSTRACTS),
        authors=distinct([person.display for person in people]),
        year=year,
        venue=venue,
        doi=doi,
        arxiv=_take_arxiv(reading, doi, url, venue),
        url=url,
        keywords=distinct(reading.take("keywords")),
        extra=extra
        | _pages(reading)
        | reading.rest()
        | names.families_worth_keeping([*people, *editors]),
    )


def _take_year(reading: _Reading) -> int | None:
    """Return the year; dates that say more than it stay behind."""
    year = year_of(*(text for name in _YEARS for text in reading.look(name)))
    for name in _YEARS:
        reading.values[name] = [
            text for text in reading.look(name) if text.rstrip("/ ") != str(year)
        ]
    return year


def _take_doi(reading: _Reading) -> str:
    for name in _DOIS:
        for text in reading.look(name):
            if doi := doi_of(text):
                reading.values[name] = [other for other in reading.look(name) if other != text]
                return doi
    return ""


def _take_arxiv(reading: _Reading, *others: str) -> str:
    number = reading.look("accession_number")
    arxiv = arxiv_in(*number, *others)
    if number == [f"arXiv:{arxiv}"]:
        reading.take("accession_number")
    return arxiv


def _pages(reading: _Reading) -> dict[str, str]:
    pages = "–".join(dict.fromkeys(reading.take("start_page", "end_page")))
    return {"pages": pages} if pages else {}


# --- writing ----------------------------------------------------------------------------------


def write(papers: Iterable[Paper]) -> str:
    """Return a RIS file of ``papers``, in their order, each with its citation key as ``ID``."""
    papers = list(papers)
    records = [
        "".join(f"{tag}  - {clean(value)}\n" for tag, value in _tags(paper, key) if clean(value))
        for paper, key in zip(papers, unique_keys(papers), strict=True)
    ]
    return "".join(f"{record}ER  - \n\n" for record in records)


def _tags(paper: Paper, key: str) -> Iterator[tuple[str, str]]:
    extra = paper.extra
    families = names.families_in(extra)
    yield "TY", other_type(paper, "ris")
    yield "ID", key
    yield "TI", paper.title
    for author in paper.authors:
        yield "AU", _comma_form(names.parts_of(clean(author), families))
    yield "PY", str(paper.year) if paper.year is not None else ""
    yield "T2", paper.venue
    yield "DO", paper.doi
    yield "UR", paper.url
    yield "AN", f"arXiv:{paper.arxiv}" if paper.arxiv else ""
    for word in paper.keywords:
        yield "KW", word
    yield "AB", paper.abstract
    yield from _extra_tags(extra, families)


def _extra_tags(extra: Mapping[str, Any], families: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    editors = extra.get("editor")
    for editor in editors if isinstance(editors, list) else []:
        yield "A2", _comma_form(names.parts_of(clean(str(editor)), families))
    for name, tag in _EXTRA_TAGS.items():
        if isinstance(extra.get(name), str | int):
            yield tag, str(extra[name])
    if isinstance(extra.get("pages"), str):
        yield from zip(("SP", "EP"), _PAGES.split(extra["pages"], maxsplit=1), strict=False)


def _comma_form(name: names.Name) -> str:
    """Return "Family, Given, Suffix"; the comma stays where only the family name is known."""
    given = f", {name.given}" if name.given else ","
    return f"{name.family}{given}{f', {name.suffix}' if name.suffix else ''}"
