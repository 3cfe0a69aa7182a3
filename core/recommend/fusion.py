"""Merging rankings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from core.base.records import PaperNumber

DAMPING = 30.0
"""Chosen on the dev queries among 10, 15, 20, 30 and 60; 60 is the value of Cormack et al. 2009."""


def reciprocal_rank_fusion(
    rankings: Sequence[tuple[float, Sequence[PaperNumber]]], *, damping: float = DAMPING
) -> list[tuple[PaperNumber, float]]:
    """Rank papers by the weighted sum of ``1 / (damping + rank)``, ranks counted from 1.

    Takes ranks and not scores because BM25 scores and cosines share no scale (Cormack et al.,
    2009). The sums are divided by the best possible one: 1 says that a paper leads every
    ranking. A paper that a ranking lacks gains nothing from it. Equal sums keep the order of
    first appearance, so the result never depends on hashing.
    """
    best = sum(weight for weight, _ in rankings) / (damping + 1)
    totals: defaultdict[PaperNumber, float] = defaultdict(float)
    for weight, ranking in rankings:
        for rank, paper in enumerate(ranking, start=1):
            totals[paper] += weight / (damping + rank) / best
    return sorted(totals.items(), key=lambda entry: -entry[1])
