"""Masking sentences, telling them, and what is saved of it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from core.base.errors import ModelError
from core.models.hierarchical import HierarchicalEncoder, PlainSentences
from tests.training.masked_documents import settings_of, task_of
from training.corpus.corpus import Corpus
from training.recipes.mp_bert4cr_task import (
    Documents,
    MaskedSentences,
    hierarchical,
    mask_sentences,
)
from training.sampling.draws import generator

MASK, OTHER = 4, [2, 9, 9, 9, 3]


def sentences(count: int) -> list[list[int]]:
    return [[2, 100 + at, 101 + at, 3] for at in range(count)]


@given(count=st.integers(1, 60), seed=st.integers(0, 99))
def test_15_percent_are_masked_one_at_least_and_five_at_most(count: int, seed: int) -> None:
    before = sentences(count)
    masked = mask_sentences(before, generator(seed, 0, 0), mask=MASK, another=lambda _: list(OTHER))
    assert len(masked.masked) == min(max(round(0.15 * count), 1), 5)
    assert list(masked.masked) == sorted(set(masked.masked))
    assert list(masked.original) == [before[place] for place in masked.masked]
    for place, (was, now) in enumerate(zip(before, masked.sentences, strict=True)):
        if place in masked.masked:
            assert now in ([2, MASK, MASK, 3], was, OTHER)
        else:
            assert now == was


def test_of_ten_masked_eight_are_hidden_one_stays_and_one_is_replaced() -> None:
    fates: Counter[str] = Counter()
    places: Counter[int] = Counter()
    for seed in range(1000):
        document = mask_sentences(
            sentences(20), generator(seed, 0, 0), mask=MASK, another=lambda _: list(OTHER)
        )
        for place, original in zip(document.masked, document.original, strict=True):
            now = document.sentences[place]
            fates["stays" if now == original else "replaced" if now == OTHER else "hidden"] += 1
            places[place] += 1
    assert sum(fates.values()) == 3000
    observed = [fates["hidden"], fates["stays"], fates["replaced"]]
    assert chisquare(observed, [2400, 300, 300]).pvalue > 0.001
    assert chisquare([places[at] for at in range(20)]).pvalue > 0.001


def test_long_texts_are_read_in_parts_and_held_out_papers_not_at_all(corpus: Corpus) -> None:
    documents = Documents(corpus, abstracts=True)
    read = [documents[place] for place in range(len(documents))]
    assert max(map(len, read)) == 30
    fulltexts = corpus.fulltexts().tolist()
    parts = sum(-(-len(corpus.sentences(paper)) // 30) for paper in fulltexts)
    abstracts = set(np.flatnonzero(corpus.trainable).tolist()) - set(fulltexts)
    assert len(documents) == parts + len(abstracts)
    assert len(Documents(corpus, abstracts=False)) == parts
    known = {sentence for paper in fulltexts for sentence in corpus.sentences(paper)}
    secret = {s for p in corpus.fulltexts("dev").tolist() for s in corpus.sentences(p)} - known
    assert secret
    assert not secret & {sentence for document in read for sentence in document}


def test_documents_are_masked_anew_each_epoch_and_always_the_same(
    corpus: Corpus, tiny_base: Path
) -> None:
    one, other = (task_of(corpus, tiny_base) for _ in range(2))
    assert [one.example(1, at) for at in range(5)] == [other.example(1, at) for at in range(5)]
    assert [one.example(0, at) for at in range(5)] != [one.example(1, at) for at in range(5)]


def test_the_decoder_sees_no_word_to_come(corpus: Corpus, tiny_base: Path) -> None:
    decoder = task_of(corpus, tiny_base).model.decoder.eval()
    words = torch.tensor([[2, 40, 41, 42, 43]])
    vector = torch.randn(1, 32, generator=torch.Generator().manual_seed(1))
    scores = decoder(words, vector)
    for place in range(1, 5):
        changed = words.clone()
        changed[0, place:] = 7
        found = decoder(changed, vector)
        torch.testing.assert_close(found[0, :place], scores[0, :place])
        assert not torch.allclose(found[0, place], scores[0, place])


def test_every_predicted_word_depends_on_the_sentence_vector(
    corpus: Corpus, tiny_base: Path
) -> None:
    decoder = task_of(corpus, tiny_base).model.decoder.eval()
    vector = torch.randn(1, 32, generator=torch.Generator().manual_seed(1)).requires_grad_()
    scores = decoder(torch.tensor([[2, 40, 41]]), vector)
    for place in range(3):
        (gradient,) = torch.autograd.grad(scores[0, place, 5], vector, retain_graph=True)
        assert gradient.abs().sum() > 0


def test_the_loss_falls_and_the_encoder_learns(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base, dropout=0.0)
    optimiser = torch.optim.AdamW(
        [weight for weight in task.model.parameters() if weight.requires_grad], lr=3e-3
    )
    before = task.evaluate()["masked_log_likelihood"]
    start = {name: weight.clone() for name, weight in task.model.named_parameters()}
    task.model.train()
    for step in range(40):
        batch = task.batch([task.example(0, (step * 8 + at) % len(task)) for at in range(8)])
        loss = task.loss(task.model(**batch.inputs), batch.targets)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    task.model.eval()
    assert task.evaluate()["masked_log_likelihood"] > before + 1.0
    still = {name for name, weight in task.model.named_parameters() if weight.equal(start[name])}
    assert still == {"encoder.norm.weight", "encoder.norm.bias"}


def test_words_of_a_plain_encoder_are_those_of_the_decoder(corpus: Corpus, tiny_base: Path) -> None:
    model = task_of(corpus, tiny_base).model
    assert isinstance(model.encoder.sentences, PlainSentences)
    assert model.decoder.embeddings.words is model.encoder.sentences.embeddings.words
    pretrained = task_of(corpus, tiny_base, sentence_encoder="pretrained").model
    assert not isinstance(pretrained.encoder.sentences, PlainSentences)
    assert pretrained.decoder.embeddings.words.weight.requires_grad


def test_the_encoder_is_saved_and_fine_tuning_starts_from_it_on_both_sides(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base)
    task.save(tmp_path / "stage")
    saved = HierarchicalEncoder(tmp_path / "stage", device="cpu", precision="float32")
    assert saved.model.apart is None
    settings = settings_of(tiny_base)
    pair = hierarchical(settings, previous=tmp_path / "stage", separate=True).model.encoders
    assert pair.apart is not None
    for name, weight in saved.model.papers.state_dict().items():
        assert pair.papers.state_dict()[name].equal(weight)
        assert pair.apart.state_dict()[name].equal(weight)
    assert {p.data_ptr() for p in pair.papers.parameters()}.isdisjoint(
        p.data_ptr() for p in pair.apart.parameters()
    )
    assert all(weight.requires_grad for weight in pair.parameters())


def test_a_base_without_a_mask_token_is_refused(corpus: Corpus, tiny_base: Path) -> None:
    settings = settings_of(tiny_base)
    model = hierarchical(settings, previous=None, separate=False)
    shape = model.model.encoders.shape.model_copy(update={"mask_token_id": None})
    model.model.encoders.shape = shape
    with pytest.raises(ModelError, match="no mask token"):
        MaskedSentences(corpus, settings, model)


def test_a_corpus_without_dev_texts_has_no_score(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base)
    empty = Documents(corpus, abstracts=False)
    empty._parts = []
    task._held_out = empty
    assert task.evaluate() == {}
    assert dataclasses.is_dataclass(task.example(0, 0))
