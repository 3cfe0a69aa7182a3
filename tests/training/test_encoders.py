"""What training may begin with."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Literal

import pytest

from core.errors import ModelError
from core.models.manifest import MANIFEST, read_manifest
from training.encoders import load_encoder


@pytest.mark.parametrize("kind", ["reranker", "hierarchical"])
def test_a_base_that_is_no_ordinary_encoder_is_refused(
    tiny_base: Path, tmp_path: Path, kind: Literal["reranker", "hierarchical"]
) -> None:
    folder = Path(shutil.copytree(tiny_base, tmp_path / "other"))
    manifest = read_manifest(folder).model_copy(update={"kind": kind})
    (folder / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    with pytest.raises(ModelError, match="no ordinary encoder"):
        load_encoder(str(folder))
