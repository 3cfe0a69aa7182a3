"""Works as Crossref answers them, in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from core.base.errors import FormatError
from core.base.messages import Message
from core.formats import csl
from core.formats.entries import Entry, at_entry
from core.formats.jsonl import load_json

_Json = dict[str, Any]  # Any: JSON
_TYPES = {
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "book-part": "chapter",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "book": "book",
    "proceedings": "book",
    "dissertation": "thesis",
    "report": "report",
    "posted-content": "article",
    "dataset": "dataset",
    "standard": "standard",
    "reference-entry": "entry-encyclopedia",
    "peer-review": "review",
}
_KEPT = (
    *("author", "editor", "translator", "publisher", "volume", "issue", "page", "URL", "DOI"),
    *("abstract", "language", "publisher-location", "edition-number", "article-number"),
)
_DATES = ("published-print", "published", "issued", "published-online", "posted", "created")
_RENAMED = {
    "publisher-location": "publisher-place",
    "edition-number": "edition",
    "article-number": "number",
}
_LISTS = {
    "title": "title",
    "container-title": "container-title",
    "short-container-title": "container-title-short",
    "ISSN": "ISSN",
    "ISBN": "ISBN",
    "subject": "keyword",
}
_PARTS = frozenset(("chapter", "paper-conference", "entry-encyclopedia", "entry-dictionary"))


def parse(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each work of an answer of Crossref's, or of a list of works.

    Raises:
        FormatError: the text is no JSON, or has no works.
    """
    if not text.strip():
        return
    value = load_json(text, name)
    message = value.get("message", value) if isinstance(value, Mapping) else value
    works = message.get("items", [message]) if isinstance(message, Mapping) else message
    if not isinstance(works, list):
        raise FormatError("“{name}” contains no Crossref works.", name=name)
    for number, work in enumerate(works, start=1):
        location = at_entry(number, 1)
        record = csl.convert_item_to_record(_convert(work)) if isinstance(work, dict) else None
        problem = "" if record else Message("the item has no title")
        yield Entry(location, record, problem)


def _convert(work: _Json) -> _Json:  # noqa: C901, PLR0912 - one field after the other
    """Return a work of Crossref as an item of CSL."""
    kind = str(work.get("type", ""))
    item: _Json = {"type": _TYPES.get(kind, kind)}
    for field in _KEPT:
        if work.get(field):
            item[_RENAMED.get(field, field)] = work[field]
    for field, variable in _LISTS.items():
        values = work.get(field)
        texts = values if isinstance(values, list) else [values] if isinstance(values, str) else []
        if texts := [str(text) for text in texts if text]:
            separator = "; " if variable in ("ISSN", "ISBN", "keyword") else ": "
            item[variable] = separator.join(texts) if separator == "; " else texts[0]
    _place_series(item, work.get("container-title"))
    if "ISBN" in item:
        item["ISBN"] = item["ISBN"].replace("http://id.crossref.org/isbn/", "")
    if isinstance(item.get("abstract"), str):
        item["abstract"] = _read_abstract(item["abstract"])
    if not item.get("publisher") and (institution := _name_institution(work.get("institution"))):
        item["publisher"] = institution
    subtitle = work.get("subtitle")
    if isinstance(subtitle, list) and subtitle and subtitle[0] and item.get("title"):
        item["title"] = f"{item['title']}: {subtitle[0]}"
    for field in ("author", "editor", "translator"):
        if isinstance(item.get(field), list):
            item[field] = [_person(person) for person in item[field] if isinstance(person, dict)]
    issued = next((work[field] for field in _DATES if _has_date(work.get(field))), None)
    event = work.get("event")
    if isinstance(event, Mapping):
        item |= {
            variable: event[field]
            for field, variable in (("name", "event-title"), ("location", "event-place"))
            if event.get(field)
        }
    return item | ({"issued": {"date-parts": issued["date-parts"]}} if issued else {})


def _place_series(item: _Json, containers: object) -> None:
    """Tell the series from the book: of two containers Crossref names the series first."""
    if isinstance(containers, list) and len(containers) > 1 and item["type"] in _PARTS:
        item["collection-title"], item["container-title"] = map(str, containers[:2])
    elif item["type"] == "book" and item.get("container-title"):
        item.setdefault("collection-title", item.pop("container-title"))


def _read_abstract(jats: str) -> str:
    """Return an abstract without a heading that only says so, its parts kept apart."""
    bare = re.sub(r"\s*<jats:title>\s*(?:abstract|summary)\s*</jats:title>", "", jats, flags=re.I)
    return re.sub(r"</jats:(?:title|p|sec|list-item)>", r"\g<0> ", bare)


def _name_institution(institutions: object) -> str:
    first = institutions[0] if isinstance(institutions, list) and institutions else institutions
    return str(first.get("name") or "") if isinstance(first, Mapping) else ""


def _has_date(value: object) -> bool:
    parts = value.get("date-parts") if isinstance(value, Mapping) else None
    return bool(parts and parts[0] and parts[0][0])


def _person(person: _Json) -> _Json:
    if not person.get("family"):
        return {"literal": str(person.get("name") or person.get("given") or "")}
    return {part: person[part] for part in ("family", "given", "suffix") if person.get(part)}
