"""Three-way merging of a paper's fields: what another program says now and said before, and ours.

A field follows the other program as long as it holds what that said last. What the person edited
stays, whatever the other program says later. What was said is kept as digests.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.base.items import INCOMPLETE, SOURCE_TYPE, TYPE
from core.base.records import Paper, PaperRecord
from core.base.stated_keys import (
    ALIASES,
    FIELD,
    MADE_KEY,
    is_stated,
    stated_key,
    with_aliases,
)

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


# --- both sides of a file that is written too -----------------------------------------------

_FAMILY_NAMES = "family_names"
_OTHERS = "_and_others"
_LINKED = frozenset((FIELD, ALIASES, MADE_KEY, INCOMPLETE, SOURCE_TYPE, _FAMILY_NAMES))
"""What goes with other fields, or has rules of its own."""
_CHANGED = "!"
"""Stands for a value that no field has: its side counts as changed."""

Base = dict[str, list[str]]
"""By field, digests of what file and paper said last, and what the file said before that."""


def collect_values(record: PaperRecord) -> dict[str, Any]:  # Any: values of record fields
    """Return what a record says, by field; names of people with how they are divided."""
    values = {name: getattr(record, name) for name in _FIELDS}
    if record.extra.get(INCOMPLETE):
        values["title"] = ""
    values["authors"] = _people(record, "author", record.authors)
    for name, value in record.extra.items():
        if name not in _LINKED and not name.endswith(_OTHERS):
            values[_EXTRA + name] = (
                _people(record, name, value) if isinstance(value, list) else value
            )
    if record.extra.get(TYPE):
        values[_EXTRA + TYPE] = [record.extra[TYPE], record.extra.get(SOURCE_TYPE, "")]
    return values


def _people(record: PaperRecord, role: str, people: Iterable[Any]) -> list[Any]:  # Any: JSON
    names = list(people)
    if not names:
        return []
    families = record.extra.get(_FAMILY_NAMES)
    families = families if isinstance(families, dict) else {}
    divided = {name: families[name] for name in names if isinstance(name, str) and name in families}
    return [names, bool(record.extra.get(f"{role}{_OTHERS}")), divided]


def digest_values(record: PaperRecord) -> dict[str, str]:
    """Return what a record says as digests by field, without those that say nothing."""
    digest_by_name = {name: digest(value) for name, value in collect_values(record).items()}
    return {name: value for name, value in digest_by_name.items() if value}


def with_values(record: PaperRecord, other: PaperRecord, names: Iterable[str]) -> PaperRecord:
    """Return a record with the values of another one in some fields, also with what it lacks."""
    extra = dict(record.extra)
    fields: dict[str, Any] = {}  # Any: values of record fields
    families = dict(extra.get(_FAMILY_NAMES, {}))
    for name in names:
        role = "author" if name == "authors" else name.removeprefix(_EXTRA)
        if name.startswith(_EXTRA):
            extra.pop(role, None)
            extra |= {role: other.extra[role]} if role in other.extra else {}
        else:
            fields[name] = getattr(other, name)
        if name == "title":
            extra.pop(INCOMPLETE, None)
        extra.pop(f"{role}{_OTHERS}", None)
        extra |= {k: v for k, v in other.extra.items() if k == f"{role}{_OTHERS}"}
        if role == TYPE:
            extra.pop(SOURCE_TYPE, None)
            extra |= {k: v for k, v in other.extra.items() if k == SOURCE_TYPE}
        value = getattr(other, name) if name in fields else other.extra.get(role)
        if isinstance(value, list | tuple):
            divided = other.extra.get(_FAMILY_NAMES, {})
            families |= {n: divided[n] for n in value if isinstance(n, str) and n in divided}
    if families:
        extra[_FAMILY_NAMES] = families
    return replace(record, **fields, extra=extra)


@dataclass(slots=True)
class Changes:
    """What became of the fields of an entry and its paper since they were last in step.

    ``to_take`` changed in the file alone, ``to_write`` in the paper alone; ``conflicts`` on both
    sides, or in the file back to what it said before it was last written. ``base`` is what both
    say, where they are in step, and what both said before, where they are not.
    """

    to_take: list[str] = field(default_factory=list)
    to_write: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    base: Base = field(default_factory=dict)


def compare_sides(
    in_file: Mapping[str, str], in_paper: Mapping[str, str], base: Base, *, outside: bool
) -> Changes:
    """Compare the digests of both sides with those of the last common state.

    ``outside`` says whether somebody else wrote the file last, who then saw what it said.
    """
    changes = Changes()
    for name in dict.fromkeys((*in_file, *in_paper, *base)):
        theirs, ours = in_file.get(name, ""), in_paper.get(name, "")
        last_theirs, last_ours, replaced = (*base.get(name, ()), "", "", "")[:3]
        if outside and theirs == last_theirs:
            replaced = ""
        if theirs == ours:
            if theirs or replaced:
                changes.base[name] = [theirs, ours, *([replaced] if replaced else [])]
            continue
        changes.base[name] = [last_theirs, last_ours, *([replaced] if replaced else [])]
        if theirs != last_theirs:
            is_reverted = bool(replaced) and theirs == replaced
            is_contested = ours != last_ours or is_reverted
            (changes.conflicts if is_contested else changes.to_take).append(name)
        elif ours != last_ours:
            changes.to_write.append(name)
    return changes


def choose_side(base: Base, name: str, theirs: str, ours: str, *, file: bool) -> None:
    """Let one side of a contested field count as unchanged, so that the other one is followed."""
    base[name] = [_CHANGED, ours] if file else [theirs, _CHANGED]
