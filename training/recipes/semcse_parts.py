"""Which papers SemCSE learns from, is stopped by, and is judged on.

SemCSE learns from single papers, not from citations, so the split by citing papers says nothing of
it: a paper is put into a part by a hash of its title, with all its versions. Three in a hundred
choose the best state, seven in a hundred are for the semantic tasks, the others are trained on.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.identity import title_key
from training.corpus.corpus import Corpus

_VALIDATION, _BENCHMARK = 0.03, 0.1


@dataclass(frozen=True, slots=True)
class PaperSplits:
    """Paper numbers, ascending; no two of the parts share a paper or a title."""

    train: NDArray[np.int64]
    validation: NDArray[np.int64]
    benchmark: NDArray[np.int64]


def parts_of(corpus: Corpus) -> PaperSplits:
    """Return the parts of the corpus' trainable papers.

    Left out are papers without a title, whose versions cannot be known for the same, and those
    whose abstract says no more than the title.
    """
    papers = np.flatnonzero(corpus.trainable)
    texts = map(corpus.text, papers.tolist())
    keys = ["" if title == abstract else title_key(title) for title, abstract in texts]
    papers = papers[np.array([bool(key) for key in keys], bool)]
    draws = np.array([_draw(key) for key in keys if key])
    return PaperSplits(
        train=papers[draws >= _BENCHMARK],
        validation=papers[draws < _VALIDATION],
        benchmark=papers[(draws >= _VALIDATION) & (draws < _BENCHMARK)],
    )


def drawn(papers: NDArray[np.int64], size: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Return up to ``size`` of the papers, at random and without repeats."""
    return random.permutation(papers)[:size]


def _draw(key: str) -> float:
    """Return where in [0, 1) a title falls."""
    digest = hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64
