"""Where the sentences of a manuscript stand, and which of them want attention. Knows no Qt.

Everything is looked up by page, so that a click costs the sentences of one page and not those of
a thesis.
"""

from __future__ import annotations

import copy
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Sequence
from enum import Enum
from math import inf

from core.base.records import NEEDS_CITATION, Rect, Sentence
from desktop.language.wording import QT_TRANSLATE_NOOP

_SLOP = 1.5
"""Points by which a click may miss a line."""


class Kind(Enum):
    """What is to be said of a sentence; the value is the phrase shown for it, in English."""

    PLAIN = QT_TRANSLATE_NOOP("Kind", "no citation needed")
    CITED = QT_TRANSLATE_NOOP("Kind", "cites already")
    GAP = QT_TRANSLATE_NOOP("Kind", "needs a citation")
    CHOSEN = QT_TRANSLATE_NOOP("Kind", "has papers on the list to cite")
    DISMISSED = QT_TRANSLATE_NOOP("Kind", "marked as not needing a citation")


class SentenceMap:
    """The sentences of one manuscript by page, and the way from gap to gap.

    ``needs`` says for each sentence how much it leans on the literature; a shorter sequence
    leaves the rest at zero. Sentences in ``chosen`` have papers to cite and are gaps no longer.
    Where ``shows_dismissed`` is set, those said to need nothing are on the way too. Gaps are
    ``recognised`` in English alone: elsewhere most are missed.
    """

    shows_dismissed = False
    recognised = True

    def __init__(
        self,
        sentences: Sequence[Sentence] = (),
        needs: Sequence[float] = (),
        chosen: Collection[int] = (),
    ) -> None:
        self.sentences = tuple(sentences)
        self._needs = tuple(needs)
        self._chosen = frozenset(chosen)
        self._threshold = NEEDS_CITATION
        self._dismissed: frozenset[int] = frozenset()
        self._pages: defaultdict[int, list[tuple[Rect, int]]] = defaultdict(list)
        for sentence in self.sentences:
            for rect in sentence.rects:
                self._pages[rect.page].append((rect, sentence.index))
        self.judge()

    def with_chosen(self, chosen: Collection[int]) -> SentenceMap:
        """Return the same sentences with other ones decided upon."""
        return self._changed(_chosen=frozenset(chosen))

    def with_needs(self, needs: Sequence[float], *, recognised: bool = True) -> SentenceMap:
        """Return the same sentences judged anew."""
        return self._changed(_needs=tuple(needs), recognised=recognised)

    def with_threshold(self, threshold: float) -> SentenceMap:
        """Return the same sentences, those being gaps whose need is at least ``threshold``."""
        return self._changed(_threshold=threshold)

    def with_dismissed(self, dismissed: Collection[int]) -> SentenceMap:
        """Return the same sentences with other ones said to need no citation."""
        return self._changed(_dismissed=frozenset(dismissed))

    def showing_dismissed(self, shows_dismissed: bool) -> SentenceMap:
        """Return the same sentences, the dismissed ones marked and on the way or not."""
        return self._changed(shows_dismissed=shows_dismissed)

    @property
    def judged(self) -> bool:
        """Whether it is known which sentences need a citation."""
        return bool(self._needs)

    @property
    def dismissed(self) -> frozenset[int]:
        """The sentences a person said to need no citation."""
        return self._dismissed

    @property
    def threshold(self) -> float:
        """The need from which on a sentence is a gap."""
        return self._threshold

    def kind(self, index: int) -> Kind:
        """Return what is to be said of a sentence."""
        return self._kinds[index]

    def need(self, index: int) -> float:
        """Return how much the sentence leans on the literature, in 0..1."""
        return self._needs[index] if index < len(self._needs) else 0.0

    def on_page(self, page: int) -> Sequence[tuple[Rect, int]]:
        """Return the lines of a page, each with the sentence it belongs to."""
        return self._pages.get(page, ())

    def at(self, page: int, x: float, y: float) -> int | None:
        """Return the sentence under a point of a page.

        The nearest line wins, for a click may miss it by a hair.
        """
        distances = ((_distance(rect, x, y), index) for rect, index in self.on_page(page))
        distance, index = min(distances, default=(inf, 0))
        return index if distance <= _SLOP else None

    def next_gap(self, after: int | None) -> int | None:
        """Return the first gap behind a sentence, from the top when there is none; or ``None``."""
        if not self.stops:
            return None
        position = 0 if after is None else bisect_right(self.stops, after)
        return self.stops[position % len(self.stops)]

    def previous_gap(self, before: int | None) -> int | None:
        """Return the last gap ahead of a sentence, from the end when there is none; or ``None``."""
        if not self.stops:
            return None
        position = len(self.stops) if before is None else bisect_left(self.stops, before)
        return self.stops[position - 1]

    def surest_gap(self) -> int | None:
        """Return the gap most likely to need a citation, the first of equals; or ``None``."""
        return max(self.gaps, key=self.need, default=None)

    def find_first_sentence(self, page: int) -> int | None:
        """Return the first sentence, in reading order, that begins on this page or behind it."""
        return next((s.index for s in self.sentences if s.page >= page), None)

    def _changed(self, **values: object) -> SentenceMap:
        """Return a copy with other values; where the sentences stand is shared, it stays."""
        other = copy.copy(self)
        for name, value in values.items():
            setattr(other, name, value)
        other.judge()
        return other

    def judge(self) -> None:
        """Work out what each sentence is."""
        self._kinds = [self._judge(sentence) for sentence in self.sentences]
        self.gaps = tuple(index for index, kind in enumerate(self._kinds) if kind is Kind.GAP)
        shown_kinds = {Kind.GAP, Kind.DISMISSED} if self.shows_dismissed else {Kind.GAP}
        self.stops = tuple(index for index, kind in enumerate(self._kinds) if kind in shown_kinds)

    def _judge(self, sentence: Sentence) -> Kind:
        if sentence.index in self._chosen:
            return Kind.CHOSEN
        if sentence.markers:
            return Kind.CITED
        if sentence.index in self._dismissed:
            return Kind.DISMISSED
        return Kind.GAP if self.need(sentence.index) >= self._threshold else Kind.PLAIN


def _distance(rect: Rect, x: float, y: float) -> float:
    """Return how far a point is from a rectangle, 0 inside of it."""
    return max(rect.x0 - x, x - rect.x1, rect.y0 - y, y - rect.y1, 0.0)
