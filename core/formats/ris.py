"""RIS, as Zotero, EndNote and the publishers write it.

Tags that CSL has a variable for bear its name in ``extra``, others rispy's name for them or their
own two letters. rispy's parser is not used: it drops records that are not closed, and runs them
into the one before. What RIS has no tag for stands in ``U5``, a tag left to users:
"U5  - name: value".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import rispy

from core.base import items
from core.base.cited_names import FAMILY_NAMES
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.base.stated_keys import FIELD
from core.formats import dates, item_types, legacy_fields, names
from core.formats.cite import is_key, keyed
from core.formats.entries import Entry, at_line
from core.formats.fields import (
    clean,
    distinct,
    doi_in_url,
    extract_doi,
    extract_year,
    find_named_arxiv,
    list_names,
    without_tags,
)
from core.formats.remainder import NAMED_LINE
from core.formats.tagged import Record, Values, check_entries, records
from core.formats.untitled import with_made_up_title
from core.formats.variables import DASHES, ISSN, take_epub_date, tidied

_TAGGED = re.compile(r"\s*(?P<tag>[A-Z][A-Z0-9]) {1,2}- ?(?P<value>.*)", re.S)
_TITLE_TAGS = frozenset(("TI", "T1"))
_AUTHOR_TAGS = frozenset(("AU", "A1"))
_ONE_PER_LINE = frozenset((*rispy.config.LIST_TYPE_TAGS, "UK"))
_KEYS_OF_TAGS = {**rispy.config.TAG_KEY_MAPPING, "UK": "notes"}  # rispy keeps UK for itself

_NUMBERED = ("report", "patent", "standard", "manuscript", "dataset", "software", "preprint")
"""Kinds with a number of their own, which RIS has in ``SN``."""

_TITLES = ("title", "primary_title", "translated_title", "short_title")
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
_USERS_OWN = "U5"
_NUMBER_BREAK = re.compile(r"[,;]\s*|(?<=[\dXx])\s+(?=\d)")
_WITH_TEXT = re.compile(r"(?P<year>\d{1,4})/\d{0,2}/\d{0,2}/(?P<other>.*\S.*)")
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
_MORE_URLS = "urls"
_NOT_SAID = frozenset(
    (
        *(items.TYPE, items.SOURCE_TYPE, "citation_key", "incomplete", FAMILY_NAMES),
        *("page", "issued", _MORE_URLS),
    )
)
_OTHER_TAG = re.compile(r"[A-Z][A-Z0-9]")


# --- reading RIS ------------------------------------------------------------------------------


def parse(text: str, _name: str = "") -> Iterator[Entry]:
    """Yield an entry for each record, with a ``TY`` line or without, and for stray lines."""
    parsed_entries = (_entry(record) for record in records(text, _TAGGED, _begins))
    return check_entries(parsed_entries, text, "RIS")


def _begins(record: Record, tag: str, _blank_before: bool) -> bool:
    """A record begins with its type; what follows the end of one belongs to none."""
    return tag == "TY" or (bool(record.fields) and record.fields[-1][0] == "ER")


def _entry(record: Record) -> Entry | None:
    tags = [tag for tag, _ in record.fields if tag != "ER"]
    if not tags:  # what stands around the records: a letterhead, blank lines
        return None
    location = at_line(record.line)
    if tags[0] != "TY" and not _is_whole_without_type(record):
        return Entry(
            location,
            None,
            Message("the lines are outside any record: there is no “TY  - ” before them"),
        )
    values = Values((_KEYS_OF_TAGS.get(tag, tag), text) for tag, text in _lines(record))
    title = values.first(*_TITLES)
    attachments = values.take(*_FILES)
    paper = with_made_up_title(_record(title, values))
    if paper is None:
        return Entry(location, None, Message("the record has no title"))
    return Entry(location, paper, attachments=distinct(attachments))


def _is_whole_without_type(record: Record) -> bool:
    """Tell whether a record lacks only its type, as synthesisr and CiteSource write them."""
    tags = {tag for tag, _ in record.fields}
    return record.fields[-1][0] == "ER" and bool(tags & _TITLE_TAGS) and bool(tags & _AUTHOR_TAGS)


def _lines(record: Record) -> Iterator[tuple[str, str]]:
    """Yield tags and texts; a line without a tag may name one more author or keyword."""
    for tag, text in record.fields:
        first, *other_lines = text.split("\n")
        if tag == "TY":
            yield tag, first
            yield from (("N1", other) for other in other_lines)
        elif tag in _ONE_PER_LINE:
            yield from ((tag, line_text) for line_text in (first, *other_lines))
        elif tag != "ER":
            yield tag, text


def _record(title: str, values: Values) -> PaperRecord:
    about = item_types.about(" ".join(values.take("type_of_reference")))
    values.drop(title, *_TITLES[:2])
    author_fields = [field for tag in _AUTHORS for field in values.look(tag)]
    groups = [
        [person for field in values.take(tag) for person in names.from_field(field)]
        for tag in _AUTHORS
    ]
    people = [name for group in groups for name in group]
    people_texts = {_VARIABLES[role]: values.take(role) for role in _PEOPLE}
    people_by_role = {
        name: [creator for text in texts for creator in names.from_field(text)]
        for name, texts in people_texts.items()
    }
    proceedings = ["custom3"] if about.get(items.TYPE) == "paper-conference" else []
    venue = values.first(*proceedings, *_VENUES)
    values.drop(venue, *_VENUES)
    year = extract_year(*(text for name in _YEARS for text in values.look(name)))
    stated = values.take(*reversed(_YEARS))
    issued = dates.issued(year, *map(_plain_date, stated)) | dates.read_status(
        year, *reversed(stated)
    )
    url = values.first("urls")
    doi = _take_doi(values) or doi_in_url(url)
    if (key := values.first(*_KEYS)) and is_key(key):
        about["citation_key"] = key
    record = PaperRecord(
        title=title,
        abstract=values.first(*_ABSTRACTS),
        authors=list_names(*([person.display for person in group] for group in groups)),
        year=year,
        venue=venue,
        doi=doi,
        arxiv=_take_arxiv(values, doi, url, venue),
        url=url,
        keywords=distinct(values.take("keywords")),
    )
    named_values = _take_named(values, year)
    variable_values = {
        name: [creator.display for creator in role_people]
        for name, role_people in people_by_role.items()
        if role_people
    } | issued
    variable_values |= _convert_variables(values, items.get_item_type(replace(record, extra=about)))
    families = names.extra_of_names(
        [*people, *(creator for role_people in people_by_role.values() for creator in role_people)]
    )
    others_flag = names.note_others("author", author_fields)
    for role, texts in people_texts.items():
        others_flag |= names.note_others(role, texts)
    return replace(record, extra=about | variable_values | families | others_flag | named_values)


def _convert_variables(values: Values, kind: str) -> dict[str, Any]:
    """Return what the tags that are left say, by the names of CSL."""
    variable_values: dict[str, Any] = dict(_pages(values))
    for name, value in _split_numbers(values.rest({}), kind).items():
        variable = _variable(name, kind)
        variable_values[name if variable in variable_values else variable] = value
    return take_epub_date(tidied(variable_values), kind)


def _split_numbers(fields: Mapping[str, Any], kind: str) -> dict[str, Any]:  # Any: see ``rest``
    """Return what tags say with the ISSNs of a record apart from its ISBNs: one tag has both."""
    numbers = fields.get("issn")
    if numbers is None or kind in _NUMBERED:
        return dict(fields)
    texts = numbers if isinstance(numbers, list) else [numbers]
    issns = [text for text in texts if all(map(ISSN.fullmatch, _NUMBER_BREAK.split(text)))]
    isbns = [text for text in texts if text not in issns]
    parts = {"issn": issns, "isbn": isbns}
    return {name: value for name, value in fields.items() if name != "issn"} | {
        name: group[0] if len(group) == 1 else group for name, group in parts.items() if group
    }


def _variable(name: str, kind: str) -> str:
    of_kinds, meaning = _OF_A_KIND.get(name, ((), ""))
    if kind in of_kinds:
        return meaning
    if name == "isbn":
        return "ISBN"
    return _VARIABLES.get(name, name)


def _take_named(values: Values, year: int | None) -> dict[str, Any]:
    """Return what stands under names of its own; other uses of that tag stay behind."""
    named_values: dict[str, Any] = {}
    for text in values.look(_USERS_OWN):
        name, _, rest = text.partition(" ")
        earlier = legacy_fields.of_line(rest) if name == legacy_fields.NAME else None
        match = NAMED_LINE.fullmatch(text)
        if earlier is not None:  # of an earlier version
            named_values |= legacy_fields.renewed(earlier, year)
        elif match and match[1] not in named_values:
            people = match[1] in items.NAMES
            named_values[match[1]] = match[2].split("; ") if people else match[2]
        else:
            continue
        values.drop(text, _USERS_OWN)
    return named_values


def _plain_date(text: str) -> str:
    """Return a date without RIS's slashes where it says something else: "2016///Spring"."""
    text = text.replace("undefined", "")  # of programs in JavaScript
    match = _WITH_TEXT.fullmatch(text)
    if match is None:
        return text.rstrip("/ ")
    year, other = match["year"], match["other"].strip()
    return other if year in other else f"{other} {year}"


