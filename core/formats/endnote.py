"""Reads EndNote's two exports: tagged (``.enw``, also "refer") and XML.

A record of an XML export is parsed by itself, between its tags, so that a damaged one costs only
itself and a file of any size takes the memory of one. No document type is read and no entity
resolved. What CSL has a variable for bears its name in ``extra``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from lxml import etree

from core.base import items
from core.base.messages import Message
from core.base.records import PaperRecord
from core.formats import dates, item_types, names, remainder, variables
from core.formats.cite import is_key
from core.formats.entries import Entry, at_entry, at_line
from core.formats.fields import (
    distinct,
    doi_in_url,
    extract_year,
    find_named_arxiv,
    list_names,
    parse_number,
)
from core.formats.tagged import Record, Values, check_entries, records
from core.formats.untitled import with_made_up_title

MAX_RECORD_CHARS = 4_000_000

_TAGGED = re.compile(r"[\ufeff\s]*%(?P<tag>[A-Z0-9?@!#$&()*+^>=~\[\]])(?:\s(?P<value>.*))?")
_NAMES_OF_TAGS = {
    "A": "author",
    "B": "secondary-title",
    "C": "pub-location",
    "D": "year",
    "E": "secondary-author",
    "F": "label",
    "G": "language",
    "H": "translated-author",
    "I": "publisher",
    "J": "journal",
    "K": "keyword",
    "L": "call-num",
    "M": "accession-num",
    "N": "number",
    "O": "alternate",
    "P": "pages",
    "Q": "translated-title",
    "R": "electronic-resource-num",
    "S": "tertiary-title",
    "T": "title",
    "U": "url",
    "V": "volume",
    "W": "remote-database-name",
    "X": "abstract",
    "Y": "tertiary-author",
    "Z": "notes",
    "0": "ref-type",
    "1": "custom1",
    "2": "custom2",
    "3": "custom3",
    "4": "custom4",
    "6": "num-vols",
    "7": "edition",
    "8": "date",
    "9": "work-type",
    "?": "subsidiary-author",
    "@": "isbn",
    "!": "short-title",
    "#": "custom5",
    "$": "custom6",
    "]": "custom7",
    "&": "section",
    "(": "orig-pub",
    ")": "reprint-edition",
    "*": "reviewed-item",
    "+": "auth-address",
    "^": "caption",
    ">": "pdf-url",
    "[": "access-date",
    "=": "modified-date",
    "~": "remote-database-provider",
}
_VARIABLES = {
    "volume": "volume",
    "number": "issue",
    "issue": "issue",
    "publisher": "publisher",
    "pub-location": "publisher-place",
    "edition": "edition",
    "isbn": "ISBN",
    "secondary-title": "booktitle",
    "tertiary-title": "collection-title",
    "short-title": "title-short",
    "notes": "note",
    "num-vols": "number-of-volumes",
    "work-type": "genre",
    "access-date": "accessed",
    "call-num": "call-number",
    "section": "section",
    "language": "language",
    "remote-database-name": "source",
    "research-notes": "annote",
    "reviewed-item": "reviewed-title",
    "custom2": "PMCID",
    "custom7": "number",
    "auth-address": "author_address",
    "url": "urls",
}
_PEOPLE = {
    "secondary-author": "editor",
    "tertiary-author": "collection-editor",
    "translated-author": "translator",
}
_ROLES = ("author", *_PEOPLE)
_NUMBERED = frozenset(("report", "patent", "standard", "software", "dataset"))
_TYPES = {
    "journal article": "article-journal",
    "electronic article": "article-journal",
    "magazine article": "article-magazine",
    "newspaper article": "article-newspaper",
    "book": "book",
    "edited book": "book",
    "electronic book": "book",
    "serial": "periodical",
    "book section": "chapter",
    "electronic book section": "chapter",
    "encyclopedia": "entry-encyclopedia",
    "dictionary": "entry-dictionary",
    "conference paper": "paper-conference",
    "conference proceedings": "paper-conference",  # EndNote's name for a paper in them
    "thesis": "thesis",
    "report": "report",
    "government document": "report",
    "unpublished work": "manuscript",
    "manuscript": "manuscript",
    "pamphlet": "pamphlet",
    "patent": "patent",
    "standard": "standard",
    "web page": "webpage",
    "blog": "post-weblog",
    "computer program": "software",
    "dataset": "dataset",
    "online database": "dataset",
    "film or broadcast": "motion_picture",
    "audiovisual material": "motion_picture",
    "map": "map",
    "artwork": "graphic",
    "case": "legal_case",
    "statute": "legislation",
    "bill": "bill",
    "hearing": "hearing",
    "personal communication": "personal_communication",
    "generic": "document",
}
_PMID = re.compile(r"\d{1,8}")
_PUBMED = re.compile(r"\b(?:NLM|PubMed|MEDLINE)\b", re.I)
_PMCID = re.compile(r"PMC\d+", re.I)
_TITLES = ("title", "translated-title", "secondary-title")
_VENUES = ("journal", "full-title", "secondary-title", "alt-title", "abbr-1")
_SHORT_VENUES = ("abbr-1", "alt-title")
REMAINDER = "misc3"
"""What holds what EndNote has no field for."""
OWN_APP = "Cocite"
"""What our files call the program that wrote them: its numbers of records say nothing."""
_LINED = frozenset(("notes", "research-notes", REMAINDER))
"""What people write themselves, in lines."""

_PLURALS = {
    "authors": "author",
    "secondary-authors": "secondary-author",
    "tertiary-authors": "tertiary-author",
    "subsidiary-authors": "subsidiary-author",
    "translated-authors": "translated-author",
    "pdf-urls": "pdf-url",
    "alt-periodical": "alt-title",
}

_NAMES_OF_OLD = {
    "place-published": "pub-location",
    "number-of-volumes": "num-vols",
    "type-of-work": "work-type",
    "alternate-title": "alt-title",
    "accession-number": "accession-num",
    "call-number": "call-num",
    "author-address": "auth-address",
    "refnum": "rec-number",
    "reference-type": "ref-type",
}
"""What elements are called in EndNote 7 and before, in small letters with hyphens."""
_TYPES_OF_OLD = (
    *("journal article", "book", "thesis", "conference proceedings", "personal communication"),
    *("newspaper article", "computer program", "book section", "magazine article", "edited book"),
    *("report", "map", "audiovisual material", "artwork", "", "patent", "web page", "bill", "case"),
    *("hearing", "manuscript", "film or broadcast", "statute"),
)
"""Their types by number."""

_RECORD = re.compile(r"<record(?=[\s>/])", re.I)
_RECORD_END = re.compile(r"</record\s*>", re.I)
_ILLEGAL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]"
    r"|&#(?:0*(?:[0-8]|1[1245-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[0-9a-f]));",
    re.I,
)
_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(r"(?:https?|ftp)://|www\.|(?!10\.\d)[\w-]+(?:\.[\w-]+)+/", re.I)
_INTERNAL = re.compile(r"internal-pdf://", re.I)

_Element = Any  # Any: lxml has no types


# --- the two file formats: tagged text and XML ------------------------------------------------


def parse_tagged(text: str, _name: str = "") -> Iterator[Entry]:
    """Yield an entry for each record of a text in EndNote's tagged form."""
    return check_entries(map(_tagged_entry, records(text, _TAGGED, _begins)), text, "EndNote")


