"""What Crossref, OpenAlex and arXiv answer, as records of papers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.base import items
from core.base.errors import FormatError
from core.base.identity import normal_arxiv, normal_doi
from core.base.lookups import Online, OnlineService
from core.base.records import PaperRecord
from core.formats import csl
from core.formats.dumps import json_forms
from core.formats.dumps.works import Work, listed, mapped, plain_abstract, text_of
from core.formats.fields import arxiv_of, clean, distinct, without_tags, year_of
from core.formats.jsonl import loads

_Json = Mapping[str, Any]  # Any: JSON
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_MOST_WORKS = 20
_CROSSREF_TYPES = {
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "posted-content": "article",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "reference-entry": "entry-encyclopedia",
    "dissertation": "thesis",
    "peer-review": "review",
    "report-component": "report",
    "dataset": "dataset",
    "report": "report",
    **dict.fromkeys(("book", "monograph", "edited-book", "reference-book"), "book"),
}
_OPENALEX_TYPES = {
    "preprint": "article",
    "book-chapter": "chapter",
    "book": "book",
    "dissertation": "thesis",
    "dataset": "dataset",
    "report": "report",
    "reference-entry": "entry-encyclopedia",
}
_COPIED = ("volume", "issue", "page", "publisher", "publisher-location", "language", "author")
_DATES = ("issued", "published", "published-print", "published-online")


def read(service: OnlineService, body: bytes) -> list[Online]:
    """Return the works in an answer of a service, in its order; those without a title are none.

    Raises:
        FormatError: the answer has not the form that the service documents.
    """
    works = {"crossref": _crossref, "openalex": _openalex, "arxiv": _arxiv}[service]
    online_works = []
    for record, line in works(body):
        if record is not None and record.title:
            online_works.append(Online(service, record, line))
        if len(online_works) == _MOST_WORKS:
            break
    return online_works


def _unreadable(reason: object) -> FormatError:
    return FormatError("The answer cannot be read ({reason}).", reason=reason, remedy="")


def _json(body: bytes) -> _Json:
    try:
        value = loads(body.decode("utf-8-sig"))
    except ValueError as error:
        raise _unreadable(error) from error
    if not isinstance(value, dict):
        raise _unreadable("no object")
    return value


# --- Crossref -----------------------------------------------------------------------------------


def _crossref(body: bytes) -> Iterator[tuple[PaperRecord | None, str]]:
    message = mapped(_json(body).get("message"))
    if not message:
        raise _unreadable("no message")
    for work in listed(message["items"]) if "items" in message else [message]:
        if isinstance(work, dict):
            yield _crossref_record(work), json.dumps(work)


def _crossref_record(work: _Json) -> PaperRecord | None:
    title, subtitle = (without_tags(text_of(work.get(name))) for name in ("title", "subtitle"))
    if subtitle and subtitle.casefold() not in title.casefold():
        title = f"{title}: {subtitle}"
    item: dict[str, Any] = {name: work[name] for name in _COPIED if name in work}
    item |= {
        "title": title,
        "type": _CROSSREF_TYPES.get(text_of(work.get("type")), ""),
        "DOI": text_of(work.get("DOI")),
        "URL": text_of(mapped(mapped(work.get("resource")).get("primary")).get("URL")),
        "container-title": text_of(work.get("container-title")),
        "event-title": text_of(mapped(work.get("event")).get("name")),
        "issued": next((work[name] for name in _DATES if _dated(work.get(name))), {}),
        "ISSN": text_of(work.get("ISSN")),
        "ISBN": text_of(work.get("ISBN")),
        "publisher-place": item.pop("publisher-location", ""),
        "author": [_person(person) for person in listed(work.get("author"))],
        "editor": [_person(person) for person in listed(work.get("editor"))],
    }
    record = csl.record_of(item)
    if record is None:
        return None
    return replace(record, abstract=plain_abstract(work.get("abstract")))


def _person(person: object) -> object:
    """Return an author; a group has a name alone."""
    person_values = mapped(person)
    return (
        {"literal": person_values["name"]}
        if "name" in person_values and "family" not in person_values
        else person
    )


def _dated(value: object) -> bool:
    parts = listed(mapped(value).get("date-parts"))
    return bool(parts) and bool(listed(parts[0])) and isinstance(parts[0][0], int)


# --- OpenAlex -----------------------------------------------------------------------------------


def _openalex(body: bytes) -> Iterator[tuple[PaperRecord | None, str]]:
    value = _json(body)
    if "results" not in value and "id" not in value:
        raise _unreadable("no work")
    for work in listed(value["results"]) if "results" in value else [value]:
        if isinstance(work, dict):
            yield _openalex_record(work), json.dumps(work)


def _openalex_record(work: _Json) -> PaperRecord | None:
    (parsed_work,) = json_forms.openalex(work)
    assert isinstance(parsed_work, Work)
    source = mapped(mapped(work.get("primary_location")).get("source"))
    biblio, kind = mapped(work.get("biblio")), text_of(work.get("type"))
    default_type = "article-journal" if text_of(source.get("type")) == "journal" else ""
    ends = (text_of(biblio.get(name)) for name in ("first_page", "last_page"))
    arxiv = next((key[6:] for key in parsed_work.ids if key.startswith("arxiv:")), "")
    record = csl.record_of(
        {
            "title": parsed_work.title,
            "type": _OPENALEX_TYPES.get(
                kind, default_type if kind in ("article", "review") else ""
            ),
            "container-title": text_of(source.get("display_name")),
            "volume": text_of(biblio.get("volume")),
            "issue": text_of(biblio.get("issue")),
            "page": "-".join(dict.fromkeys(filter(None, ends))),
            "language": text_of(work.get("language")),
        }
    )
    if record is None:
        return None
    people = (
        mapped(mapped(authorship).get("author")) for authorship in listed(work.get("authorships"))
    )
    year = work.get("publication_year")
    return replace(
        record,
        id="" if work.get("doi") or arxiv else next(iter(parsed_work.ids), ""),
        authors=distinct([clean(text_of(person.get("display_name"))) for person in people]),
        year=year if isinstance(year, int) and year_of(str(year)) == year else None,
        doi=normal_doi(text_of(work.get("doi"))),
        arxiv=arxiv,
        abstract=parsed_work.abstract,
    )


# --- arXiv --------------------------------------------------------------------------------------


def _arxiv(body: bytes) -> Iterator[tuple[PaperRecord | None, str]]:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _unreadable(error) from error
    if root.tag != f"{_ATOM}feed":
        raise _unreadable("no Atom feed")
    for entry in root.iterfind(f"{_ATOM}entry"):

        def said(name: str, entry: Any = entry) -> str:  # noqa: ANN401 - lxml has no types
            return clean(entry.findtext(name) or "")

        arxiv = normal_arxiv(arxiv_of(said(f"{_ATOM}id")))
        if arxiv:  # an error is an entry, too
            people = [
                clean(name_element.text or "")
                for name_element in entry.iterfind(f"{_ATOM}author/{_ATOM}name")
            ]
            yield (
                PaperRecord(
                    title=said(f"{_ATOM}title"),
                    abstract=said(f"{_ATOM}summary"),
                    authors=distinct(people),
                    year=year_of(said(f"{_ATOM}published")),
                    doi=normal_doi(said(f"{_ARXIV}doi")),
                    arxiv=arxiv,
                    url=f"https://arxiv.org/abs/{arxiv}",
                    extra={items.TYPE: "preprint"},
                ),
                "",
            )
