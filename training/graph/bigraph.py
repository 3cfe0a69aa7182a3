"""A trainer compatible with PyTorch-BigGraph (Lerer et al. 2019): the settings SciNCL names.

One vector per node, scored by the dot product without an operator, so a citation's direction
counts only in which side is replaced by negatives. Negatives are the other nodes of a chunk of
50 edges, for both sides, and uniformly drawn nodes beside.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from core.base.jobs import Job, SilentJob
from training.graph.settings import BigGraphSettings
from training.sampling.draws import generator

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
