"""The file that stores a map: beside the database, one for each model; it can be made again.

An npz of plain arrays and a line of JSON. It says which library and which model it belongs to; a
file that is damaged, or another's, is as good as none.
"""

from __future__ import annotations

import io
import json
import logging
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.files import replace_bytes
from core.library_map.layout import Positions

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
