"""Merges the fields of records that are one paper. Pure: no database.

Whether they are one paper, ``sameness`` decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.base.items import INCOMPLETE
from core.base.records import Paper, PaperNumber, PaperRecord
from core.library.store.traits import Traits, traits_of

_FILLED = ("abstract", "authors", "venue", "doi", "arxiv", "url", "keywords")


@dataclass(slots=True)
class Draft:
    """A paper while records are merged into it; ``ids`` are its external ids by identity key.

    ``known`` are its traits where they have been worked out since its last change.
    """

    number: PaperNumber
    record: PaperRecord
    ids: dict[str, str]
    citation_key: str
    new: bool = False
    changed: bool = False
    trashed: bool = False
    absorbed: list[PaperNumber] = field(default_factory=list)
    known: Traits | None = None

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
        if self.known is None:
            self.known = traits_of(self.record, self.ids)
        return self.known

    def take(self, record: PaperRecord, ids: Mapping[str, str]) -> None:
        """Fill what is empty from a record of the same paper, and answer to its ids as well."""
        filled = fill(self.record, record)
        added = {key: stated for key, stated in ids.items() if key not in self.ids}
        if filled or added or self.trashed:
            self.changed = True
            self.known = None
        self.trashed = False
        self.ids |= added
        if filled:
            self.record = _replaced(self.record, filled)

    def absorb(self, other: Draft) -> None:
        """Become one with another paper of the library, which ends."""
        self.take(other.record, other.ids)
        self.absorbed.append(other.number)
        self.changed = True


def fill(kept: PaperRecord, stated: PaperRecord) -> dict[str, Any]:
    """Return the fields of ``kept`` that are empty and that ``stated`` knows, with their values.

    Nothing that is there is overwritten, except a title that was made up, and the year of a paper
    of which was not known where it appeared.
    """
    found: dict[str, Any] = {  # Any: values of record fields
        name: getattr(stated, name)
        for name in _FILLED
        if getattr(stated, name) and not getattr(kept, name)
    }
    if stated.year is not None and (kept.year is None or "venue" in found):
        found["year"] = stated.year  # the year goes with the place of publication
    extra = {key: value for key, value in stated.extra.items() if key not in kept.extra}
    extra.pop(INCOMPLETE, None)
    if kept.extra.get(INCOMPLETE) and stated.title and not stated.extra.get(INCOMPLETE):
        found["title"] = stated.title
        found["extra"] = {k: v for k, v in kept.extra.items() if k != INCOMPLETE} | extra
    elif extra:
        found["extra"] = {**kept.extra, **extra}
    return found


def _replaced(record: PaperRecord, fields: Mapping[str, Any]) -> PaperRecord:
    kept = {name: getattr(record, name) for name in PaperRecord.__dataclass_fields__}
    return PaperRecord(**{**kept, **fields})
