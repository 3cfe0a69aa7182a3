"""Decides when two records are the same paper, and merges their fields. Pure: no database.

A shared DOI, arXiv id or other external id speaks for sameness unless the titles clearly
disagree; otherwise the same title with a near year or a common author does. Whatever else
agrees, two different DOIs, or two different arXiv ids, are two papers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rapidfuzz import fuzz

from core.base.identity import (
    family_name,
    is_real,
    name_words,
    title_key,
    words_of,
)
from core.base.records import Paper, PaperNumber, PaperRecord

INCOMPLETE = "incomplete"
"""Key of ``extra`` that marks a title made up from a file name; a stated title replaces it."""

_TELLING_TITLE_WORDS = 4
_COMMON_WORDS = 0.7
_ALIKE_PERCENT = 70
_FILLED = ("abstract", "authors", "venue", "doi", "arxiv", "url", "keywords")


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rule looks at. ``title`` is "" where the source had none of its own."""

    title: str
    title_key: str
    year: int | None
    family: str
    names: frozenset[str]
    keys: frozenset[str]

    @property
    def dois(self) -> set[str]:
        """The DOIs, as identity keys."""
        return {key for key in self.keys if key.startswith("doi:10.")}

    @property
    def arxivs(self) -> set[str]:
        """The arXiv ids, as identity keys."""
        return {key for key in self.keys if key.startswith("arxiv:")}


def traits_of(record: PaperRecord, keys: Iterable[str]) -> Traits:
    """Return the traits of a record that is known by these identity keys."""
    title = "" if record.extra.get(INCOMPLETE) else record.title
    return Traits(
        title=title,
        title_key=title_key(title),
        year=record.year,
        family=family_name(record.authors[0]) if record.authors else "",
        names=name_words(record.authors),
        keys=frozenset(keys),
    )


def titles_disagree(one: Traits, other: Traits) -> bool:
    """Whether two titles cannot be versions of one: neither words nor letters have much in common.

    A missing title disagrees with nothing; a title agrees with itself plus a subtitle.
    """
    first, second = one.title_key, other.title_key
    if not first or not second or first in second or second in first:
        return False
    if _share_of_common_words(one.title, other.title) >= _COMMON_WORDS:
        return False
    return fuzz.ratio(first, second) < _ALIKE_PERCENT


def contradict(one: Traits, other: Traits) -> bool:
    """Whether the two state different DOIs or different arXiv ids, so cannot be one paper."""
    return _disjoint(one.dois, other.dois) or _disjoint(one.arxivs, other.arxivs)


def same_by_id(record: Traits, paper: Traits, key: str) -> bool:
    """Whether a shared identity key makes them the same paper.

    An id of some source's own making ("smith2020") may stand for another paper elsewhere, so
    there the year has to fit as well unless the titles are equal.
    """
    if titles_disagree(record, paper) or contradict(record, paper):
        return False
    if record.title_key == paper.title_key:
        return True
    if no_common_author(record, paper):  # a DOI copied from the paper beside it
        return False
    return is_real(key) or not years_differ(record, paper)


def same_by_title(record: Traits, paper: Traits) -> bool:
    """Whether two papers of equal normalised title are the same paper."""
    if not record.title_key or contradict(record, paper) or no_common_author(record, paper):
        return False
    if _is_bare(record) and _is_bare(paper):  # else a file imported twice would be doubled
        return True
    telling = len(words_of(paper.title)) >= _TELLING_TITLE_WORDS
    return bool(agreement(record, paper)) or (telling and _says_little(record, paper))


def may_join(one: Traits, other: Traits) -> bool:
    """Whether two papers of the library that one record belongs to are themselves one paper."""
    if contradict(one, other) or titles_disagree(one, other) or no_common_author(one, other):
        return False
    return bool(agreement(one, other)) or _says_little(one, other)


def agreement(record: Traits, paper: Traits) -> int:
    """Return how many of year (±1) and first author's family name both state and share."""
    years = record.year is not None and paper.year is not None and not years_differ(record, paper)
    return int(years) + int(bool(record.family) and record.family == paper.family)


def no_common_author(one: Traits, other: Traits) -> bool:
    """Whether both name authors and share none."""
    return _disjoint(one.names, other.names)


def _says_little(record: Traits, paper: Traits) -> bool:
    """Whether one of the two has neither year nor authors to compare."""
    return _is_bare(record) or _is_bare(paper)


def _is_bare(traits: Traits) -> bool:
    return traits.year is None and not traits.names


def years_differ(one: Traits, other: Traits) -> bool:
    """Whether both state a year, more than one apart."""
    return one.year is not None and other.year is not None and abs(one.year - other.year) > 1


def _disjoint(one: Collection[str], other: Collection[str]) -> bool:
    return bool(one) and bool(other) and not set(one) & set(other)


def _share_of_common_words(one: str, other: str) -> float:
    first, second = set(words_of(one)), set(words_of(other))
    return len(first & second) / max(1, min(len(first), len(second)))


# --- a paper being changed --------------------------------------------------------------------


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

    Nothing that is there is overwritten, except a title that was only a file's name.
    """
    found: dict[str, Any] = {  # Any: values of record fields
        name: getattr(stated, name)
        for name in _FILLED
        if getattr(stated, name) and not getattr(kept, name)
    }
    if kept.year is None and stated.year is not None:
        found["year"] = stated.year
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
