"""Citations in a word processor's fields: Zotero, Mendeley, EndNote, Citavi, and Word's own.

What a field says of the papers it cites becomes ``CitedWork``s; the text it shows stays as it is.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from lxml import etree

from core.base.records import PaperRecord
from core.formats import csl
from core.formats.fields import clean, extract_doi, extract_year, find_named_arxiv
from core.formats.untitled import with_made_up_title
from core.manuscript.references.entry_details import families, names_in_text
from core.manuscript.references.typed_notes import number_works, read_listed_works

_MAX_CODE = 4_000_000
_CSL = re.compile(
    r"ADDIN\s+(?:ZOTERO_ITEM\s+)?(?:CSL_CITATION|CSL_CITATION_ITEM)\s*(?P<json>\{.*)", re.S
)
_CITAVI = re.compile(r"\bCitaviPlaceholder\s*\{(?P<data>[A-Za-z0-9+/=\s]+)\}?")
_ENDNOTE = re.compile(r"<EndNote>.*?</EndNote>", re.S)
_WORD = re.compile(r"\A\s*CITATION\s+(?P<rest>.+)", re.S)
_WORD_TAG = re.compile(r"\\m\s+(?P<more>[^\s\\]+)|\\[a-ln-z]\s+\S+|\\[A-Za-z]|(?P<first>[^\s\\]+)")
_LISTS = re.compile(
    r"\s*(?:ADDIN\s+(?:ZOTERO_BIBL|CSL_BIBLIOGRAPHY|EN\.REFLIST|Mendeley Bib"
    r"|CitaviBibliography|CITAVI[ .]BIBLIOGRAPHY|BB\b|NE\.Bib|PAPERS2_BIBLIOGRAPHY"
    r"|PAPERPILE_BIBLIOGRAPHY|REFMGR\.REFLIST|RW\.BIB)|BIBLIOGRAPHY)"
)
_MENDELEY_TAG = re.compile(r"MENDELEY_CITATION_v\d+_(?P<code>[A-Za-z0-9+/=_-]+)\Z")
_BOOKMARK = re.compile(r"(?P<name>(?:ZOTERO_BREF|Mendeley_Bookmark)_\w+)_(?P<piece>\d{1,4})")
_ADDED = re.compile(
    r"\s*(?:ADDIN\s+)?(?P<name>(?<=ADDIN\s)[A-Za-z][\w.]*|CitaviPlaceholder|PAPERPILE\w*"
    r"|MENDELEY_CITATION\w*|RW\.CITE|REFMGR\.CITE|CITATION(?=\s))"
)
_SETTINGS = re.compile(
    r"EN\.(?!CITE(?!\.DATA))|.*(?:PREF|BIBL|Bibliography|REFLIST|Bib\b|Style)", re.IGNORECASE
)
_NUMBERED_WORK = r"\d+\s[^{};]{1,90}\s\d{4}[a-z]?(?:\s*/[^{};]{1,80})?"
"""Number, author or title, and year; behind a slash, what is to be printed with them."""
TEMPORARY = re.compile(
    r"\{(?P<works>[^{}]{0,400}#\d+[^{}]{0,200})\}"
    r"|\{[^{}|]{0,200}\|\s*(?P<scanned>[^{}|]{2,200}?)\s*\|[^{}|]{0,100}\|[^{}|]{0,200}\|"
    r"\s*(?P<address>z[gu]:\w+:\w+|[\w:./-]{3,80})\s*\}"
    r"|\{(?P<keys>[^\W\d_][\w’'-]*:\d{4}[a-z]{2,3}(?:[,;]\s*[^\W\d_][\w’'-]*:\d{4}[a-z]{2,3}){0,20})\}"
    rf"|\{{\{{(?P<numbered>{_NUMBERED_WORK}(?:;;?\s*{_NUMBERED_WORK}){{0,20}});?\}}\}}"
)
"""A citation that was not formatted yet: of EndNote, Zotero's Scannable Cite, Papers, RefWorks."""
_SCANNED_NAME = re.compile(
    r"\(?(?P<author>[^,(]+?)(?:\s+et al\.?)?,\s*(?:[^()]*,\s*)?"
    r"\(?(?P<year>\d{4}[a-z]?|n\.?d\.?)\)?\Z"
)
_TEMPORARY_WORK = re.compile(
    r"\s*(?:[^`#]*\\`)?(?P<author>[^,#]*?)\s*(?:,\s*(?P<year>[^\s#,]+(?:\s[^\s#,]+)?))?"
    r"\s*,?\s*#(?P<number>\d+)"
)
_HEAD_OF_CODE = 200
TYPED_NOTE = "note "
"""How the key of a work begins that a typed note cites."""
BEFORE_NOTE = 80
"""So many letters before a note may name the authors of what it cites."""
_SOURCES = "{http://schemas.openxmlformats.org/officeDocument/2006/bibliography}"


