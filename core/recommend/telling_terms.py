"""The terms that say what a text is about, shown in reasons and ties.

A term counts if it is rare enough in the library, is no word that any paper may use ("few",
"approach"), and is more than a letter or a number.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.base.plain_words import plain_words
from core.library.indexes.words import WordIndex

MIN_RARITY = 2.0
"""Terms in more than about one paper of eight say nothing about a paper."""
_JOINTS = frozenset((" ", "-"))
"""What may stand between the words of a phrase."""
_LONGEST = 4
_ENDING = 3
Span = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Terms:
    """The telling terms of a text: ``ln(papers / papers with it)`` of each, by stem.

    ``written`` has each word as it first stands in the text, also those that are too common.
    """

    rarity: Mapping[str, float]
    written: Mapping[str, str]

    @property
    def total(self) -> float:
        """The weight of the text."""
        return sum(self.rarity.values())

    def weight(self, terms: set[str]) -> float:
        """Return how much of the text's weight ``terms`` hold."""
        return sum(self.rarity[term] for term in terms & self.rarity.keys())

    def rarest(self, terms: Iterable[str]) -> list[str]:
        """Return those of ``terms`` that are telling, rarest first."""
        known = (term for term in terms if term in self.rarity)
        return sorted(known, key=lambda term: (-self.rarity[term], term))


class TellingTerms:
    """Finds them in texts, by the rarity of words in one library."""

    def __init__(self, words: WordIndex) -> None:
        self._words = words

    def of(self, text: str) -> Terms:
        """Return the telling terms of a text."""
        return self._weighed(text, self._words.stem_spans(text))

    def shared(self, text: str, other: str, *, limit: int) -> tuple[str, ...]:
        """Return what both texts speak of, as ``text`` writes it, the rarest first.

        Words that follow each other in both are one phrase.
        """
        mine, theirs = self._words.stem_spans(text), self._words.stem_spans(other)
        terms = self._weighed(text, mine)
        forms = _forms(other, theirs)
        single = {
            stem
            for stem, said in _forms(text, mine).items()
            if stem in terms.rarity and _are_one_word(said, forms.get(stem, frozenset()))
        }
        weights: dict[str, float] = {}
        in_phrases: set[str] = set()
        for stems, phrase in _phrases(text, mine, _trail(other, theirs)):
            if single.intersection(stems):
                said = _uncapitalised(phrase)
                weights[said] = sum(terms.rarity.get(stem, 0.0) for stem in stems)
                in_phrases.update(stems)
        for stem in single - in_phrases:
            weights[_uncapitalised(terms.written[stem])] = terms.rarity[stem]
        return tuple(sorted(weights, key=lambda term: (-weights[term], term))[:limit])

    def _weighed(self, text: str, spans: Sequence[Span]) -> Terms:
        total = max(self._words.count(), 1)
        least = min(MIN_RARITY, math.log(total) / 2)  # a small library has no rarer words
        written: dict[str, str] = {}
        for term, start, end in spans:
            if _may_tell(text[start:end]):
                written.setdefault(term, text[start:end])
        weights = {
            term: math.log(total / max(self._words.document_frequency(term), 1)) for term in written
        }
        return Terms({t: weight for t, weight in weights.items() if weight >= least}, written)


def _phrases(text: str, spans: Sequence[Span], trail: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the longest runs of words that ``trail`` has too, by stems and as written."""
    first = 0
    while first < len(spans):
        for length in range(min(_LONGEST, len(spans) - first), 1, -1):
            part = spans[first : first + length]
            stems = tuple(stem for stem, _, _ in part)
            if f" {' '.join(stems)} " in trail and _is_phrase(text, part):
                yield stems, text[part[0][1] : part[-1][2]]
                first += length - 1
                break
        first += 1


def _forms(text: str, spans: Sequence[Span]) -> dict[str, set[str]]:
    """Return how each stem is written in a text, in small letters; plain words are left out."""
    forms: dict[str, set[str]] = {}
    for stem, start, end in spans:
        if _may_tell(text[start:end]):
            forms.setdefault(stem, set()).add(text[start:end].lower())
    return forms


def _are_one_word(some: Collection[str], others: Collection[str]) -> bool:
    """Tell whether some forms of a stem differ by an ending only.

    "intelligible" and "intelligence", which the stemmer takes for one, do not.
    """
    for one, other in itertools.product(some, others):
        least = max(len(one), len(other)) - _ENDING
        if one == other or (least > 0 and one[:least] == other[:least]):
            return True
    return False


def _trail(text: str, spans: Sequence[Span]) -> str:
    """Return the stems of a text in their order, " | " between those that do not touch."""
    parts, before = [" "], -1
    for stem, start, end in spans:
        if before >= 0 and text[before:start] not in _JOINTS:
            parts.append("| ")
        parts.append(f"{stem} ")
        before = end
    return "".join(parts)


def _is_phrase(text: str, part: Sequence[Span]) -> bool:
    """Tell whether words belong together: no plain word, but in a compound, and none cut off."""
    joints = [text[end:start] for (_, _, end), (_, start, _) in itertools.pairwise(part)]
    if not all(joint in _JOINTS for joint in joints):
        return False
    if text[part[0][1] - 1 : part[0][1]] == "-" or text[part[-1][2] : part[-1][2] + 1] == "-":
        return False
    beside = ["", *joints, ""]
    return all(
        _may_tell(text[start:end]) or "-" in beside[which : which + 2]
        for which, (_, start, end) in enumerate(part)
    )


def _may_tell(written: str) -> bool:
    """Tell whether a word is none that any paper uses, and more than a letter or a number.

    Two letters must be capitals.
    """
    if not any(map(str.isalpha, written)) or len(written) < 2:
        return False
    return written.isupper() if len(written) == 2 else written.lower() not in plain_words()


def _uncapitalised(term: str) -> str:
    """Return a term without the capitals of a title; abbreviations and names in capitals stay."""
    return " ".join(
        word.lower() if word[1:].islower() or len(word) == 1 else word for word in term.split(" ")
    )
