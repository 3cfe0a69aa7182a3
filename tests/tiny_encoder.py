"""Real models small enough to make in a test: one BERT layer with random weights.

With mean pooling, texts that share words come out near each other, which is all a test needs.
"""

from __future__ import annotations

from pathlib import Path

import torch
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from core.models.manifest import MANIFEST, Manifest, weights_sha256
from core.models.reranker import load_cross_encoder, load_tokenizer

DIMENSION = 32
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,?"


def make_tiny_encoder(
    folder: Path, *, name: str = "tiny", words: str = "", seed: int = 3, manifest: bool = True
) -> Path:
    """Write a model folder whose vocabulary is ``words`` and the letters, and return it."""
    folder.mkdir(parents=True)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = [*LETTERS, *(f"##{letter}" for letter in LETTERS), *words.lower().split()]
    vocabulary = {piece: at for at, piece in enumerate(dict.fromkeys([*special, *pieces]))}
    backend = BertWordPieceTokenizer(vocab=vocabulary, lowercase=True)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=backend._tokenizer,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=DIMENSION,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.5,
    )
    BertModel(config).save_pretrained(folder, safe_serialization=True)
    if manifest:
        said = Manifest(
            name=name,
            recipe="random",
            weights_sha256=weights_sha256(folder),
            pooling="mean",
            separator=". ",
            max_tokens=64,
            dimension=DIMENSION,
        )
        (folder / MANIFEST).write_text(said.model_dump_json(), encoding="utf-8")
    return folder


def make_tiny_reranker(base: Path, folder: Path, *, name: str = "tiny-reranker") -> Path:
    """Put a random classifier on a tiny encoder, write it as a reranker, and return its folder."""
    torch.manual_seed(1)
    load_cross_encoder(base, new_head=True).save_pretrained(folder)
    load_tokenizer(base).save_pretrained(folder)
    said = Manifest(
        name=name,
        kind="reranker",
        recipe="random",
        weights_sha256=weights_sha256(folder),
        pooling="cls",
        separator=". ",
        max_tokens=60,
        query_tokens=24,
        dimension=DIMENSION,
    )
    (folder / MANIFEST).write_text(said.model_dump_json(), encoding="utf-8")
    return folder
