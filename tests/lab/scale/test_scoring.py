"""Scores of the network, compared with those of transformers."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor
from transformers import BertForSequenceClassification

from tools.lab.scale.arrays import CLS, SEP, Ints, Padded
from tools.lab.scale.network import Network
from tools.lab.scale.scoring import encoded, pair_scores

DRAWS = np.random.default_rng(0)


def drawn(lengths: list[int]) -> list[Ints]:
    """Token ids of texts, special ones left out."""
    return [DRAWS.integers(1_000, 30_000, length) for length in lengths]


TEXTS = [np.concatenate([[CLS], each, [SEP]]) for each in drawn([3, 40, 1, 17, 18, 62])]
QUESTIONS = [np.concatenate([[CLS], each, [SEP]]) for each in drawn([5, 20, 11])]
PAPERS = [np.concatenate([each, [SEP]]) for each in drawn([30, 2, 9, 47])]


def padded(rows: list[Ints]) -> tuple[Tensor, Tensor]:
    texts = Padded.of(rows, max(map(len, rows)), "cpu")
    return texts.ids.long(), torch.arange(texts.room)[None] < texts.lengths[:, None]


@torch.no_grad()
def test_rows_are_those_of_transformers_mean_pooled(
    network: Network, weights: dict[str, Tensor], bert: BertForSequenceClassification
) -> None:
    ids, mask = padded(TEXTS)
    states = bert.bert(input_ids=ids, attention_mask=mask).last_hidden_state
    mean = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    expected = torch.nn.functional.normalize(mean, dim=1)
    texts = Padded.of(TEXTS, 64, "cpu")
    assert torch.allclose(encoded(network, weights, texts), expected, atol=1e-5)
    some = torch.tensor([4, 0, 4])
    assert torch.allclose(encoded(network, weights, texts, some), expected[some], atol=1e-5)
    assert (expected[0] @ expected[1]).item() < 0.99


@torch.no_grad()
def test_log_odds_of_pairs_are_those_of_transformers(
    network: Network, weights: dict[str, Tensor], bert: BertForSequenceClassification
) -> None:
    query, paper = torch.tensor([0, 2, 1, 1, 0]), torch.tensor([3, 1, 0, 2, 1])
    both = [(QUESTIONS[q], PAPERS[p]) for q, p in zip(query.tolist(), paper.tolist(), strict=True)]
    ids, mask = padded([np.concatenate(pair) for pair in both])
    kinds, _ = padded([np.repeat([0, 1], [len(one), len(other)]) for one, other in both])
    expected = bert(input_ids=ids, attention_mask=mask, token_type_ids=kinds).logits[:, 0]
    questions, papers = Padded.of(QUESTIONS, 24, "cpu"), Padded.of(PAPERS, 48, "cpu")
    scores = pair_scores(network, weights, questions, papers, query, paper)
    assert torch.allclose(scores, expected, atol=1e-4)
    assert expected.std() > 0.01


def test_texts_that_are_computed_in_chunks_keep_their_order(
    network: Network, weights: dict[str, Tensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = Padded.of(TEXTS, 64, "cpu")
    together = encoded(network, weights, texts)
    monkeypatch.setattr("tools.lab.scale.scoring._TOKENS", 80)
    assert torch.allclose(encoded(network, weights, texts), together, atol=1e-6)
