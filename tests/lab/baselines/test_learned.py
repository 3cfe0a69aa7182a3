from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from core.base.errors import UsageError
from tools.lab.baselines import citeomatic, hyperdoc2vec
from tools.lab.baselines.citeomatic import (
    BagOfWords,
    Citeomatic,
    CiteomaticSettings,
    Triplets,
)
from tools.lab.baselines.held_back import HeldBack
from tools.lab.baselines.hyperdoc2vec import (
    RATES,
    HyperDoc2Vec,
    HyperDoc2VecSettings,
    InOutVectors,
    chosen_hyperdoc2vec,
)
from tools.lab.baselines.random_vectors import RandomVectors
from tools.lab.baselines.word_vectors import Word2VecMean, WordVectors
from tools.lab.baselines.words import paper_words, training_papers
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutContexts


@pytest.fixture(scope="module")
def words(corpus: Corpus) -> WordVectors:
    return WordVectors(
        paper_words(corpus, training_papers(corpus, most=1000, seed=0)), dimension=24
    )


# --- Citeomatic ---------------------------------------------------------------------------------

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


# --- HyperDoc2Vec -------------------------------------------------------------------------------

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


def test_without_citing_sentences_hyperdoc2vec_says_so(
    corpus: Corpus, words: WordVectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Corpus, "contexts", lambda _: ())
    with pytest.raises(UsageError, match="sentence that cites"):
        hyperdoc2vec.HyperDoc2Vec(words, corpus)
