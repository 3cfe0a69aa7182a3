"""Web of Science: its tagged files (``.ciw``, ``savedrecs.txt``). Read only.

What CSL has a variable for bears its name in ``extra``; every other tag keeps its own, in small
letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from core.base import items
from core.base.messages import Message
from core.base.records import PaperRecord
from core.formats import dates, names, variables
from core.formats.entries import Entry, at_line
from core.formats.fields import distinct, extract_year, find_named_arxiv, list_names
from core.formats.tagged import Record, Values, check_entries, records
from core.formats.untitled import with_made_up_title

_TAGGED = re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*))?")
_AROUND = frozenset(("FN", "VR", "EF"))
_ONE_PER_LINE = frozenset(("AU", "AF", "BA", "BF", "BE", "CA", "GP", "CR", "C1", "C3"))
_TYPES = {
    "J": "article-journal",
    "B": "book",
    "S": "chapter",
    "P": "patent",
    "C": "paper-conference",
    "D": "dataset",
}
_DOCUMENT_TYPES = (
    ("book chapter", "chapter"),
    ("proceedings paper", "paper-conference"),
    ("book review", "review"),
    ("data set", "dataset"),
)
VARIABLES = {
    "vl": "volume",
    "is": "issue",
    "pu": "publisher",
    "pi": "publisher-place",
    "sn": "ISSN",
    "ei": "eissn",
    "bn": "ISBN",
    "ji": "container-title-short",
    "se": "collection-title",
    "ct": "event-title",
    "cy": "event-date",
    "cl": "event-place",
    "la": "language",
    "pm": "PMID",
    "ar": "number",
    "pg": "number-of-pages",
    "pn": "part-number",
    "ut": "accession-number",
    "dt": "genre",
    "su": "supplement",
}
_OF_PATENTS = {"pn": "number", "ae": "authority"}
_ANONYMOUS = "[Anonymous]"
_LEFT_OUT = frozenset(("cr", "nr", "tc", "z9", "u1", "u2", "da", "er", "pt"))
"""Cited references and counts, which say nothing of the work itself."""


def parse(text: str, _name: str = "") -> Iterator[Entry]:
    """Yield an entry for each record of a text."""
    parsed_entries = map(_entry, records(text, _TAGGED, _begins, indented=True))
    return check_entries(parsed_entries, text, "Web of Science")


def _begins(record: Record, tag: str, _blank_before: bool) -> bool:
    return tag == "PT" or (bool(record.fields) and record.fields[-1][0] == "ER")


def _entry(record: Record) -> Entry | None:
    tags = {tag for tag, _ in record.fields} - _AROUND - {"ER"}
    if not tags and not record.lost:  # what stands around the records
        return None
    location = at_line(record.line)
    if record.lost or not tags & {"PT", "TI", "UT"}:
        return Entry(location, None, Message("the lines are outside any record"))
    values = Values(
        (tag.lower(), value) for tag, text in record.fields for value in _split_value(tag, text)
    )
    paper = convert_values(values)
    if paper is None:
        return Entry(location, None, Message("the record has no title"))
    return Entry(location, paper)


def _split_value(tag: str, text: str) -> list[str]:
    lines = [line.strip() for line in text.split("\n")]
    return lines if tag in _ONE_PER_LINE else [" ".join(lines)]


def convert_values(values: Values) -> PaperRecord | None:
    """Return the record that the tags of Web of Science state, in small letters."""
    return with_made_up_title(_record(values.first("ti"), values))


def _record(title: str, values: Values) -> PaperRecord:
    authors = _people(values, "af", "au")
    book_authors = _people(values, "bf", "ba")
    groups = [names.Name("", name) for name in values.take("ca", "gp")]
    editors = _people(values, "be", "ed")
    early = values.take("ea", "ey")  # early access: there may be no volume yet
    day = values.first("pd")  # of patents with the year
    stated = values.take("py") or early or [day]
    year = extract_year(*stated)
    kind = _type(values, title)
    about: dict[str, Any] = {items.TYPE: kind}
    if year is not None and day:
        about |= dates.issued(year, day, *_day_forms(day, year))
    if early:
        about["available-date"] = dates.convert_date_to_iso(early[0].title()) or early[0]
    people = [*(authors or book_authors), *groups]
    roles = {"editor": editors, "container-author": book_authors if authors else []}
    about |= {
        role: [one.display for one in role_people]
        for role, role_people in roles.items()
        if role_people
    }
    if pages := "–".join(distinct(values.take("bp", "ep"))):
        about["page"] = variables.pages(pages)
    doi = values.take_doi("di") or values.take_doi("d2")
    keywords = [word.strip() for text in values.take("de", "id") for word in text.split(";")]
    venue = values.first("so", "bt")
    values.take(*_LEFT_OUT)
    return PaperRecord(
        title=title,
        abstract=values.first("ab"),
        authors=list_names([person.display for person in people]),
        year=year,
        venue=venue,
        doi=doi,
        arxiv=find_named_arxiv(doi, *values.look("ar")),
        keywords=distinct(keywords),
        extra=about
        | variables.tidied(values.rest(VARIABLES | (_OF_PATENTS if kind == "patent" else {})))
        | names.extra_of_names(
            [*people, *(one for role_people in roles.values() for one in role_people)]
        ),
    )


def _day_forms(day: str, year: int) -> list[str]:
    """Return a date without its year, "MAY 12" or "MAY-JUN", with it."""
    words = day.title()
    return [f"{words} {year}", f"{words}, {year}"]


def _people(values: Values, full: str, short: str) -> list[names.Name]:
    full_names, abbreviated = values.take(full), values.take(short)
    fields = [field for field in full_names or abbreviated if field != _ANONYMOUS]
    return [name for field in fields for name in names.from_field(field)]


def _type(values: Values, title: str) -> str:
    kind = _TYPES.get(" ".join(values.take("pt")), "article-journal")
    document_type = " ".join(values.look("dt")).lower()
    holders = {text.casefold() for text in values.look("so")}
    if kind == "book" and values.look("bp") and holders and title.casefold() not in holders:
        kind = "chapter"
    matches = (name for words, name in _DOCUMENT_TYPES if words in document_type)
    stated_kind = next(matches, kind)
    is_in_journal = kind == "article-journal" and stated_kind == "paper-conference"
    return kind if is_in_journal else stated_kind
