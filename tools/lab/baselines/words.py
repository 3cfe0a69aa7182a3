"""Texts as words, for models that know nothing smaller than a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from training.corpus.corpus import Corpus
from training.sampling.draws import generator

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")


def split_words(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case."""
    return _WORD.findall(text.lower())


def training_papers(corpus: Corpus, *, most: int, seed: int) -> NDArray[np.int64]:
    """Return the papers whose text is learnt from, drawn if there are more, numbers rising."""
    papers = np.flatnonzero(corpus.trainable)
    drawn_indices = generator(seed, 0, 0, "texts of the baselines").permutation(papers)[:most]
    return np.sort(drawn_indices).astype(np.int64)


def paper_words(corpus: Corpus, papers: Iterable[int]) -> list[list[str]]:
    """Return the words of titles and abstracts."""
    return [split_words(" ".join(corpus.text(int(paper)))) for paper in papers]


class Vocabulary:
    """The words that occur often enough, most frequent first, numbered from 0."""

    def __init__(self, texts: Iterable[Sequence[str]], *, least: int, most: int) -> None:
        counts: Counter[str] = Counter()
        for text in texts:
            counts.update(text)
        frequent = sorted((-count, word) for word, count in counts.items() if count >= least)[:most]
        self.words = tuple(word for _, word in frequent)
        self.counts: NDArray[np.int64] = np.array([-count for count, _ in frequent], np.int64)
        self._numbers = {word: number for number, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def numbers(self, text: Sequence[str]) -> list[int]:
        """Return the numbers of the words that are known, in their order."""
        return [number for number in map(self._numbers.get, text) if number is not None]


def unit(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return rows of unit length; a row of zeros stays one."""
    wide = rows.astype(np.float64)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    rows_of_one: NDArray[np.float64] = wide / np.maximum(lengths, 1e-12)
    return rows_of_one.astype(np.float32)
