"""What training may begin with."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import torch

from core.base.errors import ModelError
from core.models.manifest import MANIFEST, read_manifest
from tests import wording
from training.models.encoders import load_encoder


def test_as_many_tokens_are_read_as_asked_for_and_the_base_has_places(
    tiny_base: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(tiny_base, tmp_path / "base"))
    manifest = read_manifest(folder).model_copy(update={"max_tokens": 20})
    (folder / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    places = json.loads((folder / "config.json").read_text())["max_position_embeddings"]
    asked = (0, 10, 30, places + 1)
    encoders = [load_encoder(str(folder), max_tokens=most) for most in asked]
    assert [each.manifest.max_tokens for each in encoders] == [20, 10, 30, places]
    long = "word " * 100
    read = [each.tokens([long]).groups[0]["input_ids"].shape[1] for each in encoders]
    assert read == [20, 10, 30, places]
    assert encoders[-1].encode([long]).shape == (1, manifest.dimension)


@pytest.mark.parametrize("kind", ["reranker", "hierarchical"])
def test_a_base_that_is_no_ordinary_encoder_is_refused(
    tiny_base: Path, tmp_path: Path, kind: Literal["reranker", "hierarchical"]
) -> None:
    folder = Path(shutil.copytree(tiny_base, tmp_path / "other"))
    manifest = read_manifest(folder).model_copy(update={"kind": kind})
    (folder / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    with pytest.raises(ModelError, match=wording.pattern("training.models.encoders:load_encoder")):
        load_encoder(str(folder))


def test_a_processor_with_bfloat16_hardly_moves_a_row(
    tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["sand in the sieves", "moors and peat", "weighed with the scales and not by the eye"]
    encoder = load_encoder(str(tiny_base))
    exact = encoder.encode(texts)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: True)
    halved = encoder.encode(texts)
    assert not np.array_equal(halved, exact)
    lengths = np.linalg.norm(halved, axis=1) * np.linalg.norm(exact, axis=1)
    assert ((halved * exact).sum(axis=1) / lengths > 0.999).all()