def parse_xml(text: str, _name: str = "") -> Iterator[Entry]:
    """Yield an entry for each ``record`` element of a text, also for each that is broken."""
    return check_entries(_xml_entries(text), text, "EndNote")


def _xml_entries(text: str) -> Iterator[Entry]:
    starts = [match.start() for match in _RECORD.finditer(text)]
    lines = list(accumulate(text.count("\n", *span) for span in pairwise([0, *starts])))
    one_per_line = len(set(lines)) == len(lines)
    for number, (start, following) in enumerate(pairwise([*starts, len(text)]), start=1):
        line = lines[number - 1] + 1
        end = _RECORD_END.search(text, start, following)
        source = text[start : end.end()] if end else ""
        yield _xml_entry(at_line(line) if one_per_line else at_entry(number, line), source)


# --- records in both formats ------------------------------------------------------------------


def _begins(record: Record, tag: str, blank_before: bool) -> bool:
    """A record begins with its type, or, where that is missing, behind a blank line."""
    return tag == "0" or (blank_before and record.has("T"))


def _tagged_entry(record: Record) -> Entry:
    location = at_line(record.line)
    if record.lost:
        return Entry(location, None, Message("the lines are outside any record"))
    pairs = []
    for tag, value in record.fields:
        name = _NAMES_OF_TAGS.get(tag, f"endnote {tag}")
        several = value.split("\n") if name in ("keyword", "author", "url") else [value]
        pairs += [(name, single_value) for single_value in several]
    return _entry(location, Values(pairs, _LINED))


