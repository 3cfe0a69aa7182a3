"""The citation graph as vectors, by the method asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.base.jobs import Job
from training.graph.bigraph import bigraph
from training.graph.pro_ne import pro_ne
from training.graph.settings import GraphSettings
from training.graph.svd import symmetric_svd


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
