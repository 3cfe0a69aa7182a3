"""The baselines by name. What several of them need is made once, and only if it is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tools.lab.baselines.citeomatic import Citeomatic, CiteomaticSettings
from tools.lab.baselines.held_back import HeldBack
from tools.lab.baselines.hyperdoc2vec import HyperDoc2VecSettings, chosen_hyperdoc2vec
from tools.lab.baselines.random_vectors import RandomVectors
from tools.lab.baselines.sgc import chosen_sgc
from tools.lab.baselines.sif import Sif, chosen_sif
from tools.lab.baselines.word_vectors import Doc2Vec, Word2VecMean, WordVectors
from tools.lab.baselines.words import paper_words, training_papers
from training.corpus.corpus import Corpus
from training.models.protocols import PaperEncoder

NAMES = ("random", "word2vec", "doc2vec", "sif", "sgc", "citeomatic", "hyperdoc2vec")


@dataclass(frozen=True, slots=True)
class BaselineSettings:
    """Papers read for word vectors, the length of these, and Citeomatic's steps."""

    texts: int = 10_000
    dimension: int = 300
    steps: int = 600
    seed: int = 0


@dataclass(frozen=True)
class Made:
    """An encoder, and what was chosen while it was made."""

    encoder: PaperEncoder
    note: str = ""


class Baselines:
    """Makes the baselines of a corpus from its training part alone."""

    def __init__(self, corpus: Corpus, settings: BaselineSettings | None = None) -> None:
        self._corpus = corpus
        self._settings = settings or BaselineSettings()

    def make(self, name: str) -> Made:
        """Train the baseline of that name.

        Raises:
            UsageError: gensim is not installed, or the corpus has too little to learn from.
        """
        makers: dict[str, Callable[[], Made]] = {
            "random": self._random,
            "word2vec": self._word2vec,
            "doc2vec": self._doc2vec,
            "sif": self._chosen_sif,
            "sgc": self._sgc,
            "citeomatic": self._citeomatic,
            "hyperdoc2vec": self._hyperdoc2vec,
        }
        return makers[name]()

    @cached_property
    def _papers(self) -> NDArray[np.int64]:
        settings = self._settings
        return training_papers(self._corpus, most=settings.texts, seed=settings.seed)

    @cached_property
    def _words(self) -> WordVectors:
        settings = self._settings
        texts = paper_words(self._corpus, self._papers)
        return WordVectors(texts, dimension=settings.dimension, seed=settings.seed)

    @cached_property
    def _held_back(self) -> HeldBack:
        return HeldBack.of(self._corpus, seed=self._settings.seed)

    @cached_property
    def _sif(self) -> Sif:
        return chosen_sif(self._words, self._corpus, self._papers, self._held_back)

    def _random(self) -> Made:
        return Made(RandomVectors(self._settings.seed))

    def _word2vec(self) -> Made:
        return Made(Word2VecMean(self._words))

    def _doc2vec(self) -> Made:
        settings = self._settings
        texts = paper_words(self._corpus, self._papers)
        return Made(Doc2Vec(texts, dimension=settings.dimension, seed=settings.seed))

    def _chosen_sif(self) -> Made:
        return Made(self._sif, f"a = {self._sif.a:.1e}")

    def _sgc(self) -> Made:
        encoder, k = chosen_sgc(self._sif, self._corpus, self._held_back)
        return Made(encoder, f"k = {k}")

    def _citeomatic(self) -> Made:
        settings = CiteomaticSettings(steps=self._settings.steps, seed=self._settings.seed)
        return Made(Citeomatic(self._corpus, settings))

    def _hyperdoc2vec(self) -> Made:
        settings = HyperDoc2VecSettings(seed=self._settings.seed)
        encoder, rate = chosen_hyperdoc2vec(self._words, self._corpus, self._held_back, settings)
        return Made(encoder, f"learning rate {rate:g}")
