"""How alike two papers of a library are, and what they are to each other, with reasons. Pure.

``sameness.relation`` decides whether they are one paper or versions of one work. What is added here
are titles that differ by a typing error, and the score: it adds up what speaks for sameness (title,
authors, year, ids) and lies in 0..1. It is a rule with reasons that can be read, not a probability.
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

from core.base.identity import split_into_words
from core.base.messages import Message, joined
from core.base.records import PaperNumber
from core.library.store.sameness import (
    SUBTITLE,
    Alike,
    Relation,
    contradict,
    first_id,
    id_name,
    relation,
)
from core.library.store.traits import Traits, authors_differ, differences

__all__ = ["SUBTITLE", "SURE", "DuplicatePair", "Likeness", "PaperTraits", "compare"]

SURE = 0.95
"""The least score of papers that are the same by the rule, and more than that of all others."""
LEAST = 0.6
"""Pairs below this score are not shown."""

_RARE = 2  # titles of the library that may hold a word which is taken for a typing error
_TYPING_ERROR = 0.7
_BY_TYPING_ERROR = 0.77
_NEAR_PERCENT = 90
_FEW_WORDS = 3
_FAR_YEARS = 3
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d+\w*|[ivx]+|[a-z]")
_SAYS_OF_ANOTHER = frozenset(
    {"addendum", "comment", "comments", "correction", "corrigendum", "errata", "erratum"}
    | {"rebuttal", "reply", "response", "retraction", "retracted", "review", "supplement"}
)

PairKind = Literal["duplicate", "version"]
Rarity = Callable[[str], int]


class PaperTraits(NamedTuple):
    """By what papers are chosen to be compared. ``families`` are of the first authors, plain."""

    number: PaperNumber
    title: str
    title_key: str
    families: tuple[str, ...]
    year: int | None
    doi: str
    arxiv: str
    venue: str
    url: str


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two papers are: a ``duplicate``, or a ``version`` of the same work.

    ``reasons`` say in words what speaks for it and what against. ``sure`` duplicates are one paper
    by the rule of imports too: no person has to look.
    """

    score: float
    kind: PairKind
    reasons: tuple[str, ...]
    sure: bool = False


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two papers of a library that are alike."""

    one: PaperNumber
    other: PaperNumber
    likeness: Likeness

    @property
    def score(self) -> float:
        """How alike they are, 0..1."""
        return self.likeness.score

    @property
    def kind(self) -> PairKind:
        """Whether they may be one paper, or versions of one work."""
        return self.likeness.kind

    @property
    def reasons(self) -> tuple[str, ...]:
        """What speaks for it, and what against."""
        return self.likeness.reasons

    @property
    def sure(self) -> bool:
        """Whether no person has to look."""
        return self.likeness.sure


def compare(one: Traits, other: Traits, rarity: Rarity) -> Likeness | None:
    """Return what two papers are to each other, ``None`` for two papers.

    ``rarity`` says how many titles of the library hold a word.
    """
    shared = one.ids & other.ids
    titles, title_reason, alike = _compare_titles(one, other, rarity)
    authors, author_reason = _compare_authors(one, other)
    years, year_reason = _compare_years(one, other)
    score = titles + authors + years
    if shared:  # an id copied from the paper beside it is no reason: something else has to fit
        score = max(score, 0.0) + 0.5
    elif not titles:
        return None
    verdict = relation(one, other, alike=alike)
    if verdict.kind == "different":
        return None
    if verdict.kind == "same":
        score = max(score, SURE)
    elif score < LEAST:
        return None
    else:
        score = min(score, SURE - 0.01)
    same_id = Message("Same {id}", id=id_name(first_id(shared))) if shared else ""
    reasons = (same_id, title_reason, author_reason, year_reason, _rest(verdict, year_reason))
    return Likeness(
        round(min(score, 1), 3),
        "version" if verdict.kind == "version" else "duplicate",
        tuple(filter(None, dict.fromkeys(reasons))),
        sure=verdict.kind == "same",
    )


def _rest(verdict: Relation, year_reason: str) -> str:
    """Return what the rule says beside what was compared already."""
    return "" if verdict.kind == "same" or verdict.reason == year_reason else verdict.reason


# --- likeness of titles -----------------------------------------------------------------------


def _compare_titles(one: Traits, other: Traits, rarity: Rarity) -> tuple[float, str, Alike]:
    """Return how much two titles say for sameness, 0 if they are two, why, and how they differ."""
    first, second = split_into_words(one.title), split_into_words(other.title)
    alike: Alike = "similar"
    if _share_a_place(one, other) and _is_beginning(first, second):
        return 0.65, Message("One title begins with the other, and the pages are the same"), alike
    if one.title_key == other.title_key:
        evidence, why, alike = 0.8, Message("Same title"), ""
    elif _numbers(first) != _numbers(second) or _about(first) != _about(second):
        evidence, why = 0.0, Message("")
    elif _is_subtitled(one.title, other.title):
        evidence, why = 0.65, Message("One title is the other with a subtitle")
    else:
        evidence, why = _compare_letters(one, other, _changed_words(first, second), rarity)
        alike = "typing error" if evidence >= _BY_TYPING_ERROR else "similar"
    if min(len(first), len(second)) < _FEW_WORDS:  # "Editorial", "Introduction to Logic"
        evidence -= 0.25
    return (evidence, why, alike) if evidence > 0 else (0.0, "", "")


def _share_a_place(one: Traits, other: Traits) -> bool:
    """Whether two papers of the same authors stand on the same pages of one volume."""
    pages = one.text("page")
    if not one.venue or not pages or pages != other.text("page") or one.year != other.year:
        return False
    return not {"authors", "venue", "volume", "issue"} & differences(one, other).keys()


def _is_beginning(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether one title is the beginning of the other, and says as much about what it is about."""
    shorter, longer = sorted((first, second), key=len)
    is_start = _FEW_WORDS <= len(shorter) < len(longer) and list(longer[: len(shorter)]) == list(
        shorter
    )
    return is_start and _about(first) == _about(second)


