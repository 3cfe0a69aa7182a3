"""The citation graph as vectors, by the method asked for.

The plainest is a truncated SVD of the symmetrically normalised adjacency.

ProNE: a sparse factorisation, then smoothing along the graph (Zhang et al., IJCAI 2019). As in the
authors' code the graph is undirected.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse
import torch
from numpy.typing import NDArray
from scipy.special import iv
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import randomized_svd
from torch import Tensor
from torch.nn import functional

from core.base.jobs import Job, SilentJob
from training.graph.settings import BigGraphSettings, GraphSettings
from training.sampling.draws import generator

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


_NEGATIVES_POWER = 0.75


@dataclass(frozen=True, slots=True)
class Propagation:
    """The filter along the graph; the values are the paper's.

    ``order`` terms of its Chebyshev series, ``mu`` the centre of the band of eigenvalues that
    passes, ``theta`` how narrow it is.
    """

    order: int = 10
    mu: float = 0.2
    theta: float = 0.5


def pro_ne(
    edges: NDArray[np.integer],
    nodes: int,
    *,
    dimension: int,
    seed: int,
    propagation: Propagation | None = None,
) -> NDArray[np.float32]:
    """Return an embedding of the nodes: (nodes, dimension) unit rows.

    Args:
        edges: (e, 2) node numbers below ``nodes``; each node should have an edge.
        nodes: how many there are.
        dimension: of the vectors.
        seed: of the randomised SVD.
        propagation: the filter after the factorisation.
    """
    matrix = adjacency(edges, nodes)
    rows = left_factor(_factorised(matrix), dimension=dimension, seed=seed)
    return _propagated(matrix, rows, propagation or Propagation())


def _factorised(matrix: scipy.sparse.csr_array) -> scipy.sparse.csr_array:
    """Return log p(j | i) − log P(j) on the edges, P being the draw of negatives (equation 4)."""
    transitions = scipy.sparse.csr_array(normalize(matrix, norm="l1")).tocoo()
    noise = np.asarray(transitions.sum(axis=0)).ravel() ** _NEGATIVES_POWER
    noise /= max(noise.sum(), np.finfo(np.float32).tiny)
    values = np.log(transitions.data) - np.log(noise[transitions.col])
    return scipy.sparse.csr_array((values, (transitions.row, transitions.col)), shape=matrix.shape)


def _propagated(
    matrix: scipy.sparse.csr_array, rows: NDArray[np.float32], propagation: Propagation
) -> NDArray[np.float32]:
    """Return the rows after the band-pass filter of the modulated Laplacian (equation 8).

    The filter is a Chebyshev series with Bessel coefficients; its output is spread once more
    over neighbours and made orthogonal again, as in the authors' code.
    """
    own = scipy.sparse.eye_array(matrix.shape[0], format="csr", dtype=np.float32)
    with_self = scipy.sparse.csr_array(own + matrix)
    walk = scipy.sparse.csr_array(normalize(with_self, norm="l1"))
    laplacian = scipy.sparse.csr_array((1 - propagation.mu) * own - walk).astype(np.float32)
    before, current = rows, 0.5 * (laplacian @ (laplacian @ rows)) - rows
    filtered = iv(0, propagation.theta) * before - 2 * iv(1, propagation.theta) * current
    for term in range(2, propagation.order):
        following = laplacian @ (laplacian @ current) - 2 * current - before
        filtered += 2 * (-1) ** term * iv(term, propagation.theta) * following
        before, current = current, following
    smoothed = with_self @ (rows - filtered).astype(np.float32)
    return _orthogonal(smoothed)


def _orthogonal(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return U √Σ of a dense matrix as unit rows, from the eigenvectors of its small square."""
    dense = rows.astype(np.float64)
    values, vectors = np.linalg.eigh(dense.T @ dense)
    values, vectors = np.maximum(values[::-1], 0), vectors[:, ::-1]
    roots = values**0.25  # the square's eigenvalues are Σ²; U √Σ = rows V Σ^-½
    is_large = roots > roots[0] * 1e-4
    projected = dense @ vectors * np.where(is_large, 1 / np.where(is_large, roots, 1), 0)
    return unit_rows(projected.astype(np.float32))


def graph_vectors(
    edges: NDArray[np.int32], papers: int, settings: GraphSettings, *, job: Job | None = None
) -> NDArray[np.float32]:
    """Return a vector per paper, zeros for those in no edge: (papers, dimension).

    Args:
        edges: citing and cited papers by number, (e, 2).
        papers: how many there are.
        settings: method, dimension and seed.
        job: gets the progress of BigGraph; the other methods take seconds.
    """
    rows = np.zeros((papers, settings.dimension), np.float32)
    if len(edges):
        present, renumbered = np.unique(edges, return_inverse=True)
        rows[present] = _embedded(renumbered.reshape(edges.shape), len(present), settings, job)
    return rows


