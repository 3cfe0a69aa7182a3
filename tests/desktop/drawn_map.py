"""The process that draws a map, in a moment: papers lie in six heaps, by number.

What it writes is read as any map is. The layout itself takes seconds to import and to compute.
"""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import UsageError
from core.base.jobs import Job
from core.library.library import Library
from core.library_map.drawing import nearest_centre
from core.library_map.paper_map import StoredMap, map_file, read_map, write_map
from core.workspace import Workspace

NAMES = ("quiet gardens", "tide tables", "paper lanterns", "old bridges", "river ledgers", "")


class Drawing:
    """Draws when a library is asked to; ``gate`` holds it back, ``fails`` makes it fail.

    ``asked`` keeps for each drawing whether all was to be drawn anew.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[bool] = []
        self.gate: threading.Event | None = None
        self.fails = False
        monkeypatch.setattr("core.services.map._draw", self._draw)

    def _draw(self, folder: Path, model: str, job: Job, *, anew: bool) -> None:
        self.asked.append(anew)
        job.report(1, 4, "steps of the layout")
        if self.gate is not None:
            while not self.gate.wait(0.01):
                job.check()
        if self.fails:
            raise UsageError("The map could not be drawn.", remedy="Free some memory.")
        with Library.open(folder, write=False) as library:
            stored = None if anew else read_map(map_file(folder, model), library.identity, model)
            _write(library, model, drawn=stored.layout_size if stored else None)


def draw_some(workspace: Workspace, *, placed: int, drawn: int) -> None:
    """Store a map of the first papers; the layout was made of even fewer."""
    model = workspace.shelf.in_use().manifest.fingerprint
    _write(workspace.library, model, placed=placed, drawn=drawn)


def _write(
    library: Library, model: str, *, placed: int | None = None, drawn: int | None = None
) -> None:
    numbers = library.embeddings.numbers(model)
    turns = np.arange(6) * np.pi / 3
    centres = (0.65 * np.stack((np.cos(turns), np.sin(turns)), axis=1)).astype(np.float32)
    aside = np.random.default_rng(0).normal(0, 0.12, (len(numbers), 2))
    positions = (centres[numbers % 6] + aside).astype(np.float32)[:placed]
    clusters = nearest_centre(positions, centres)
    numbers = numbers[:placed]
    made = StoredMap(numbers, positions, clusters, centres, NAMES, drawn or len(numbers))
    write_map(map_file(library.folder, model), library.identity, model, made)
