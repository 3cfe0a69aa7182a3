"""A base of eight bits."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from core.models.encoder import SentenceEncoder
from core.models.manifest import CONFIG, WEIGHTS, check_weights, read_manifest
from core.models.shelf import Shelf
from tests.tiny_encoder import make_tiny_encoder
from tools.lab.gpu_check.eight_bits import packed, unpacked
from tools.lab.gpu_check.packed_base import (
    cut_layers,
    halve,
    is_packed,
    pack,
    unpack,
)


def test_eight_bits_keep_a_matrix_within_half_a_step() -> None:
    weights = np.random.default_rng(0).normal(size=(5, 128)).astype(np.float32)
    weights[3] = 0
    places, steps = packed(weights)
    again = unpacked(places, steps)
    largest = np.abs(weights.reshape(5, 2, 64)).max(2).repeat(64, 1)
    assert again.dtype == np.float32
    # Half a step, and what half precision takes from the step.
    assert (np.abs(again - weights) <= largest * (0.5 / 127 + 1e-3) + 1e-9).all()
    assert not again[3].any()


def test_a_packed_base_is_a_model_again(tmp_path: Path) -> None:
    base = make_tiny_encoder(tmp_path / "base", name="small")
    pack(tmp_path / "packed", str(base))
    folder = unpack(tmp_path / "packed", tmp_path / "again")
    manifest = read_manifest(folder)
    check_weights(folder, manifest)
    assert Shelf(tmp_path / "shelf").get(str(folder)).manifest.name == "small-8bit"
    one, other = load_file(base / WEIGHTS), load_file(folder / WEIGHTS)
    assert one.keys() == other.keys()
    for name, weights in one.items():
        assert np.abs(weights - other[name]).max() <= 0.01 * np.abs(weights).max()
    assert unpack(tmp_path / "packed", folder) == folder


def test_both_halves_are_the_base_and_the_high_ones_come_near_it(tmp_path: Path) -> None:
    base = make_tiny_encoder(tmp_path / "base", name="small")
    pack(tmp_path / "packed", str(base))
    low = tmp_path / "low.npz"
    halve(tmp_path / "packed", tmp_path / "halved", low)
    assert is_packed(tmp_path / "halved")
    assert not is_packed(base)
    whole = load_file(unpack(tmp_path / "packed", tmp_path / "whole") / WEIGHTS)
    joined = load_file(unpack(tmp_path / "halved", tmp_path / "joined", low) / WEIGHTS)
    rough_folder = unpack(tmp_path / "halved", tmp_path / "rough")
    rough = load_file(rough_folder / WEIGHTS)
    assert read_manifest(tmp_path / "joined").name == "small-8bit"
    assert read_manifest(rough_folder).name == "small-4bit"
    check_weights(rough_folder, read_manifest(rough_folder))
    for name, weights in whole.items():
        assert (joined[name] == weights).all()
        assert np.abs(weights - rough[name]).max() <= 0.07 * np.abs(weights).max()
    assert any((weights != rough[name]).any() for name, weights in whole.items())


def test_the_base_of_a_rehearsal_is_a_model_of_one_layer(tmp_path: Path) -> None:
    base = make_tiny_encoder(tmp_path / "base", name="small")
    weights = load_file(base / WEIGHTS)
    second = {name.replace("layer.0.", "layer.1."): rows for name, rows in weights.items()}
    save_file({**weights, **second}, base / WEIGHTS)
    config = json.loads((base / CONFIG).read_text("utf-8"))
    (base / CONFIG).write_text(json.dumps({**config, "num_hidden_layers": 2}), "utf-8")
    for _ in range(2):
        folder = cut_layers(base, tmp_path / "first")
    check_weights(folder, read_manifest(folder))
    layers = {
        name.partition("layer.")[2].partition(".")[0]
        for name in load_file(folder / WEIGHTS)
        if "layer." in name
    }
    assert layers == {"0"}
    rows = SentenceEncoder(folder, read_manifest(folder)).encode_papers([("Owls", "They hunt.")])
    assert np.isfinite(rows).all()
