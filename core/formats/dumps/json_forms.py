"""Works as OpenAlex, Crossref and Semantic Scholar publish them: an object of JSON each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from core.base.notices import Notice, NoticeKind
from core.formats.dumps.works import (
    Said,
    Work,
    arxiv_key,
    corpus_key,
    distinct_keys,
    external_keys,
    get_text,
    listed,
    make_doi_key,
    mapped,
    openalex_key,
    plain_abstract,
    pmid_key,
)

_Json = Mapping[str, Any]  # Any: JSON

_MOST_WORDS = 4_000

UPDATES: dict[str, NoticeKind] = {
    "retraction": "retracted",
    "partial-retraction": "retracted",
    "removal": "retracted",
    "withdrawal": "retracted",
    "expression-of-concern": "concern",
    "correction": "corrected",
    "corrigendum": "corrected",
    "erratum": "corrected",
    "reinstatement": "reinstated",
}
"""Crossref's types of updates that say something of a work; new versions and additions do not."""


def openalex(value: _Json) -> list[Said]:
    """Return the work of one of OpenAlex' objects."""
    ids = mapped(value.get("ids"))
    pages = (
        mapped(location).get("landing_page_url")
        for location in chain([value.get("primary_location")], listed(value.get("locations")))
    )
    keys = distinct_keys(
        (
            make_doi_key(value.get("doi") or ids.get("doi")),
            openalex_key(value.get("id") or ids.get("openalex")),
            pmid_key(ids.get("pmid")),
            *(arxiv_key(page) for page in pages if isinstance(page, str) and "arxiv.org" in page),
        )
    )
    retracted = value.get("is_retracted") is True
    return [
        Work(
            ids=keys,
            title=get_text(value.get("title") or value.get("display_name")),
            references=distinct_keys(map(openalex_key, listed(value.get("referenced_works")))),
            abstract=plain_abstract(
                value.get("abstract") or _put_in_order(value.get("abstract_inverted_index"))
            ),
            notices=(Notice(kind="retracted", by="OpenAlex"),) if retracted else (),
        )
    ]


def crossref(value: _Json) -> list[Said]:
    """Return the work of one of Crossref's objects, and those that it says something of.

    ``updated-by`` stands in the record of the work that was retracted, ``update-to`` in that of
    the notice; each names who said so: the publisher, or Retraction Watch.
    """
    own = make_doi_key(value.get("DOI"))
    cited = (make_doi_key(mapped(entry).get("DOI")) for entry in listed(value.get("reference")))
    work = Work(
        ids=distinct_keys([own]),
        title=get_text(value.get("title")),
        references=distinct_keys(cited),
        abstract=plain_abstract(value.get("abstract")),
        notices=tuple(
            notice
            for entry in listed(value.get("updated-by"))
            if (notice := _update(mapped(entry), make_doi_key(mapped(entry).get("DOI"))))
        ),
    )
    works: list[Said] = [work] if own else []
    for entry in map(mapped, listed(value.get("update-to"))):
        target, notice = make_doi_key(entry.get("DOI")), _update(entry, own)
        if notice and target and target != own:
            works.append(Work(ids=(target,), notices=(notice,)))
    return works


def semantic_scholar(value: _Json) -> list[Said]:
    """Return what a line of Semantic Scholar's papers, abstracts or citations says."""
    if "citingcorpusid" in value:
        citing, cited = (corpus_key(value.get(f"{name}corpusid")) for name in ("citing", "cited"))
        return [((citing,), (cited,))] if citing and cited else []
    stated = value.get("externalids") or mapped(value.get("openaccessinfo")).get("externalids")
    keys = distinct_keys((*external_keys(stated), corpus_key(value.get("corpusid"))))
    abstract = plain_abstract(value.get("abstract"))
    return [Work(ids=keys, title=get_text(value.get("title")), abstract=abstract)]


def _update(value: _Json, doi: str) -> Notice | None:
    kind = UPDATES.get(get_text(value.get("type")).lower().replace("_", "-").replace(" ", "-"))
    if kind is None:
        return None
    return Notice(
        kind=kind,
        by=get_text(value.get("source")) or "publisher",
        date=_date(mapped(value.get("updated")).get("date-parts")),
        doi=doi.removeprefix("doi:"),
    )


def _date(parts: object) -> str:
    """Return Crossref's [[2021, 6, 25]], [[2021, 6]] or [[2021]] in ISO 8601."""
    date_parts = listed(parts)
    numbers: Sequence[object] = listed(date_parts[0]) if date_parts else []
    if not numbers or not all(isinstance(number, int) for number in numbers):
        return ""
    return "-".join([f"{numbers[0]:04}", *(f"{number:02}" for number in numbers[1:3])])


def _put_in_order(index: object) -> str:
    """Return the text of which an inverted index says where each word stands."""
    words: dict[int, str] = {}
    for word, places in mapped(index).items():
        for place in listed(places):
            if isinstance(place, int) and 0 <= place < _MOST_WORDS:
                words[place] = word
    return " ".join(words[place] for place in sorted(words))
