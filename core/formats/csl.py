"""CSL-JSON, as Zotero, Pandoc and the citation processors exchange it.

In ``extra`` the variables that BibTeX has too bear the names they have there (page → pages);
all others keep their own, and are written again under them. What is no variable of CSL is carried
in ``custom`` (see ``core.formats.carried``).
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from core.errors import FormatError
from core.formats import carried, names
from core.formats.cite import unique_keys
from core.formats.entries import Entry
from core.formats.fields import arxiv_in, clean, distinct, doi_in_url, doi_of, without_tags, year_of
from core.formats.jsonl import loads
from core.formats.kinds import other_type
from core.formats.text import read_text
from core.records import Paper, PaperRecord

_MAX_BROKEN = 200  # items; the search for the next one is slow
_Json = dict[str, Any]  # Any: JSON

_EXTRA_NAMES = {
    "page": "pages",
    "issue": "number",
    "publisher-place": "address",
    "ISSN": "issn",
    "ISBN": "isbn",
    "collection-title": "series",
    "title-short": "shorttitle",
}
_VARIABLES = {name: variable for variable, name in _EXTRA_NAMES.items()} | {
    name: name for name in ("volume", "publisher", "edition", "language", "note")
}
_SECOND_NUMBER = "document-number"  # CSL's number where the issue has that name already
_MORE_VARIABLES = frozenset(
    (
        *("abstract", "accessed", "annote", "archive", "archive-place", "archive_collection"),
        *("archive_location", "authority", "available-date", "call-number", "categories"),
        *("chair", "chapter-number", "citation-label", "collection-editor"),
        *("collection-number", "compiler", "composer", "contributor", "container-author"),
        *("container-title-short", "curator", "dimensions", "director", "division"),
        *("editor-translator", "editorial-director", "event-date", "event-place"),
        *("executive-producer", "first-reference-note-number", "genre", "guest", "host"),
        *("illustrator", "interviewer", "journalAbbreviation", "jurisdiction", "medium"),
        *("narrator", "number-of-pages", "number-of-volumes", "organizer", "original-author"),
        *("original-date", "original-publisher", "original-publisher-place"),
        *("original-title", "page-first", "part", "part-number", "part-title", "performer"),
        *("PMCID", "PMID", "printing-number", "producer", "recipient", "references"),
        *("reviewed-author", "reviewed-genre", "reviewed-title", "scale", "script-writer"),
        *("section", "series-creator", "shortTitle", "source", "status", "submitted"),
        *("supplement", "supplement-number", "translator", "version", "volume-title"),
        *("volume-title-short", "year-suffix"),
    )
)
_EMPTY: tuple[object, ...] = (None, "", [], {})
_BIBTEX_TYPES = {"article": "misc", "thesis": "phdthesis", "report": "techreport"}
_VENUES = ("container-title", "event-title", "event")
_ARXIV_HOMES = ("number", "archive_location", "note", "container-title", "publisher")
_KEYWORD_END = re.compile(r"[;,]")
_ITEM_START = re.compile(
    r'(?:^|[,\[\n])\s{0,99}(\{\s{0,99}"(?:id|type|DOI|title|citation-key)"\s*:)'
)
_BETWEEN = re.compile(r"[\s,]*")
_OPENING = re.compile(r"\s*(?:\{[^{}\[\]]*\"items\"\s*:\s*)?\[")


# --- reading ----------------------------------------------------------------------------------


def read(path: Path) -> Iterator[Entry]:
    """Yield an entry for each item of a list, of ``{"items": […]}``, or for a single item.

    Behind an item that is no valid JSON, reading goes on at the next one that can be found.

    Raises:
        FormatError: The file cannot be opened, or holds no list of items.
    """
    yield from parse(read_text(path), path.name)


def parse(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each item of a text; ``name`` is the file for the error. See ``read``."""
    for number, (line, item) in enumerate(_items(text, name), start=1):
        yield _entry(f"entry {number}, line {line}", item)


def record_of(item: Mapping[str, Any]) -> PaperRecord | None:
    """Return the record that one CSL item states, ``None`` if it has no title."""
    title = _text(item, "title") or _text(item, "title-short")
    return _record(title, dict(item)) if title else None


