"""RIS, as Zotero, EndNote and the publishers write it.

rispy reads one record at a time: handed a whole file, it drops records that are not closed and
runs them into the one before. The file is cut at its ``TY`` lines here, so that each of them is
accounted for. Tags that CSL has a variable for bear its name in ``extra``, others that of rispy or
their own two letters. What RIS has no tag for stands in ``U5``, a tag left to users:
"U5  - name: value".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import rispy

from core.base import items
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.formats import carried, dates, kinds, names
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
from core.formats.variables import tidied

_START = re.compile(r"\s*TY {1,2}-")
_END = re.compile(r"\s*ER {1,2}-")
_TAGGED = re.compile(r"\s*([A-Z][A-Z0-9]) {1,2}-(?: (.*)|(.*))", re.S)
_ONE_PER_LINE = frozenset(rispy.config.LIST_TYPE_TAGS)
_RESERVED_TAG = "UK"  # rispy's own name for what it does not know

_NUMBERED = ("report", "patent", "standard", "manuscript", "dataset", "software", "preprint")
"""Kinds with a number of their own, which RIS has in ``SN``."""

_TITLES = ("title", "primary_title", "translated_title", "short_title", "secondary_title")
_AUTHORS = ("first_authors", "authors")
_VENUES = ("alternate_title3", "secondary_title", "journal_name", "alternate_title2")
_ABSTRACTS = ("abstract", "notes_abstract")
_YEARS = ("year", "publication_year", "date")
_KEYS = ("id", "label")
_DOIS = ("doi", "type_of_work", "notes")
_FILES = ("file_attachments1", "file_attachments2")
_PEOPLE = ("secondary_authors", "tertiary_authors", "subsidiary_authors")
_VARIABLES = {
    "volume": "volume",
    "number": "issue",
    "publisher": "publisher",
    "place_published": "publisher-place",
    "edition": "edition",
    "tertiary_title": "collection-title",
    "short_title": "title-short",
    "alternate_title2": "container-title-short",
    "alternate_title1": "container-title-short",
    "journal_name": "container-title-short",
    "notes": "note",
    "language": "language",
    "access_date": "accessed",
    "number_of_volumes": "number-of-volumes",
    "call_number": "call-number",
    "name_of_database": "source",
    "section": "section",
    "type_of_work": "genre",
    "research_notes": "annote",
    "custom7": "number",
    "tertiary_authors": "collection-editor",
    "subsidiary_authors": "translator",
    "secondary_authors": "editor",
    "issn": "ISSN",
    "note": "M1",
    "secondary_title": "booktitle",
}
# What some tags mean of papers of some kinds.
_OF_A_KIND = {
    "note": (("book", "chapter"), "collection-number"),
    "custom1": (("paper-conference",), "event-place"),
    "secondary_title": (("paper-conference",), "event-title"),
    "number": (_NUMBERED, "number"),
    "issn": (_NUMBERED, "number"),
}
_ISSN = re.compile(r"\d{4}-?\d{3}[\dXx](?:\s*\(.*\))?")
_USERS_OWN = "U5"
_NAMED_LINE = re.compile(r"([\w.+ -]{1,40}): (\S.*)")
_RECORDS_OWN = frozenset(
    (
        *("TY", "ID", "LB", "TI", "T1", "TT", "AU", "A1", "PY", "Y1", "T2", "JF", "AB"),
        *("N2", "DO", "KW", "L1", "L2", "SP", "EP", "ER", "JO", "J2", "DA", "UR", "SN"),
    )
)
_TAGS = {name: tag for tag, name in rispy.config.TAG_KEY_MAPPING.items() if tag not in _RECORDS_OWN}
_TAG_OF = {
    variable: _TAGS[name] for name, variable in reversed(_VARIABLES.items()) if name in _TAGS
}
_NOT_SAID = frozenset(
    (
        *(items.TYPE, items.SOURCE_TYPE, "citation_key", "incomplete", names.FAMILY_NAMES),
        *("page", "issued", "ISSN", "ISBN"),
    )
)
_OTHER_TAG = re.compile(r"[A-Z][A-Z0-9]")
_PAGES = re.compile(r"\s*[-–—]+\s*")


# --- reading ----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Chunk:
    """The lines of one record, or ``lost`` lines that belong to none."""

    line: int
    lines: list[str] = field(default_factory=list)
    lost: bool = False


def parse(text: str, _name: str = "") -> Iterator[Entry]:
    """Yield an entry for each ``TY`` line, and for each run of lines outside a record."""
    empty = True
    for chunk in _chunks(text):
        empty = False
        yield _entry(chunk)
    if empty and text.strip():
        yield Entry("line 1", None, Message("there is no RIS record in the file"))


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
        return Entry(
            place, None, Message("the lines stand outside any record: no “TY  - ” before them")
        )
    text = "\n".join([*_strict(chunk.lines), "ER  - "])
    records = rispy.loads(text, delimiter_tags_mapping={}, enforce_list_tags=False)
    if len(records) != 1:
        return Entry(place, None, Message("the record cannot be read"))
    reading = _Reading(records[0])
    title = reading.first(_TITLES)
    if not title:
        return Entry(place, None, Message("the record has no title"))
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
                left[name] = texts[0] if len(texts) == 1 else texts
        return left


def _record(title: str, reading: _Reading) -> PaperRecord:
    about = kinds.about(" ".join(reading.take("type_of_reference")))
    reading.drop(title, _TITLES[:2])
    people = [names.from_comma_form(name) for name in reading.take(*_AUTHORS)]
    others = {_VARIABLES[role]: reading.take(role) for role in _PEOPLE}
    told = {name: [names.from_comma_form(each) for each in texts] for name, texts in others.items()}
    proceedings = ["custom3"] if about.get(items.TYPE) == "paper-conference" else []
    venue = reading.first([*proceedings, *_VENUES])
    reading.drop(venue, _VENUES)
    year = year_of(*(text for name in _YEARS for text in reading.look(name)))
    issued = dates.issued(year, *map(_plain_date, reading.take(*reversed(_YEARS))))
    url = reading.first(["urls"])
    doi = _take_doi(reading) or doi_in_url(url)
    if key := reading.first(_KEYS):
        about["citation_key"] = key
    record = PaperRecord(
        title=title,
        abstract=reading.first(_ABSTRACTS),
        authors=distinct([person.display for person in people]),
        year=year,
        venue=venue,
        doi=doi,
        arxiv=_take_arxiv(reading, doi, url, venue),
        url=url,
        keywords=distinct(reading.take("keywords")),
    )
    named = _take_named(reading, year)
    said = {name: [each.display for each in held] for name, held in told.items() if held} | issued
    said |= _said(reading, items.type_of(replace(record, extra=about)))
    families = names.families_worth_keeping(
        [*people, *(each for held in told.values() for each in held)]
    )
    return replace(record, extra=about | said | families | named)


def _said(reading: _Reading, kind: str) -> dict[str, Any]:
    """Return what the tags that are left say, by the names of CSL."""
    found: dict[str, Any] = dict(_pages(reading))
    for name, value in reading.rest().items():
        variable = _variable(name, kind, value)
        found[name if variable in found else variable] = value
    return tidied(found)


def _variable(name: str, kind: str, value: object) -> str:
    of_kinds, meaning = _OF_A_KIND.get(name, ((), ""))
    if kind in of_kinds:
        return meaning
    if name == "issn" and not _ISSN.fullmatch(str(value)):
        return "ISBN"
    return _VARIABLES.get(name, name)


def _take_named(reading: _Reading, year: int | None) -> dict[str, Any]:
    """Return what stands under names of its own; other uses of that tag stay behind."""
    found: dict[str, Any] = {}
    others = []
    for text in reading.look(_USERS_OWN):
        name, _, rest = text.partition(" ")
        values = carried.of_line(rest) if name == carried.NAME else None
        named = _NAMED_LINE.fullmatch(text)
        if values is not None:  # of an earlier version
            found |= carried.renewed(values, year)
        elif named and named[1] not in found:
            people = named[1] in items.NAMES
            found[named[1]] = named[2].split("; ") if people else named[2]
        else:
            others.append(text)
    reading.values[_USERS_OWN] = others
    return found


def _plain_date(text: str) -> str:
    """Return a date without RIS's slashes where it says something else: "2016///Spring"."""
    year, *_, other = text.split("/") if text.count("/") == 3 else (text, "")
    return f"{other} {year}" if other.strip() else text.rstrip("/ ")


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
    return {"page": pages} if pages else {}


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
    at_event = items.type_of(paper) == "paper-conference" and paper.venue
    event = items.text_of(extra, "event-title") if at_event else ""
    yield "TY", kinds.ris_type(paper)
    yield "ID", key
    yield "TI", paper.title
    for author in paper.authors:
        yield "AU", _comma_form(names.parts_of(clean(author), families))
    yield "PY", str(paper.year) if paper.year is not None else ""
    yield "DA", _date(items.date_of(paper))
    yield "C3" if event else "T2", paper.venue
    yield "T2", event
    yield "DO", paper.doi
    yield "UR", paper.url
    yield "AN", f"arXiv:{paper.arxiv}" if paper.arxiv else ""
    for word in paper.keywords:
        yield "KW", word
    yield "AB", paper.abstract
    pages = items.text_of(extra, "page")
    yield from zip(("SP", "EP"), _PAGES.split(pages, maxsplit=1), strict=False)
    for name in ("ISSN", "ISBN"):
        yield "SN", items.text_of(extra, name)
    yield from _extra_tags(paper, {"event-title"} if event else set())


