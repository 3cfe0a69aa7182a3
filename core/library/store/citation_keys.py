"""Citation keys: unique in a library whatever the letter case, and never changed by the program."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.base.records import PaperRecord
from core.library.database.connection import Database, as_json
from core.library.store.key_patterns import DEFAULT_PATTERN, MAX_CHARS, check_pattern, key_of

FIELD = "citation_key"
"""Where ``extra`` holds the key that a source (a .bib file) uses for the paper."""

_FORBIDDEN = re.compile(r"[\s,{}()\"'#%~\\=@]+")
ALIASES = "ids"
"""Where ``extra`` holds keys that a paper was known by, under the name that BibLaTeX has for it."""
PATTERN = "citation key pattern"
"""Where ``meta`` holds the pattern of a library that has its own."""


def proposed_key(record: PaperRecord, pattern: str = DEFAULT_PATTERN) -> str:
    """Return the key a paper should have: the source's own, else what the pattern makes."""
    return stated_key(record) or key_of(record, pattern)


def stated_key(record: PaperRecord) -> str:
    """Return the key that the source of a record uses, as far as it can be one; "" if none."""
    stated = record.extra.get(FIELD)
    return _FORBIDDEN.sub("", stated)[:MAX_CHARS] if isinstance(stated, str) else ""


def with_aliases(extra: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Return ``extra`` with more keys that the paper is known by; Any: JSON values."""
    known = [key.strip() for key in str(extra.get(ALIASES, "")).split(",")]
    aliases = ",".join(dict.fromkeys(key for key in (*known, *keys) if key))
    return {**extra, ALIASES: aliases} if aliases else dict(extra)


def stored_pattern(database: Database) -> str:
    """Return the pattern of the keys of new papers of a library."""
    return str(database.value("SELECT value FROM meta WHERE name = ?", PATTERN) or DEFAULT_PATTERN)


class KeyGiver:
    """Gives out free keys while papers are being added. Valid inside one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken: set[str] = set()
        self._variants: dict[str, Iterator[str]] = {}

    def look_up(self, keys: Iterable[str]) -> None:
        """Find out in one query which of these keys are in use."""
        found = self._database.column(
            "SELECT citation_key FROM papers"
            " WHERE citation_key IN (SELECT value FROM json_each(?))",
            as_json({key.lower() for key in keys}),
        )
        self._taken.update(key.lower() for key in found)

    def give(self, key: str) -> str:
        """Return the key, or with the first free ending a, b, … z, aa, … if it is in use.

        The key must have been looked up.
        """
        if key.lower() in self._taken:
            if key not in self._variants:
                self._look_up_variants(key)
                self._variants[key] = _variants(key)
            key = next(each for each in self._variants[key] if each.lower() not in self._taken)
        self._taken.add(key.lower())
        return key

    def _look_up_variants(self, key: str) -> None:
        low = key.lower()
        found = self._database.column(
            "SELECT citation_key FROM papers WHERE citation_key >= ? AND citation_key < ?",
            low,
            f"{low}\x7b",  # the character after z, so: the key with any ending of letters
        )
        self._taken.update(each.lower() for each in found)


def _variants(key: str) -> Iterator[str]:
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_lowercase, repeat=length):
            yield key + "".join(letters)


class CitationKeys:
    """The pattern of citation keys: another one is for papers to come, and changes no key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pattern(self) -> str:
        """Return the pattern of the keys of new papers."""
        return stored_pattern(self._database)

    def set_pattern(self, pattern: str) -> None:
        """Set the pattern; raise ``UsageError`` if it is none."""
        pattern = check_pattern(pattern)
        with self._database.transaction():
            self._database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", PATTERN, pattern)