@dataclass(frozen=True, slots=True)
class CitedWork:
    """A work that a field cites; ``key`` is the same wherever the file cites it again."""

    key: str
    record: PaperRecord | None


def find_typed_works(
    notes: Sequence[tuple[str, str]],
    paragraphs: Sequence[str] = (),
    before: Mapping[str, str] = MappingProxyType({}),
    by_fields: Mapping[str, Sequence[CitedWork]] = MappingProxyType({}),
) -> dict[str, list[CitedWork]]:
    """Return what notes cite, by the name of the note: what somebody typed, or what fields say.

    ``paragraphs`` are those of the text: what its list names is found in the notes by title.
    ``before`` has the end of the text before each note, ``by_fields`` what fields cite in some.
    """
    listed = read_listed_works(paragraphs) if notes else []
    field_works = {
        name: [work for work in works if work.record is not None]
        for name, works in by_fields.items()
    }
    records = {
        name: [work.record for work in works if work.record] for name, works in field_works.items()
    }
    cited = list(number_works(notes, listed, before, records))
    work_by_number: dict[int, CitedWork] = {}
    for name, works in field_works.items():
        numbers = [number for note, number, _ in cited if note == name]
        for number, work in zip(numbers, works, strict=False):
            work_by_number.setdefault(number, work)
    works_by_note = {name: list(works) for name, works in by_fields.items()}
    for name, number, record in cited:
        if name not in by_fields:
            work = work_by_number.get(number, CitedWork(f"{TYPED_NOTE}{number}", record))
            works_by_note.setdefault(name, []).append(work)
    return works_by_note


def short_name(work: CitedWork) -> str:
    """Return a work as a text names it: "Oak and Elm, 2019"."""
    if work.record is None:
        return work.key
    who = names_in_text(families(work.record)) or work.record.title
    return f"{who}, {work.record.year}" if work.record.year else who


def is_list(code: str) -> bool:
    """Say whether a field is the reference list itself."""
    return _LISTS.match(code) is not None


def parse_works(code: str, sources: Mapping[str, PaperRecord]) -> list[CitedWork] | None:
    """Return what a field cites, ``None`` if it is no citation.

    ``sources`` are those that Word keeps beside the text, by tag.
    """
    code = code[:_MAX_CODE]
    if match := _CSL.search(code):
        return _from_csl(match["json"])
    if "EN.CITE" in code:
        endnote_match = _ENDNOTE.search(code)
        return _from_endnote(endnote_match[0]) if endnote_match else []
    if match := _CITAVI.search(code):
        return _from_citavi(match["data"])
    match = _WORD.match(code)
    tags = [m["more"] or m["first"] for m in _WORD_TAG.finditer(match["rest"])] if match else []
    return [CitedWork(tag, sources.get(tag)) for tag in tags if tag] if match else None


def unknown_citation(code: str) -> str:
    """Return the name that a field's code begins with if it may cite and nothing is known of it.

    "" for a reference list, and for fields in which programs keep settings.
    """
    match = _ADDED.match(code[:_HEAD_OF_CODE])
    if match is None or is_list(code) or _SETTINGS.match(match["name"]):
        return ""
    return match["name"]


def works_in_tag(tag: str) -> list[CitedWork] | None:
    """Return what a content control of Mendeley Cite cites, ``None`` if it is none."""
    match = _MENDELEY_TAG.match(tag[:_MAX_CODE])
    if match is None:
        return None
    code = match["code"]
    try:
        data = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_" if
                                set(code) & set("-_") else None)  # fmt: skip
    except (binascii.Error, ValueError):
        return []
    return _from_csl(data.decode("utf-8", errors="replace"))