def _date(date: str) -> str:
    """Return a date as RIS has it, "2016/05/12/", or "" if it is only a year."""
    if dates.ISO.fullmatch(date):
        parts = [*date[:10].partition("/")[0].split("-"), "", ""]
        return f"{parts[0]}/{parts[1]}/{parts[2]}/" if parts[1] else ""
    year = str(year_of(date) or "")
    other = clean(date.replace(year, "", 1))
    return f"{year}///{other}" if year and other else ""


def _extra_tags(paper: Paper, told: set[str]) -> Iterator[tuple[str, str]]:
    families = names.families_in(paper.extra)
    kind = items.type_of(paper)
    for name, value in paper.extra.items():
        if name in _NOT_SAID or name in told or name.endswith("_and_others"):
            continue
        tag = _tag_of(name, kind)
        if name in items.NAMES and tag:
            people = items.people_of(paper.extra, name)
            yield from (
                (tag, _comma_form(names.parts_of(clean(each), families))) for each in people
            )
            continue
        texts = _texts(value)
        if tag and not any(_misleads(tag, text) for text in texts):
            yield from ((tag, text) for text in texts)
        elif texts and _NAMED_LINE.fullmatch(line := f"{name}: {'; '.join(texts)}"):
            yield _USERS_OWN, line


def _tag_of(name: str, kind: str) -> str:
    if name == "number":
        return "SN" if kind in _NUMBERED else "C7"
    for theirs, (of_kinds, meaning) in _OF_A_KIND.items():
        if meaning == name:
            return _TAGS[theirs] if kind in of_kinds and theirs in _TAGS else ""
    known = name in rispy.config.TAG_KEY_MAPPING
    return (
        name if _OTHER_TAG.fullmatch(name) and not known else _TAG_OF.get(name, _TAGS.get(name, ""))
    )


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


def _comma_form(name: names.Name) -> str:
    """Return "Family, Given, Suffix"; the comma stays where only the family name is known."""
    given = f", {name.given}" if name.given else ","
    return f"{name.family}{given}{f', {name.suffix}' if name.suffix else ''}"