def _xml_entry(location: str, source: str) -> Entry:
    if not source:
        return Entry(location, None, Message("the record is not closed"))
    if len(source) > MAX_RECORD_CHARS:
        return Entry(location, None, Message("the record is longer than any record can be"))
    # lxml's parser is made for one document.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(_ILLEGAL.sub("", source), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        return Entry(
            location,
            None,
            Message("the record is not valid XML ({reason})", reason=_first_line(error)),
        )
    values = Values(_pairs(root), _LINED)
    library = " ".join(values.look("database")).strip()
    return _entry(location, values, str(PureWindowsPath(library).stem))


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["?"])[0].rstrip(".")


def _pairs(root: _Element) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each element that holds text and not more elements."""
    for element in root.iter("*"):
        name = _name(element)
        children = [child for child in element if child.tag != "style"]
        if name == "ref-type":
            yield name, element.get("name") or _type(_text(element))
        elif element is not root and name != "style" and not children:
            parent = _name(element.getparent())
            yield _PLURALS.get(parent, name), _text(element)


def _name(element: _Element) -> str:
    """Return what an element is called, one of EndNote 7 by its later name."""
    name = str(element.tag)
    plain_name = name.lower().replace("_", "-")
    return _NAMES_OF_OLD.get(plain_name, plain_name) if name.isupper() else name


def _type(text: str) -> str:
    number = parse_number(text.strip())
    if number is None:
        return text
    return _TYPES_OF_OLD[number] if number < len(_TYPES_OF_OLD) else "generic"


def _text(element: _Element) -> str:
    return "".join(element.itertext())


def _entry(location: str, values: Values, library: str = "") -> Entry:
    attachments = [_attached(url, library) for url in values.take("pdf-url")]
    record = with_made_up_title(convert_values(values))
    if record is None:
        return Entry(location, None, Message("the record has no title"))
    return Entry(location, record, attachments=distinct(attachments))


def convert_element(element: _Element) -> PaperRecord:
    """Return the record that an element of an XML export states."""
    return convert_values(Values(_pairs(element), _LINED))


def convert_values(values: Values) -> PaperRecord:
    """Return the record that values state, by the names of EndNote's XML."""
    if OWN_APP in values.look("source-app"):
        values.take("source-app", "rec-number")
    kinds = values.take("ref-type")
    named_values = remainder.read_lines("\n".join(values.look(REMAINDER)))
    if named_values:
        values.take(REMAINDER)
    record = _record(values.first(*_TITLES), " ".join(kinds), values)
    return remainder.restore(record, named_values)


