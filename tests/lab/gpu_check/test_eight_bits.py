"""Weights in places of steps."""

from __future__ import annotations

import numpy as np
import pytest

from tools.lab.gpu_check.eight_bits import MOST, packed, packed_weights, unpacked, unpacked_weights


@pytest.mark.parametrize(("most", "cosine"), [(MOST, 0.9999), (31, 0.9995), (16, 0.998)])
def test_rows_keep_their_direction(most: int, cosine: float) -> None:
    rows = np.random.default_rng(0).normal(size=(20, 192)).astype(np.float32)
    places, steps = packed(rows, most)
    assert places.dtype == np.int8
    assert np.abs(places).max() == most
    assert steps.shape == (20, 3)
    back = unpacked(places, steps)
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(back, axis=1)
    assert ((rows * back).sum(1) / lengths).min() > cosine
    half_steps = np.repeat(steps.astype(np.float32), 64, axis=1) / 2
    assert (np.abs(rows - back) <= half_steps * 1.001 + 1e-3 * np.abs(rows)).all()


def test_rows_of_0_and_of_any_width_come_back() -> None:
    for columns in (1, 7, 24, 130):
        rows = np.zeros((3, columns), np.float32)
        rows[1] = 2.0
        assert np.allclose(unpacked(*packed(rows)), rows, atol=2e-3)


def test_only_matrices_are_packed_and_all_names_come_back() -> None:
    weights = {
        "matrix": np.random.default_rng(1).normal(size=(4, 64)).astype(np.float32),
        "vector": np.arange(5, dtype=np.float32),
        "counts": np.arange(6).reshape(2, 3),
    }
    stored = packed_weights(weights)
    assert set(stored) == {"matrix", "matrix.steps", "vector", "counts"}
    read = unpacked_weights(stored)
    assert read.keys() == weights.keys()
    assert np.array_equal(read["vector"], weights["vector"])
    assert np.array_equal(read["counts"], weights["counts"])
    assert np.abs(read["matrix"] - weights["matrix"]).max() < 0.02
