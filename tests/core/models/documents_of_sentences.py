"""Small models that read documents as sentences."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import torch

from core.models.hierarchical import (
    Shape,
    TwoEncoders,
    save_encoders,
)
from core.models.manifest import (
    CONFIG,
    MANIFEST,
    TOKENIZER,
    Manifest,
    weights_sha256,
)
from tests.tiny_encoder import DIMENSION

LONG = ("Soils.", "Peat was the most acid of all moorland soils on forty moors.", "Hard.", "Acid.")


def shape_of(base: Path, *, pretrained: bool, separate: bool = True) -> Shape:
    config = json.loads((base / CONFIG).read_text())
    return Shape(
        hidden_size=DIMENSION,
        vocab_size=config["vocab_size"],
        sentence=config if pretrained else None,
        sentence_layers=1,
        document_layers=2,
        heads=2,
        feed_forward=48,
        separate=separate,
        max_tokens=24,
        mask_token_id=4,
    )


def make(
    hierarchical_folder: Path, base: Path, *, pretrained: bool = True, separate: bool = True
) -> Path:
    """Write a hierarchical model with random document encoders and return its folder."""
    hierarchical_folder.mkdir(parents=True)
    torch.manual_seed(7)
    model = TwoEncoders(shape_of(base, pretrained=pretrained, separate=separate))
    save_encoders(model, hierarchical_folder)
    shutil.copyfile(base / TOKENIZER, hierarchical_folder / TOKENIZER)
    manifest = Manifest(
        name="tiny-hierarchy",
        kind="hierarchical",
        weights_sha256=weights_sha256(hierarchical_folder),
        pooling="mean",
        max_tokens=24,
        dimension=DIMENSION,
    )
    (hierarchical_folder / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    return hierarchical_folder
