"""What the models that come with Cocite are for."""

from __future__ import annotations

from pathlib import Path

from core.models.shelf import built_in_models
from core.runs.judging import Qualities
from core.runs.model_entries import Entries


def test_the_models_that_come_with_cocite_say_what_they_are_for(tmp_path: Path) -> None:
    entries = Entries(tmp_path, Qualities(tmp_path / "qualities.json"))
    described = {
        entry.title: (entry.kind, entry.made_for, str(entry.recipe), entry.keeps_vectors)
        for entry in (entries.of(model, ()) for model in built_in_models())
    }
    assert described == {
        "Cocite small": ("encoder", "encoder", "Cocite (recommended)", False),
        "Cocite reader": ("reranker", "reranker", "Lists of candidates", False),
        "MiniLM (all-MiniLM-L6-v2)": ("encoder", "", "as published", False),
    }
