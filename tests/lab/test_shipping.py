"""Trained models as adapters in four bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner

from core.models.adapters import write_adapter
from core.models.encoder import SentenceEncoder
from core.models.manifest import MANIFEST, AdapterFile, Manifest, file_sha256, read_manifest
from core.models.reranker import Reranker
from tests.tiny_encoder import make_tiny_encoder
from tools.lab.__main__ import cli
from tools.lab.shipping import command, find_changes, find_mean
from training.models.encoders import TextEncoder
from training.models.rerank_model import CrossEncoder

TEXTS = ["graph neural networks", "a longer text about proteins and their folds", "cells"]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return make_tiny_encoder(tmp_path / "base", words="graph neural networks proteins cells text")


def move(network: torch.nn.Module) -> None:
    """Change all weights but the words' as a training would, by a tenth of what they are."""
    torch.manual_seed(0)
    with torch.no_grad():
        for name, weight in network.named_parameters():
            if "word_embeddings" not in name:
                weight.add_(0.1 * weight.std().nan_to_num(0.1) * torch.randn_like(weight))


def ship(model: Path, base: Path, side: str, kind: str) -> Path:
    """Run the command, and return the model folder that it makes of the base."""
    folder = model.parent / "shipped"
    folder.mkdir()
    for path in base.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    out = folder / f"{side}.safetensors"
    done = CliRunner().invoke(command, [str(model), str(out), "--base", str(base)])
    assert done.exit_code == 0, done.output
    adapter = AdapterFile(file=out.name, sha256=file_sha256(out))
    values = read_manifest(model).model_dump() | {"kind": kind, "name": "shipped"}
    values |= {"weights_sha256": read_manifest(base).weights_sha256, "adapters": {side: adapter}}
    if kind == "encoder":
        values["adapters"]["papers"] = adapter
    manifest = Manifest.model_validate(values)
    (folder / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    return folder


def test_an_encoder_that_ships_answers_as_the_trained_one(base: Path, tmp_path: Path) -> None:
    encoder = TextEncoder(base, read_manifest(base))
    before = encoder.encode_queries(TEXTS)
    move(encoder.transformer)
    encoder.save(tmp_path / "trained", name="trained", recipe="cocite")
    trained = encoder.encode_queries(TEXTS)
    shipped = SentenceEncoder(
        ship(tmp_path / "trained", base, "queries", "encoder"), device="cpu", precision="float32"
    ).encode_queries(TEXTS)
    assert np.abs(shipped - trained).max() < 0.2 * np.abs(before - trained).max()
    changes = find_changes(tmp_path / "trained", base)
    assert not any("word_embeddings" in name for name in changes)


def test_a_reranker_that_ships_scores_as_the_trained_one(base: Path, tmp_path: Path) -> None:
    model = CrossEncoder(base, read_manifest(base), query_tokens=16, max_tokens=48, seed=0)
    with torch.no_grad():
        model.network.get_submodule("classifier").get_parameter("weight").mul_(50)
    papers = [(text, "") for text in TEXTS]
    move(model.network)
    model.network.eval()
    trained = model.score("neural proteins", papers)
    model.save(tmp_path / "trained", name="trained")
    folder = ship(tmp_path / "trained", base, "pairs", "reranker")
    shipped = Reranker(folder, device="cpu", precision="float32").score("neural proteins", papers)
    assert np.ptp(trained) > 0.05
    assert np.allclose(shipped, trained, atol=0.03)


def test_the_mean_of_two_trainings_is_half_of_each_change(tmp_path: Path) -> None:
    file = tmp_path / "other.safetensors"
    write_adapter(file, {"both": torch.tensor([2.0, 4.0]), "other": torch.tensor([6.0])})
    mean = find_mean({"both": torch.tensor([4.0, 0.0]), "one": torch.tensor([8.0])}, file)
    assert {name: rows.tolist() for name, rows in mean.items()} == {
        "both": [3.0, 2.0],
        "one": [4.0],
        "other": [3.0],
    }


def test_it_is_a_command_of_the_lab() -> None:
    assert cli.run(["ship", "--help"]) == 0
