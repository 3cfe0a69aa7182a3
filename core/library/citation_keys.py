"""Citation keys: unique in a library whatever the letter case, and never changed by the program."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Iterable, Iterator

from core.library.database import Database, as_json
from core.library.identity import family_name, words_of
from core.records import PaperRecord

FIELD = "citation_key"
"""Where ``extra`` holds the key that a source (a .bib file) uses for the paper."""

_MAX_CHARS = 120
_FORBIDDEN = re.compile(r"[\s,{}()\"'#%~\\=@]+")
_NOT_ASCII = re.compile(r"[^a-z0-9]+")
_STOPWORDS = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "how"}
    | {"in", "into", "is", "of", "on", "or", "the", "to", "toward", "towards", "using", "via"}
    | {"what", "when", "why", "with", "without"}
    | {"das", "der", "des", "die", "la", "le", "les", "un", "une"}
)


def proposed_key(record: PaperRecord) -> str:
    """Return the key a paper should have: the source's own, else ``smith2020citation``."""
    stated = record.extra.get(FIELD)
    if isinstance(stated, str):
        usable = _FORBIDDEN.sub("", stated)[:_MAX_CHARS]
        if usable:
            return usable
    family = _NOT_ASCII.sub("", family_name(record.authors[0])) if record.authors else ""
    year = "" if record.year is None else str(record.year)
    words = [_NOT_ASCII.sub("", word) for word in words_of(record.title)]
    telling = next((word for word in words if word and word not in _STOPWORDS), "")
    return f"{family or 'anonymous'}{year}{telling}"[:_MAX_CHARS]


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
