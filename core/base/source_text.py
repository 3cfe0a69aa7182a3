"""The text of a record's fields as the file that it was read from has them.

Each field names the values of the record that were read from it, with a digest of each. As long as
the record has these values, the field can be written as it was typed: whatever changes a value (an
edit, a merge, another program that is followed), and whatever takes the change back, needs to tell
nobody. A value is named by the field of the record, or "extra.NAME".
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.base.records import PaperRecord, SourceField, SourceText

TYPE = ""
"""The name of the field that stands for the type of the entry, and the value it states."""

_EXTRA = "extra."
_ROLES = {"authors": "author", "extra.container-author": "bookauthor"}
_DIGEST_BYTES = 5
_DELIMITERS = {"{": "}", '"': '"'}
_LEAST_REPEATED = 12
"""A shorter text is stored even if it is the value itself between delimiters."""


def settle(record: PaperRecord) -> PaperRecord:
    """Return a record whose source knows what the values were when they were read."""
    source = record.source
    if source is None:
        return record
    digests: dict[str, str] = {}
    fields = []
    for field in source.fields:
        for name in field.values:
            if name not in digests:
                digests[name] = _digest(_value(record, name))
        text = field.text
        if len(field.values) == 1 and len(text) > _LEAST_REPEATED:
            value = _value(record, field.values[0])
            closing = _DELIMITERS.get(text[0])
            if isinstance(value, str) and closing and text == f"{text[0]}{value}{closing}":
                text = text[0]
        value_digests = tuple([digests[name] for name in field.values])
        fields.append(
            SourceField(
                field.name, text, field.values, value_digests, field.macros, field.inherited
            )
        )
    return replace(record, source=SourceText(source.key, tuple(fields), source.preambles))


def settle_tidied(record: PaperRecord, original: PaperRecord) -> PaperRecord:
    """Return a record, whose values were tidied since, settled as the ``original``."""
    source = record.source
    if source is None or record is original:
        return record
    fields = tuple(replace(field, text=_text(field, original)) for field in source.fields)
    return settle(replace(record, source=replace(source, fields=fields)))


def unchanged_fields(source: SourceText, record: PaperRecord) -> list[SourceField | None]:
    """Return the fields, in their order, that state nothing but what the record has.

    In place of each other one stands ``None``. A value that several fields state together stands
    as it was typed only if all of them do.
    """
    digests: dict[str, str] = {}
    changed = set()
    for field in source.fields:
        for name, digest in zip(field.values, field.digests, strict=False):
            if name not in digests:
                digests[name] = _digest(_value(record, name))
            if digests[name] != digest:
                changed.add(name)
    while True:
        flags = [not changed.intersection(field.values) for field in source.fields]
        pairs = list(zip(source.fields, flags, strict=True))
        lost_values = {name for field, is_kept in pairs if not is_kept for name in field.values}
        if lost_values <= changed:
            return [_with_text(field, record) if is_kept else None for field, is_kept in pairs]
        changed |= lost_values


def join(
    first: SourceText | None, second: SourceText | None, record: PaperRecord
) -> SourceText | None:
    """Return the source of a record that two entries are about.

    What both have as the record has it is taken from the first.
    """
    if first is None or second is None or first == second:
        return first or second
    first_fields = [field for field in unchanged_fields(first, record) if field is not None]
    stated = {name for field in first_fields for name in field.values}
    names = {field.name.lower() for field in first_fields}
    more = [
        field
        for field, usable in zip(second.fields, unchanged_fields(second, record), strict=True)
        if usable is not None
        and field.name.lower() not in names
        and not stated.intersection(field.values)
    ]
    if not more:
        return first
    added = {name for field in more for name in field.values}
    own = [field for field in first.fields if not added.intersection(field.values)]
    preambles = tuple(dict.fromkeys((*first.preambles, *second.preambles)))
    return SourceText(first.key, (*own, *more), preambles)


def _with_text(field: SourceField, record: PaperRecord) -> SourceField:
    text = _text(field, record)
    return field if text is field.text else replace(field, text=text)


def _text(field: SourceField, record: PaperRecord) -> str:
    """Return what was typed, which may be a value of the record between delimiters."""
    if field.text not in _DELIMITERS or len(field.values) != 1:
        return field.text
    return f"{field.text}{_value(record, field.values[0])}{_DELIMITERS[field.text]}"


def _value(record: PaperRecord, name: str) -> Any:  # noqa: ANN401 - a value of a record
    if name == TYPE:
        return [record.extra.get("type"), record.extra.get("source_type")]
    extra = name.removeprefix(_EXTRA)
    value = getattr(record, name) if extra == name else record.extra.get(extra)
    if not isinstance(value, list | tuple):
        return value
    role = _ROLES.get(name, extra)
    return [list(value), bool(record.extra.get(f"{role}_and_others")), _families(record, value)]


def _families(record: PaperRecord, people: Sequence[Any]) -> dict[str, str]:
    """Return how a record says that the names of some people are divided."""
    family_names = record.extra.get("family_names")
    if not isinstance(family_names, dict):
        return {}
    return {
        name: family_names[name]
        for name in people
        if isinstance(name, str) and name in family_names
    }


def _digest(value: object) -> str:
    """Return a short stand-in for a value; "" for one that says nothing."""
    if value is None or value in ("", [], ()):
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()
