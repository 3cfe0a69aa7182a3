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
from core.base.notices import Notice
from core.base.records import PaperRecord
from core.formats import csl
from core.formats.dumps import json_forms
from core.formats.dumps.works import Work, get_text, listed, mapped, plain_abstract
from core.formats.fields import clean, distinct, extract_arxiv, extract_year, without_tags
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


def parse_answer(service: OnlineService, body: bytes) -> list[Online]:
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


def list_notices(answer: Online) -> list[Notice]:
    """Return what the service says was published about a work later."""
    readers = {"crossref": json_forms.crossref, "openalex": json_forms.openalex}
    reader = readers.get(answer.service)
    if reader is None or not answer.line:
        return []
    works = reader(mapped(loads(answer.line)))[:1]  # the others are works that it is a notice of
    return [notice for work in works if isinstance(work, Work) for notice in work.notices]


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


# --- replies of Crossref ------------------------------------------------------------------------


def _crossref(body: bytes) -> Iterator[tuple[PaperRecord | None, str]]:
    message = mapped(_json(body).get("message"))
    if not message:
        raise _unreadable("no message")
    for work in listed(message["items"]) if "items" in message else [message]:
        if isinstance(work, dict):
            yield _crossref_record(work), json.dumps(work)


def _crossref_record(work: _Json) -> PaperRecord | None:
    title, subtitle = (without_tags(get_text(work.get(name))) for name in ("title", "subtitle"))
    if subtitle and subtitle.casefold() not in title.casefold():
        title = f"{title}: {subtitle}"
    item: dict[str, Any] = {name: work[name] for name in _COPIED if name in work}
    item |= {
        "title": title,
        "type": _CROSSREF_TYPES.get(get_text(work.get("type")), ""),
        "DOI": get_text(work.get("DOI")),
        "URL": get_text(mapped(mapped(work.get("resource")).get("primary")).get("URL")),
        "container-title": get_text(work.get("container-title")),
        "event-title": get_text(mapped(work.get("event")).get("name")),
        "issued": next((work[name] for name in _DATES if _dated(work.get(name))), {}),
        "ISSN": get_text(work.get("ISSN")),
        "ISBN": get_text(work.get("ISBN")),
        "publisher-place": item.pop("publisher-location", ""),
        "author": [_person(person) for person in listed(work.get("author"))],
        "editor": [_person(person) for person in listed(work.get("editor"))],
    }
    record = csl.convert_item_to_record(item)
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


# --- replies of OpenAlex ------------------------------------------------------------------------


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
    biblio, kind = mapped(work.get("biblio")), get_text(work.get("type"))
    default_type = "article-journal" if get_text(source.get("type")) == "journal" else ""
    ends = (get_text(biblio.get(name)) for name in ("first_page", "last_page"))
    arxiv = next((key[6:] for key in parsed_work.ids if key.startswith("arxiv:")), "")
    record = csl.convert_item_to_record(
        {
            "title": parsed_work.title,
            "type": _OPENALEX_TYPES.get(
                kind, default_type if kind in ("article", "review") else ""
            ),
            "container-title": get_text(source.get("display_name")),
            "volume": get_text(biblio.get("volume")),
            "issue": get_text(biblio.get("issue")),
            "page": "-".join(dict.fromkeys(filter(None, ends))),
            "language": get_text(work.get("language")),
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
        authors=distinct([clean(get_text(person.get("display_name"))) for person in people]),
        year=year if isinstance(year, int) and extract_year(str(year)) == year else None,
        doi=normal_doi(get_text(work.get("doi"))),
        arxiv=arxiv,
        abstract=parsed_work.abstract,
    )


# --- replies of arXiv ---------------------------------------------------------------------------


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

        def read_text(name: str, entry: Any = entry) -> str:  # noqa: ANN401 - lxml has no types
            return clean(entry.findtext(name) or "")

        arxiv = normal_arxiv(extract_arxiv(read_text(f"{_ATOM}id")))
        if arxiv:  # an error is an entry, too
            people = [
                clean(name_element.text or "")
                for name_element in entry.iterfind(f"{_ATOM}author/{_ATOM}name")
            ]
            yield (
                PaperRecord(
                    title=read_text(f"{_ATOM}title"),
                    abstract=read_text(f"{_ATOM}summary"),
                    authors=distinct(people),
                    year=extract_year(read_text(f"{_ATOM}published")),
                    doi=normal_doi(read_text(f"{_ARXIV}doi")),
                    arxiv=arxiv,
                    url=f"https://arxiv.org/abs/{arxiv}",
                    extra={items.TYPE: "preprint"},
                ),
                "",
            )
