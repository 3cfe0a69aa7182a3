"""Decides what two records are to each other: one paper, versions of one work, or two works. Pure.

``relation`` is the only rule. Imports, the page of duplicates, versions and the audit of references
ask it, so they cannot contradict each other. Two records are one paper if

- they share a DOI, arXiv id or PMID and their titles agree, or
- they are whole books of one ISBN, title and edition, or
- their title tells papers apart, more than the title can be compared, and nothing that both state
  differs.

What is alike but not one paper is a ``version`` of the same work, or a ``possible`` duplicate for a
person to look at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from rapidfuzz import fuzz

from core.base.identity import split_into_words, title_key
from core.base.messages import Message
from core.library.store.traits import (
    EDITIONS,
    LEAST_TITLE,
    Traits,
    authors_differ,
    differences,
    differing_ids,
    disjoint,
    is_generic,
)

SUBTITLE = re.compile(r"[:.?!—–(]|\s-+\s")
"""Where a subtitle may begin."""

_NOTICE = re.compile(
    r"\W*(?:author|publisher)?\W*(?:erratum|errata|corrigend(?:um|a)|correction|addendum|retraction"
    r"|withdrawal|expression of concern|berichtigung|reply|response|rejoinder|comments?|commentary"
    r"|discussion|book review|review)\s*(?:notices?|notes?)?\s*(?:[:–—]|\b(?:to|on|of|zu)\b)",
    re.I,
)
"""How the title of a notice or an answer begins: what it is about follows."""
_COMMON_WORDS = 0.7
_ALIKE_PERCENT = 70
_LEAST_VERSION_WORDS = 3
_YEARS_TO_PUBLICATION = 5
_MOSTLY = 0.6
_DIGITS = re.compile(r"\d+")
_NUMBER_WORD = re.compile(r"[ivx]+|[b-h]")

# What a part of something is, and what holds parts.
_PARTS = frozenset(
    (
        *("chapter", "paper-conference", "article-journal", "article-magazine", "review"),
        *("article-newspaper", "entry-encyclopedia", "entry-dictionary"),
    )
)
_WHOLES = frozenset(("book", "periodical"))
Alike = Literal["", "typing error", "similar"]
RelationKind = Literal["same", "version", "possible", "different"]


class Relation(NamedTuple):
    """What two records are to each other, and why, as a ``Message``.

    ``certain`` says of versions that they can be linked without asking.
    """

    kind: RelationKind
    reason: str = ""
    certain: bool = False


def relation(one: Traits, other: Traits, *, alike: Alike = "") -> Relation:
    """Decide what two records are to each other. The order of the two does not matter.

    ``alike`` says how titles that are not equal differ, where more is known than the two: by a
    typing error, or in something that leaves a doubt.
    """
    shared = one.ids & other.ids
    pair = _Pair(one, other, alike)
    if shared:
        name = id_name(first_id(shared))
        rules = (rule(pair, name) for rule in _RULES_OF_IDS)
        return next(filter(None, rules), Relation("same", Message("same {id}", id=name)))
    if not pair.equal and not alike:
        return Relation("different", Message("Different titles"))
    return next(filter(None, (rule(pair) for rule in _RULES)), Relation("same", pair.agreement))


@dataclass(frozen=True)
class _Pair:
    """Two records, and what can be said of both. Worked out when asked."""

    one: Traits
    other: Traits
    alike: Alike

    @property
    def both(self) -> tuple[Traits, Traits]:
        """The two."""
        return self.one, self.other

    @property
    def equal(self) -> bool:
        """Whether they have one title."""
        return bool(self.one.title_key) and self.one.title_key == self.other.title_key

    @cached_property
    def differing(self) -> Mapping[str, str]:
        """What both state and state differently, by field, in words."""
        return differences(self.one, self.other)

    @property
    def authors_agree(self) -> bool:
        """Whether both name authors, and the same."""
        return bool(self.one.families and self.other.families) and "authors" not in self.differing

    @property
    def stages(self) -> set[str]:
        """How the two came out."""
        return {self.one.stage, self.other.stage}

    @property
    def both_placed(self) -> bool:
        """Whether both say where they appeared."""
        return bool(self.one.venue and self.other.venue)

    def both_state(self, name: str) -> bool:
        """Whether both have a field."""
        return bool(self.one.text(name) and self.other.text(name))

    @cached_property
    def is_series(self) -> bool:
        """Whether a journal prints the title again and again ("Harbour statistics")."""
        if not self.both_placed or "venue" in self.differing:
            return False
        if "page" not in self.differing and self.both_state("page"):
            return False  # the same pages: one of the two was mistyped
        changed_fields = {"volume", "issue"} & self.differing.keys()
        if "page" in self.differing and not self.both_state("volume"):
            changed_fields.add("page")
        short = min(len(traits.title_key) for traits in self.both) < LEAST_TITLE
        of_one_book = self.authors_agree and self.stages == {"chapter"}  # or of two editions
        mistyped = not short and "issue" not in self.differing and self._is_one_year
        if of_one_book or mistyped:
            return False
        return bool(changed_fields) or (short and bool({"ids", "year"} & self.differing.keys()))

    @property
    def _is_one_year(self) -> bool:
        """Whether both came out in one year, and no identifier tells them apart."""
        stated = self.one.year is not None and self.other.year is not None
        return stated and not {"year", "ids"} & self.differing.keys()

    @property
    def is_part_and_whole(self) -> bool:
        """Whether one is a whole book and the other stands in one."""
        kinds = {self.one.kind, self.other.kind}
        return bool(kinds & _WHOLES) and bool(kinds & _PARTS)

    @property
    def is_volume_and_work(self) -> bool:
        """Whether one is the volume of a book, and the other may be the work of several."""
        if self.stages != {"book"}:
            return False
        volumes = [one for one in self.both if one.text("volume") and not one.text(_SERIES)]
        parts = [one for one in self.both if one.text("part-number")]
        return (len(volumes) == 1 and not self.both_state("volume")) or len(parts) == 1

    @property
    def has_evidence(self) -> bool:
        """Whether more than the title can be compared."""
        if self.one.families and self.other.families:
            return True
        if self.one.year is None or self.other.year is None:
            return False
        same_url = bool(self.one.url) and self.one.url == self.other.url
        return same_url or self.both_placed or any(map(self.both_state, _EVIDENCE))

    @property
    def agreement(self) -> Message:
        """What agrees of two records that are one."""
        authors = bool(self.one.families and self.other.families)
        if authors and self.one.year is not None and self.other.year is not None:
            return Message("same title, authors and year")
        if authors:
            return Message("same title and authors")
        return Message("same title and year")


_SERIES = "collection-title"  # a volume may be counted in it
_EVIDENCE = ("page", "volume", "publisher", "number")


# --- rules of records that share an identifier ------------------------------------------------


def _of_whole_book(pair: _Pair, name: str) -> Relation | None:
    if not pair.is_part_and_whole:
        return None
    return Relation("different", Message("{id} belongs to the whole book", id=name))


def _of_another_title(pair: _Pair, name: str) -> Relation | None:
    if not titles_disagree(*pair.both):
        return None
    return Relation("possible", Message("Same {id}, different titles", id=name))


def _of_preprint(pair: _Pair, _name: str) -> Relation | None:
    """Keep a preprint apart from its publication, of which its arXiv id is told too."""
    if pair.one.dois & pair.other.dois or pair.one.is_preprint == pair.other.is_preprint:
        return None
    preprint, published = pair.both if pair.one.is_preprint else pair.both[::-1]
    if not published.venue or not preprint.kind:
        return None
    if preprint.kind == "preprint" or preprint.venue or "year" in pair.differing:
        return Relation("version", _preprint_words(pair), certain=True)
    return None


def _of_copied_id(pair: _Pair, name: str) -> Relation | None:
    """Doubt an id where more differs than a slip explains: ids are copied from entry to entry."""
    doubts = _doubts(pair)
    equal = pair.equal or not (pair.one.title_key and pair.other.title_key)
    if doubts <= (1 if equal else 0):
        return None
    difference = next(iter(pair.differing.values()), Message("Different numbers in the title"))
    why = Message("Same {id}, but: {difference}", id=name, difference=difference)
    return Relation("version" if equal and pair.authors_agree else "possible", why)


def _doubts(pair: _Pair) -> int:
    """Count what speaks against a shared id."""
    one, other = pair.both
    far = years_differ(one, other)
    return sum(
        (
            2 * no_common_author(one, other),
            ("book" in pair.stages) + 1 if far else 0,
            2 * bool(pair.differing.keys() & {*EDITIONS}),
            len(pair.differing.keys() & {"type", "volume", "issue", "number", "page", "venue"}),
            not pair.equal and list_numbers(one.title) != list_numbers(other.title),
        )
    )


_RULES_OF_IDS: tuple[Callable[[_Pair, str], Relation | None], ...] = (
    _of_whole_book,
    _of_another_title,
    _of_preprint,
    _of_copied_id,
)


# --- rules of records whose titles are equal or alike -----------------------------------------


def _same_book(pair: _Pair) -> Relation | None:
    """Take whole books of one ISBN, title and edition for one."""
    one, other = pair.both
    if not pair.equal or not one.isbns & other.isbns or not {one.kind, other.kind} <= {"book", ""}:
        return None
    if {"ids", "edition", "volume", "number", "part-number", "authors"} & pair.differing.keys():
        return None
    return Relation("same", Message("same ISBN and title"))


def _of_other_people(pair: _Pair) -> Relation | None:
    """Keep apart what no author has in common, and a book from an article of its title."""
    apart = pair.is_part_and_whole and authors_differ(*pair.both)
    if apart or no_common_author(*pair.both):
        return Relation("different", Message("Different authors"))
    return None


def _another_in_a_series(pair: _Pair) -> Relation | None:
    """Keep apart what a journal, or an author, publishes again and again under one title."""
    volumes = "volume" in pair.differing and pair.stages == {"book"}
    generic = is_generic(pair.one.title) and bool(pair.differing)
    if not (pair.is_series or volumes or generic):
        return None
    return Relation("different", next(iter(pair.differing.values())))


def _preprint_and_published(pair: _Pair) -> Relation | None:
    if pair.one.is_preprint == pair.other.is_preprint or _first_authors_differ(pair):
        return None
    return Relation("version", _preprint_words(pair), _is_certain(pair))


def _conference_and_journal(pair: _Pair) -> Relation | None:
    in_one_place = pair.both_placed and "venue" not in pair.differing
    if pair.stages != {"conference", "journal"} or in_one_place or _first_authors_differ(pair):
        return None
    reason = Message("One is a conference paper, the other a journal article")
    return Relation("version", pair.differing.get("venue", reason), _is_certain(pair))


def _of_other_types(pair: _Pair) -> Relation | None:
    in_one_place = pair.both_placed and "venue" not in pair.differing
    if len(pair.stages - {""}) < 2 or in_one_place or pair.is_part_and_whole:
        return None
    if not (pair.authors_agree or _mostly_the_same_people(pair)):
        return None
    return Relation("version", Message("Different types"))


def _other_editions(pair: _Pair) -> Relation | None:
    names = [*EDITIONS, *(["year"] if pair.stages == {"book"} else [])]
    differing = [pair.differing[name] for name in names if name in pair.differing]
    return Relation("version", differing[0]) if differing and pair.authors_agree else None


def _published_twice(pair: _Pair) -> Relation | None:
    if "authors" in pair.differing or pair.stages == {"book"}:
        return None
    if "ids" in pair.differing:
        return Relation("version", pair.differing["ids"])
    if "venue" in pair.differing and "year" in pair.differing:
        return Relation("version", pair.differing["venue"])
    return None


def _of_other_authors(pair: _Pair) -> Relation | None:
    if "authors" not in pair.differing or _mostly_the_same_people(pair):
        return None
    more = {"type", "venue", "volume", "publisher", "ids"} & pair.differing.keys()
    if more or years_differ(*pair.both) or ("year" in pair.differing and _few_in_common(pair)):
        return Relation("different", pair.differing["authors"])
    return None


def _in_doubt(pair: _Pair) -> Relation | None:
    """Leave to a person what differs, or is compared in too little."""
    reason: str = ""
    if pair.differing:
        reason = next(iter(pair.differing.values()))
    elif not pair.equal and pair.alike != "typing error":
        reason = Message("The titles differ slightly")
    elif not pair.one.is_telling:
        reason = Message("Other papers may have the same title")
    elif pair.is_volume_and_work:
        reason = Message("One may be a volume of the other")
    elif not pair.has_evidence:
        reason = Message("Little besides the title can be compared")
    return Relation("possible", reason) if reason else None


_RULES: tuple[Callable[[_Pair], Relation | None], ...] = (
    _same_book,
    _of_other_people,
    _another_in_a_series,
    _preprint_and_published,
    _conference_and_journal,
    _of_other_types,
    _other_editions,
    _published_twice,
    _of_other_authors,
    _in_doubt,
)


def _mostly_the_same_people(pair: _Pair) -> bool:
    """Whether the first author and most of the others are the same: a name may be mistyped."""
    first, second = set(pair.one.families), set(pair.other.families)
    if not first or not second or _first_authors_differ(pair):
        return False
    return len(first & second) >= _MOSTLY * min(len(first), len(second))


def _few_in_common(pair: _Pair) -> bool:
    """Whether the first authors differ, and at most half of the others are the same."""
    first, second = set(pair.one.families), set(pair.other.families)
    return _first_authors_differ(pair) and 2 * len(first & second) <= min(len(first), len(second))


def _first_authors_differ(pair: _Pair) -> bool:
    return "authors" in pair.differing and pair.one.families[0] != pair.other.families[0]


def _is_certain(pair: _Pair) -> bool:
    """Whether versions can be linked without asking a person."""
    one, other = pair.both
    if (
        not pair.authors_agree
        or not pair.equal
        or len(split_into_words(one.title)) < _LEAST_VERSION_WORDS
    ):
        return False
    if one.year is None or other.year is None:
        return one.is_telling
    return abs(one.year - other.year) <= _YEARS_TO_PUBLICATION


def _preprint_words(pair: _Pair) -> Message:
    published = pair.other if pair.one.is_preprint else pair.one
    if published.venue:
        return Message(
            "One is a preprint, the other was published in {venue}", venue=published.venue
        )
    return Message("One is a preprint, the other was published")


# --- comparisons for other modules ------------------------------------------------------------


def titles_disagree(one: Traits, other: Traits) -> bool:
    """Whether two titles cannot be versions of one: neither words nor letters have much in common.

    A missing title disagrees with nothing, a title agrees with itself plus a subtitle, and one that
    many papers have agrees with itself alone. An erratum or a reply is not what it is about.
    """
    first, second = one.title_key, other.title_key
    if not first or not second or first == second:
        return False
    is_notice = bool(_NOTICE.match(one.title)) != bool(_NOTICE.match(other.title))
    if is_notice or is_generic(one.title) or is_generic(other.title):
        return True
    if first in second or second in first:
        return False
    common = _share_of_common_words(one.title, other.title)
    return common < _COMMON_WORDS and fuzz.ratio(first, second) < _ALIKE_PERCENT


def contradict(one: Traits, other: Traits) -> bool:
    """Whether the two state different DOIs, arXiv ids, PMIDs or ISBNs, so cannot be one paper."""
    return bool(differing_ids(one, other))


def no_common_author(one: Traits, other: Traits) -> bool:
    """Whether both name authors and share none."""
    return disjoint(one.names, other.names)


def years_differ(one: Traits, other: Traits) -> bool:
    """Whether both state a year, more than one apart."""
    return one.year is not None and other.year is not None and abs(one.year - other.year) > 1


def list_numbers(title: str) -> list[str]:
    """Return what tells parts and years of a series apart."""
    numerals = sorted(word for word in split_into_words(title) if _NUMBER_WORD.fullmatch(word))
    return [*_DIGITS.findall(title_key(title)), *numerals]


def first_id(keys: frozenset[str]) -> str:
    """Return the identity key to name of several: a DOI if there is one."""
    return min(keys, key=lambda key: (not key.startswith("doi:"), key))


def id_name(key: str) -> Message:
    """Return an identity key as people write it: "DOI 10.1/a"."""
    scheme, _, value = key.partition(":")
    if scheme == "doi":
        return Message("DOI {doi}", doi=value)
    if scheme == "arxiv":
        return Message("arXiv id {id}", id=value)
    return Message("PMID {id}", id=value)


def _share_of_common_words(one: str, other: str) -> float:
    first, second = set(split_into_words(one)), set(split_into_words(other))
    return len(first & second) / max(1, min(len(first), len(second)))
