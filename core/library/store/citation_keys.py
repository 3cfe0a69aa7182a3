"""Citation keys: unique in a library, those that Cocite makes up whatever the letter case.

Keys that sources state may differ by case alone, as they may for biber and BibTeX.
The program changes a key only if it made it up itself: for one that a source states of the paper,
or of another paper that needs it. The key that goes stays an alias.
"""

from __future__ import annotations

import itertools
import json
import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.base.key_patterns import DEFAULT_PATTERN, check_pattern, make_key
from core.base.records import PaperNumber
from core.base.stated_keys import MADE_KEY, is_stated, stated_key, with_aliases
from core.library.database.connection import Database, as_json
from core.library.store.merging import Draft

PATTERN = "citation key pattern"
"""Where ``meta`` holds the pattern of a library that has its own."""


def stored_pattern(database: Database) -> str:
    """Return the pattern of the keys of new papers of a library."""
    return str(database.value("SELECT value FROM meta WHERE name = ?", PATTERN) or DEFAULT_PATTERN)


class KeyGiver:
    """Gives out free keys while papers are being added. Valid inside one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._used_keys: set[str] = set()
        self._lowered: set[str] = set()
        self._variants: dict[str, Iterator[str]] = {}

    def look_up(self, keys: Iterable[str]) -> None:
        """Find out in one query which of these keys are in use."""
        used_keys = self._database.column(
            "SELECT citation_key FROM papers"
            " WHERE citation_key IN (SELECT value FROM json_each(?))",
            as_json({key.lower() for key in keys}),
        )
        self._take(used_keys)

    def give(self, key: str, *, stated: bool = False) -> str:
        """Return the key, or with the first free ending a, b, … z, aa, … if it is in use.

        The key must have been looked up. One that is stated may differ from another by case alone.
        """
        is_free = self.is_free(key) if stated else key.lower() not in self._lowered
        if not is_free:
            if key not in self._variants:
                self._look_up_variants(key)
                self._variants[key] = _variants(key)
            key = next(
                candidate
                for candidate in self._variants[key]
                if candidate.lower() not in self._lowered
            )
        self._take([key])
        return key

    def is_free(self, key: str) -> bool:
        """Whether no paper has a key that was looked up, in upper and lower case as it stands."""
        return key not in self._used_keys

    def _take(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._used_keys.add(key)
            self._lowered.add(key.lower())

    def _look_up_variants(self, key: str) -> None:
        low = key.lower()
        used_keys = self._database.column(
            "SELECT citation_key FROM papers WHERE citation_key >= ? AND citation_key < ?",
            low,
            f"{low}\x7b",  # the character after z, so: the key with any ending of letters
        )
        self._take(used_keys)


class KeyChange(NamedTuple):
    """A paper that has another citation key now: the one that Cocite made up went to another."""

    paper: PaperNumber
    old_key: str
    new_key: str


def free_key(
    database: Database, key: str, *, unless: Collection[PaperNumber] = ()
) -> list[KeyChange]:
    """Take a key, in upper or lower case, away from papers for which it was made up.

    Each gets another key and keeps this one as an alias. Valid inside one transaction.
    """
    changes = []
    rows = database.rows(
        "SELECT number, citation_key, extra FROM papers WHERE citation_key = ?", key
    )
    for number, old_key, packed in rows:
        extra = json.loads(packed) if packed else {}
        if number in unless or is_stated(extra, old_key):
            continue
        giver = KeyGiver(database)
        giver.look_up([old_key])
        new_key = giver.give(old_key)
        database.execute(
            """UPDATE papers SET citation_key = ?, extra = ?,
                   revision = (SELECT value + 1 FROM meta WHERE name = 'revision')
               WHERE number = ?""",
            new_key,
            json.dumps(with_aliases(extra, [old_key]), ensure_ascii=False),
            number,
        )
        database.execute("UPDATE meta SET value = value + 1 WHERE name = 'revision'")
        database.execute(
            "INSERT OR IGNORE INTO key_aliases (alias, paper) VALUES (?, ?)", old_key, number
        )
        changes.append(KeyChange(PaperNumber(number), old_key, new_key))
    return changes


def give_keys(database: Database, drafts: Sequence[Draft]) -> list[KeyChange]:
    """Give papers that are about to be written their keys, stated ones first.

    A paper that has a key takes another one only if a source states that, and no other paper has
    it by a source. Return the papers that lost the key which Cocite had made up for them.
    """
    stated = {draft.number: stated_key(draft.record) for draft in drafts}
    pending = [draft for draft in drafts if stated[draft.number] and (draft.new or draft.takes_key)]
    by_key: dict[str, Draft] = {}
    for draft in pending:
        by_key.setdefault(stated[draft.number], draft)
    changes = _free_keys(database, by_key, drafts)
    new = [draft for draft in drafts if draft.new]
    pattern = stored_pattern(database) if new else ""
    keys = {draft.number: stated[draft.number] or _made_key(draft, pattern) for draft in new}
    giver = KeyGiver(database)
    giver.look_up([*keys.values(), *(stated[draft.number] for draft in pending)])
    for draft in pending:
        if not draft.new and giver.is_free(stated[draft.number]):
            draft.citation_key = giver.give(stated[draft.number], stated=True)
        draft.takes_key = False
    for draft in sorted(new, key=lambda draft: not stated[draft.number]):
        draft.citation_key = giver.give(keys[draft.number], stated=bool(stated[draft.number]))
    return changes


def _made_key(draft: Draft, pattern: str) -> str:
    """Return the key to make up for a new paper, or the one that another library made up."""
    extra = dict(draft.record.extra)
    key = extra.pop(MADE_KEY, None)
    if key is not None:
        draft.record = replace(draft.record, extra=extra)
    return key if isinstance(key, str) and key else make_key(draft.record, pattern)


def _free_keys(
    database: Database, drafts_by_key: Mapping[str, Draft], drafts: Sequence[Draft]
) -> list[KeyChange]:
    """Free made-up keys that others are to have; ``drafts`` learn of it."""
    used_keys = database.column(
        "SELECT citation_key FROM papers WHERE citation_key IN (SELECT value FROM json_each(?))",
        as_json(drafts_by_key),
    )
    lowered = {key.lower() for key in used_keys}
    by_number = {draft.number: draft for draft in drafts}
    changes = [
        change
        for key, draft in drafts_by_key.items()
        if key.lower() in lowered
        for change in free_key(database, key, unless=[draft.number])
    ]
    for number, old_key, new_key in changes:
        if number in by_number:
            draft = by_number[number]
            draft.record = replace(draft.record, extra=with_aliases(draft.record.extra, [old_key]))
            draft.citation_key = new_key
    return changes


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
