"""Small models in folders."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.models.encoder import SentenceEncoder
from core.models.hierarchical import HierarchicalEncoder
from core.models.reranker import Reranker
from tests.core.models.documents_of_sentences import make
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


@pytest.fixture(scope="module", params=[True, False], ids=["pretrained", "scratch"])
def hierarchical_folder(
    request: pytest.FixtureRequest, tiny_model: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    place = tmp_path_factory.mktemp("hierarchy") / "model"
    return make(place, tiny_model, pretrained=request.param)


@pytest.fixture(scope="module")
def hierarchical_encoder(hierarchical_folder: Path) -> HierarchicalEncoder:
    return HierarchicalEncoder(hierarchical_folder, device="cpu", precision="float32")
