"""Three-way merging of a paper's fields: what another program says now and said before, and ours.

A field follows the other program as long as it holds what that said last. What the person edited
stays, whatever the other program says later. What was said is kept as digests.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from core.base.records import Paper, PaperRecord
from core.base.stated_keys import ALIASES, FIELD, is_stated, stated_key, with_aliases

_FIELDS = (*("title", "abstract", "authors", "year", "venue", "doi", "arxiv", "url", "keywords"),)
_EXTRA = "extra."
_DIGEST_BYTES = 6

Digests = Mapping[str, str]


def digest(value: Any) -> str:  # noqa: ANN401 - a value of a record
    """Return a short stand-in for a value; "" for one that says nothing."""
    if value is None or value in ("", (), []):
        return ""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=list)
    return hashlib.blake2b(
        text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES
    ).hexdigest()


def digests(record: PaperRecord) -> dict[str, str]:
    """Return what a record says, as digests by the names of its fields."""
    digest_values = {name: digest(getattr(record, name)) for name in _FIELDS}
    digest_values |= {_EXTRA + name: digest(value) for name, value in record.extra.items()}
    return {name: value for name, value in digest_values.items() if value}


def find_edits(paper: Paper, stated: PaperRecord, before: Digests) -> tuple[dict[str, Any], int]:
    """Return the edits that let a paper follow, and how many fields stay as the person has them.

    ``before`` is what the other program said last.
    """
    edits: dict[str, Any] = {}
    kept_count = 0
    for name in _FIELDS:
        theirs, ours, last = getattr(stated, name), getattr(paper, name), before.get(name, "")
        if _follows(theirs, ours, last) and (theirs or name != "title"):
            edits[name] = theirs
        kept_count += _differs(theirs, ours, last)
    extra, more = _merged_extra(paper.extra, stated.extra, before)
    key, own = stated_key(stated), paper.citation_key
    is_news = bool(key) and key not in (own, *paper.aliases)
    if key and key != own and (_gave_key(paper, before) or (is_news and not _is_own_stated(paper))):
        edits[FIELD] = key
        extra = with_aliases({**extra, FIELD: key}, [own])
    elif is_news:
        extra = with_aliases(extra, [key])
    if extra != dict(paper.extra):
        edits["extra"] = extra
    return edits, kept_count + more


def _merged_extra(
    ours: Mapping[str, Any], theirs: Mapping[str, Any], before: Digests
) -> tuple[dict[str, Any], int]:
    """Return what a paper says beyond its fields, and how much of it stays as the person has it."""
    merged = dict(ours)
    kept_count = 0
    stated_names = {name[len(_EXTRA) :] for name in before if name.startswith(_EXTRA)}
    for name in sorted((stated_names | theirs.keys()) - {ALIASES}):
        now, last = theirs.get(name), before.get(_EXTRA + name, "")
        if _follows(now, ours.get(name), last):
            merged[name] = now
        kept_count += _differs(now, ours.get(name), last)
    return {name: value for name, value in merged.items() if value is not None}, kept_count


def _follows(theirs: object, ours: object, last: str) -> bool:
    """Whether the other program says something new of a field that holds what it said before."""
    return digest(theirs) != last and digest(ours) == last


def _differs(theirs: object, ours: object, last: str) -> bool:
    """Whether it says something new of a field that the person edited to something else."""
    return digest(theirs) not in (last, digest(ours)) and digest(ours) != last


def _is_own_stated(paper: Paper) -> bool:
    """Whether a file or a person stated the key that a paper has."""
    return is_stated(paper.extra, paper.citation_key)


def _gave_key(paper: Paper, before: Digests) -> bool:
    """Whether the key of a paper is the one that the other program gave it, and gives no more."""
    return digest(paper.citation_key) == before.get(_EXTRA + FIELD, "") != ""