def _embedded(
    edges: NDArray[np.int64], nodes: int, settings: GraphSettings, job: Job | None
) -> NDArray[np.float32]:
    size, seed = settings.dimension, settings.seed
    if settings.method == "prone":
        return pro_ne(edges, nodes, dimension=size, seed=seed)
    if settings.method == "svd":
        return symmetric_svd(edges, nodes, dimension=size, seed=seed)
    if settings.undirected:
        edges = np.unique(np.concatenate([edges, edges[:, ::-1]]), axis=0)
    return bigraph(edges, nodes, dimension=size, seed=seed, settings=settings.bigraph, job=job)


# --- vectors trained on pairs of linked papers ------------------------------------------
#
# A trainer compatible with PyTorch-BigGraph (Lerer et al. 2019): the settings SciNCL names.
#
# One vector per node, scored by the dot product without an operator, so a citation's direction
# counts only in which side is replaced by negatives. Negatives are the other nodes of a chunk of
# 50 edges, for both sides, and uniformly drawn nodes beside.

_EPSILON = 1e-10


def bigraph(
    edges: NDArray[np.integer],
    nodes: int,
    *,
    dimension: int,
    seed: int,
    settings: BigGraphSettings | None = None,
    job: Job | None = None,
) -> NDArray[np.float32]:
    """Return the trained vectors, compared by dot product: (nodes, dimension), at most max_norm.

    Args:
        edges: (e, 2) pairs; list both directions for an undirected graph.
        nodes: how many there are.
        dimension: of the vectors.
        seed: of the first vectors and of the order of edges in each epoch.
        settings: of the training.
        job: gets the progress, epoch by epoch.
    """
    settings, job = settings or BigGraphSettings(), job or SilentJob()
    first = generator(seed, 0, 0, "first vectors").standard_normal((nodes, dimension))
    table = _Table(torch.from_numpy(first.astype(np.float32) * settings.init_scale), settings)
    for epoch in range(settings.epochs):
        job.check()
        job.report(epoch, settings.epochs, "Graph embedding")
        random = generator(seed, epoch, 0, "edges")
        shuffled = torch.from_numpy(random.permutation(edges).astype(np.int64))
        for batch in torch.split(shuffled, settings.batch):
            negatives = random.integers(nodes, size=(2, *_chunks(batch, settings)))
            table.step(batch, torch.from_numpy(negatives))
    return table.rows.numpy()


def _chunks(batch: Tensor, settings: BigGraphSettings) -> tuple[int, int]:
    return -(-len(batch) // settings.num_batch_negs), settings.num_uniform_negs


class _Table:
    """The vectors and row-wise Adagrad: one learning rate for each vector as a whole."""

    def __init__(self, rows: Tensor, settings: BigGraphSettings) -> None:
        self.rows = rows
        self.settings = settings
        self.squares = torch.zeros(len(rows))

    def step(self, batch: Tensor, uniform: Tensor) -> None:
        """Take a step on (e, 2) edges; ``uniform`` are negatives (side, chunks, negatives)."""
        used, indices = torch.unique(
            torch.cat([batch.flatten(), uniform.flatten()]), return_inverse=True
        )
        rows = self.rows[used].requires_grad_()
        # Not rows[indices]: its gradient adds up in any order where there are several threads.
        looked_up = functional.embedding(indices, rows)
        ends = looked_up[: batch.numel()].view(*batch.shape, rows.shape[1])
        negatives = looked_up[batch.numel() :].view(*uniform.shape, rows.shape[1])
        loss = ranking_loss(ends[:, 0], ends[:, 1], negatives, self.settings)
        (slope,) = torch.autograd.grad(loss, rows)
        self.squares[used] += slope.square().mean(dim=1)
        rate = self.settings.lr / (self.squares[used].sqrt() + _EPSILON)
        updated = rows.detach() - rate[:, None] * slope
        self.rows[used] = updated.renorm(2, 0, self.settings.max_norm)


def ranking_loss(
    sources: Tensor, targets: Tensor, uniform: Tensor, settings: BigGraphSettings
) -> Tensor:
    """Return the sum of max(0, margin − positive + negative) over both sides' negatives.

    Args:
        sources: vectors of the citing ends, (e, d).
        targets: vectors of the cited ends, (e, d).
        uniform: vectors of uniform negatives, (2, chunks, n, d): of cited, then of citing ends.
        settings: margin and length of a chunk.
    """
    width, chunks = settings.num_batch_negs, uniform.shape[1]
    missing = chunks * width - len(sources)
    heads, right = (
        functional.pad(ends, (0, 0, 0, missing)).view(chunks, width, -1)
        for ends in (sources, targets)
    )
    real = functional.pad(sources.new_ones(len(sources)), (0, missing)).view(chunks, width)
    scores = heads @ right.transpose(1, 2)
    thresholds = (settings.margin - scores.diagonal(dim1=1, dim2=2))[..., None]
    is_other = real[:, :, None] * real[:, None, :] * (1 - torch.eye(width))
    beside = torch.cat(
        [heads @ uniform[0].transpose(1, 2), right @ uniform[1].transpose(1, 2)], dim=2
    )
    return (
        ((scores + thresholds).relu() * is_other).sum()
        + ((scores.transpose(1, 2) + thresholds).relu() * is_other).sum()
        + ((beside + thresholds).relu() * real[..., None]).sum()
    )
