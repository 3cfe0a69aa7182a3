"""A map as it is shown: the papers that are in the library now, with their positions.

Made away from the window; asking it is quick, so that the window may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library_map.layout import Positions
from core.library_map.store import StoredMap


@dataclass(frozen=True, slots=True)
class MapCluster:
    """A group of papers on the map: its name ("" if nothing tells it), its middle, its papers."""

    name: str
    x: float
    y: float
    papers: int


@dataclass(frozen=True, slots=True)
class MapPart:
    """A part of a group: its name ("" if nothing tells it), its middle, the index of its group."""

    name: str
    x: float
    y: float
    group: int


NO_CITATIONS = np.zeros((0, 2), np.int64)


class PaperMap:
    """The papers on a map, outside the trash.

    Attributes:
        numbers: (papers,) ascending.
        positions: (papers, 2), most within -1..1; y grows upwards.
        years: (papers,), 0 if unknown.
        clusters: (papers,) indices of ``groups``.
        groups: the groups, largest first when the map was drawn.
        parts: what groups fall into, for a closer look.
        cited: (papers,) by how many of the papers each is cited.
        waiting: how many papers with a vector have no position yet.
        later: the share (0..1) of papers that came after the layout was made.
    """

    def __init__(
        self,
        stored: StoredMap,
        papers: NDArray[np.int64],
        years: NDArray[np.int16],
        encoded: NDArray[np.int64],
        citations: NDArray[np.int64] = NO_CITATIONS,
    ) -> None:
        """Take from ``stored`` what is among ``papers`` (ascending), whose ``years`` these are.

        ``encoded`` are the papers that have a vector, ``citations`` (citations, 2) say which
        paper cites which.
        """
        from scipy.spatial import cKDTree

        is_kept = np.isin(stored.numbers, papers)
        self.numbers: NDArray[np.int64] = stored.numbers[is_kept]
        self.positions: Positions = stored.positions[is_kept]
        self.clusters: NDArray[np.int16] = stored.clusters[is_kept]
        self.years: NDArray[np.int16] = years[np.searchsorted(papers, self.numbers)]
        self.waiting = int((~np.isin(encoded, stored.numbers)).sum())
        self.later = 1 - min(1.0, stored.layout_size / max(len(stored.numbers), 1))
        sizes = np.bincount(self.clusters, minlength=len(stored.names)).tolist()
        self.groups = tuple(
            MapCluster(name, x, y, size)
            for name, (x, y), size in zip(stored.names, stored.centres.tolist(), sizes, strict=True)
        )
        self.parts = tuple(
            MapPart(name, x, y, group)
            for name, (x, y), group in zip(
                stored.parts.names,
                stored.parts.centres.tolist(),
                stored.parts.clusters.tolist(),
                strict=True,
            )
        )
        is_known = np.isin(citations, self.numbers).all(axis=1)
        self._citations = np.searchsorted(self.numbers, citations[is_known])
        self.cited = np.bincount(self._citations[:, 1], minlength=len(self.numbers))
        self._tree = cKDTree(self.positions)

    def nearest(self, x: float, y: float, within: float) -> int | None:
        """Return the row of the paper nearest to a position, if one is ``within`` reach."""
        distance, row = self._tree.query((x, y), distance_upper_bound=within)
        return int(row) if np.isfinite(distance) else None

    def list_citations(self, row: int) -> tuple[list[int], list[int]]:
        """Return the rows of the papers that one cites, and of those that cite it."""
        citing, cited = self._citations.T
        return cited[citing == row].tolist(), citing[cited == row].tolist()

    def find_rows(self, numbers: Sequence[PaperNumber]) -> list[int]:
        """Return the rows of those of the papers that are on the map."""
        paper_numbers = np.asarray(numbers, np.int64)
        if not len(self.numbers):
            return []
        at = np.searchsorted(self.numbers, paper_numbers).clip(max=len(self.numbers) - 1)
        rows: list[int] = at[self.numbers[at] == paper_numbers].tolist()
        return rows
