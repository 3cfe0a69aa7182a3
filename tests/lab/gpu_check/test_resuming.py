"""Resumed runs, compared."""

from __future__ import annotations

import numpy as np

from tools.lab.gpu_check.resuming import distance


def test_the_distance_of_weights_is_their_largest_difference() -> None:
    one = {"a": np.array([1.0, 2.0]), "b": np.array([3], np.int64)}
    assert distance(one, one) == 0
    assert distance(one, {**one, "a": np.array([1.0, 2.5])}) == 0.5
