"""A corpus that refuses what is held out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.recommend.context import Passage
from tools.lab.baselines.catalogue import BaselineSettings
from training.corpus.corpus import CitingSentence, Contexts, Corpus
from training.corpus.splits import Split

SMALL = BaselineSettings(texts=100, dimension=16, steps=5)


class Guarded(Corpus):
    """A corpus that refuses whatever belongs to a held-out paper."""

    def title(self, n: int) -> str:
        assert self.split_of[n] == 0
        return super().title(n)

    def abstract(self, n: int) -> str:
        assert self.split_of[n] == 0
        return super().abstract(n)

    def edges(self, split: Split = "train") -> NDArray[np.int32]:
        assert split == "train"
        return super().edges(split)

    def contexts(self, split: Split = "train") -> Contexts:
        assert split == "train"
        return super().contexts(split)

    def passage(self, context: CitingSentence) -> Passage:
        assert self.split_of[context.citing] == 0
        return super().passage(context)