def _take_doi(values: Values) -> str:
    for name in _DOIS:
        if doi := values.take_doi(name):
            return doi
    return ""


def _take_arxiv(values: Values, *other_texts: str) -> str:
    number = values.look("accession_number")
    arxiv = find_named_arxiv(*number, *other_texts)
    if number == [f"arXiv:{arxiv}"]:
        values.take("accession_number")
    return arxiv


def _pages(values: Values) -> dict[str, str]:
    pages = "–".join(dict.fromkeys(values.take("start_page", "end_page")))
    return {"page": pages} if pages else {}


# --- writing RIS ------------------------------------------------------------------------------


def write(papers: Iterable[Paper]) -> str:
    """Return a RIS file of ``papers``, in their order, each with its citation key as ``ID``."""
    records = [
        "".join(f"{tag}  - {clean(value)}\n" for tag, value in _tags(paper, key) if clean(value))
        for paper, key in keyed(papers)
    ]
    return "".join(f"{record}ER  - \n\n" for record in records)


def _tags(paper: Paper, key: str) -> Iterator[tuple[str, str]]:
    extra = paper.extra
    families = names.get_family_names(extra)
    kind = items.get_item_type(paper)
    at_event = kind == "paper-conference" and paper.venue
    event = items.get_field_text(extra, "event-title") if at_event else ""
    yield "TY", item_types.ris_type(paper)
    yield "ID", key
    if not is_key(key):  # a number would not be read as a key
        yield _USERS_OWN, f"{FIELD}: {key}"
    yield "TI", items.stated_title(paper)
    for author in paper.authors:
        yield "AU", names.write_comma_form(names.split_name(clean(author), families))
    yield "AU", "et al." if extra.get("author_and_others") else ""
    status = items.get_field_text(extra, "status")
    yield "PY", str(paper.year) if paper.year is not None else status
    yield "DA", _date(items.get_publication_date(paper))
    yield "C3" if event else "T2", paper.venue
    yield "T2", event
    yield "DO", paper.doi
    yield "UR", paper.url
    for url in _texts(paper.extra.get(_MORE_URLS)):
        yield "UR", url
    yield "AN", f"arXiv:{paper.arxiv}" if paper.arxiv else ""
    for word in paper.keywords:
        yield "KW", word
    yield "AB", paper.abstract
    pages = items.get_field_text(extra, "page")
    yield from zip(("SP", "EP"), DASHES.split(pages, maxsplit=1), strict=False)
    number_names = () if kind in _NUMBERED else ("ISSN", "ISBN")
    yield from (("SN", items.get_field_text(extra, name)) for name in number_names)
    stated_names = {*number_names, *(["event-title"] if event else [])}
    stated_names |= {"status"} if paper.year is None else set()
    yield from _extra_tags(paper, stated_names)


