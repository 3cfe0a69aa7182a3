"""Vectors of words."""

from __future__ import annotations

import numpy as np
import pytest

from core.base.errors import UsageError
from tools.lab.baselines.word_vectors import Doc2Vec, Word2VecMean, WordVectors
from tools.lab.baselines.words import paper_words
from training.corpus.corpus import Corpus


def test_word2vec_is_deterministic_and_averages_words(
    corpus: Corpus, papers: np.ndarray, words_words: WordVectors
) -> None:
    again = WordVectors(paper_words(corpus, papers), dimension=24)
    assert np.array_equal(words_words.rows, again.rows)
    row = Word2VecMean(words_words).encode_queries(["yeast dough unheard-of"])[0]
    mean = words_words.rows[[words_words.numbers["yeast"], words_words.numbers["dough"]]].mean(
        axis=0
    )
    assert row == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)
    assert not Word2VecMean(words_words).encode_papers([("unheard-of", "")]).any()
    counts = sum(text.count("yeast") for text in paper_words(corpus, papers))
    assert words_words.counts[words_words.numbers["yeast"]] == counts


def test_doc2vec_infers_the_same_whatever_else_is_encoded(
    corpus: Corpus, papers: np.ndarray, texts: list[str]
) -> None:
    encoder = Doc2Vec(paper_words(corpus, papers), dimension=24)
    several = encoder.encode_queries(texts[:4])
    assert np.array_equal(several[3:], encoder.encode_queries(texts[3:4]))
    assert np.linalg.norm(several, axis=1) == pytest.approx(np.ones(4), abs=1e-5)
    assert encoder.encode_papers([corpus.text(int(papers[3]))])[0] == pytest.approx(
        several[3], abs=1e-3
    )


@pytest.mark.parametrize("make", [WordVectors, Doc2Vec])
def test_too_few_words_are_a_plain_failure(make: type) -> None:
    with pytest.raises(UsageError, match="No word occurs often enough"):
        make([["one", "two"]], dimension=8)
