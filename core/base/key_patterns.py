"""Patterns of citation keys, such as ``[auth][year][title]``. Pure.

What stands in brackets is taken from the record; everything else stands as it is. A number says
how much of it:

    [auth] [auth3]        family name of the first author, or its first letters
    [authors] [authors2]  family names of the first three authors, or of so many
    [year] [shortyear]    2020, 20
    [title] [title3]      first telling word of the title, or so many
    [venue]               initials of the venue's telling words

``[Auth]`` begins with a capital, ``[AUTH]`` is in capitals. Letters lose their accents.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.base.cited_names import is_organisation
from core.base.errors import UsageError
from core.base.identity import family_name, plain, split_into_words
from core.base.records import PaperRecord
from core.base.stated_keys import FIELD, read_aliases, stated_key, with_aliases

DEFAULT_PATTERN = "[auth][year][title]"
MAX_CHARS = 120

_FIELD = re.compile(r"\[([A-Za-z]+)(\d{0,2})\]")
_FORBIDDEN = re.compile(r"[\s,{}()\[\]\"'#%~\\=@]")
_MADE_ENDING = re.compile(r"[a-z]{0,2}")
_MADE_BY_DEFAULT = re.compile(r"[a-z]+(?:\d{4})?[a-z0-9]*")
_NOT_ASCII = re.compile(r"[^a-z0-9]+")
_STOPWORDS = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "how"}
    | {"in", "into", "is", "of", "on", "or", "the", "to", "toward", "towards", "using", "via"}
    | {"what", "when", "why", "with", "without"}
    | {"das", "der", "des", "die", "la", "le", "les", "un", "une"}
)


def check_pattern(pattern: str) -> str:
    """Return a pattern without blanks around it; raise ``UsageError`` if it is none."""
    pattern = pattern.strip()
    field_names = [name.lower() for name, _ in _FIELD.findall(pattern)]
    allowed_fields = ", ".join(f"[{name}]" for name in _PARTS)
    for name in field_names:
        if name not in _PARTS:
            raise UsageError(
                "There is no [{name}] in a pattern of citation keys.",
                name=name,
                remedy="The fields are {known}.",
                known=allowed_fields,
            )
    if not field_names:
        raise UsageError(
            "The pattern names no field of a paper.",
            remedy="Use one or more of {known}.",
            known=allowed_fields,
        )
    if wrong := _FORBIDDEN.search(_FIELD.sub("", pattern)):
        raise UsageError(
            "A citation key may not hold “{wrong}”.",
            wrong=wrong[0],
            remedy="Use letters, digits, - _ : or /.",
        )
    return pattern


def make_key(record: PaperRecord, pattern: str) -> str:
    """Return the key that a pattern makes of a record; it may be in use already.

    A record without authors counts as "anonymous"; a key is never empty.
    """

    def filled(field: re.Match[str]) -> str:
        name, number = field[1], int(field[2] or 0)
        return _in_case(name, _PARTS[name.lower()](record, number))

    return _FIELD.sub(filled, pattern)[:MAX_CHARS] or "anonymous"


def _in_case(name: str, words: list[str]) -> str:
    if name.isupper():
        return "".join(words).upper()
    if name[0].isupper():
        return "".join(word.capitalize() for word in words)
    return "".join(words)


def renew_stated_key(
    extra: Mapping[str, Any], citation_key: str, record: PaperRecord, pattern: str
) -> dict[str, Any]:
    """Return what a paper of an earlier version says, with its key as a stated one if it is.

    Earlier versions did not note a key that a person typed; it is one that is neither the key of
    the source nor made by a pattern, even with other details than today's.
    """
    stated = stated_key(replace(record, extra=extra))
    by_default = not stated and _MADE_BY_DEFAULT.fullmatch(citation_key)
    if by_default or is_made_up(citation_key, replace(record, extra=extra), pattern):
        return dict(extra)
    return with_aliases({**extra, FIELD: citation_key}, [stated])


def is_made_up(citation_key: str, record: PaperRecord, pattern: str) -> bool:
    """Whether a key is what Cocite makes of a record, or of the key that the record states."""
    stated = stated_key(record)
    candidates = (
        [stated] if stated else [make_key(record, pattern), make_key(record, DEFAULT_PATTERN)]
    )
    return any(_has_stem(citation_key, key) for key in candidates)


def _has_stem(citation_key: str, key: str) -> bool:
    """Whether a citation key is another one, or that with letters behind it."""
    if not citation_key.lower().startswith(key.lower()):
        return False
    return bool(_MADE_ENDING.fullmatch(citation_key[len(key) :]))


def aliases_as_json(extra: str, citation_key: str) -> str:
    """Return the aliases of a row of the database, as a list in JSON."""
    return json.dumps(read_aliases(json.loads(extra) if extra else {}, citation_key))


def _auth(record: PaperRecord, letters: int) -> list[str]:
    (family,) = _authors(record, 1)
    return [family[: letters or None]]


def _authors(record: PaperRecord, count: int) -> list[str]:
    families = [
        _plain(plain(author) if is_organisation(author, record.extra) else family_name(author))
        for author in record.authors[: count or 3]
    ]
    return [family or "anonymous" for family in families] or ["anonymous"]


def _year(record: PaperRecord, _number: int) -> list[str]:
    return ["" if record.year is None else str(record.year)]


def _shortyear(record: PaperRecord, _number: int) -> list[str]:
    return ["" if record.year is None else f"{record.year % 100:02}"]


def _title(record: PaperRecord, count: int) -> list[str]:
    return _telling(split_into_words(record.title))[: count or 1]


def _venue(record: PaperRecord, letters: int) -> list[str]:
    initials = "".join(word[0] for word in _telling(split_into_words(record.venue)))
    return [initials[: letters or None]]


def _telling(words: Iterable[str]) -> list[str]:
    plain_words = (_plain(word) for word in words)
    return [word for word in plain_words if word and word not in _STOPWORDS]


def _plain(word: str) -> str:
    return _NOT_ASCII.sub("", word)


_PARTS: dict[str, Callable[[PaperRecord, int], list[str]]] = {
    "auth": _auth,
    "authors": _authors,
    "year": _year,
    "shortyear": _shortyear,
    "title": _title,
    "venue": _venue,
}