def _date(date: str) -> str:
    """Return a date as RIS has it, "2016/05/12/", or "" if it is only a year."""
    if dates.ISO.fullmatch(date):
        parts = [*date[:10].partition("/")[0].split("-"), "", ""]
        span = date if "/" in date else ""
        return f"{parts[0]}/{parts[1]}/{parts[2]}/{span}" if parts[1] or span else ""
    number = extract_year(date)
    year = str(number or "")
    if number is not None and dates.is_year(date, number):
        return ""
    other = clean(date.replace(year, "", 1))
    if not year or not other:
        return ""
    is_whole = date[0] in "-0" or re.search(rf"{year}[-/]", date)
    return f"{year}///{date if is_whole else other}"


def _extra_tags(paper: Paper, stated_names: set[str]) -> Iterator[tuple[str, str]]:
    families = names.get_family_names(paper.extra)
    kind = items.get_item_type(paper)
    for name, value in paper.extra.items():
        if name in _NOT_SAID or name in stated_names or name.endswith("_and_others"):
            continue
        tag = _find_tag(name, kind)
        if name in items.NAMES and tag:
            people = items.get_people(paper.extra, name)
            yield from (
                (tag, names.write_comma_form(names.split_name(clean(person), families)))
                for person in people
            )
            yield tag, "et al." if paper.extra.get(f"{name}_and_others") else ""
            continue
        texts = _texts(value)
        if tag and not any(_misleads(tag, text) for text in texts):
            yield from ((tag, text) for text in texts)
        elif texts and NAMED_LINE.fullmatch(line := f"{name}: {'; '.join(texts)}"):
            yield _USERS_OWN, line


def _find_tag(name: str, kind: str) -> str:
    if name == "number":
        return "SN" if kind in _NUMBERED else "C7"
    for theirs, (of_kinds, meaning) in _OF_A_KIND.items():
        if meaning == name:
            return _TAGS[theirs] if kind in of_kinds and theirs in _TAGS else ""
    is_standard = name in rispy.config.TAG_KEY_MAPPING
    return (
        name
        if _OTHER_TAG.fullmatch(name) and not is_standard
        else _TAG_OF.get(name, _TAGS.get(name, ""))
    )


def _texts(value: object) -> list[str]:
    """Return what a line can hold of a value: a text, a number, or several texts."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return [text for text in map(without_tags, value) if text]
    if isinstance(value, bool) or not isinstance(value, str | int):
        return []
    return [text for text in [without_tags(str(value))] if text]


def _misleads(tag: str, text: str) -> bool:
    """Return whether a text would be read as another field of the record."""
    return (tag in ("N1", "M3") and bool(extract_doi(text))) or (
        tag == "AN" and bool(find_named_arxiv(text))
    )
