"""Encoder and decoder of MP-BERT4CR."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn import functional

from core.models.hierarchical import sinusoids
from tests.training.masked_documents import task_of
from training.corpus.corpus import Corpus
from training.models.mp_architectures import IGNORED, Decoder


def by_hand(decoder: Decoder, words: list[int], vector: torch.Tensor) -> torch.Tensor:
    """One layer and two heads, in the words of HIBERT."""
    (layer,) = decoder.layers
    x = decoder.embeddings.words.weight[words] * 32**0.5 + sinusoids(len(words), 32)
    attention = layer.attention
    projected = x @ attention.in_proj_weight.T + attention.in_proj_bias
    q, k, v = (part.view(len(x), 2, 16).transpose(0, 1) for part in projected.chunk(3, -1))
    seen = torch.ones(len(x), len(x)).tril().bool()
    weights = (q @ k.transpose(1, 2) / 4.0).masked_fill(~seen, -torch.inf).softmax(-1)
    x = layer.norms[0](x + attention.out_proj((weights @ v).transpose(0, 1).reshape(len(x), 32)))
    x = layer.norms[1](x + vector)
    x = layer.norms[2](x + layer.wider[3](torch.relu(layer.wider[0](x))))
    return x @ decoder.embeddings.words.weight.T + decoder.bias


def test_the_loss_is_what_the_formulas_say_however_documents_are_put_together(
    corpus: Corpus, tiny_base: Path
) -> None:
    task = task_of(corpus, tiny_base)
    model = task.model.eval().requires_grad_(False)
    examples = [task.example(0, at) for at in (0, 1, len(task) - 1)]
    together = model(**task.batch(examples).inputs)["loss"]
    for example, found in zip(examples, together, strict=True):
        inputs = task.batch([example]).inputs
        vectors = model.encoder.sentence_vectors(inputs["groups"], inputs["order"])
        states = model.encoder.states(vectors, inputs["indices"], inputs["mask"])[0]
        losses = []
        for place, original in zip(example.masked, example.original, strict=True):
            scores = by_hand(model.decoder, original[:-1], states[place])
            target = torch.tensor(original[1:])
            losses += functional.cross_entropy(scores, target, reduction="none").tolist()
        assert float(found) == pytest.approx(np.mean(losses), rel=1e-4)


def test_what_stands_behind_the_words_is_not_predicted(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base)
    batch = task.batch([task.example(0, at) for at in range(4)])
    words = batch.inputs["words"]
    assert (words == IGNORED).any()
    wider = functional.pad(words, (0, 3), value=IGNORED)
    model = task.model.eval()
    one = model(**batch.inputs)["loss"]
    other = model(**{**batch.inputs, "words": wider})["loss"]
    torch.testing.assert_close(one, other)
