"""Entries of BibTeX as they stand, and what they take over from ``@xdata`` of BibLaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.base.records import SourceField

_XDATA = "xdata"
_ALIASES = "ids"
_REFERENCE = re.compile(r"\s*xdata\s*=\s*([^\s,={}]+)\s*", re.I)
_AND = re.compile(r"\s+and\s+", re.I)
_MOST_LEVELS = 10


@dataclass(slots=True)
class RawEntry:
    """An entry as it stands: lower-case field names, values in LaTeX without their delimiters.

    ``key`` is unique in the file, ``written_key`` is what stands there. With a ``problem`` there
    are no fields. ``typed`` are the fields as they stand, each with the name that it has in
    ``fields``, "" if it is not there; ``typed_type`` is the type likewise, ``preambles`` are those
    that the fields need.
    """

    line: int
    type: str = ""
    key: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    written_key: str = ""
    typed_type: str = ""
    typed: list[tuple[str, SourceField]] = field(default_factory=list)
    preambles: tuple[str, ...] = ()
    raw: str = ""
    """The text of the whole entry."""


def take_over_data(entries: Sequence[RawEntry]) -> None:
    """Fill in what entries leave to ``@xdata``, as fields of their own.

    Whole entries are named in the field ``xdata``; a single value as ``{xdata=key-field}``, of a
    list or of names also with its number: ``{xdata=key-author-2}``.
    """
    lenders = [entry for entry in entries if entry.type == _XDATA]
    data = {alias: entry for entry in reversed(lenders) for alias in _read_list(entry, _ALIASES)}
    data |= {entry.written_key or entry.key: entry for entry in lenders}
    for entry in entries if data else ():
        if not entry.problem and entry.type != _XDATA:
            for source in _list_sources(entry, data):
                _copy_fields(entry, source)
    for entry in entries if data else ():
        if not entry.problem and entry.type != _XDATA:
            _resolve_values(entry, data)


def _list_sources(entry: RawEntry, data: Mapping[str, RawEntry]) -> list[RawEntry]:
    """Return the entries that one names, each before those that it names itself."""
    sources: list[RawEntry] = []
    pending = _read_list(entry, _XDATA)
    while pending and len(sources) < _MOST_LEVELS * _MOST_LEVELS:
        source = data.get(pending.pop(0))
        if source is not None and source not in sources:
            sources.append(source)
            pending = [*_read_list(source, _XDATA), *pending]
    return sources


def _read_list(entry: RawEntry, name: str) -> list[str]:
    """Return the keys of a field that names several."""
    return [key.strip() for key in entry.fields.get(name, "").split(",") if key.strip()]


def index_by_key(entries: Sequence[RawEntry]) -> dict[str, RawEntry]:
    """Return entries by their keys in small letters, then by the other keys they answer to."""
    by_key: dict[str, RawEntry] = {}
    for entry in entries:
        by_key.setdefault(entry.key.lower(), entry)
    for entry in entries:
        for alias in _read_list(entry, _ALIASES):
            by_key.setdefault(alias.lower(), entry)
    return by_key


def _copy_fields(entry: RawEntry, source: RawEntry) -> None:
    typed = {name: field for name, field in reversed(source.typed) if name}
    for name, value in source.fields.items():
        if name not in (_XDATA, _ALIASES) and name not in entry.fields:
            entry.fields[name] = value
            entry.typed += [(name, typed[name])] if name in typed else []
    entry.fields.pop(_XDATA, None)
    entry.typed = [(name, field) for name, field in entry.typed if name != _XDATA]


def _resolve_values(entry: RawEntry, data: Mapping[str, RawEntry]) -> None:
    """Put values in the place of references to them; of those that lead nowhere nothing is left."""
    for name, value in list(entry.fields.items()):
        if _XDATA not in value.lower() or name == _XDATA:
            continue
        resolved = value
        for _ in range(_MOST_LEVELS):
            resolved = " and ".join(_resolve(part, data) for part in _AND.split(resolved))
        if resolved != value or _REFERENCE.search(resolved):
            parts = [part for part in _AND.split(resolved) if not _REFERENCE.fullmatch(part)]
            resolved = " and ".join(parts)
        if resolved != value:
            entry.fields[name] = resolved
            entry.typed = [
                (
                    typed_name,
                    replace(field, text=f"{{{resolved}}}") if typed_name == name else field,
                )
                for typed_name, field in entry.typed
            ]


def _resolve(part: str, data: Mapping[str, RawEntry]) -> str:
    match = _REFERENCE.fullmatch(part)
    if match is None:
        return part
    pieces = match[1].split("-")
    for end in range(len(pieces) - 1, 0, -1):
        source = data.get("-".join(pieces[:end]))
        if source is not None:
            return _pick(source, pieces[end:], part)
    return part


def _pick(source: RawEntry, path: Iterable[str], otherwise: str) -> str:
    """Return a field of an entry, or one of the values between its "and"s."""
    name, *numbers = path
    value = source.fields.get(name.lower(), "")
    if numbers and numbers[0].isdecimal() and value:
        values = _AND.split(value)
        index = int(numbers[0]) - 1
        value = values[index] if 0 <= index < len(values) else ""
    return value or otherwise
