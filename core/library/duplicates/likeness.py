"""Whether two papers of a library are one paper, or versions of one work, and why. Pure.

The score adds up what speaks for sameness (title, authors, year, ids) and lies in 0..1; from
``SURE`` on no person has to look. It is a rule with reasons that can be read, not a probability.
Words that stand in one of the titles only are a typing error where hardly any other title has
one of them ("recomendation"); where both are usual ("supervised", "unsupervised"), the titles are
two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel, Levenshtein

from core.base.identity import words_of
from core.base.messages import Message, joined
from core.base.records import PaperNumber

SURE = 0.95
LEAST = 0.6
"""Pairs below this score are not shown."""

_RARE = 2  # titles of the library that may hold a word which is taken for a typing error
_TYPING_ERROR = 0.7
_NEAR_PERCENT = 90
_FEW_WORDS = 3
_TELLING_WORDS = 5
_FAR_YEARS = 3
_OTHER_VENUE_PERCENT = 60
_NUMBER = re.compile(r"\d+\w*|[ivx]+|[a-z]")
_SAYS_OF_ANOTHER = frozenset(
    {"addendum", "comment", "comments", "correction", "corrigendum", "errata", "erratum"}
    | {"rebuttal", "reply", "response", "retraction", "retracted", "review", "supplement"}
)
_PREPRINT_VENUE = re.compile(
    r"arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|ssrn|preprint|research square|^corr$", re.I
)
_PREPRINT_DOI = re.compile(
    r"10\.(?:1101|2139|20944|21203|26434|31219|31234|31235|36227|48550|22541)/", re.I
)
SUBTITLE = re.compile(r"[:.?!—–(]|\s-+\s")
"""Where a subtitle may begin."""
_ARXIV_ADDRESS = re.compile(r"arxiv\.org/", re.I)

PairKind = Literal["duplicate", "version"]
Rarity = Callable[[str], int]


class PaperTraits(NamedTuple):
    """What is compared of a paper. ``families`` are of its first authors, plain, in order."""

    number: PaperNumber
    title: str
    title_key: str
    families: tuple[str, ...]
    year: int | None
    doi: str
    arxiv: str
    venue: str
    url: str

    @property
    def is_preprint(self) -> bool:
        """Whether this is a manuscript put on a server, not published anywhere."""
        if self.venue:
            return bool(_PREPRINT_VENUE.search(self.venue))
        if self.doi:
            return bool(_PREPRINT_DOI.match(self.doi))
        return bool(self.arxiv or _ARXIV_ADDRESS.search(self.url))


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two papers that may be one (``duplicate``) or two versions of one work (``version``).

    ``reasons`` say in words what speaks for it and what against.
    """

    one: PaperNumber
    other: PaperNumber
    score: float
    kind: PairKind
    reasons: tuple[str, ...]

    @property
    def sure(self) -> bool:
        """Whether no person has to look."""
        return self.kind == "duplicate" and self.score >= SURE


def compare(one: PaperTraits, other: PaperTraits, rarity: Rarity) -> DuplicatePair | None:
    """Return what two papers are to each other, ``None`` for two papers.

    ``rarity`` says how many titles of the library hold a word.
    """
    shared = _shared_id(one, other)
    titles, title_reason = _compare_titles(one, other, rarity)
    authors, author_reason = _compare_authors(one, other)
    years, year_reason = _compare_years(one, other)
    score = titles + authors + years
    version = "" if shared else _why_versions(one, other)
    if shared:  # an id copied from the paper beside it is no reason: something else has to fit
        score = max(score, 0.0) + 0.5
    elif not titles or (version and (authors <= 0 or _is_series(one, other))):
        return None
    if score < LEAST:
        return None
    kind: PairKind = "version" if version else "duplicate"
    reasons = (shared, title_reason, author_reason, year_reason, version)
    return DuplicatePair(
        one.number, other.number, round(min(score, 1), 3), kind, tuple(filter(None, reasons))
    )


def contradict(one: PaperTraits, other: PaperTraits) -> bool:
    """Whether the two state different DOIs or different arXiv ids."""
    return bool(
        (one.doi and other.doi and one.doi != other.doi)
        or (one.arxiv and other.arxiv and one.arxiv != other.arxiv)
    )


def _shared_id(one: PaperTraits, other: PaperTraits) -> str:
    if one.doi and one.doi == other.doi:
        return Message("Same DOI {doi}", doi=one.doi)
    if one.arxiv and one.arxiv == other.arxiv:
        return Message("Same arXiv id {id}", id=one.arxiv)
    return ""


def _why_versions(one: PaperTraits, other: PaperTraits) -> str:
    """Return why two are rather versions of one work than one paper; "" if nothing says so."""
    if one.is_preprint != other.is_preprint:
        published = other if one.is_preprint else one
        if published.venue:
            return Message(
                "One is a preprint, the other was published in {venue}", venue=published.venue
            )
        return Message("One is a preprint, the other was published")
    if contradict(one, other):
        same = one.doi == other.doi
        return Message("Different arXiv ids") if same else Message("Different DOIs")
    venues = Message("Published in {one} and in {other}", one=one.venue, other=other.venue)
    return venues if _elsewhere(one, other) else ""


