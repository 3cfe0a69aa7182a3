"""Sentences as tokens, each read once."""

from __future__ import annotations

from pathlib import Path

import torch

from core.models.hierarchy import (
    load_encoders,
)
from core.models.sentence_tokens import SentenceTokens


def test_a_sentence_that_occurs_twice_is_read_once(hierarchical_folder: Path) -> None:
    tokens = SentenceTokens(hierarchical_folder, load_encoders(hierarchical_folder, name="x").shape)
    documents = tokens.documents([("Peat.", "Acid."), ("Acid.",)])
    assert sum(len(group["input_ids"]) for group in documents.groups) == 2
    assert documents.indices.tolist() == [[0, 1], [1, 0]]
    assert documents.mask.tolist() == [[True, True], [True, False]]


def test_sentences_are_cut_and_come_back_in_their_order(hierarchical_folder: Path) -> None:
    tokens = SentenceTokens(hierarchical_folder, load_encoders(hierarchical_folder, name="x").shape)
    assert len(tokens.ids(["peat " * 100])[0]) == 24
    rows = [[1] * length for length in range(100, 0, -1)]
    groups, order = tokens.groups(rows)
    lengths = torch.cat([group["attention_mask"].sum(1) for group in groups])
    assert lengths[order].tolist() == [len(row) for row in rows]
    assert lengths.tolist() == sorted(lengths.tolist())


def test_on_a_gpu_more_sentences_share_a_padded_length(hierarchical_folder: Path) -> None:
    tokens = SentenceTokens(hierarchical_folder, load_encoders(hierarchical_folder, name="x").shape)
    rows = [[1] * length for length in range(1, 101)]
    groups, order = tokens.groups(rows, device="cuda")
    assert len(groups) == 1 < len(tokens.groups(rows)[0])
    assert order.tolist() == list(range(100))
