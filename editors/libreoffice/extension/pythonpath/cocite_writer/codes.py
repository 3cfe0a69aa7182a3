"""The codes of citation fields, in Zotero's form: what a field cites, as JSON in its name."""

from __future__ import annotations

import json
import random
import string
from urllib.parse import quote, unquote

ITEM = "ZOTERO_ITEM CSL_CITATION "
BIBLIOGRAPHY = 'ZOTERO_BIBL {"uncited":[],"omitted":[],"custom":[]} CSL_BIBLIOGRAPHY'
_BIBLIOGRAPHY_SIGNS = ("ZOTERO_BIBL", "CSL_BIBLIOGRAPHY")
_SCHEMA = "https://github.com/citation-style-language/schema/raw/master/csl-citation.json"
_BOOKMARK = "ZOTERO_BREF_"
_OURS = "urn:cocite:"
_LETTERS = string.ascii_letters + string.digits
_LEFT_AS_THEY_ARE = ("suppress-author", "author-only")

Json = dict  # of names and JSON values


def _random(length: int) -> str:
    return "".join(random.choices(_LETTERS, k=length))


def named(code: str) -> str:
    """Return a code as the name of a mark; names must differ, so it ends in random letters."""
    return f"{code} RND{_random(10)}"


def bookmark_name() -> str:
    """Return a name for a bookmark whose code stands in the properties of the document."""
    return f"{_BOOKMARK}{_random(12)}"


def is_bookmark(name: str) -> bool:
    """Say whether a bookmark of that name is a citation or list of Zotero's."""
    return name.startswith(_BOOKMARK)


def is_bibliography(name: str) -> bool:
    """Say whether a section of that name is the reference list."""
    return any(sign in name for sign in _BIBLIOGRAPHY_SIGNS)


def citation_in(name: str) -> Json | None:
    """Return what a mark of that name cites, ``None`` if it is no citation."""
    at = name.find(ITEM)
    if at < 0:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(name[at + len(ITEM) :].lstrip())
    except (ValueError, RecursionError):
        return None
    items = value.get("citationItems") if isinstance(value, dict) else None
    known = isinstance(items, list) and all(isinstance(item, dict) for item in items)
    return value if known else None


def code_of(citation: Json) -> str:
    """Return the code of a citation."""
    return ITEM + json.dumps(citation, ensure_ascii=False, separators=(",", ":"))


def new_citation() -> Json:
    """Return a citation of nothing."""
    return {
        "citationID": _random(8),
        "properties": {"formattedCitation": "", "plainCitation": "", "noteIndex": 0},
        "citationItems": [],
        "schema": _SCHEMA,
    }


def with_papers(citation: Json, papers: list[tuple[str, Json, str]]) -> Json:
    """Return a citation that cites more papers, each given by its id, CSL item and pages."""
    items = list(citation["citationItems"])
    known = {key_of(item) for item in items}
    for paper, data, pages in papers:
        item = {"id": data["id"], "uris": [_OURS + quote(paper, safe="")], "itemData": data}
        if pages:
            item.update(locator=pages, label="page")
        if key_of(item) not in known:
            items.append(item)
    return {**citation, "citationItems": items}


def shown_as(citation: Json, html: str, plain: str) -> Json:
    """Return a citation that says how it is shown; Zotero takes other text for an edit by hand."""
    told = citation.get("properties")
    properties = dict(told) if isinstance(told, dict) else {"noteIndex": 0}
    properties.update(formattedCitation=html, plainCitation=plain)
    return {**citation, "properties": properties}


def stays_as_it_is(citation: Json) -> bool:
    """Say whether a citation was given a form by hand that citeproc-py cannot make."""
    told = citation.get("properties")
    by_hand = isinstance(told, dict) and bool(told.get("dontUpdate") or told.get("custom"))
    return by_hand or any(item.get(name) for item in citation["citationItems"] for name in
                          _LEFT_AS_THEY_ARE)  # fmt: skip


def is_edited(citation: Json, shown: str) -> bool:
    """Say whether a person changed the text of a citation since it was last formatted."""
    properties = citation.get("properties")
    formatted = str(properties.get("plainCitation") or "") if isinstance(properties, dict) else ""
    return bool(formatted and shown) and formatted.split() != shown.split()


def key_of(item: Json) -> str:
    """Return what is the same wherever a work is cited again."""
    uris = item.get("uris") or item.get("uri")
    return str(uris[0]) if isinstance(uris, list) and uris else str(item.get("id", ""))


def paper_of(item: Json) -> str:
    """Return the id of the paper in Cocite's library, "" if another program cited the work."""
    key = key_of(item)
    return unquote(key[len(_OURS) :]) if key.startswith(_OURS) else ""


def works_and_cites(citations: list[Json]) -> tuple[list[Json], list[list[Json]]]:
    """Return the CSL items that citations cite, and each citation by their positions."""
    works: list[Json] = []
    places: dict[str, int] = {}
    cites = []
    for citation in citations:
        here = []
        for item in citation["citationItems"]:
            key = key_of(item)
            if key not in places:
                places[key] = len(works)
                data = item.get("itemData")
                works.append(data if isinstance(data, dict) else {"title": key})
            told = {name: str(item[name]) for name in ("prefix", "suffix", "locator", "label")
                    if item.get(name)}  # fmt: skip
            here.append({"work": places[key], **told})
        cites.append(here)
    return works, cites


_KEPT = ("title", "title-short", "author", "issued", "DOI", "container-title")


def short_work(data: Json, key: str) -> Json:
    """Return what identifies a work in a library, under a key."""
    return {"id": key, **{name: data[name] for name in _KEPT if name in data}}