def _items(text: str, name: str) -> Iterator[tuple[int, _Json | str]]:
    """Yield each item, or the reason why there is none, with its line."""
    text = text.lstrip("\ufeff")
    opening = _OPENING.match(text)
    if opening is None:
        yield 1, _single(text, name)
        return
    bare = opening[0].strip() == "["
    place, line, counted, broken = opening.end(), 1, 0, 0
    while True:
        between = _BETWEEN.match(text, place)
        place = between.end() if between else place
        if place >= len(text):
            break
        if text[place] == "]":
            following = _ITEM_START.search(text, place) if bare else None
            if following is None:
                break
            yield line, "the list ends here, but items follow"
            place = following.start(1)
        line += text.count("\n", counted, place)
        counted = place
        item, end = _item(text, place)
        yield line, item
        place = end
        broken += isinstance(item, str)
        if broken > _MAX_BROKEN:
            yield line, "too much of the file is broken; it was not read on from here"
            return
    if place >= len(text):
        yield line + text.count("\n", counted), "the file ends before its list of items does"


def _item(text: str, start: int) -> tuple[_Json | str, int]:
    """Return the item at ``start``, or what is wrong with it, and where to go on."""
    try:
        _, end = _SCANNER.raw_decode(text, start)
        value = loads(text[start:end])
    except (ValueError, RecursionError) as error:
        following = _ITEM_START.search(text, start + 1)
        reason = f"the item is not valid JSON ({getattr(error, 'msg', error)})"
        return reason, following.start(1) if following else len(text)
    return value if isinstance(value, dict) else "the item is not an object", end


_SCANNER = json.JSONDecoder()


def _single(text: str, name: str) -> _Json:
    try:
        value = loads(text)
    except ValueError as error:
        raise FormatError(f"“{name}” is not valid JSON ({error}).") from error
    if not isinstance(value, dict) or "title" not in value:
        raise FormatError(f"“{name}” holds JSON, but no list of CSL items.")
    return value


def _entry(place: str, item: _Json | str) -> Entry:
    if isinstance(item, str):
        return Entry(place, None, item)
    if key := _text(item, "citation-key") or _text(item, "id"):
        place = f"{place} ({key})"
    record = record_of(item)
    return Entry(place, record, "" if record else "the item has no title")


def _record(title: str, item: _Json) -> PaperRecord:
    told = _take_carried(item)
    rest = {name: value for name, value in item.items() if value not in _EMPTY}
    authors = _people(rest, "author")
    editors = _people(rest, "editor")
    venue_name = next((name for name in _VENUES if _text(rest, name)), "")
    url = _text(rest, "URL")
    year = _year(rest)
    taken = {
        "title",
        "author",
        "editor",
        "URL",
        "abstract",
        "keyword",
        "citation-key",
        "id",
        "type",
    }
    doi = doi_of(_text(rest, "DOI"))
    taken |= {"DOI"} if doi else set()
    taken |= {venue_name, *(["number"] if _is_arxiv(rest.get("number")) else [])}
    extra = _about(item) | ({"editor": [name.display for name in editors]} if editors else {})
    if "issue" in rest and "number" not in taken and "number" in rest:
        rest[_SECOND_NUMBER] = rest.pop("number")
    extra |= {
        _EXTRA_NAMES.get(name, name): value for name, value in rest.items() if name not in taken
    }
    homes = (_text(rest, name) for name in _ARXIV_HOMES)
    return PaperRecord(
        title=title,
        abstract=_text(rest, "abstract"),
        authors=distinct([name.display for name in authors]),
        year=year,
        venue=_text(rest, venue_name),
        doi=doi or doi_in_url(url),
        arxiv=arxiv_in(doi, url, *homes),
        url=url,
        keywords=_keywords(rest),
        extra=extra | names.families_worth_keeping([*authors, *editors]) | told,
    )


def _take_carried(item: _Json) -> _Json:
    """Return the values that CSL has no variables for; another program's ``custom`` stays."""
    custom = item.get("custom")
    if not isinstance(custom, dict):
        return {}
    values = carried.of_object(custom.get(carried.NAME))
    if values is None:
        return {}
    item["custom"] = {name: each for name, each in custom.items() if name != carried.NAME}
    return values


def _about(item: _Json) -> _Json:
    """Return the type and the key; a type that BibTeX understands otherwise gets its name there."""
    kind = _text(item, "type")
    key = _text(item, "citation-key") or _text(item, "id")
    about = {"type": _BIBTEX_TYPES.get(kind, kind), "citation_key": key}
    return {name: value for name, value in about.items() if value}


def _text(item: Mapping[str, Any], name: str) -> str:
    """Return a variable as text: numbers as they are written, anything else as none."""
    value = item.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return without_tags(str(value))


def _is_arxiv(number: object) -> bool:
    return (
        isinstance(number, str) and bool(arxiv_in(number)) and number.lower().startswith("arxiv:")
    )


def _people(item: Mapping[str, Any], role: str) -> list[names.Name]:
    people = item.get(role)
    found = [_person(person) for person in people] if isinstance(people, list) else []
    return [name for name in found if name.display]


