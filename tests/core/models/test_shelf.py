"""What an interrupted copy or removal left on the shelf is no model."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.models.shelf import Shelf


@pytest.mark.parametrize("left", [".tiny.new", ".tiny.removed"])
def test_what_an_interruption_left_is_no_model(tiny_model: Path, tmp_path: Path, left: str) -> None:
    shelf = Shelf(tmp_path / "models")
    shutil.copytree(tiny_model, shelf.folder / left)
    before = {model.manifest.name for model in Shelf(tmp_path / "none").models()}
    assert {model.manifest.name for model in shelf.models()} == before
    added = shelf.add(tiny_model)
    assert added.manifest.name in {model.manifest.name for model in shelf.models()}
