"""A tiny corpus and a tiny model that knows its words, for all tests of training."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from tests.tiny_corpus import make_tiny_corpus, vocabulary
from tests.tiny_encoder import make_tiny_encoder
from training.corpus.corpus import Corpus
from training.models.encoders import TextEncoder, load_encoder


@pytest.fixture(scope="session", autouse=True)
def exact_arithmetic() -> Iterator[None]:
    """Let processors with bfloat16 compute in float32 like the others: rows are compared closely.

    What the rounding does to rows has tests of its own.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
        patch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
        yield


@pytest.fixture(scope="session")
def tiny_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus folder of invented papers, see ``tests.tiny_corpus``."""
    return make_tiny_corpus(tmp_path_factory.mktemp("corpus") / "tiny")


@pytest.fixture(scope="session")
def corpus(tiny_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """The tiny corpus, opened once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("corpus-cache")))
        return Corpus.open(tiny_corpus)


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder: a BERT of one layer with random weights and the words of the corpus."""
    folder = tmp_path_factory.mktemp("base") / "tiny"
    return make_tiny_encoder(folder, words=" ".join(dict.fromkeys(vocabulary().split())))


@pytest.fixture
def tiny_encoder(tiny_base: Path) -> TextEncoder:
    """The tiny model in training form, fresh for each test."""
    return load_encoder(str(tiny_base))
