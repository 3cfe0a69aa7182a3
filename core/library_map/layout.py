"""Where papers lie on the map: t-SNE for some, the others among their nearest neighbours.

openTSNE (Poličar, Stražar and Zupan 2024) lays out up to ``LANDMARKS`` papers, from the first two
principal components, so that the same vectors give the same map and its large parts lie as they
do in the vectors. The rest, and whatever comes later, goes where its nearest papers lie; nothing
that has a position is ever moved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Positions = NDArray[np.float32]
Rows = NDArray[np.floating[Any]]
Report = Callable[[int, int, str], None]

LANDMARKS = 20_000
"""Papers laid out by t-SNE: 13 s of one core. More takes longer and shows no other groups."""
_DIMENSIONS = 50
"""Principal components that neighbours are looked for in, as is usual before t-SNE."""
_NEIGHBOURS = 15
_FEWEST = 8
"""Fewer papers than this have no neighbourhoods to keep: principal components alone place them."""
_EARLY, _LATE = 100, 250
"""Steps with strong attraction, which find the groups, and steps that spread them."""
_EARLY_ATTRACTION, _LATE_ATTRACTION = 12.0, 1.8
_STEPS_A_REPORT = 25
_ASKED = 5
"""Neighbours that a later paper is placed among."""
_BATCH = 4_096


def lay_out(rows: Rows, report: Report) -> Positions:
    """Return the positions (papers, 2) of unit rows (papers, dimension), within about -1..1.

    ``report`` is told steps done, steps in all, and what is being done.
    """
    count = len(rows)
    chosen = np.arange(count)
    if count > LANDMARKS:
        draws = np.random.default_rng(0)
        chosen = np.sort(draws.choice(count, LANDMARKS, replace=False))
    positions = np.zeros((count, 2), np.float32)
    positions[chosen] = _scaled(_landmarks(rows[chosen].astype(np.float32), report))
    rest = np.setdiff1d(np.arange(count), chosen, assume_unique=True)
    if len(rest):
        positions[rest] = place(rows[chosen], positions[chosen], rows[rest], report)
    return positions


def place(placed: Rows, positions: Positions, new: Rows, report: Report) -> Positions:
    """Return where ``new`` rows (papers, dimension) belong among ``placed`` ones.

    The middle of the nearest papers' positions, by coordinate, so that one neighbour far away
    does not draw a paper into the void; a little beside it, so that papers do not hide each other.
    """
    from sklearn.neighbors import NearestNeighbors

    reduced = _Reduced(placed)
    neighbour_count = min(_ASKED, len(placed))
    finder = NearestNeighbors(n_neighbors=neighbour_count, algorithm="brute").fit(
        reduced.of(placed)
    )
    new_positions = np.empty((len(new), 2), np.float32)
    draws = np.random.default_rng(len(placed))
    for start in range(0, len(new), _BATCH):
        report(start, len(new), "papers placed")
        part = slice(start, start + _BATCH)
        near = positions[finder.kneighbors(reduced.of(new[part]), return_distance=False)]
        middle = np.median(near, axis=1)
        spread = np.median(np.linalg.norm(near - middle[:, None], axis=2), axis=1)
        aside = draws.normal(size=middle.shape) * np.minimum(spread, 0.02)[:, None]
        new_positions[part] = middle + 0.5 * aside
    return new_positions


class _Reduced:
    """Rows in few dimensions, those of the principal components of some of them."""

    def __init__(self, rows: Rows) -> None:
        from sklearn.decomposition import PCA

        draws = np.random.default_rng(0)
        sample = rows
        if len(rows) > LANDMARKS:
            sample = rows[np.sort(draws.choice(len(rows), LANDMARKS, replace=False))]
        dimensions = min(_DIMENSIONS, *sample.shape)
        with np.errstate(invalid="ignore"):  # papers that are all alike have no variance
            self._components = PCA(dimensions, random_state=0).fit(sample.astype(np.float32))

    def of(self, rows: Rows) -> NDArray[np.float32]:
        """Return (rows, dimensions), a batch at a time to spare memory."""
        parts = [
            self._components.transform(rows[start : start + _BATCH].astype(np.float32))
            for start in range(0, len(rows), _BATCH)
        ]
        return np.concatenate(parts).astype(np.float32)


def _landmarks(rows: NDArray[np.float32], report: Report) -> NDArray[np.float64]:
    """Return the positions (papers, 2) of t-SNE, in units of its own."""
    report(0, 0, "looking for neighbours")
    reduced = _Reduced(rows).of(rows) if len(rows) > 1 else rows
    start = np.zeros((len(rows), 2))
    start[:, : min(2, reduced.shape[1])] = reduced[:, :2]
    # Papers with equal texts would stay on top of each other, and all alike would have no spread.
    start += np.random.default_rng(0).normal(scale=1e-3, size=start.shape)
    return start if len(rows) < _FEWEST else _tsne(reduced, start, report)


def _tsne(
    rows: NDArray[np.float32], start: NDArray[np.float64], report: Report
) -> NDArray[np.float64]:
    from openTSNE import TSNEEmbedding  # type: ignore[import-untyped]
    from openTSNE.affinity import Uniform  # type: ignore[import-untyped]

    likeness = Uniform(
        rows,
        k_neighbors=min(_NEIGHBOURS, len(rows) - 1),
        method="exact" if len(rows) < 1_000 else "annoy",
        random_state=0,
        n_jobs=1,
    )
    steps_done, total = 0, _EARLY + _LATE

    def progress(*_: object) -> bool:
        nonlocal steps_done
        steps_done += _STEPS_A_REPORT
        report(steps_done, total, "steps of the layout")
        return False

    embedding = TSNEEmbedding(
        start * (1e-4 / start[:, 0].std()),
        likeness,
        negative_gradient_method="bh" if len(rows) < 1_000 else "fft",
        random_state=0,
        n_jobs=1,
        callbacks=progress,
        callbacks_every_iters=_STEPS_A_REPORT,
    )
    for steps, attraction, momentum in (
        (_EARLY, _EARLY_ATTRACTION, 0.5),
        (_LATE, _LATE_ATTRACTION, 0.8),
    ):
        embedding.optimize(steps, exaggeration=attraction, momentum=momentum, inplace=True)
    return np.asarray(embedding, np.float64)


def _scaled(positions: NDArray[np.float64]) -> Positions:
    """Return positions around the origin, nearly all within -1..1; a stray paper may lie outside.

    Both axes are scaled alike.
    """
    middle = np.median(positions, axis=0)
    reach = np.quantile(np.abs(positions - middle).max(axis=1), 0.995)
    return ((positions - middle) / max(float(reach), 1e-9)).astype(np.float32)
