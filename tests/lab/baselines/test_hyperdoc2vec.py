"""HyperDoc2Vec."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from core.base.errors import UsageError
from tools.lab.baselines import hyperdoc2vec
from tools.lab.baselines.hyperdoc2vec import (
    HyperDoc2Vec,
    HyperDoc2VecSettings,
    InOutVectors,
)
from tools.lab.baselines.word_vectors import Word2VecMean, WordVectors
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutContexts

MANY = HyperDoc2VecSettings(epochs=30)


@pytest.fixture(scope="module")
def in_out(corpus: Corpus, words: WordVectors) -> HyperDoc2Vec:
    return HyperDoc2Vec(words, corpus, MANY)


def test_a_context_is_the_mean_of_its_words_and_its_paper() -> None:
    random = np.random.default_rng(0)
    words, papers = random.random((5, 3)), random.random((4, 3))
    model = InOutVectors(words.astype(np.float32), papers.astype(np.float32))
    fits = model([[1, 2, 2], [0]], torch.tensor([3, 0]), torch.tensor([[0, 1], [2, 3]]))
    first = (papers[3] + words[1] + 2 * words[2]) / 4
    second = (papers[0] + words[0]) / 2
    expected = [papers[:2] @ first, papers[2:] @ second]
    assert fits.detach().numpy() == pytest.approx(np.array(expected), abs=1e-6)


def test_hyperdoc2vec_learns_what_is_cited(
    corpus: Corpus, words: WordVectors, in_out: HyperDoc2Vec
) -> None:
    assert np.mean(in_out.losses[-3:]) < 0.7 * np.mean(in_out.losses[:3])
    held_out = HeldOutContexts.of(corpus, pool=60)
    rows = in_out.encode_numbers(held_out.questions.pool)
    scores = in_out.encode_queries(held_out.questions.texts) @ rows.astype(np.float32).T
    names = [corpus.ids[paper] for paper in held_out.questions.pool]
    found = [
        bool({names[column] for column in np.argsort(-row)[:10]} & set(right))
        for row, right in zip(scores, held_out.questions.relevant, strict=True)
    ]
    untrained = held_out.scores(Word2VecMean(words))["recall@10"]
    assert np.mean(found) > untrained


def test_hyperdoc2vec_is_deterministic(
    corpus: Corpus, words: WordVectors, in_out: HyperDoc2Vec
) -> None:
    again = HyperDoc2Vec(words, corpus, MANY)
    papers = np.arange(len(corpus))
    assert np.array_equal(in_out.encode_numbers(papers), again.encode_numbers(papers))
    assert in_out.losses == again.losses


def test_papers_that_training_does_not_cite_are_their_words(
    corpus: Corpus, in_out: HyperDoc2Vec
) -> None:
    cited = {paper for context in corpus.contexts() for paper in context.cited}
    unknown = next(paper for paper in range(len(corpus)) if paper not in cited)
    known = min(cited)
    rows = in_out.encode_numbers(np.array([unknown, known]))
    texts = in_out.encode_papers([corpus.text(unknown), corpus.text(known)])
    assert np.array_equal(rows[0], texts[0])
    assert not np.allclose(rows[1], texts[1], atol=0.05)


def test_without_citing_sentences_hyperdoc2vec_says_so(
    corpus: Corpus, words: WordVectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Corpus, "contexts", lambda _: ())
    with pytest.raises(UsageError, match="sentence that cites"):
        hyperdoc2vec.HyperDoc2Vec(words, corpus)