def _compare_letters(
    one: Traits, other: Traits, changed: Sequence[tuple[str, str]], rarity: Rarity
) -> tuple[float, Message]:
    """Compare titles that differ inside words, or in words added or left out."""
    if changed and all(_is_typing_error(a, b, rarity) for a, b in changed):
        words = joined(Message("“{one}” and “{other}”", one=a, other=b) for a, b in changed)
        return _BY_TYPING_ERROR, Message(
            "The titles differ by a typing error: {words}", words=words
        )
    cut_otherwise = len(split_into_words(one.title)) != len(split_into_words(other.title))
    letters = Levenshtein.distance(one.title_key, other.title_key, score_cutoff=1)
    if cut_otherwise and letters <= 1:
        return 0.75, Message("The titles differ in a letter")
    if not changed and _may_be_near(one, other):
        return 0.45, Message("The titles are nearly the same")
    return 0.0, Message("")


def _may_be_near(one: Traits, other: Traits) -> bool:
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
    shorter, longer = sorted((one, other), key=lambda title: len(split_into_words(title)))
    words = split_into_words(shorter)
    return len(words) >= _FEW_WORDS and any(
        split_into_words(longer[: mark.start()]) == words for mark in SUBTITLE.finditer(longer)
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
    if _DIGITS.findall(one) != _DIGITS.findall(other):  # "model2", "model3"
        return False
    return min(rarity(one), rarity(other)) <= _RARE or one.rstrip("s") == other.rstrip("s")


# --- likeness of authors and years ------------------------------------------------------------


def _compare_authors(one: Traits, other: Traits) -> tuple[float, str]:
    if not one.families or not other.families:
        return 0.0, ""
    first, second = set(one.families), set(other.families)
    common = len(first & second)
    if first == second:
        reason = Message("Same authors") if len(first) > 1 else Message("Same first author")
        return 0.15, Message("Same family names") if authors_differ(one, other) else reason
    if not common:
        return -0.5, Message("No author in common")
    if common < min(len(first), len(second)) - 1:
        evidence = 0.05
    else:
        evidence = 0.15 if one.families[0] == other.families[0] else 0.08
    return evidence, Message("{count} of the first authors in common", count=common)


def _compare_years(one: Traits, other: Traits) -> tuple[float, str]:
    if one.year is None or other.year is None:
        return 0.0, ""
    apart = abs(one.year - other.year)
    if not apart:
        return 0.05, Message("Same year")
    first, last = sorted((one.year, other.year))
    reason = Message("Years {one} and {other}", one=first, other=last)
    if apart == 1:
        return 0.02, reason
    return (-0.05 if apart <= _FAR_YEARS else -0.2), reason
