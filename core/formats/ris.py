"""RIS, as Zotero, EndNote and the publishers write it.

rispy reads one record at a time: handed a whole file, it drops records that are not closed and
runs them into the one before. The file is cut at its ``TY`` lines here, so that each of them is
accounted for. In ``extra`` volume, number, pages and their like bear the names they have in BibTeX.
Other tags keep the names that rispy gives them, or their own two letters, and are written again;
what RIS has no tag for is carried in ``U5`` (see ``core.formats.carried``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rispy

from core.formats import carried, names
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
    "notes": "note",
    "note": "M1",
}
_CARRYING = "U5"
_RECORDS_OWN = frozenset(
    (
        *("TY", "ID", "LB", "TI", "T1", "TT", "AU", "A1", "A2", "PY", "Y1", "T2", "JF", "AB"),
        *("N2", "DO", "KW", "L1", "L2", "SP", "EP", "ER"),
    )
)
_RISKY = frozenset({"DA", "JO", "JA", "UR", "AN", "M3"})  # may be taken for a field of the record
_EXTRA_TAGS = {
    _EXTRA_NAMES.get(name, name): tag
    for tag, name in rispy.config.TAG_KEY_MAPPING.items()
    if tag not in _RECORDS_OWN and tag != _RESERVED_TAG
}
_OTHER_TAG = re.compile(r"[A-Z][A-Z0-9]")
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
    told = _take_carried(reading)
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
        | names.families_worth_keeping([*people, *editors])
        | told,
    )


def _take_carried(reading: _Reading) -> dict[str, Any]:
    """Return the values that RIS has no tags for; other uses of that tag stay behind."""
    found: dict[str, Any] = {}
    others = []
    for text in reading.look(_CARRYING):
        name, _, rest = text.partition(" ")
        values = carried.of_line(rest) if name == carried.NAME else None
        if values is None:
            others.append(text)
        else:
            found |= values
    reading.values[_CARRYING] = others
    return found


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
    yield from _extra_tags(paper, families)
    yield from _carried(paper)


def _extra_tags(paper: Paper, families: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    extra = paper.extra
    for editor in _editors(extra):
        yield "A2", _comma_form(names.parts_of(clean(editor), families))
    for name, value in extra.items():
        tag = _tag_of(name)
        if _stands_behind(tag, paper) and not any(_misleads(tag, text) for text in _texts(value)):
            yield from ((tag, text) for text in _texts(value))
    if isinstance(extra.get("pages"), str):
        yield from zip(("SP", "EP"), _PAGES.split(extra["pages"], maxsplit=1), strict=False)


def _carried(paper: Paper) -> Iterator[tuple[str, str]]:
    """Yield what the tags do not say, or would not give back as it is."""
    values = carried.lost_type(paper, other_type(paper, "ris"))
    for name, value in paper.extra.items():
        if name not in carried.OWN and not _is_told(name, value):
            values[name] = value
    for name, value in values.items():
        yield _CARRYING, f"{carried.NAME} {carried.as_line({name: value})}"


def _is_told(name: str, value: object) -> bool:
    """Return whether a value is the same again when its tags are read."""
    if name == "editor":
        return isinstance(value, list) and bool(value) and value == _editors({name: value})
    if name == "pages":
        whole = isinstance(value, str) and "–".join(dict.fromkeys(_PAGES.split(value, 1))) == value
        return whole and without_tags(str(value)) == value
    tag, texts = _tag_of(name), _texts(value)
    same = value == (texts[0] if len(texts) == 1 else texts) and bool(texts)
    return same and bool(tag) and tag not in _RISKY and not any(_misleads(tag, t) for t in texts)


def _stands_behind(tag: str, paper: Paper) -> bool:
    """Return whether a tag is not taken for a field, because the record has that field itself."""
    field = {"JO": paper.venue, "JA": paper.venue, "UR": paper.url, "DA": paper.year}
    return bool(tag) and bool(field.get(tag, True))


def _tag_of(name: str) -> str:
    known = name in rispy.config.TAG_KEY_MAPPING or name == _CARRYING
    if _OTHER_TAG.fullmatch(name) and not known:
        return name
    return str(_EXTRA_TAGS.get(name, ""))


def _texts(value: object) -> list[str]:
    """Return what a line can hold of a value: a text, a number, or several texts."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return [text for text in map(without_tags, value) if text]
    if isinstance(value, bool) or not isinstance(value, str | int):
        return []
    return [text for text in [without_tags(str(value))] if text]


def _misleads(tag: str, text: str) -> bool:
    """Return whether a text would be read as another field of the record."""
    return (tag in ("N1", "M3") and bool(doi_of(text))) or (tag == "AN" and bool(arxiv_in(text)))


def _editors(extra: Mapping[str, Any]) -> list[str]:
    held = extra.get("editor")
    editors = held if isinstance(held, list) else []
    return [clean(each) for each in editors if isinstance(each, str) and clean(each)]


def _comma_form(name: names.Name) -> str:
    """Return "Family, Given, Suffix"; the comma stays where only the family name is known."""
    given = f", {name.given}" if name.given else ","
    return f"{name.family}{given}{f', {name.suffix}' if name.suffix else ''}"
