"""Settings of the embedding of a citation graph; nothing heavy is imported to know it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Method = Literal["prone", "svd", "bigraph"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BigGraphSettings:
    """Names and defaults are BigGraph's where SciNCL changed nothing.

    ``batch`` is 10,000 edges in SciNCL, which has 4,000 times the edges of a library: a batch of
    1,000 gives a small graph enough steps.
    """

    epochs: int = 20
    batch: int = 1_000
    margin: float = 0.15
    num_batch_negs: int = 50
    num_uniform_negs: int = 0
    lr: float = 0.1
    init_scale: float = 1e-3
    max_norm: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """How a graph is embedded.

    ProNE and the SVD are methods for undirected graphs; ``undirected`` lets BigGraph learn each
    citation in both directions.
    """

    method: Method = "prone"
    dimension: int = 128
    undirected: bool = False
    seed: int = 0
    bigraph: BigGraphSettings = field(default_factory=BigGraphSettings)
