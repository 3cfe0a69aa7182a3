"""The network over sentences."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from transformers import AutoModel

from core.models.encoder import SentenceEncoder
from core.models.hierarchical import HierarchicalEncoder
from core.models.hierarchy import (
    Hierarchy,
    PretrainedSentences,
    TwoEncoders,
    load_encoders,
    sinusoids,
)
from core.models.sentence_tokens import SentenceTokens
from tests.core.models.documents_of_sentences import LONG, shape_of
from tests.tiny_encoder import DIMENSION


def test_positions_are_the_sines_and_cosines_of_the_transformer() -> None:
    table = sinusoids(5, 6)
    for position in range(5):
        for pair in range(3):
            angle = position / 10_000 ** (2 * pair / 6)
            assert table[position, 2 * pair] == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[position, 2 * pair + 1] == pytest.approx(math.cos(angle), abs=1e-6)


def by_hand(model: Hierarchy, sentences: list[Tensor]) -> Tensor:
    """The document vector in the words of the paper, one document without padding."""
    pooled = []
    for ids in sentences:
        row = ids.unsqueeze(0)
        pooled.append(model.sentences(row, torch.ones_like(row))[0].mean(0))
    x = torch.stack(pooled) + sinusoids(len(pooled), DIMENSION)
    for layer in model.documents.layers:
        assert isinstance(layer, nn.TransformerEncoderLayer)
        heads = 2
        q, k, v = (
            part.view(len(x), heads, -1).transpose(0, 1)
            for part in (x @ layer.self_attn.in_proj_weight.T + layer.self_attn.in_proj_bias).chunk(
                3, dim=-1
            )
        )
        weights = (q @ k.transpose(1, 2) / math.sqrt(DIMENSION / heads)).softmax(-1)
        attended = layer.self_attn.out_proj((weights @ v).transpose(0, 1).reshape(len(x), -1))
        x = layer.norm1(x + attended)
        x = layer.norm2(x + layer.linear2(torch.relu(layer.linear1(x))))
    out: Tensor = model.norm(x.sum(0))
    return out


def test_a_document_is_what_the_formulas_say(hierarchical_folder: Path) -> None:
    model = load_encoders(hierarchical_folder, name="x")
    tokens = SentenceTokens(hierarchical_folder, model.shape)
    found = model.papers(**tokens.documents([LONG, LONG[:1]]).inputs())
    ids = [torch.tensor(row) for row in tokens.ids(LONG)]
    torch.testing.assert_close(found[0], by_hand(model.papers, ids), atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(found[1], by_hand(model.papers, ids[:1]), atol=1e-5, rtol=1e-4)


def test_it_can_start_as_the_mean_of_its_standardised_sentences(
    tiny_model: Path, hierarchical_encoder: HierarchicalEncoder
) -> None:
    torch.manual_seed(1)
    model = TwoEncoders(shape_of(tiny_model, pretrained=True)).eval()
    sentences = model.papers.sentences
    assert isinstance(sentences, PretrainedSentences)
    base = AutoModel.from_pretrained(tiny_model)
    weights = {k: v for k, v in base.state_dict().items() if not k.startswith("pooler.")}
    sentences.model.load_state_dict(weights)
    model.papers.start_as_mean()
    tokens = SentenceTokens(tiny_model, model.shape)
    found = model.papers(**tokens.documents([LONG]).inputs())[0].detach().numpy()
    plain = SentenceEncoder(tiny_model, device="cpu", precision="float32")
    rows = plain.encode_queries(list(LONG))
    mean = standardised(rows).mean(0)
    assert cosine(found, mean) == pytest.approx(1.0, abs=1e-4)


def standardised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    centred: NDArray[np.float32] = rows - rows.mean(1, keepdims=True)
    return centred / centred.std(1, keepdims=True)


def cosine(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    one = one - one.mean()  # as the last normalisation does
    other = other - other.mean()
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
