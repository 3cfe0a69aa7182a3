"""Citation keys that sources and people state, against those that Cocite makes up. Pure.

``extra`` holds the stated key of a paper under ``FIELD``; its citation key was made up if it is
another one. All further keys that the paper is known by are its aliases. As for biber and BibTeX,
keys that differ by case alone are two keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

FIELD = "citation_key"
"""Where ``extra`` holds the key that a source (a .bib file) uses for the paper."""
MADE_KEY = "made_key"
"""Where a record says which key another library made up for the paper."""
ALIASES = "ids"
"""Where ``extra`` holds keys that a paper was known by, under the name that BibLaTeX has for it."""

MAX_STATED_CHARS = 1_000
_FORBIDDEN = re.compile(r"[\s,{}#%~=\"\\\x00-\x1f]+")
"""What no file can cite a paper by; more would be forbidden in a key that is made up."""

_Extra = Mapping[str, Any]  # Any: JSON values


class _Record(Protocol):
    """A record, of which only what it says beyond its fields is asked."""

    @property
    def extra(self) -> _Extra: ...


_RecordType = TypeVar("_RecordType", bound=_Record)


def add_aliases(records: dict[str, _RecordType]) -> None:
    """Let records be found by their aliases too, as biber does; a key of another comes first."""
    for key, record in list(records.items()):
        for alias in read_aliases(record.extra, key):
            records.setdefault(alias, record)


def stated_key(record: _Record) -> str:
    """Return the key that the source of a record uses, as far as it can be one; "" if none."""
    return _read_stated_key(record.extra)


def is_stated(extra: _Extra, citation_key: str) -> bool:
    """Whether a source or a person stated the key of a paper, so that it was not made up."""
    stated = _read_stated_key(extra)
    return bool(stated) and stated == citation_key


def read_aliases(extra: _Extra, citation_key: str) -> tuple[str, ...]:
    """Return the keys, beside its own, that a paper is known by."""
    keys = [*str(extra.get(ALIASES, "")).split(","), _read_stated_key(extra)]
    aliases = dict.fromkeys(key.strip() for key in reversed(keys) if key.strip())
    aliases.pop(citation_key, None)
    return tuple(reversed(aliases))


def with_aliases(extra: _Extra, keys: Iterable[str]) -> dict[str, Any]:
    """Return ``extra`` with more keys that the paper is known by."""
    listed = [key.strip() for key in str(extra.get(ALIASES, "")).split(",") if key.strip()]
    listed += dict.fromkeys(key for key in map(str.strip, keys) if key and key not in listed)
    return {**extra, ALIASES: ",".join(listed)} if listed else dict(extra)


def take_keys(extra: _Extra, citation_key: str, other: _Record) -> tuple[dict[str, Any], bool]:
    """Return what a paper says with the keys of another record of it, and whether its key changes.

    ``citation_key`` is that of the paper, "" before it has one. A stated key stays; a made-up one
    makes room for the one that the record states. Every key that is not the paper's is an alias.
    """
    own, stated = citation_key or _read_stated_key(extra), _read_stated_key(other.extra)
    other_keys = read_aliases(other.extra, "")
    if not stated or is_stated(extra, own):
        more = [key for key in other_keys if key != own]
        return with_aliases(extra, more), False
    if stated == _read_stated_key(extra):  # read again, while another paper has it
        more = [key for key in other_keys if key not in (own, stated)]
        return with_aliases(extra, more), True
    if stated != own:
        other_keys = (*(key for key in other_keys if key != stated), _read_stated_key(extra), own)
    changed = {**extra, FIELD: other.extra[FIELD]}
    more = [key for key in other_keys if key != stated]
    return with_aliases(changed, more), stated != own


def _read_stated_key(extra: _Extra) -> str:
    stated = extra.get(FIELD)
    return _FORBIDDEN.sub("", stated)[:MAX_STATED_CHARS] if isinstance(stated, str) else ""
