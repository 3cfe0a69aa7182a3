"""Citeomatic."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from core.base.errors import UsageError
from tools.lab.baselines import citeomatic
from tools.lab.baselines.citeomatic import (
    BagOfWords,
    Citeomatic,
    CiteomaticSettings,
    Triplets,
)
from tools.lab.baselines.held_back import HeldBack
from tools.lab.baselines.random_vectors import RandomVectors
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutContexts

QUICK = CiteomaticSettings(dimension=16, steps=40)


@pytest.fixture(scope="module")
def bag(corpus: Corpus) -> Citeomatic:
    return Citeomatic(corpus, QUICK)


def test_a_bag_of_words_is_the_normalised_sum_of_scaled_directions() -> None:
    model = BagOfWords(4, 3, torch.Generator().manual_seed(0))
    with torch.no_grad():
        model.magnitudes.copy_(torch.tensor([1.0, 2.0, 0.5, 3.0]))
        model.fields.copy_(torch.tensor([2.0, 1.0]))
    words = model.directions.detach().numpy()
    words = words / np.linalg.norm(words, axis=1, keepdims=True) * [[1], [2], [0.5], [3]]

    def unit(row: np.ndarray) -> np.ndarray:
        return row / np.linalg.norm(row)

    title, abstract = unit(words[1] + words[3] * 2), unit(words[0] + words[2])
    rows = model.papers([[1, 3, 3], []], [[0, 2], []]).detach().numpy()
    assert rows[0] == pytest.approx(unit(2 * title + abstract), abs=1e-6)
    assert not rows[1].any()


def test_triplets_are_citations_and_papers_that_are_not_cited(corpus: Corpus) -> None:
    triplets = Triplets(corpus, seed=0)
    drawn = triplets.papers[triplets.draw(3, 400)]
    cites = corpus.cites().toarray()
    assert len(drawn) > 200
    assert cites[drawn[:, 0], drawn[:, 1]].all()
    assert not cites[drawn[:, 0], drawn[:, 2]].any()
    assert (drawn[:, 0] != drawn[:, 2]).all()
    assert corpus.trainable[drawn].all()
    near = [cites[positive, negative] for _, positive, negative in drawn]
    assert np.mean(near) > 0.1  # citations of citations, far more than by chance
    assert np.array_equal(triplets.draw(3, 400), Triplets(corpus, 0).draw(3, 400))
    assert len(triplets.draw(4, 9)) != 0


def test_citeomatic_learns_what_is_cited(corpus: Corpus, bag: Citeomatic) -> None:
    assert np.mean(bag.losses[-5:]) < 0.5 * np.mean(bag.losses[:5])
    held_back = HeldBack.of(corpus)
    assert held_back.compute_map(bag) > held_back.compute_map(RandomVectors()) + 0.2
    held_out = HeldOutContexts.of(corpus, pool=60)
    assert held_out.scores(bag)["mrr"] > held_out.scores(RandomVectors())["mrr"] + 0.2


def test_citeomatic_is_deterministic(corpus: Corpus, bag: Citeomatic) -> None:
    again = Citeomatic(corpus, QUICK)
    texts = ["yeast and dough", "nothing known: zzz"]
    assert np.array_equal(bag.encode_queries(texts), again.encode_queries(texts))
    assert bag.losses == again.losses
    assert bag.encode_papers([("", "")]).shape == (1, 16)
    assert bag.encode_papers([]).shape == (0, 16)


def test_without_citations_citeomatic_says_so(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citeomatic, "_LEAST", 10**6)
    with pytest.raises(UsageError, match="No word"):
        Citeomatic(corpus)
    monkeypatch.setattr(Corpus, "edges", lambda _: np.zeros((0, 2), np.int32))
    with pytest.raises(UsageError, match="No training paper"):
        Citeomatic(corpus)