def _elsewhere(one: PaperTraits, other: PaperTraits) -> bool:
    """Whether both say where they were published, in different years in different venues."""
    if not one.venue or not other.venue or one.year == other.year:
        return False
    if one.year is None or other.year is None:
        return False
    alike = fuzz.token_set_ratio(one.venue.lower(), other.venue.lower())
    return bool(alike < _OTHER_VENUE_PERCENT)


def _is_series(one: PaperTraits, other: PaperTraits) -> bool:
    """Whether the title is one that a journal prints again and again ("In This Issue")."""
    same_venue = bool(one.venue) and one.venue == other.venue
    return same_venue and min(len(words_of(each.title)) for each in (one, other)) < _TELLING_WORDS


# --- titles -----------------------------------------------------------------------------------


def _compare_titles(one: PaperTraits, other: PaperTraits, rarity: Rarity) -> tuple[float, str]:
    """Return how much two titles say for sameness, 0 if they are two, and why."""
    first, second = words_of(one.title), words_of(other.title)
    if one.title_key == other.title_key:
        says, why = 0.8, Message("Same title")
    elif _numbers(first) != _numbers(second) or _about(first) != _about(second):
        says, why = 0.0, Message("")
    elif _is_subtitled(one.title, other.title):
        says, why = 0.65, Message("One title is the other with a subtitle")
    else:
        says, why = _compare_letters(one, other, _changed_words(first, second), rarity)
    if min(len(first), len(second)) < _FEW_WORDS:  # "Editorial", "Introduction to Logic"
        says -= 0.25
    return (says, why) if says > 0 else (0.0, "")


def _compare_letters(
    one: PaperTraits, other: PaperTraits, changed: Sequence[tuple[str, str]], rarity: Rarity
) -> tuple[float, Message]:
    """Compare titles that differ inside words, or in words added or left out."""
    if changed and all(_is_typing_error(a, b, rarity) for a, b in changed):
        words = joined(Message("“{one}” and “{other}”", one=a, other=b) for a, b in changed)
        return 0.77, Message("The titles differ by a typing error: {words}", words=words)
    cut_otherwise = len(words_of(one.title)) != len(words_of(other.title))
    letters = Levenshtein.distance(one.title_key, other.title_key, score_cutoff=1)
    if cut_otherwise and letters <= 1:
        return 0.75, Message("The titles differ in a letter")
    if not changed and _may_be_near(one, other):
        return 0.45, Message("The titles are nearly the same")
    return 0.0, Message("")


def _may_be_near(one: PaperTraits, other: PaperTraits) -> bool:
    """Whether only few letters differ and nothing else does: reports of each year are alike."""
    if contradict(one, other) or (one.year and other.year and one.year != other.year):
        return False
    return bool(fuzz.ratio(one.title_key, other.title_key) >= _NEAR_PERCENT)


def _numbers(words: Sequence[str]) -> list[str]:
    """Return what tells parts and years of a series apart: numbers, numerals, single letters.

    "A" and "I" are also words, but a title that differs in them alone is rare.
    """
    return sorted(word for word in words if _NUMBER.fullmatch(word) and word not in {"a", "i"})


def _about(words: Sequence[str]) -> frozenset[str]:
    """Return the words by which a title says that it is about another paper."""
    return _SAYS_OF_ANOTHER.intersection(words)


def _is_subtitled(one: str, other: str) -> bool:
    """Whether one title is the part of the other before a colon, a dash or the like."""
    shorter, longer = sorted((one, other), key=lambda title: len(words_of(title)))
    words = words_of(shorter)
    return len(words) >= _FEW_WORDS and any(
        words_of(longer[: mark.start()]) == words for mark in SUBTITLE.finditer(longer)
    )


def _changed_words(first: Sequence[str], second: Sequence[str]) -> list[tuple[str, str]]:
    """Return the words that stand in place of each other, none if more than two were changed.

    Where words were added or left out, none are returned either.
    """
    if len(first) != len(second):
        return []
    changed = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    return changed if len(changed) <= 2 else []


def _is_typing_error(one: str, other: str, rarity: Rarity) -> bool:
    if Indel.normalized_similarity(one, other) < _TYPING_ERROR:
        return False
    return min(rarity(one), rarity(other)) <= _RARE or one.rstrip("s") == other.rstrip("s")


# --- authors and years ------------------------------------------------------------------------


def _compare_authors(one: PaperTraits, other: PaperTraits) -> tuple[float, str]:
    if not one.families or not other.families:
        return 0.0, ""
    first, second = set(one.families), set(other.families)
    common = len(first & second)
    if first == second:
        return 0.15, Message("Same authors") if len(first) > 1 else Message("Same first author")
    if not common:
        return -0.5, Message("No author in common")
    if common < min(len(first), len(second)) - 1:
        says = 0.05
    else:
        says = 0.15 if one.families[0] == other.families[0] else 0.08
    return says, Message("{count} of the first authors in common", count=common)


def _compare_years(one: PaperTraits, other: PaperTraits) -> tuple[float, str]:
    if one.year is None or other.year is None:
        return 0.0, ""
    apart = abs(one.year - other.year)
    if not apart:
        return 0.05, Message("Same year")
    first, last = sorted((one.year, other.year))
    told = Message("Years {one} and {other}", one=first, other=last)
    if apart == 1:
        return 0.02, told
    return (-0.05 if apart <= _FAR_YEARS else -0.2), told
