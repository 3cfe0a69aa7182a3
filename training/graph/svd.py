"""Truncated SVD of the symmetrically normalised adjacency: the plainest graph embedding."""

from __future__ import annotations

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import randomized_svd

_ITERATIONS = 5
"""Power iterations; the factors hardly change after four."""


def adjacency(edges: NDArray[np.integer], nodes: int) -> scipy.sparse.csr_array:
    """Return the undirected graph of (e, 2) pairs: ones, symmetric, without diagonal."""
    both = np.concatenate([edges, edges[:, ::-1]])
    weights = np.ones(len(both), np.float32)
    matrix = scipy.sparse.csr_array((weights, (both[:, 0], both[:, 1])), shape=(nodes, nodes))
    matrix.setdiag(0)
    matrix.eliminate_zeros()
    matrix.data[:] = 1
    return matrix


def symmetric_svd(
    edges: NDArray[np.integer], nodes: int, *, dimension: int, seed: int
) -> NDArray[np.float32]:
    """Return U √Σ of D^-½ A D^-½, A being undirected: (nodes, dimension) unit rows.

    A node without an edge has zeros.
    """
    matrix = adjacency(edges, nodes)
    degrees = np.asarray(matrix.sum(axis=1)).ravel()
    weights = scipy.sparse.diags_array(1 / np.sqrt(np.maximum(degrees, 1)))
    rows = left_factor(weights @ matrix @ weights, dimension=dimension, seed=seed)
    rows[degrees == 0] = 0
    return rows


def left_factor(
    matrix: scipy.sparse.csr_array, *, dimension: int, seed: int
) -> NDArray[np.float32]:
    """Return U √Σ of a randomised truncated SVD (Halko et al. 2011) as unit rows.

    Columns are zeros past the rank that the matrix can have.
    """
    rank = min(dimension, *matrix.shape)
    vectors, values, _ = randomized_svd(
        scipy.sparse.csr_matrix(matrix), rank, n_iter=_ITERATIONS, random_state=seed
    )
    rows = np.zeros((matrix.shape[0], dimension), np.float32)
    rows[:, :rank] = vectors * np.sqrt(values)
    return unit_rows(rows)


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows at length 1; zeros stay."""
    unit: NDArray[np.float32] = normalize(rows).astype(np.float32)
    return unit
