"""The kind of a model decides what is opened."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import ModelError
from core.models.encoder import SentenceEncoder
from core.models.hierarchical import HierarchicalEncoder
from core.models.loading import open_encoder
from core.models.manifest import (
    CONFIG,
    TOKENIZER,
    WEIGHTS,
    read_manifest,
)


def test_the_kind_decides_what_is_opened(hierarchical_folder: Path, tiny_model: Path) -> None:
    assert isinstance(
        open_encoder(hierarchical_folder, read_manifest(hierarchical_folder)), HierarchicalEncoder
    )
    assert isinstance(open_encoder(tiny_model, read_manifest(tiny_model)), SentenceEncoder)
    reranker = read_manifest(tiny_model).model_copy(update={"kind": "reranker"})
    with pytest.raises(ModelError, match="is a reranker"):
        open_encoder(tiny_model, reranker)


def spoil_config(hierarchical_folder: Path) -> None:
    config = json.loads((hierarchical_folder / CONFIG).read_text())
    (hierarchical_folder / CONFIG).write_text(json.dumps(config | {"document_layers": 3}))


def spoil_type(hierarchical_folder: Path) -> None:
    config = json.loads((hierarchical_folder / CONFIG).read_text())
    sentence = {"model_type": "../evil", "auto_map": {"AutoModel": "evil.Model"}}
    (hierarchical_folder / CONFIG).write_text(json.dumps(config | {"sentence": sentence}))


def spoil_tokenizer(hierarchical_folder: Path) -> None:
    (hierarchical_folder / TOKENIZER).write_text("{}")


def spoil_weights(hierarchical_folder: Path) -> None:
    with (hierarchical_folder / WEIGHTS).open("r+b") as file:
        file.seek(-4, 2)
        file.write(b"\x00\x01\x02\x03")


@pytest.mark.parametrize("spoil", [spoil_config, spoil_type, spoil_tokenizer, spoil_weights])
def test_a_damaged_folder_is_refused_in_one_sentence(
    hierarchical_folder: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    copied = Path(shutil.copytree(hierarchical_folder, tmp_path / "copied"))
    spoil(copied)
    with pytest.raises(ModelError) as raised:
        open_encoder(copied, read_manifest(copied), device="cpu")
    assert "\n" not in str(raised.value)
