"""Training citations held back, by which settings are chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.base.errors import UsageError
from tools.lab.baselines.held_back import HeldBack
from tools.lab.baselines.hyperdoc2vec import (
    RATES,
    HyperDoc2Vec,
    HyperDoc2VecSettings,
    chosen_hyperdoc2vec,
)
from tools.lab.baselines.word_vectors import WordVectors
from training.corpus.corpus import Corpus


def test_the_learning_rate_is_chosen_on_training_citations_held_back(
    corpus: Corpus, words: WordVectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unseen(*_: object) -> None:
        raise AssertionError("dev papers were looked at")

    held_back = HeldBack.of(corpus)
    settings = HyperDoc2VecSettings(epochs=2)
    for name in ("edges", "contexts", "cites"):
        original = getattr(Corpus, name)
        monkeypatch.setattr(
            Corpus,
            name,
            lambda self, split="train", original=original: (
                original(self, split) if split == "train" else unseen()
            ),
        )
    encoder, rate = chosen_hyperdoc2vec(words, corpus, held_back, settings)
    without = held_back.citing.tolist()
    found = {
        tried: held_back.compute_map(
            HyperDoc2Vec(words, corpus, replace(settings, learning_rate=tried), without=without)
        )
        for tried in RATES
    }
    assert found[rate] == max(found.values())
    papers = np.arange(len(corpus))
    whole = HyperDoc2Vec(words, corpus, replace(settings, learning_rate=rate))
    assert np.array_equal(encoder.encode_numbers(papers), whole.encode_numbers(papers))


def test_papers_held_back_are_not_learnt_from(corpus: Corpus, words: WordVectors) -> None:
    everyone = {context.citing for context in corpus.contexts()}
    with pytest.raises(UsageError, match="sentence that cites"):
        HyperDoc2Vec(words, corpus, without=everyone)
