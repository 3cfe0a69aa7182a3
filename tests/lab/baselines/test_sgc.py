"""SGC."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tools.lab.baselines.sgc import Sgc, smoothed
from tools.lab.baselines.sif import Sif
from tools.lab.baselines.word_vectors import WordVectors
from training.corpus.corpus import Corpus


def test_smoothing_is_a_power_of_a_dense_matrix() -> None:
    import scipy.sparse

    random = np.random.default_rng(3)
    cites = random.random((12, 12)) < 0.15
    features = random.normal(size=(12, 5)).astype(np.float32)
    links = (cites | cites.T).astype(float) + np.eye(12)
    np.fill_diagonal(links, 1 + np.diag(cites))
    degrees = links.sum(axis=1)
    operator = links / np.sqrt(np.outer(degrees, degrees))
    steps = itertools.islice(smoothed(scipy.sparse.csr_array(cites), features), 4)
    for k, rows in enumerate(steps, start=1):
        expected = np.linalg.matrix_power(operator, k) @ features
        assert rows == pytest.approx(expected, abs=1e-5)


def test_sgc_gives_papers_by_number_their_smoothed_rows(
    corpus: Corpus, words_words: WordVectors
) -> None:
    sif = Sif(words_words, ["yeast and dough"], a=1e-3)
    smooth = np.eye(2, 24, dtype=np.float32) * 3
    sgc = Sgc(sif, corpus, np.array([4, 9]), smooth)
    assert np.array_equal(sgc.encode_numbers(np.array([9, 4])), np.eye(2, 24)[::-1])
    assert np.array_equal(sgc.encode_queries(["yeast"]), sif.encode_queries(["yeast"]))
