"""Citation keys that sources and people state, against those that Cocite makes up. Pure.

``extra`` holds the stated key of a paper under ``FIELD``; its citation key was made up if it is
another one. All further keys that the paper is known by are its aliases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from core.base.records import PaperRecord
from core.library.store.key_patterns import DEFAULT_PATTERN, MAX_CHARS, key_of

FIELD = "citation_key"
"""Where ``extra`` holds the key that a source (a .bib file) uses for the paper."""
ALIASES = "ids"
"""Where ``extra`` holds keys that a paper was known by, under the name that BibLaTeX has for it."""

_FORBIDDEN = re.compile(r"[\s,{}()\"'#%~\\=@]+")
_MADE_ENDING = re.compile(r"[a-z]{0,2}")
_MADE_BY_DEFAULT = re.compile(r"[a-z]+(?:\d{4})?[a-z0-9]*")

_Extra = Mapping[str, Any]  # Any: JSON values


def stated_key(record: PaperRecord) -> str:
    """Return the key that the source of a record uses, as far as it can be one; "" if none."""
    return _stated_in(record.extra)


def is_stated(extra: _Extra, citation_key: str) -> bool:
    """Whether a source or a person stated the key of a paper, so that it was not made up."""
    stated = _stated_in(extra)
    return bool(stated) and stated.lower() == citation_key.lower()


def aliases_of(extra: _Extra, citation_key: str) -> tuple[str, ...]:
    """Return the keys, beside its own, that a paper is known by."""
    keys = [*str(extra.get(ALIASES, "")).split(","), _stated_in(extra)]
    found = {key.strip().lower(): key.strip() for key in reversed(keys) if key.strip()}
    found.pop(citation_key.lower(), None)
    return tuple(reversed(found.values()))


def with_aliases(extra: _Extra, keys: Iterable[str]) -> dict[str, Any]:
    """Return ``extra`` with more keys that the paper is known by."""
    listed = [key.strip() for key in str(extra.get(ALIASES, "")).split(",") if key.strip()]
    known = {key.lower() for key in listed}
    for key in map(str.strip, keys):
        if key and key.lower() not in known:
            known.add(key.lower())
            listed.append(key)
    return {**extra, ALIASES: ",".join(listed)} if listed else dict(extra)


def take_keys(extra: _Extra, citation_key: str, other: PaperRecord) -> tuple[dict[str, Any], bool]:
    """Return what a paper says with the keys of another record of it, and whether its key changes.

    ``citation_key`` is that of the paper, "" before it has one. A stated key stays; a made-up one
    makes room for the one that the record states. Every key that is not the paper's is an alias.
    """
    own, stated = citation_key or _stated_in(extra), _stated_in(other.extra)
    others = aliases_of(other.extra, "")
    if not stated or is_stated(extra, own):
        more = [key for key in others if key.lower() != own.lower()]
        return with_aliases(extra, more), False
    if stated.lower() != own.lower():
        others = (*(key for key in others if key != stated), _stated_in(extra), own)
    changed = {**extra, FIELD: other.extra[FIELD]}
    more = [key for key in others if key.lower() != stated.lower()]
    return with_aliases(changed, more), stated.lower() != own.lower()


def renew_stated_key(
    extra: _Extra, citation_key: str, record: PaperRecord, pattern: str
) -> dict[str, Any]:
    """Return what a paper of an earlier version says, with its key as a stated one if it is.

    Earlier versions did not note a key that a person typed; it is one that is neither the key of
    the source nor made by a pattern, even with other details than today's.
    """
    stated = _stated_in(extra)
    made = [stated] if stated else [key_of(record, pattern), key_of(record, DEFAULT_PATTERN)]
    by_default = not stated and _MADE_BY_DEFAULT.fullmatch(citation_key)
    if by_default or any(_is_made_of(citation_key, key) for key in made):
        return dict(extra)
    return with_aliases({**extra, FIELD: citation_key}, [stated])


def _is_made_of(citation_key: str, key: str) -> bool:
    """Whether a citation key is another one, or that with letters behind it."""
    if not citation_key.lower().startswith(key.lower()):
        return False
    return bool(_MADE_ENDING.fullmatch(citation_key[len(key) :]))


def _stated_in(extra: _Extra) -> str:
    stated = extra.get(FIELD)
    return _FORBIDDEN.sub("", stated)[:MAX_CHARS] if isinstance(stated, str) else ""


def aliases_as_json(extra: str, citation_key: str) -> str:
    """Return the aliases of a row of the database, as a list in JSON."""
    return json.dumps(aliases_of(json.loads(extra) if extra else {}, citation_key))