def _person(person: object) -> names.Name:
    if isinstance(person, str):
        return names.parts_of(clean(person))
    if not isinstance(person, dict):
        return names.Name("", "")
    if literal := _text(person, "literal"):
        return names.Name("", literal)
    particles = (_text(person, f"{kind}dropping-particle") for kind in ("", "non-"))
    family = clean(" ".join([*particles, _text(person, "family")]))
    return names.Name(_text(person, "given"), family, _text(person, "suffix"))


def _year(item: _Json) -> int | None:
    """Return the year of "issued", removing it where it says no more than the year."""
    issued = item.get("issued")
    if not isinstance(issued, dict):
        return year_of(_text(item, "issued"))
    year = None
    match issued.get("date-parts"):
        case [[str() | int() as first, *others], *more]:
            year = year_of(str(first))
            if not others and not more and len(issued) == 1 and str(first) == str(year):
                del item["issued"]
    return year or year_of(_text(issued, "raw"), _text(issued, "literal"))


def _keywords(item: Mapping[str, Any]) -> tuple[str, ...]:
    held = item.get("keyword")
    if isinstance(held, list):
        return distinct([clean(word) for word in held if isinstance(word, str)])
    text = _text(item, "keyword")
    separator = ";" if ";" in text else ","
    return distinct([clean(word) for word in text.split(separator)])


# --- writing ----------------------------------------------------------------------------------


def write(papers: Iterable[Paper]) -> str:
    """Return a CSL-JSON list of ``papers``, in their order, each with its citation key as id."""
    papers = list(papers)
    keys = unique_keys(papers)
    items = [_csl_item(paper, key) for paper, key in zip(papers, keys, strict=True)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _csl_item(paper: Paper, key: str) -> _Json:
    families = names.families_in(paper.extra)
    editors = paper.extra.get("editor")
    kind = other_type(paper, "csl")
    item: _Json = {
        "id": key,
        "type": kind,
        "title": clean(paper.title),
        "author": [_csl_name(name, families) for name in paper.authors],
        "issued": {"date-parts": [[paper.year]]} if paper.year is not None else {},
        "container-title": clean(paper.venue),
        "DOI": paper.doi,
        "URL": paper.url,
        "number": f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        "keyword": _joined(paper.keywords),
        "abstract": clean(paper.abstract),
        "editor": [_csl_name(str(name), families) for name in editors]
        if isinstance(editors, list)
        else [],
    }
    item = {name: value for name, value in item.items() if value}
    untold = carried.lost_type(paper, _BIBTEX_TYPES.get(kind, kind))
    for name, value in paper.extra.items():
        if name not in carried.OWN and not _tell(item, name, value, paper):
            untold[name] = value
    if untold:
        own = item.get("custom")
        item["custom"] = {**(own if isinstance(own, dict) else {}), carried.NAME: untold}
    return item


def _tell(item: _Json, name: str, value: object, paper: Paper) -> bool:
    """Put a value of ``extra`` into an item; return whether it is the same when it is read."""
    match name:
        case "editor":
            return isinstance(value, list) and all(
                isinstance(each, str) and clean(each) == each for each in value
            )
        case "custom":
            told = isinstance(value, dict) and carried.NAME not in value
        case "issued":
            told = _is_date_of(value, paper)
        case _:
            name = _variable(name, paper)
            told = bool(name) and name not in item
    if told and value not in _EMPTY:
        item[name] = value
        return True
    return False


def _is_date_of(value: object, paper: Paper) -> bool:
    """Return whether a date is of the paper's year and says more."""
    stated = {"issued": copy.deepcopy(value)}
    return isinstance(value, dict) and _year(stated) == paper.year and bool(stated)


def _variable(name: str, paper: Paper) -> str:
    """Return the variable whose value is read into ``extra`` under a name, "" if there is none."""
    if name == _SECOND_NUMBER and not paper.arxiv and paper.extra.get("number"):
        return "number"
    if name in _VENUES[1:] and paper.venue:
        return name
    return _VARIABLES.get(name, name if name in _MORE_VARIABLES else "")


def _csl_name(display: str, families: Mapping[str, str]) -> dict[str, str]:
    name = names.parts_of(clean(display), families)
    if not name.given and not name.suffix:
        return {"literal" if " " in name.family else "family": name.family}
    parts = {"family": name.family, "given": name.given, "suffix": name.suffix}
    return {part: text for part, text in parts.items() if text}


def _joined(keywords: tuple[str, ...]) -> str:
    """Return the keywords between commas, or between semicolons if one holds a comma."""
    if not any("," in word for word in keywords):
        return ", ".join(keywords)
    return "; ".join(keywords) + (";" if len(keywords) == 1 else "")
