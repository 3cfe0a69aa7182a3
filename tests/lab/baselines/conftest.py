"""A corpus and the words of it."""

from __future__ import annotations

import numpy as np
import pytest

from tools.lab.baselines.word_vectors import WordVectors
from tools.lab.baselines.words import paper_words, training_papers
from training.corpus.corpus import Corpus


@pytest.fixture(scope="module")
def words(corpus: Corpus) -> WordVectors:
    return WordVectors(
        paper_words(corpus, training_papers(corpus, most=1000, seed=0)), dimension=24
    )


@pytest.fixture(scope="module")
def papers(corpus: Corpus) -> np.ndarray:
    return training_papers(corpus, most=1000, seed=0)


@pytest.fixture(scope="module")
def words_words(corpus: Corpus, papers: np.ndarray) -> WordVectors:
    return WordVectors(paper_words(corpus, papers), dimension=24)


@pytest.fixture(scope="module")
def texts(corpus: Corpus, papers: np.ndarray) -> list[str]:
    return [" ".join(corpus.text(int(paper))) for paper in papers]
