"""Where the right document stands among others, by distance: what SemCSE is stopped by."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

_CHUNK = 1024

Rows = NDArray[np.float64]


def ranks(queries: ArrayLike, documents: ArrayLike) -> Rows:
    """Return the rank of document i for query i, by Euclidean distance, 1 being best: (q,).

    ``queries`` are (q, d), ``documents`` (c, d) with c ≥ q. Documents as near as the right one
    share the mean of their ranks, so that equal rows gain nothing.
    """
    asking, answers = np.asarray(queries, np.float64), np.asarray(documents, np.float64)
    result = np.empty(len(asking))
    for start, distances in distances_by_chunk(asking, answers):
        own = distances[np.arange(len(distances)), start + np.arange(len(distances))][:, None]
        # Equal rows come out of a product equal but for its last digits.
        slack = 1e-10 * (1 + np.abs(own))
        nearer = (distances < own - slack).sum(1)
        as_near = (np.abs(distances - own) <= slack).sum(1) - 1
        result[start : start + len(distances)] = 1 + nearer + as_near / 2
    return result


def distances_by_chunk(rows: Rows, columns: Rows) -> Iterator[tuple[int, Rows]]:
    """Yield squared distances of a chunk of rows to all others, with the chunk's start."""
    lengths = np.square(columns).sum(1)
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        yield start, np.square(chunk).sum(1)[:, None] + lengths - 2 * chunk @ columns.T
