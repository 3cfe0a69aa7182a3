"""Small models in folders."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.models.encoder import SentenceEncoder
from core.models.reranker import Reranker
from tests.tiny_encoder import make_tiny_encoder, make_tiny_reranker


@pytest.fixture(scope="module")
def encoder(tiny_model: Path) -> SentenceEncoder:
    return SentenceEncoder(tiny_model, device="cpu", precision="float32")


@pytest.fixture
def copy(tiny_model: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_model, tmp_path / "copied"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = make_tiny_encoder(
        tmp_path_factory.mktemp("base") / "tiny", words="citation graphs soils"
    )
    return make_tiny_reranker(base, tmp_path_factory.mktemp("made") / "reranker")


@pytest.fixture(scope="module")
def reranker(folder: Path) -> Reranker:
    return Reranker(folder, device="cpu", precision="float32")
