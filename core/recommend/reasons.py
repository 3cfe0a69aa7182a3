"""Why a paper is suggested. Every reason is evidence that can be looked up; none is made up."""

from __future__ import annotations

import importlib.resources
import math
from collections.abc import Callable, Sequence

from core.library.words import WordIndex
from core.records import Paper, Reason

MAX_TERMS = 4
_MIN_RARITY = 2.0
"""Terms in more than about one paper of eight say nothing about a paper."""
_MIN_SHARE = 0.25
"""An abstract's sentence must hold this share of the question's weight to be shown."""


class ReasonFinder:
    """Looks for what a question and a paper have in common, rare things first."""

    def __init__(self, words: WordIndex, split: Callable[[str], Sequence[str]]) -> None:
        """``split`` cuts an abstract into sentences."""
        self._words = words
        self._split = split
        self._plain = frozenset(words.terms(_plain_words()))

    def reasons(self, question: str, wider: str, paper: Paper) -> tuple[Reason, ...]:
        """Return the evidence that ties ``paper`` to a question, at most one of each kind.

        Terms of the question come before those of its ``wider`` context.
        """
        rarity = self._rarity(question)
        found = (
            self._shared_terms(question, rarity, paper)
            or self._shared_terms(wider, self._rarity(wider), paper),
            self._best_sentence(rarity or self._rarity(wider), paper),
        )
        return tuple(reason for reason in found if reason is not None)

    def _rarity(self, text: str) -> dict[str, float]:
        """Return the rare terms of a text with their weight, ``ln(papers / papers with it)``."""
        total = max(self._words.count(), 1)
        weights = {
            term: math.log(total / max(self._words.document_frequency(term), 1))
            for term in self._words.terms(text)
            if term not in self._plain
        }
        least = min(_MIN_RARITY, math.log(total) / 2)
        return {term: weight for term, weight in weights.items() if weight >= least}

    def _shared_terms(self, question: str, rarity: dict[str, float], paper: Paper) -> Reason | None:
        theirs = self._words.terms(f"{paper.title} {paper.abstract}")
        shared = sorted(
            (term for term in rarity if term in theirs), key=lambda term: (-rarity[term], term)
        )[:MAX_TERMS]
        if not shared:
            return None
        # Shown as the person wrote them, not as the index stems them.
        written: dict[str, str] = {}
        for term, start, end in self._words.stem_spans(question):
            written.setdefault(term, question[start:end])
        terms = ", ".join(f"“{written[term]}”" for term in shared if term in written)
        return Reason("terms", f"shares {terms}", paper.number)

    def _best_sentence(self, rarity: dict[str, float], paper: Paper) -> Reason | None:
        total = sum(rarity.values())
        best, best_weight = "", 0.0
        for sentence in self._split(paper.abstract) if paper.abstract and total else ():
            terms = self._words.terms(sentence)
            weight = sum(value for term, value in rarity.items() if term in terms)
            if weight > best_weight:
                best, best_weight = sentence, weight
        if not total or best_weight / total < _MIN_SHARE:
            return None
        return Reason("abstract", best, paper.number)


def _plain_words() -> str:
    """Return the words too plain to be evidence, however rare they are in a small library."""
    file = importlib.resources.files("resources") / "ranking" / "plain-words.txt"
    return file.read_text("utf-8")
