from __future__ import annotations

import numpy as np

from tools.lab.baselines.words import Vocabulary, split_words, training_papers
from training.corpus.corpus import Corpus


def test_words_are_letters_and_numbers_in_lower_case() -> None:
    assert split_words("Don't use BERT-base_v2 (2019), naïve 3-layer…") == [
        *("don't", "use", "bert-base", "v", "2", "2019", "naïve", "3", "layer")
    ]


def test_a_vocabulary_holds_the_frequent_words_most_frequent_first() -> None:
    vocabulary = Vocabulary([["a", "b", "b"], ["c", "b", "c"]], least=2, most=5)
    assert vocabulary.words == ("b", "c")
    assert vocabulary.counts.tolist() == [3, 2]
    assert vocabulary.numbers(["c", "x", "b", "c"]) == [1, 0, 1]
    assert len(Vocabulary([["a", "b"]], least=1, most=1)) == 1


def test_texts_are_drawn_from_trainable_papers(corpus: Corpus, papers: np.ndarray) -> None:
    assert np.array_equal(papers, np.flatnonzero(corpus.trainable))
    some = training_papers(corpus, most=10, seed=3)
    assert len(set(some.tolist())) == 10
    assert np.array_equal(some, training_papers(corpus, most=10, seed=3))
    assert corpus.trainable[some].all()
