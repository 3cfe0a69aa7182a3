"""The texts of papers, kept in memory while the library stays as it is."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from functools import lru_cache

from core.base.records import PaperNumber, PaperText
from core.library.indexes.words import WordIndex
from core.library.library import Library

_REMEMBERED = 20_000
"""Papers kept: about 40 MB, and what the sentences of one manuscript have in common."""


class PaperTexts:
    """Reads papers from the library, each once; safe from any thread."""

    def __init__(self, library: Library, words: WordIndex) -> None:
        self._papers = library.papers
        self._words = words
        self._revision = -1
        self._texts_by_paper: dict[PaperNumber, PaperText] = {}
        self._lock = threading.Lock()
        self._rarity = lru_cache(_REMEMBERED)(self._compute_rarity)

    def get(self, numbers: Sequence[PaperNumber]) -> dict[PaperNumber, PaperText]:
        """Return the texts of those papers that exist, in the order asked for."""
        with self._lock:
            revision = self._papers.revision()
            if revision != self._revision or len(self._texts_by_paper) > _REMEMBERED:
                self._texts_by_paper.clear()
                self._rarity.cache_clear()
                self._revision = revision
            missing = [number for number in numbers if number not in self._texts_by_paper]
            if missing:
                self._texts_by_paper |= self._papers.texts(missing)
            return {
                number: self._texts_by_paper[number]
                for number in numbers
                if number in self._texts_by_paper
            }

    def rarity(self, term: str) -> float:
        """Return ``ln(papers / papers with the term)``; the term is stemmed."""
        return self._rarity(term)

    def _compute_rarity(self, term: str) -> float:
        total = max(self._words.count(), 1)
        return math.log(total / max(self._words.document_frequency(term), 1))
