"""The floor: vectors that know nothing, 25 numbers of mean 0 a text as in SPECTER's table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.lab.baselines.words import unit
from training.sampling.draws import generator

DIMENSION = 25


class RandomVectors:
    """A text's vector is a function of the seed and the text."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, 25)."""
        return self._rows([f"{title}\n{abstract}" for title, abstract in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, 25)."""
        return self._rows(texts)

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        draws = [generator(self._seed, 0, 0, text).standard_normal(DIMENSION) for text in texts]
        return unit(np.array(draws).reshape(-1, DIMENSION))
