"""SciNCL's triplets: neighbours of a paper in a citation-graph embedding (Ostendorff et al. 2022).

Positives come from a band of ranks near the query, hard negatives from a band far from it, easy
ones from beyond. Rank 1 is the nearest other paper. Distances are exact: a band's ranks would
move with an approximate index.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse
import torch
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.jobs import Job, SilentJob
from training.sampling.triplets import Triplets, draw_outside

_SCORES = 64_000_000
"""Cosines held at once: 256 MB."""


@dataclass(frozen=True, slots=True)
class Bands:
    """Ranks (k − c, k] of positives and of hard negatives."""

    k_positive: int = 25
    c_positive: int = 5
    k_hard: int = 4_000
    c_hard: int = 2

    def __post_init__(self) -> None:
        positives_first = self.c_positive <= self.k_positive <= self.k_hard - self.c_hard
        if min(self.c_positive, self.c_hard) < 1 or not positives_first:
            raise UsageError(
                "The ranks of positives ({first} to {last}) and of hard negatives"
                " ({first_hard} to {last_hard}) do not lie one after the other from 1 on.",
                first=self.k_positive - self.c_positive + 1,
                last=self.k_positive,
                first_hard=self.k_hard - self.c_hard + 1,
                last_hard=self.k_hard,
                remedy="Raise k_hard, or lower k_positive.",
            )

    def fitted(self, papers: int) -> Bands:
        """Return the bands, brought nearer where a query has fewer than ``k_hard`` neighbours.

        Raises:
            UsageError: ``papers`` are too few for both bands.
        """
        neighbours = papers - 1
        if neighbours >= self.k_hard:
            return self
        k_positive = min(self.k_positive, neighbours - self.c_hard)
        if k_positive < 1:
            raise UsageError(
                "Only {papers} papers with an abstract are linked by citations: too few for"
                " neighbours near and far.",
                papers=papers,
                remedy="Add citations to the corpus, or train the recipe specter.",
            )
        c_positive = min(self.c_positive, k_positive)
        return replace(self, k_positive=k_positive, c_positive=c_positive, k_hard=neighbours)


def hard_rank(share: float, papers: int, *, least: int) -> int:
    """Return ``k_hard`` as a share of the papers, at least ``least``."""
    return max(round(share * papers), least)


def nearest(
    rows: NDArray[np.float32],
    queries: NDArray[np.int64],
    most: int,
    *,
    device: str = "cpu",
    job: Job | None = None,
) -> NDArray[np.int32]:
    """Return each query's nearest others by cosine, nearest first: (queries, most).

    Args:
        rows: vectors of any length, (n, d).
        queries: indices of the rows, (queries,).
        most: how many neighbours, less than n.
        device: where cosines are computed.
        job: gets the progress, query by query.
    """
    job = job or SilentJob()
    unit = torch.nn.functional.normalize(torch.from_numpy(rows).to(device), dim=1)
    ranked = np.empty((len(queries), most), np.int32)
    block = max(1, _SCORES // max(1, len(rows)))
    for start in range(0, len(queries), block):
        job.check()
        job.report(start, len(queries), "Neighbours in the citation graph")
        chosen = torch.from_numpy(queries[start : start + block]).to(device)
        scores = unit[chosen] @ unit.T
        scores.scatter_(1, chosen[:, None], -torch.inf)
        ranked[start : start + block] = scores.topk(most, dim=1).indices.cpu().numpy()
    return ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class BandDraws:
    """How triplets are drawn from bands; the values are SciNCL's.

    ``easy`` negatives of a query are, if ``filtered``, beyond rank ``k_hard``, else any other
    papers. ``redraw``: each epoch has draws of its own, else all have those of the first.
    """

    easy: int = 3
    filtered: bool = True
    redraw: bool = True
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Collisions:
    """Shares of the two bands that the query cites: wanted of positives, not of negatives."""

    positives: float
    hard: float


class BandTriplets(Triplets):
    """Triplets from neighbours.

    Each epoch pairs a query's positives with its negatives at random.
    """

    def __init__(
        self,
        queries: NDArray[np.int64],
        neighbours: NDArray[np.int32],
        bands: Bands,
        pool: NDArray[np.int64],
        draws: BandDraws | None = None,
    ) -> None:
        """Keep the neighbours; nothing is drawn yet.

        Args:
            queries: papers by number, (queries,).
            neighbours: papers by number, nearest first, (queries, at least ``bands.k_hard``).
            bands: the ranks of positives and hard negatives.
            pool: papers by number that easy negatives are drawn from.
            draws: how they are drawn.
        """
        self._draws = draws = draws or BandDraws()
        per_query = bands.c_hard + draws.easy
        super().__init__("band triplets", per_query, seed=draws.seed, redraw=draws.redraw)
        self.queries = queries
        self.positives = neighbours[:, bands.k_positive - bands.c_positive : bands.k_positive]
        self.hard = neighbours[:, bands.k_hard - bands.c_hard : bands.k_hard]
        self.near = neighbours[:, : bands.k_hard if draws.filtered else 0]
        self.pool = pool

    def _draw_candidates(
        self, random: np.random.Generator, row: int
    ) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        positives = random.permutation(self.positives[row])
        excluded = np.sort(np.append(self.near[row], self.queries[row]).astype(np.int64))
        easy = draw_outside(random, self.pool, excluded, self._draws.easy)
        return positives, random.permutation(np.concatenate([self.hard[row], easy]))

    def collisions(self, cites: scipy.sparse.csr_array) -> Collisions:
        """Return how much of both bands the queries cite."""
        pairs = [
            cites[np.repeat(self.queries, band.shape[1]), band.ravel().astype(np.int64)]
            for band in (self.positives, self.hard)
        ]
        positives, hard = (float(np.mean(np.asarray(is_cited, bool))) for is_cited in pairs)
        return Collisions(positives, hard)
