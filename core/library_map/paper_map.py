"""The map of a library: its file, and as it is shown."""

from __future__ import annotations

import io
import json
import logging
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.files import replace_bytes
from core.base.records import PaperNumber
from core.library_map.layout import Positions

# --- the file beside the database, one for each model; it can be made again -------------------
#
# An npz of plain arrays and a line of JSON. It says which library and which model it belongs to; a
# file that is damaged, or another's, is as good as none.


logger = logging.getLogger(__name__)

FORMAT = 2
FOLDER = "map"
_BROKEN = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error)


@dataclass(frozen=True, slots=True)
class MapParts:
    """What groups fall into: for each part its centre (parts, 2), its name and its group."""

    centres: Positions
    names: tuple[str, ...]
    clusters: NDArray[np.int16]


NO_PARTS = MapParts(np.zeros((0, 2), np.float32), (), np.zeros(0, np.int16))


@dataclass(frozen=True, slots=True)
class StoredMap:
    """What is kept: ``numbers`` (papers,) ascending, ``positions`` (papers, 2) and ``clusters``.

    ``clusters`` (papers,) are rows of ``centres`` (clusters, 2) and ``names``. ``layout_size`` is
    how many papers the layout was made of; the others came later.
    """

    numbers: NDArray[np.int64]
    positions: Positions
    clusters: NDArray[np.int16]
    centres: Positions
    names: tuple[str, ...]
    layout_size: int
    parts: MapParts = NO_PARTS


def map_file(folder: Path, model: str) -> Path:
    """Return where the library in ``folder`` keeps its map by the model of that fingerprint."""
    return folder / FOLDER / f"{model}.npz"


def read_map(path: Path, identity: str, model: str) -> StoredMap | None:
    """Return the stored map of that library and model, ``None`` if there is none to use."""
    try:
        with np.load(io.BytesIO(path.read_bytes())) as arrays:  # refuses pickled objects
            head = json.loads(arrays["head"].tobytes())
            stored = StoredMap(
                numbers=arrays["numbers"],
                positions=arrays["positions"],
                clusters=arrays["clusters"],
                centres=arrays["centres"],
                names=tuple(str(name) for name in head["names"]),
                layout_size=int(head["drawn"]),
                parts=MapParts(
                    arrays["part_centres"],
                    tuple(str(name) for name in head["parts"]),
                    arrays["part_clusters"],
                ),
            )
        expected_head = {"format": FORMAT, "library": identity, "model": model}
        fits = {key: head.get(key) for key in expected_head} == expected_head
    except _BROKEN as error:
        logger.info("There is no stored map to use: %s", error)
        return None
    return stored if fits and _is_sound(stored) else None


def write_map(path: Path, identity: str, model: str, stored: StoredMap) -> None:
    """Write the file; a kill leaves the old one or the new one."""
    head = {
        "format": FORMAT,
        "library": identity,
        "model": model,
        "names": stored.names,
        "parts": stored.parts.names,
        "drawn": stored.layout_size,
    }
    content = io.BytesIO()
    np.savez(
        content,
        head=np.frombuffer(json.dumps(head).encode(), np.uint8),
        numbers=stored.numbers,
        positions=stored.positions,
        clusters=stored.clusters,
        centres=stored.centres,
        part_centres=stored.parts.centres,
        part_clusters=stored.parts.clusters,
    )
    replace_bytes(path, content.getvalue())


def _is_sound(stored: StoredMap) -> bool:
    papers, groups, parts = len(stored.numbers), len(stored.names), len(stored.parts.names)
    forms = (
        (stored.numbers, np.int64, (papers,)),
        (stored.positions, np.float32, (papers, 2)),
        (stored.clusters, np.int16, (papers,)),
        (stored.centres, np.float32, (groups, 2)),
        (stored.parts.centres, np.float32, (parts, 2)),
        (stored.parts.clusters, np.int16, (parts,)),
    )
    if not all(array.dtype == kind and array.shape == shape for array, kind, shape in forms):
        return False
    return bool(
        papers
        and groups
        and np.all(np.diff(stored.numbers) > 0)
        and np.isfinite(stored.positions).all()
        and np.isfinite(stored.centres).all()
        and np.isfinite(stored.parts.centres).all()
        and ((stored.parts.clusters >= 0) & (stored.parts.clusters < groups)).all()
        and stored.clusters.min() >= 0
        and stored.clusters.max() < groups
    )


# --- the papers that are in the library now, with their positions -----------------------------
#
# Made away from the window; asking it is quick, so that the window may.


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
