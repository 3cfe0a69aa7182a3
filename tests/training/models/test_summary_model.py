"""The language model that makes summaries."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import (
    AutoModelForCausalLM,
    BloomConfig,
    GPTNeoConfig,
    MptConfig,
    PretrainedConfig,
    PreTrainedTokenizerFast,
)

from core.base.errors import ModelError, UsageError
from tests import wording
from tests.training.summarised import TOKENS, make_language_model
from training.commands.summaries import (
    PROMPTS,
)
from training.models.protocols import Sampling
from training.models.summary_model import SummaryModel, _packing, draw_tokens


def test_texts_longer_than_the_context_are_cut(language_model: SummaryModel) -> None:
    draws = np.full((1, 1, 1, TOKENS), 0.5, np.float32)
    (((said,),),) = language_model.continuations(["peat " * 500], PROMPTS[:1], draws)
    assert said


def test_a_context_too_short_for_a_summary_is_refused(gpt2: Path) -> None:
    long = SummaryModel(gpt2, device="cpu", sampling=Sampling(tokens=500))
    with pytest.raises(ModelError, match="160 tokens, too few"):
        long.continuations(["peat"], PROMPTS[:1], np.zeros((1, 1, 1, 500), np.float32))


@pytest.mark.parametrize("spread", [0.1, 1.0, 8.0])
def test_tokens_are_drawn_as_from_all_of_them_sorted(spread: float) -> None:
    sampling = Sampling(temperature=0.8, top_p=0.9)
    random = np.random.default_rng(3)
    scores = (random.standard_normal((40, 2_000)) * spread).astype(np.float32)
    draws = random.random(40, np.float32)
    tokens = draw_tokens(torch.from_numpy(scores), torch.from_numpy(draws), sampling)
    for row, draw, token in zip(scores.astype(float), draws, tokens.tolist(), strict=True):
        chances = np.exp(row / 0.8)
        chances /= chances.sum()
        order = np.argsort(-chances)
        before = np.cumsum(chances[order]) - chances[order]
        kept = np.zeros_like(chances)
        kept[order[before < 0.9]] = chances[order[before < 0.9]]
        reached = np.cumsum(kept) / kept.sum()
        assert kept[token] > 0
        assert reached[token] - kept[token] / kept.sum() - 1e-5 <= draw <= reached[token] + 1e-5


def test_the_likeliest_tokens_are_those_of_a_text_read_alone(tmp_path: Path) -> None:
    sampling = Sampling(top_p=1e-9, tokens=TOKENS)
    folder = make_language_model(tmp_path / "llama", "llama")
    model = SummaryModel(folder, device="cpu", sampling=sampling)
    texts, prompts = ["peat and moor", "The dwarf and orbit of stars"], PROMPTS[:3]
    spoken = model.continuations(texts, prompts, np.zeros((2, 3, 2, TOKENS), np.float32))
    for text, prompt in np.ndindex(2, 3):
        ids = model.tokenizer(f"{texts[text]} {prompts[prompt]}")["input_ids"]
        start = len(ids)
        while len(ids) < start + TOKENS and ids[-1] != model.tokenizer.eos_token_id:
            ids.append(int(model.model(torch.tensor([ids])).logits[0, -1].argmax()))
        alone = model.tokenizer.decode(ids[start:], skip_special_tokens=True)
        for said in spoken[text][prompt]:
            assert said
            assert alone.startswith(said)


WINDOWS: list[Any] = [[["global", "local"], 1]]
UNFIT: dict[str, PretrainedConfig] = {
    "positions by distance": BloomConfig(hidden_size=16, n_layer=2, n_head=2),
    "the same, with a mask": MptConfig(d_model=16, n_layers=2, n_heads=2),
    "windows": GPTNeoConfig(hidden_size=16, num_layers=2, num_heads=2, attention_types=WINDOWS),
}


@pytest.mark.parametrize("kind", UNFIT)
def test_a_model_that_heeds_no_mask_of_branches_is_refused(
    gpt2: Path, tmp_path: Path, kind: str
) -> None:
    tokenizer = PreTrainedTokenizerFast.from_pretrained(gpt2)
    tokenizer.save_pretrained(tmp_path)
    config = UNFIT[kind]
    config.update({"vocab_size": len(tokenizer), "bos_token_id": 0, "eos_token_id": 0})
    torch.manual_seed(1)
    automatic: Any = AutoModelForCausalLM  # Any: its class depends on the configuration
    language_model = automatic.from_config(config)
    for weights in language_model.parameters():
        weights.data.mul_(8)
    language_model.save_pretrained(tmp_path)
    with pytest.raises(
        ModelError, match=wording.pattern("training.models.summary_model:_check_branches")
    ):
        SummaryModel(tmp_path, device="cpu")


def test_a_token_for_padding_that_the_model_lacks_is_not_asked_for(
    gpt2: Path, tmp_path: Path
) -> None:
    shutil.copytree(gpt2, tmp_path / "padded")
    tokenizer = PreTrainedTokenizerFast.from_pretrained(gpt2)
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    tokenizer.save_pretrained(tmp_path / "padded")
    draws = np.full((2, 1, 1, TOKENS), 0.5, np.float32)
    plain, padded = (
        SummaryModel(folder, device="cpu").continuations(["peat", "moor and dust"], ["The"], draws)
        for folder in (gpt2, tmp_path / "padded")
    )
    assert padded == plain


def test_what_is_no_language_model_is_refused(tiny_base: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=wording.pattern("training.models.summary_model:__init__")):
        SummaryModel(tmp_path / "none")
    with pytest.raises(
        ModelError, match=wording.pattern("training.models.summary_model:_loaded {first")
    ):
        SummaryModel(tmp_path)
    with pytest.raises(ModelError, match="lack weights"):
        SummaryModel(tiny_base)


def test_a_file_needs_the_package_that_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "peat.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setattr("training.models.summary_model.is_gguf_available", lambda: False)
    with pytest.raises(UsageError) as refused:
        SummaryModel(path)
    assert "cocite[gguf]" in refused.value.remedy


@pytest.mark.parametrize("content", [b"", b"GGUF", b"GGUF" + bytes(60)])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    pytest.importorskip("gguf")
    path = tmp_path / "peat.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"peat\.gguf"):
        SummaryModel(path)


# --- a small graphics card ----------------------------------------------------------------------


def weights_beside(folder: Path, monkeypatch: pytest.MonkeyPatch, *, free: int) -> Path:
    """Return a folder of a gigabyte of weights, on a card with so many bytes free."""
    with (folder / "model.safetensors").open("wb") as file:
        file.truncate(1 << 30)
    monkeypatch.setattr("training.models.summary_model.free_bytes", lambda _: free)
    return folder


def test_weights_that_fit_the_card_are_loaded_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = weights_beside(tmp_path, monkeypatch, free=4 << 30)
    assert _packing(folder, "cuda:0", torch.bfloat16) == {}
    weights_beside(tmp_path, monkeypatch, free=0)
    assert _packing(folder, "cpu", torch.float32) == {}


def test_weights_that_do_not_fit_the_card_are_loaded_in_four_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = weights_beside(tmp_path, monkeypatch, free=1 << 30)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: object())
    packing = _packing(folder, "cuda:0", torch.bfloat16)
    assert packing["device_map"] == {"": "cuda:0"}
    assert packing["quantization_config"].load_in_4bit
    assert packing["quantization_config"].bnb_4bit_compute_dtype == torch.bfloat16


def test_four_bits_need_the_package_that_does_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = weights_beside(tmp_path, monkeypatch, free=1 << 30)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(
        UsageError, match=wording.pattern("training.models.summary_model:_packing {needed")
    ) as refused:
        _packing(folder, "cuda:0", torch.bfloat16)
    assert "bitsandbytes" in refused.value.remedy
