"""Merges the fields of records that are one paper. Pure: no database.

Whether they are one paper, ``sameness`` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.base.items import INCOMPLETE, TYPE
from core.base.records import Paper, PaperNumber, PaperRecord, SourceText
from core.base.source_text import join
from core.base.stated_keys import MADE_KEY, take_keys, with_aliases
from core.library.store.traits import Traits, make_traits

_FILLED = ("abstract", "authors", "venue", "doi", "arxiv", "url", "keywords")


@dataclass(slots=True)
class Draft:
    """A paper while records are merged into it; ``ids`` are its external ids by identity key.

    ``known_traits`` are its traits where they have been worked out since its last change. With
    ``takes_key`` its citation key makes room for the one that its record states.
    """

    number: PaperNumber
    record: PaperRecord
    ids: dict[str, str]
    citation_key: str
    new: bool = False
    changed: bool = False
    trashed: bool = False
    absorbed: list[PaperNumber] = field(default_factory=list)
    known_traits: Traits | None = None
    takes_key: bool = False

    @classmethod
    def of_paper(cls, paper: Paper, ids: Mapping[str, str], *, trashed: bool) -> Draft:
        """Start from a stored paper."""
        return cls(
            number=paper.number,
            record=paper,
            ids=dict(ids),
            citation_key=paper.citation_key,
            trashed=trashed,
        )

    @property
    def traits(self) -> Traits:
        """What the rule looks at, as it stands now."""
        if self.known_traits is None:
            self.known_traits = make_traits(self.record, self.ids)
        return self.known_traits

    def take(self, record: PaperRecord, ids: Mapping[str, str]) -> None:
        """Fill what is empty from a record of the same paper, and answer to its ids and keys.

        An entry of a file that is read again replaces how it was written before.
        """
        mine, other = self.record.source, record.source
        is_read_again = mine is not None and other is not None and mine.key == other.key
        self._take_fields(record, ids)
        first, second = (other, mine) if is_read_again else (mine, other)
        self._set_source(join(first, second, self.record))

    def absorb(self, other: Draft) -> None:
        """Become one with another paper of the library, which ends."""
        mine = self.record.source
        self._take_fields(other.record, other.ids)
        self._set_source(join(mine, other.record.source, self.record))
        if not other.new:  # it may be cited by its key
            own = self.citation_key if not self.takes_key else ""
            extra = with_aliases(self.record.extra, _without(own, [other.citation_key]))
            self.record = replace(self.record, extra=extra)
        self.absorbed.append(other.number)
        self.changed = True

    def _take_fields(self, record: PaperRecord, ids: Mapping[str, str]) -> None:
        own = "" if self.takes_key else self.citation_key  # the one it takes is stated already
        extra, takes_key = take_keys(self.record.extra, own, record)
        filled = fill(replace(self.record, extra=extra), record)
        filled = {"extra": extra} | filled if extra != self.record.extra else filled
        added = {key: stated for key, stated in ids.items() if key not in self.ids}
        if filled or added or self.trashed:
            self.changed = True
            self.known_traits = None
        self.trashed = False
        self.takes_key = self.takes_key or takes_key
        self.ids |= added
        if filled:
            self.record = replace(self.record, **filled)

    def _set_source(self, source: SourceText | None) -> None:
        if source != self.record.source:
            self.record = replace(self.record, source=source)
            self.changed = True


def _without(own: str, keys: Iterable[str]) -> list[str]:
    return [key for key in keys if key != own]


def fill(kept_record: PaperRecord, stated: PaperRecord) -> dict[str, Any]:
    """Return the empty fields of ``kept_record`` that ``stated`` knows, with their values.

    Nothing that is there is overwritten, except a title that was made up, and the year of a PDF of
    which was not known where it appeared.
    """
    new_values: dict[str, Any] = {  # Any: values of record fields
        name: getattr(stated, name)
        for name in _FILLED
        if getattr(stated, name) and not getattr(kept_record, name)
    }
    placed = "venue" in new_values and not kept_record.extra.get(TYPE)
    if stated.year is not None and (kept_record.year is None or placed):
        new_values["year"] = stated.year  # the year goes with the place of publication
    extra = {key: value for key, value in stated.extra.items() if key not in kept_record.extra}
    extra.pop(INCOMPLETE, None)
    extra.pop(MADE_KEY, None)
    if kept_record.extra.get(INCOMPLETE) and stated.title and not stated.extra.get(INCOMPLETE):
        new_values["title"] = stated.title
        new_values["extra"] = {
            k: v for k, v in kept_record.extra.items() if k != INCOMPLETE
        } | extra
    elif extra:
        new_values["extra"] = {**kept_record.extra, **extra}
    return new_values
