"""What is trained with all weights, with BitFit and with LoRA, and what is saved of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors import safe_open
from transformers import AutoModel, BertModel, ModernBertConfig, ModernBertModel

from core.base.errors import UsageError
from core.models.manifest import read_manifest
from tests.tiny_encoder import make_tiny_encoder
from training.base.recipe import RecipeSettings
from training.models.encoders import TextEncoder
from training.models.tuning import merged, prepare, restrict, save_adapter

TEXTS = ["graph neural networks", "a longer text about proteins and their folds", "cells"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_tiny_encoder(tmp_path / "base", words="graph neural networks proteins cells text")


@pytest.fixture
def encoder(folder: Path) -> TextEncoder:
    return TextEncoder(folder, read_manifest(folder))


def step(encoder: TextEncoder, rate: float = 0.1) -> None:
    trained = [weight for weight in encoder.parameters() if weight.requires_grad]
    optimiser = torch.optim.SGD(trained, lr=rate)
    encoder(**encoder.tokens(TEXTS).inputs()).square().sum().backward()
    optimiser.step()


def weights(encoder: TextEncoder) -> dict[str, Any]:
    return {name: weight.detach().clone() for name, weight in encoder.named_parameters()}


def changed(before: dict[str, Any], encoder: TextEncoder) -> set[str]:
    return {n for n, weight in encoder.named_parameters() if not torch.equal(before[n], weight)}


def test_all_weights_are_trained_but_the_pooler_no_vector_passes_through(
    encoder: TextEncoder,
) -> None:
    prepare(encoder.transformer, RecipeSettings(trainable="all"))
    frozen = {name for name, weight in encoder.named_parameters() if not weight.requires_grad}
    assert len(frozen) == 2
    assert all(".pooler." in name for name in frozen)
    step(encoder)
    assert all(w.grad is not None for w in encoder.parameters() if w.requires_grad)


def test_the_layers_are_trained_without_the_vectors_of_words_and_positions(
    encoder: TextEncoder,
) -> None:
    prepare(encoder.transformer, RecipeSettings(trainable="layers"))
    before = weights(encoder)
    step(encoder)
    tables = {name for name in before if "word_emb" in name or "position_emb" in name}
    assert len(tables) == 2
    assert any("token_type" in name for name in changed(before, encoder))
    unread = {name for name in before if ".pooler." in name or ".key.bias" in name}
    assert set(before) - changed(before, encoder) - unread == tables


def test_bitfit_changes_every_bias_and_nothing_else(encoder: TextEncoder) -> None:
    prepare(encoder.transformer, RecipeSettings(trainable="biases"))
    before = weights(encoder)
    for _ in range(2):
        step(encoder)
    biases = {name for name in before if name.endswith(".bias") and ".pooler." not in name}
    assert len(biases) == 9
    # A key's bias adds the same to all of a query's attention scores: softmax takes no notice.
    assert changed(before, encoder) | {n for n in biases if ".key." in n} == biases


def test_a_model_without_biases_is_refused_for_bitfit_in_one_sentence() -> None:
    config = ModernBertConfig(
        vocab_size=40,
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        cls_token_id=1,
        sep_token_id=2,
    )
    model = ModernBertModel(config)
    with pytest.raises(UsageError, match="no biases") as caught:
        restrict(model, RecipeSettings(trainable="biases"))
    assert "lora" in caught.value.remedy
    restrict(model, RecipeSettings(trainable="lora", lora_rank=2))
    assert any(weight.requires_grad for weight in model.parameters())


def test_lora_stands_beside_every_linear_layer_and_changes_nothing_at_first(
    encoder: TextEncoder,
) -> None:
    untouched = encoder.encode(TEXTS)
    prepare(encoder.transformer, RecipeSettings(trainable="lora", lora_rank=4))
    trained = {name for name, weight in encoder.named_parameters() if weight.requires_grad}
    assert len(trained) == 2 * 6  # query, key, value, output, up, down of one layer
    assert all("lora_" in name and ".pooler." not in name for name in trained)
    np.testing.assert_array_equal(encoder.encode(TEXTS), untouched)
    before = weights(encoder)
    step(encoder)
    assert changed(before, encoder) <= trained


def test_loras_first_matrices_depend_on_the_seed_alone(folder: Path) -> None:
    def first(seed: int) -> torch.Tensor:
        torch.rand(int(torch.randint(1, 9, ()).item()))
        encoder = TextEncoder(folder, read_manifest(folder))
        state = torch.random.get_rng_state()
        prepare(encoder.transformer, RecipeSettings(trainable="lora", seed=seed))
        assert torch.equal(state, torch.random.get_rng_state())
        return torch.cat([w.flatten() for n, w in encoder.named_parameters() if "lora_A" in n])

    assert torch.equal(first(1), first(1))
    assert not torch.equal(first(1), first(2))


def test_the_merged_model_is_the_same_and_training_goes_on(encoder: TextEncoder) -> None:
    prepare(encoder.transformer, RecipeSettings(trainable="lora", lora_rank=4, lora_alpha=8))
    step(encoder, rate=1e-3)
    before, vectors = weights(encoder), encoder.encode(TEXTS)
    plain = merged(encoder.transformer)
    assert not changed(before, encoder)
    np.testing.assert_array_equal(encoder.encode(TEXTS), vectors)
    assert isinstance(plain, BertModel)
    assert not any("lora" in name for name, _ in plain.named_parameters())
    step(encoder)
    assert changed(before, encoder)


def test_a_model_without_lora_is_merged_as_itself(encoder: TextEncoder) -> None:
    model = encoder.transformer
    assert merged(model) is model


def test_saved_whole_or_as_an_adapter_the_model_is_the_one_trained(
    encoder: TextEncoder, folder: Path, tmp_path: Path
) -> None:
    untouched = encoder.encode(TEXTS)
    prepare(encoder.transformer, RecipeSettings(trainable="lora", lora_rank=4, lora_alpha=8))
    for _ in range(3):
        step(encoder, rate=1e-3)
    vectors = encoder.encode(TEXTS)
    assert np.abs(vectors - untouched).max() > 0.01

    encoder.save(tmp_path / "whole", name="whole", recipe="specter")
    whole = TextEncoder(tmp_path / "whole", read_manifest(tmp_path / "whole"))
    np.testing.assert_allclose(whole.encode(TEXTS), vectors, atol=2e-5)

    save_adapter(encoder.transformer, tmp_path / "adapter", base="tiny")
    files = {path.name for path in (tmp_path / "adapter").iterdir()}
    assert files == {"adapter_config.json", "adapter_model.safetensors"}
    with safe_open(tmp_path / "adapter" / "adapter_model.safetensors", "pt") as file:
        assert len(list(file.keys())) == 12
    base = TextEncoder(folder, read_manifest(folder))
    base.transformer.load_adapter(str(tmp_path / "adapter"))
    np.testing.assert_allclose(base.encode(TEXTS), vectors, atol=2e-5)
    np.testing.assert_allclose(base.encode(TEXTS), whole.encode(TEXTS), atol=2e-5)


def test_a_model_without_lora_has_no_adapter_to_save(encoder: TextEncoder, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="LoRA"):
        save_adapter(encoder.transformer, tmp_path / "adapter", base="tiny")


def test_automodel_reads_what_was_merged(encoder: TextEncoder, tmp_path: Path) -> None:
    prepare(encoder.transformer, RecipeSettings(trainable="lora"))
    merged(encoder.transformer).save_pretrained(tmp_path / "plain")
    assert isinstance(AutoModel.from_pretrained(tmp_path / "plain"), BertModel)
