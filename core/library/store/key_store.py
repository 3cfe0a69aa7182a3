"""The citation keys of a library: the pattern of new ones, and making them anew when asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.base.records import PaperNumber
from core.library.database.connection import Database
from core.library.store.citation_keys import (
    PATTERN,
    KeyGiver,
    stated_key,
    stored_pattern,
    with_aliases,
    without_alias,
)
from core.library.store.key_patterns import check_pattern, key_of
from core.library.store.merging import Draft
from core.library.store.paper_rows import read_drafts, write_drafts


class CitationKeys:
    """The citation keys of a library: their pattern, and making them anew.

    Nothing changes a key but a person who asks for it; another pattern is for papers to come.
    """

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

    def renew(self, papers: Sequence[PaperNumber]) -> dict[PaperNumber, str]:
        """Give papers outside the trash the keys that the pattern makes, but for stated ones.

        A key that ends stays an alias in ``extra``. Returns the keys before, for ``put_back``.
        """
        with self._database.transaction():
            pattern, giver = self.pattern(), KeyGiver(self._database)
            drafts, before = self._drafts(papers), {}
            wanted = {each: key_of(draft.record, pattern) for each, draft in drafts.items()}
            giver.look_up(wanted.values())
            for number, draft in drafts.items():
                old = draft.citation_key
                if old == stated_key(draft.record) or _fits(old, wanted[number]):
                    continue
                before[number] = old
                draft.citation_key = giver.give(wanted[number])
                draft.record = replace(draft.record, extra=with_aliases(draft.record.extra, [old]))
            self._write([drafts[number] for number in before])
        return before

    def put_back(self, keys: Mapping[PaperNumber, str]) -> None:
        """Give papers the keys they had; one that is in use by now gets an ending."""
        with self._database.transaction():
            drafts, giver = self._drafts(list(keys)), KeyGiver(self._database)
            giver.look_up(keys[number] for number in drafts)
            for number, draft in drafts.items():
                draft.record = replace(
                    draft.record, extra=without_alias(draft.record.extra, keys[number])
                )
                draft.citation_key = giver.give(keys[number])
            self._write(list(drafts.values()))

    def _drafts(self, papers: Sequence[PaperNumber]) -> dict[PaperNumber, Draft]:
        drafts = read_drafts(self._database, papers)
        return {number: draft for number, draft in drafts.items() if not draft.trashed}

    def _write(self, drafts: Sequence[Draft]) -> None:
        if drafts:
            write_drafts(self._database, drafts, source="")


def _fits(key: str, wanted: str) -> bool:
    """Whether a key is what the pattern makes, with or without letters that tell it apart."""
    return re.fullmatch(re.escape(wanted) + "[a-z]*", key, re.IGNORECASE) is not None