def bookmark_codes(properties: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the field codes that Zotero's and Mendeley's bookmarks stand for, by bookmark.

    LibreOffice keeps no fields of theirs in Word files, so they keep the codes in the file's own
    ``properties`` (name and text), in pieces.
    """
    pieces: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for name, text in properties:
        if match := _BOOKMARK.fullmatch(name):
            pieces[match["name"]].append((int(match["piece"]), text))
    codes = {name: "".join(text for _, text in sorted(parts)) for name, parts in pieces.items()}
    return {
        name: code if code.lstrip().startswith("ADDIN") else f"ADDIN {code}"
        for name, code in codes.items()
    }


def endnote_data(encoded_text: str) -> str:
    """Return the XML that EndNote hides in a field's data, "" if it is none."""
    try:
        data = base64.b64decode("".join(encoded_text.split())[:_MAX_CODE])
    except (binascii.Error, ValueError):
        return ""
    text = data.decode("utf-16-le" if b"<\0" in data[:64] else "utf-8", errors="replace")
    match = _ENDNOTE.search(text)
    return match[0] if match else ""


def _from_csl(field_code: str) -> list[CitedWork]:
    try:
        value, _ = json.JSONDecoder().raw_decode(field_code.strip())
    except (ValueError, RecursionError):
        return []
    items = value.get("citationItems") if isinstance(value, dict) else None
    return [
        _csl_work(item) for item in (items if isinstance(items, list) else ()) if
        isinstance(item, dict)
    ]  # fmt: skip


def _csl_work(item: dict[str, Any]) -> CitedWork:  # Any: JSON
    data = item.get("itemData")
    record = csl.convert_item_to_record(data) if isinstance(data, dict) else None
    uris = item.get("uris") or item.get("uri")
    uri = uris[0] if isinstance(uris, list) and uris else ""
    key = str(uri or item.get("id") or (record.title if record else ""))
    return CitedWork(key, record)


# --- citations by Citavi --------------------------------------------------------------


def _from_citavi(code: str) -> list[CitedWork]:
    """Return the works of a placeholder: JSON in which a repeated object is named by its number."""
    try:
        value = json.loads(base64.b64decode("".join(code.split())))
    except (binascii.Error, ValueError, RecursionError):
        return []
    objects = {one["$id"]: one for one in _objects(value) if isinstance(one.get("$id"), str)}
    entries = value.get("Entries") if isinstance(value, dict) else None
    works = []
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            reference = _resolved(entry.get("Reference"), objects)
            key = str(entry.get("ReferenceId") or reference.get("Id") or "")
            works.append(CitedWork(key, _citavi_record(reference, objects)))
    return [work for work in works if work.key or work.record]


def _objects(value: object) -> Iterator[dict[str, Any]]:  # Any: JSON
    """Yield all objects in a JSON value."""
    waiting: list[object] = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def _resolved(value: object, objects: Mapping[str, dict[str, Any]]) -> dict[str, Any]:  # Any: JSON
    """Return an object, or the one of the number that stands for it."""
    if not isinstance(value, dict):
        return {}
    number = value.get("$ref")
    return objects.get(number, {}) if isinstance(number, str) else value


def _citavi_record(
    reference: Mapping[str, Any], objects: Mapping[str, dict[str, Any]]
) -> PaperRecord | None:  # Any: JSON
    def text(name: str, source: Mapping[str, Any] = reference) -> str:
        value = source.get(name)
        return clean(value) if isinstance(value, str) else ""

    title = text("Title") or text("ShortTitle")
    if not title:
        return None
    subtitle = text("Subtitle")
    people = reference.get("Authors") or reference.get("Editors")
    persons = [_resolved(one, objects) for one in people if one] if isinstance(people, list) else []
    names = [
        clean(" ".join(text(part, one) for part in ("FirstName", "MiddleName", "LastName")))
        for one in persons
    ]
    periodical = _resolved(reference.get("Periodical"), objects)
    parent = _resolved(reference.get("ParentReference"), objects)
    url = text("OnlineAddress")
    pages = re.search(r"<os>(?P<pages>[^<]*)</os>", text("PageRange"))
    details = (("volume", text("Volume")), ("issue", text("Number")),
               ("page", pages["pages"] if pages else ""))  # fmt: skip
    return PaperRecord(
        title=f"{title}: {subtitle}" if subtitle else title,
        authors=tuple(name for name in names if name),
        year=extract_year(text("Year") or text("YearResolved")),
        venue=text("Name", periodical) or text("Title", parent),
        doi=extract_doi(text("Doi")),
        arxiv=find_named_arxiv(url),
        url=url,
        extra={name: value for name, value in details if value},
    )


# --- citations by EndNote and Word --------------------------------------------------


def parse_xml(data: str | bytes, *, whole: bool = False) -> etree._Element | None:
    """Return the root of some XML from a file, ``None`` if it is broken. No entity is resolved.

    What is damaged in it is left out, unless it must be ``whole``.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=not whole
    )
    raw = data.encode() if isinstance(data, str) else data
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        return None
    try:
        return etree.fromstring(raw, parser)
    except (etree.LxmlError, ValueError):
        return None


def _from_endnote(xml_text: str) -> list[CitedWork]:
    root = parse_xml(xml_text)
    return [] if root is None else [_endnote_work(cite) for cite in root.iter("Cite")]


def make_endnote_key(author: str, year: str, number: str) -> str:
    """Return a citation as EndNote writes it before it is formatted: "Oak, 2019 #12"."""
    name = ", ".join(part for part in (author, year) if part)
    return f"{name} #{number}".strip() if number else name


def read_unformatted_works(match: re.Match[str]) -> list[CitedWork]:
    """Return what a match of ``TEMPORARY`` cites."""
    if match["works"] is not None:
        return read_temporary_works(match["works"])
    if keys := match["keys"] or match["numbered"]:
        separator = r"[,;]" if match["keys"] else ";"
        return [CitedWork(key.strip(), None) for key in re.split(separator, keys) if key.strip()]
    name = _SCANNED_NAME.match(match["scanned"])
    if name is None:
        return []
    return [CitedWork(make_endnote_key(name["author"], name["year"], match["address"]), None)]


def read_temporary_works(text: str) -> list[CitedWork]:
    """Return what an unformatted citation of EndNote cites: "Oak, 2019 #12; Elm, 2020 #3@7".

    A part without a number, or without author and year, makes it none ("{#12}" is a colour).
    """
    works = []
    for part in text.split(";"):
        match = _TEMPORARY_WORK.match(part)
        if match is None or not (match["author"] or match["year"]):
            return []
        works.append(
            CitedWork(make_endnote_key(match["author"], match["year"] or "", match["number"]), None)
        )
    return works


def _endnote_work(cite: etree._Element) -> CitedWork:
    """Return a work of EndNote; records of two libraries may have one number."""
    record = cite.find("record")
    author, year = _inner(cite, "Author"), _inner(cite, "Year")
    key = make_endnote_key(author, year, _inner(cite, "RecNum"))
    if record is None:
        return CitedWork(key, None)
    owner = record.find("foreign-keys/key")
    library = "" if owner is None else owner.get("db-id", "")
    key = f"{key} {library}" if library else key
    title = _inner(record, "titles/title")
    people = [
        _turned(_all_text(person)) for person in record.iterfind("contributors/authors/author")
    ]
    venue = _inner(record, "titles/secondary-title") or _inner(record, "periodical/full-title")
    urls = _inner(record, "urls/related-urls/url")
    record_read = PaperRecord(
        title=title,
        authors=tuple(name for name in people if name),
        year=extract_year(_inner(record, "dates/year"), year),
        venue=venue,
        doi=extract_doi(_inner(record, "electronic-resource-num")),
        arxiv=find_named_arxiv(urls, venue),
        url=urls,
        extra={
            variable: text
            for variable, name in (("volume", "volume"), ("page", "pages"))
            if (text := _inner(record, name))
        },
    )
    return CitedWork(key, with_made_up_title(record_read))


def word_sources(parts: Iterable[bytes]) -> dict[str, PaperRecord]:
    """Return the sources that Word keeps in the file's custom XML, by tag."""
    records_by_tag: dict[str, PaperRecord] = {}
    for data in parts:
        if b"/bibliography" not in data:
            continue
        root = parse_xml(data)
        for source in () if root is None else root.iter(f"{_SOURCES}Source"):
            tag, record = _word_source(source)
            if tag and record is not None:
                records_by_tag.setdefault(tag, record)
    return records_by_tag


def _word_source(source: etree._Element) -> tuple[str, PaperRecord | None]:
    def text(name: str) -> str:
        return _inner(source, f"{_SOURCES}{name}")

    title = text("Title")
    if not title:
        return text("Tag"), None
    people = source.find(f"{_SOURCES}Author/{_SOURCES}Author")
    authors = [] if people is None else [
        clean(f"{_inner(person, _SOURCES + 'First')} {_inner(person, _SOURCES + 'Middle')} "
              f"{_inner(person, _SOURCES + 'Last')}")
        for person in people.iter(f"{_SOURCES}Person")
    ]  # fmt: skip
    corporate = "" if people is None else _inner(people, f"{_SOURCES}Corporate")
    url = text("URL")
    return text("Tag"), PaperRecord(
        title=title,
        authors=tuple(name for name in [*authors, corporate] if name),
        year=extract_year(text("Year")),
        venue=text("JournalName") or text("ConferenceName") or text("BookTitle"),
        doi=extract_doi(text("DOI") or text("StandardNumber")),
        url=url,
        arxiv=find_named_arxiv(url),
        extra={
            variable: value
            for variable, name in (("volume", "Volume"), ("issue", "Issue"), ("page", "Pages"))
            if (value := text(name))
        },
    )


def _turned(name: str) -> str:
    """Return "Smith, Jane" as "Jane Smith"."""
    family, _, given_name = name.partition(",")
    return clean(f"{given_name} {family}")


def _inner(element: etree._Element, path: str) -> str:
    inner_element = element.find(path)
    return "" if inner_element is None else _all_text(inner_element)


def _all_text(element: etree._Element) -> str:
    return clean("".join(str(text) for text in element.itertext()))
