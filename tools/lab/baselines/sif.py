"""SIF: weighted means of word vectors without what all texts have in common.

Arora, Liang and Ma (2017): a word of probability p weighs a / (a + p), and the first principal
component of the training texts is taken out of every vector.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.lab.baselines.held_back import HeldBack
from tools.lab.baselines.word_vectors import WordVectors
from tools.lab.baselines.words import unit
from training.corpus.corpus import Corpus

GRID = tuple(float(a) for a in np.logspace(-5, -3, 5))


class Sif:
    """A text's vector; ``a`` is how frequent a word may be before it loses weight."""

    def __init__(self, words: WordVectors, texts: Sequence[str], *, a: float) -> None:
        """Find the common component of ``texts``."""
        self.a = a
        self._words = words
        self._weights = a / (a + words.counts / words.counts.sum())
        self._common: NDArray[np.float64] = np.zeros(words.rows.shape[1])
        self._common = _first_component(self._weighted(texts))

    def features(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a row per text, not normalised: (texts, dimension); zeros if no word is known."""
        rows = self._weighted(texts)
        return (rows - np.outer(rows @ self._common, self._common)).astype(np.float32)

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        return self.encode_queries([" ".join(paper) for paper in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""
        return unit(self.features(texts))

    def _weighted(self, texts: Sequence[str]) -> NDArray[np.float64]:
        rows = np.zeros((len(texts), self._words.rows.shape[1]))
        for index, text in enumerate(texts):
            numbers = self._words.find_numbers(text)
            if numbers:
                rows[index] = self._weights[numbers] @ self._words.rows[numbers] / len(numbers)
        return rows


def chosen_sif(
    words: WordVectors, corpus: Corpus, papers: NDArray[np.int64], held_back: HeldBack
) -> Sif:
    """Return the SIF whose ``a`` ranks the held-back training citations best."""
    texts = [" ".join(corpus.text(int(paper))) for paper in papers]
    return max((Sif(words, texts, a=a) for a in GRID), key=held_back.compute_map)


def _first_component(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the direction of largest second moment, by the small matrix of products."""
    _, directions = np.linalg.eigh(rows.T @ rows)
    return directions[:, -1]
