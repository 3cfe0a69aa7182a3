"""A small language model, and the summaries it makes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

from tests.tiny_corpus import vocabulary
from training.commands.summaries import (
    PROMPTS,
    Work,
)
from training.corpus.corpus import Corpus
from training.models.protocols import Sampling
from training.models.summary_model import SummaryModel

TOKENS = 12
SAMPLING = Sampling(tokens=TOKENS)


def make_language_model(folder: Path, kind: str) -> Path:
    """Write a model with random weights that ends a sentence every few words."""
    words = [*vocabulary().split(), *" ".join(PROMPTS).split(), "moor.", "Peat", "Stars", "dust."]
    known = {word: at for at, word in enumerate(dict.fromkeys(["[END]", "[UNK]", *words]))}
    backend = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    PreTrainedTokenizerFast(
        tokenizer_object=backend, unk_token="[UNK]", eos_token="[END]"
    ).save_pretrained(folder)
    torch.manual_seed(1)
    sizes = {"vocab_size": len(known), "eos_token_id": 0, "bos_token_id": 0}
    language_model = (
        GPT2LMHeadModel(GPT2Config(n_embd=16, n_layer=2, n_head=2, n_positions=160, **sizes))
        if kind == "gpt2"
        else LlamaForCausalLM(
            LlamaConfig(
                hidden_size=16,
                intermediate_size=32,
                num_hidden_layers=2,
                num_attention_heads=2,
                num_key_value_heads=1,
                max_position_embeddings=160,
                **sizes,
            )
        )
    )
    for weights in language_model.parameters():
        weights.data.mul_(8)  # so that what was read decides, and no token is like another
    # As folders of language models have it; ours must win over it, without a warning.
    language_model.generation_config.temperature, language_model.generation_config.do_sample = (
        0.6,
        True,
    )
    language_model.save_pretrained(folder)
    return folder


def summary_work(
    corpus: Corpus, language_model: SummaryModel, out: Path, papers: int = 4, seed: int = 0
) -> Work:
    return Work(corpus, language_model, "tiny", out, papers=papers, batch=2, seed=seed)


def lines(path: Path) -> list[dict[str, Any]]:
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in content.decode().splitlines()]
