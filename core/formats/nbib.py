"""PubMed's citation format (``.nbib``, MEDLINE). Read only.

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
from core.formats.fields import distinct, extract_doi, extract_year, find_named_arxiv, list_names
from core.formats.tagged import Record, Values, check_entries, records
from core.formats.untitled import with_made_up_title

_TAGGED = re.compile(r"\ufeff?(?P<tag>[A-Z]{2,4}) {0,2}-(?: (?P<value>.*))?")
_FIRST = "pmid"
_TITLES = ("ti", "bti", "tt", "cti", "vti")
_VENUES = ("jt", "ta", "bti", "cti")
_NUMBERED = re.compile(r"(?P<id>\S.*?)\s*\[(?P<kind>doi|pii|bookaccession|book)\]", re.I)
_VARIABLES = {
    "vi": "volume",
    "ip": "issue",
    "isbn": "ISBN",
    "pl": "publisher-place",
    "ta": "container-title-short",
    "pmid": "PMID",
    "pmc": "PMCID",
    "la": "language",
    "pb": "publisher",
    "en": "edition",
    "pt": "publication_types",
    "mh": "mesh",
    "ad": "affiliations",
}
_TYPES = (
    ("book chapter", "chapter"),
    ("book", "book"),
    ("preprint", "preprint"),
    ("technical report", "report"),
    ("academic dissertation", "thesis"),
    ("dataset", "dataset"),
)
_ISSN = re.compile(r"(\d{4}-\d{3}[\dX]) \((?:Electronic|Print|Linking)\)")


def parse(text: str, _name: str = "") -> Iterator[Entry]:
    """Yield an entry for each record of a text, and for each run of lines outside a record."""
    parsed_entries = map(_entry, records(text, _TAGGED, _begins, indented=True))
    return check_entries(parsed_entries, text, "PubMed")


def _begins(record: Record, tag: str, blank_before: bool) -> bool:
    """A record begins with its PMID, or, where that is missing, behind a blank line."""
    return tag == "PMID" or (blank_before and record.has("TI"))


def _entry(record: Record) -> Entry:
    location = at_line(record.line)
    if record.lost:
        return Entry(location, None, Message("the lines are outside any record"))
    values = Values((tag.lower(), value) for tag, value in record.fields)
    if number := " ".join(values.look(_FIRST)):
        location = at_line(record.line, f"PMID {number}")
    title = values.first(*_TITLES)
    paper = with_made_up_title(_record(title, values))
    if paper is None:
        return Entry(location, None, Message("the record has no title"))
    return Entry(location, paper)


def _record(title: str, values: Values) -> PaperRecord:
    authors = _people(values, "fau", "au")
    corporate = [names.Name("", name) for name in values.take("cn")]
    editors = _people(values, "fed", "ed")
    venue = values.first(*_VENUES)
    stated = values.look("dp", "dep")
    year = extract_year(*stated)
    values.take("dp")
    doi = _doi(values)
    about: dict[str, Any] = {items.TYPE: _type(values)} | dates.issued(year, *stated[:1])
    about |= dates.read_status(year, *stated)
    if editors:
        about["editor"] = [editor.display for editor in editors]
    if pages := values.first("pg"):
        about["page"] = variables.pages(_whole(pages))
    people = [*authors, *corporate]
    return PaperRecord(
        title=title[:-1] if title.endswith(".") and not title.endswith("..") else title,
        abstract=values.first("ab", "oab"),
        authors=list_names([person.display for person in people]),
        year=year,
        venue=venue,
        doi=doi,
        arxiv=find_named_arxiv(doi, *values.look("aid", "lid")),
        keywords=distinct(values.take("ot")),
        extra=about | _convert_variables(values) | names.extra_of_names([*people, *editors]),
    )


def _convert_variables(values: Values) -> dict[str, Any]:
    """Return what is left by the names of CSL."""
    numbers = [_ISSN.sub(r"\1", text) for text in values.take("is")]
    return variables.tidied(values.rest(_VARIABLES) | ({"ISSN": numbers} if numbers else {}))


def _whole(pages: str) -> str:
    """Return pages with the last one written out, which MEDLINE shortens: "1234-9"."""
    match = re.fullmatch(r"(\d+)-(\d+)", pages)
    if match is None or len(match[2]) >= len(match[1]):
        return pages
    return f"{match[1]}-{match[1][: -len(match[2])]}{match[2]}"


def _people(values: Values, full: str, short: str) -> list[names.Name]:
    """Take the people of a role: their full names, and the short ones only in place of those."""
    full_names, abbreviated = values.take(full), values.take(short)
    if full_names:
        return [name for text in full_names for name in names.from_field(text)]
    return [_abbreviated(name) for name in abbreviated]


def _abbreviated(name_text: str) -> names.Name:
    """Return a name as MEDLINE shortens it: "Brinch Hansen P 3rd" is family, initials, suffix."""
    family, _, rest = name_text.rpartition(" ")
    if not family or not rest.isupper():
        return names.Name("", name_text)
    return names.Name(" ".join(f"{initial}." for initial in rest), family)


def _doi(values: Values) -> str:
    """Take the DOI from the article's and the location's numbers; others stay behind."""
    for tag in ("lid", "aid"):
        for text in values.look(tag):
            match = _NUMBERED.fullmatch(text)
            if match and match["kind"].lower() == "doi" and (doi := extract_doi(match["id"])):
                values.drop(text, "lid", "aid")
                return doi
    return ""


def _type(values: Values) -> str:
    type_text = " ".join(values.look("pt")).lower()
    return next((kind for word, kind in _TYPES if word in type_text), "article-journal")
