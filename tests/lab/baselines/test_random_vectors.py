"""Random vectors."""

from __future__ import annotations

import numpy as np
import pytest

from tools.lab.baselines.random_vectors import RandomVectors


def test_random_vectors_depend_on_seed_and_text_alone() -> None:
    encoder = RandomVectors(1)
    rows = encoder.encode_queries(["one", "two", "one"])
    assert rows.shape == (3, 25)
    assert np.array_equal(rows[0], rows[2])
    assert not np.array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[:1], RandomVectors(2).encode_queries(["one"]))
    many = encoder.encode_papers([(str(number), "") for number in range(2000)])
    assert np.linalg.norm(many.astype(float), axis=1) == pytest.approx(np.ones(2000), abs=2e-3)
    assert np.abs(many.astype(float).mean(axis=0)).max() < 0.02
    assert encoder.encode_queries([]).shape == (0, 25)
