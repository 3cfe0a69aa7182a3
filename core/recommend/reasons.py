"""Why a paper is suggested. Every reason is evidence that can be looked up; none is made up."""

from __future__ import annotations

import importlib.resources
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.library.words import WordIndex
from core.records import Paper, Reason

MAX_TERMS = 4
_MIN_RARITY = 2.0
"""Terms in more than about one paper of eight say nothing about a paper."""
_MIN_SHARE = 0.25
"""An abstract's sentence must hold this share of the question's weight to be shown."""
_REMEMBERED = 2_048
"""Abstracts kept in sentences: splitting one takes half a millisecond."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The rare terms of a text: their weight, and how the person wrote them."""

    rarity: Mapping[str, float]
    written: Mapping[str, str]

    @property
    def total(self) -> float:
        return sum(self.rarity.values())

    def weight(self, terms: Collection[str]) -> float:
        """Return how much of the text's weight ``terms`` hold."""
        return sum(value for term, value in self.rarity.items() if term in terms)


class ReasonFinder:
    """Looks for what a question and a paper have in common, rare things first."""

    def __init__(self, words: WordIndex, split: Callable[[str], Sequence[str]]) -> None:
        """``split`` cuts an abstract into sentences."""
        self._words = words
        self._split = lru_cache(_REMEMBERED)(split)
        self._plain = frozenset(words.terms(_plain_words()))

    def about(self, question: str, wider: str) -> Callable[[Paper], tuple[Reason, ...]]:
        """Return what finds the evidence that ties a paper to this question.

        It gives at most one reason of each kind; terms of the question come before those of its
        ``wider`` context.
        """
        narrow, wide = self._asked(question), self._asked(wider)

        def reasons(paper: Paper) -> tuple[Reason, ...]:
            theirs = self._words.terms(f"{paper.title} {paper.abstract}")
            found = (
                _shared_terms(narrow, theirs, paper) or _shared_terms(wide, theirs, paper),
                self._best_sentence(narrow if narrow.rarity else wide, theirs, paper),
            )
            return tuple(reason for reason in found if reason is not None)

        return reasons

    def _asked(self, text: str) -> _Asked:
        """Weigh the terms of a text by rarity, ``ln(papers / papers with it)``."""
        total = max(self._words.count(), 1)
        least = min(_MIN_RARITY, math.log(total) / 2)
        written: dict[str, str] = {}
        for term, start, end in self._words.stem_spans(text):
            if term not in self._plain:
                written.setdefault(term, text[start:end])
        weights = {
            term: math.log(total / max(self._words.document_frequency(term), 1)) for term in written
        }
        return _Asked({t: weight for t, weight in weights.items() if weight >= least}, written)

    def _best_sentence(self, asked: _Asked, theirs: Collection[str], paper: Paper) -> Reason | None:
        least = _MIN_SHARE * asked.total
        if not paper.abstract or not asked.rarity or asked.weight(theirs) < least:
            return None
        sentences = self._split(paper.abstract)
        weights = [asked.weight(self._words.terms(sentence)) for sentence in sentences]
        best = max(range(len(sentences)), key=lambda place: (weights[place], -place))
        return Reason("abstract", sentences[best], paper.number) if weights[best] >= least else None


def _shared_terms(asked: _Asked, theirs: Collection[str], paper: Paper) -> Reason | None:
    shared = [term for term in asked.rarity if term in theirs]
    if not shared:
        return None
    rarest = sorted(shared, key=lambda term: (-asked.rarity[term], term))[:MAX_TERMS]
    # Shown as the person wrote them, not as the index stems them.
    terms = ", ".join(f"“{asked.written[term]}”" for term in rarest)
    return Reason("terms", f"shares {terms}", paper.number)


def _plain_words() -> str:
    """Return the words too plain to be evidence, however rare they are in a small library."""
    file = importlib.resources.files("resources") / "ranking" / "plain-words.txt"
    return file.read_text("utf-8")
