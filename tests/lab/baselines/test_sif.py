"""SIF."""

from __future__ import annotations

import numpy as np
import pytest

from tools.lab.baselines.held_back import HeldBack, encoded
from tools.lab.baselines.sgc import chosen_sgc
from tools.lab.baselines.sif import GRID, Sif, chosen_sif
from tools.lab.baselines.word_vectors import WordVectors
from tools.lab.baselines.words import split_words
from training.corpus.corpus import Corpus


def test_sif_is_what_a_few_lines_of_numpy_say(words_words: WordVectors, texts: list[str]) -> None:
    a = 1e-3
    share = words_words.counts / words_words.counts.sum()

    def mean(text: str) -> np.ndarray:
        known = [
            words_words.numbers[word] for word in split_words(text) if word in words_words.numbers
        ]
        return sum(a / (a + share[n]) * words_words.rows[n].astype(float) for n in known) / len(
            known
        )

    matrix = np.array([mean(text) for text in texts])
    common = np.linalg.svd(matrix, full_matrices=False)[2][0]
    asked = ["yeast and dough in bread", "the moon and peat", texts[0]]
    expected = np.array([mean(text) - common * (common @ mean(text)) for text in asked])
    sif = Sif(words_words, texts, a=a)
    assert sif.features(asked) == pytest.approx(expected, abs=1e-6)
    lengths = np.linalg.norm(expected, axis=1, keepdims=True)
    assert sif.encode_queries(asked) == pytest.approx(expected / lengths, abs=1e-5)


def test_sif_and_sgc_are_chosen_by_training_citations(
    corpus: Corpus, words_words: WordVectors, papers: np.ndarray
) -> None:
    held_back = HeldBack.of(corpus)
    assert held_back.task.queries
    assert all(corpus.split_of[query.query] == 0 for query in held_back.task.queries)
    kept = held_back.other_citations.toarray()
    assert not any(kept[query.query].any() for query in held_back.task.queries)
    assert (kept <= corpus.cites().toarray()).all()
    sif = chosen_sif(words_words, corpus, papers, held_back)
    texts = [" ".join(corpus.text(int(paper))) for paper in papers]
    found = [held_back.compute_map(Sif(words_words, texts, a=a)) for a in GRID]
    assert sif.a == GRID[int(np.argmax(found))]
    sgc, k = chosen_sgc(sif, corpus, held_back)
    assert 1 <= k <= 8
    inside = np.unique(corpus.edges())
    outside = np.flatnonzero(corpus.split_of == 1)
    both = np.array([outside[0], inside[5]])
    rows = encoded(sgc, corpus, both)
    texts = [corpus.text(int(paper)) for paper in both]
    assert np.array_equal(rows[:1], sif.encode_papers(texts[:1]))
    assert not np.array_equal(rows[1:], sif.encode_papers(texts[1:]))
