"""Which sentence of a paper, or of one that cites it, says what a question says.

Sentences are compared by the telling terms they share, as by a cosine: rare ones weigh more, and a
long sentence must share more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.base.records import Paper
from core.library.indexes.words import WordIndex
from core.recommend.telling_terms import TellingTerms, Terms

_REMEMBERED = 2_048
"""Abstracts kept in sentences: splitting one takes half a millisecond."""
_AROUND = 0.25
"""Weight of a term of the text around the question beside those of the question itself."""
_DOUBT = 4.0
"""Added to the weight of each sentence: a share of three words says little."""
_BETWEEN, _LINK = "\n\n", "://"


@dataclass(frozen=True, slots=True)
class Asked:
    """The telling terms of a question, and of the text around it."""

    narrow: Terms
    wide: Terms


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper with the terms of its title and abstract, as one text."""

    paper: Paper
    terms: Terms

    @property
    def title(self) -> Terms:
        """The terms of the title alone."""
        return self.terms.within(0, len(self.paper.title))

    @property
    def before_abstract(self) -> int:
        """Where in that text the abstract begins."""
        return len(self.paper.title) + len(_BETWEEN)

    def spans(self, stems: Collection[str]) -> Iterator[tuple[str, int, int]]:
        """Yield where words stand in the paper: field, start, end."""
        before = self.before_abstract
        for stem, start, end in self.terms.spans:
            if stem in stems and start < before:
                yield "title", start, end
            elif stem in stems:
                yield "abstract", start - before, end - before


@dataclass(frozen=True, slots=True)
class Compared:
    """A sentence and how much it says of what the question says: ``closeness`` in 0..1.

    ``start`` is where it begins in its abstract. ``is_telling`` says that what it shares with the
    question itself is enough to be shown, ``focus`` where in the sentence that stands.
    """

    text: str
    start: int
    closeness: float
    is_telling: bool
    focus: tuple[int, int]


class TellingSentences:
    """Compares sentences in one library."""

    def __init__(self, words: WordIndex, split: Callable[[str], Sequence[str]]) -> None:
        """``split`` cuts an abstract into sentences."""
        self.terms = TellingTerms(words)
        self._split = lru_cache(_REMEMBERED)(lambda text: tuple(split(text)))

    def prepare_question(self, question: str, wider: str) -> Asked:
        """Return a question as sentences are compared with it."""
        return Asked(self.terms.of(question), self.terms.of(wider))

    def candidate(self, paper: Paper) -> Candidate:
        """Return a paper as it is compared."""
        return Candidate(paper, self.terms.of(f"{paper.title}{_BETWEEN}{paper.abstract}"))

    def best(self, question_terms: Asked, candidate: Candidate) -> Compared | None:
        """Return the sentence of the abstract that is closest to the question, if any is close."""
        if (question_terms.narrow.rarity.keys() | question_terms.wide.rarity.keys()).isdisjoint(
            candidate.terms.rarity
        ):
            return None
        comparisons = (self._compared(question_terms, *part) for part in self._parts(candidate))
        best = max(comparisons, key=lambda comparison: comparison.closeness, default=None)
        return best if best is not None and best.closeness > 0 else None

    def central(self, candidate: Candidate) -> Compared | None:
        """Return the sentence of the abstract that says most of what the title says."""
        title = candidate.title
        own = Asked(title, title)
        comparisons = (self._compared(own, *part) for part in self._parts(candidate))
        return max(comparisons, key=lambda comparison: comparison.closeness, default=None)

    def compared(self, question_terms: Asked, sentence: str) -> Compared:
        """Compare a sentence with the question."""
        return self._compared(question_terms, sentence, 0, self.terms.of(sentence), 0)

    def _parts(self, candidate: Candidate) -> Iterator[tuple[str, int, Terms, int]]:
        """Yield each sentence, where it begins, its terms, and how far on these stand."""
        abstract, end = candidate.paper.abstract, 0
        for text in self._split(abstract) if abstract else ():
            start = abstract.find(text, end)
            if start >= 0 and _LINK not in text:  # "Our code is found at …"
                end = start + len(text)
                offset = candidate.before_abstract + start
                yield text, start, candidate.terms.within(offset, offset + len(text)), offset

    def _compared(
        self, question_terms: Asked, text: str, start: int, terms: Terms, offset: int
    ) -> Compared:
        both = question_terms.narrow.common(terms)
        around = question_terms.wide.common(terms) - both
        weight = terms.weight(both) + _AROUND * terms.weight(around)
        scale = math.sqrt((question_terms.narrow.total + _DOUBT) * (terms.total + _DOUBT))
        stands = [(s - offset, e - offset) for stem, s, e in terms.spans if stem in both]
        return Compared(
            text=text,
            start=start,
            closeness=min(weight / scale, 1.0),
            is_telling=bool(both) and self.terms.are_enough(question_terms.narrow, both),
            focus=(stands[0][0], stands[-1][1]) if stands else (0, 0),
        )