def _record(title: str, kind: str, values: Values) -> PaperRecord:
    others_flag = names.note_others("author", values.look("author"))
    people = {
        role: [person for text in values.take(role) for person in names.from_field(text)]
        for role in _ROLES
    }
    authors = people.pop("author")
    about = _about(kind, values)
    venue, short_venue = _take_venue(values)
    stated = values.take("date", "year")
    year = extract_year(*reversed(stated))
    url = next(filter(_ADDRESS.match, values.look("url")), "")
    values.drop(url, "url")
    doi = values.take_doi("electronic-resource-num") or doi_in_url(url)
    pages = values.first("pages")
    other_people = {
        _PEOPLE[role]: [person.display for person in role_people]
        for role, role_people in people.items()
    }
    return PaperRecord(
        title=title,
        abstract=values.first("abstract"),
        authors=list_names([author.display for author in authors]),
        year=year,
        venue=venue,
        doi=doi,
        arxiv=_take_arxiv(values, doi, url, venue),
        url=url,
        keywords=distinct(values.take("keyword")),
        extra=about
        | others_flag
        | ({"container-title-short": short_venue} if short_venue else {})
        | {role: role_people for role, role_people in other_people.items() if role_people}
        | ({"page": variables.pages(pages)} if pages else {})
        | dates.issued(year, *_with_year(stated, year))
        | dates.read_status(year, *reversed(stated))
        | _convert_variables(values, about.get(items.TYPE, ""))
        | names.extra_of_names(
            [*authors, *(one for role_people in people.values() for one in role_people)]
        ),
    )


def _take_arxiv(values: Values, *other_texts: str) -> str:
    """Return the arXiv id; an accession number that says no more is taken."""
    arxiv = find_named_arxiv(*other_texts, *values.look("accession-num", "notes"))
    values.drop(f"arXiv:{arxiv}", "accession-num")
    return arxiv


def _take_venue(values: Values) -> tuple[str, str]:
    """Take where the work appeared, and the short name of that: either may stand first.

    Further names stay as they are called.
    """
    venue = values.first(*_VENUES)
    values.drop(venue, *_VENUES)
    short = next(iter(values.look(*_SHORT_VENUES)), "")
    values.drop(short, *_SHORT_VENUES)
    return (short, venue) if _abbreviates(venue, short) else (venue, short)


def _abbreviates(short: str, name: str) -> bool:
    """Whether each word of a name begins a word of a longer one, in its order."""
    words = iter(_WORD.findall(name.lower()))
    short_words = _WORD.findall(short.lower())
    begins = all(any(word.startswith(start) for word in words) for start in short_words)
    return bool(short_words) and len(short) < len(name) and begins


def _about(kind: str, values: Values) -> dict[str, Any]:
    known_type = _TYPES.get(kind.strip().lower())
    about: dict[str, Any] = {items.TYPE: known_type} if known_type else item_types.about(kind)
    if (key := values.first("label")) and is_key(key):
        about["citation_key"] = key
    return about


def _with_year(stated: list[str], year: int | None) -> list[str]:
    """Return the dates, also those that leave the year to its own field ("May 12")."""
    return [text if str(year) in text else f"{text} {year}" for text in stated]


def _convert_variables(values: Values, kind: str) -> dict[str, Any]:
    """Return what is left by the names of CSL."""
    meanings = dict(_VARIABLES)
    if kind in _NUMBERED:
        meanings |= {"isbn": "number", "number": "number"}
    elif kind == "paper-conference":
        meanings["pub-location"] = "publisher-place" if values.look("publisher") else "event-place"
    if all(map(variables.ISSN.fullmatch, values.look("isbn"))):
        meanings["isbn"] = "ISSN" if kind not in _NUMBERED else "number"
    if not all(map(_PMCID.fullmatch, values.look("custom2"))):
        del meanings["custom2"]
    numbers = _take_pmid(values)
    return numbers | variables.take_epub_date(variables.tidied(values.rest(meanings)), kind)


def _take_pmid(values: Values) -> dict[str, str]:
    """Return the PMID, which EndNote keeps as the accession number of a record of PubMed."""
    numbers = values.look("accession-num")
    providers = " ".join(values.look("remote-database-provider", "remote-database-name"))
    if len(numbers) == 1 and _PMID.fullmatch(numbers[0].strip()) and _PUBMED.search(providers):
        return {"PMID": values.first("accession-num").strip()}
    return {}


def _attached(url: str, library: str) -> str:
    """Return the path of a file; those inside a library lie in the folder beside it."""
    inside = _INTERNAL.match(url)
    if inside is None:
        return url
    return str(PurePosixPath(f"{library}.Data", "PDF", url[inside.end() :]))
