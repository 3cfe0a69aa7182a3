"""The process that draws a map: ``python -m core.library_map.drawing``.

Reads one line of JSON on stdin (library folder, fingerprint of the model, whether to draw anew),
opens the library for reading beside the window, and writes the map's file. Says how far it is in
lines of JSON on stdout. It goes out of the way of whatever else wants the processor.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import private_stdout, say
from core.base.children import step_back
from core.base.errors import EngineError
from core.library.library import Library
from core.library_map import clusters, layout
from core.library_map.store import MapParts, StoredMap, map_file, read_map, write_map

PROGRESS, DONE, ERROR = "progress", "done", "error"
_REPORT_EVERY_S = 0.1


def main() -> None:
    """Draw the map that stdin asks for."""
    answers = private_stdout()  # libraries may print
    order = json.loads(sys.stdin.readline() or "{}")
    if not order:
        return
    step_back()
    report = _Reporter(answers)
    try:
        with Library.open(Path(order["folder"]), write=False) as library:
            draw(library, order["model"], report, anew=order["anew"])
    except EngineError as error:
        report.say(ERROR, **error.packed())
        return
    report.say(DONE)


def draw(library: Library, model: str, report: layout.Report, *, anew: bool = False) -> None:
    """Bring the stored map in step with the embeddings, or lay out all of it ``anew``."""
    path = map_file(library.folder, model)
    stored = None if anew else read_map(path, library.identity, model)
    numbers, rows = _embeddings(library, model, report)
    if not len(numbers):
        return
    if stored is None or not np.isin(stored.numbers, numbers).any():
        new_map = _draw_map(library, numbers, rows, report)
    else:
        new_map = _extended(stored, numbers, rows, report)
    if new_map is not stored:
        write_map(path, library.identity, model, new_map)


def _embeddings(
    library: Library, model: str, report: layout.Report
) -> tuple[NDArray[np.int64], NDArray[np.float16]]:
    total = library.embeddings.count(model)
    numbers = np.zeros(total, np.int64)
    rows = np.zeros((total, max(library.embeddings.dimension(model), 1)), np.float16)
    done_count = 0
    for some, vectors in library.embeddings.stream(model):
        kept_count = min(len(some), total - done_count)  # the window may be encoding more of them
        (
            numbers[done_count : done_count + kept_count],
            rows[done_count : done_count + kept_count],
        ) = some[:kept_count], vectors[:kept_count]
        done_count += kept_count
        report(done_count, total, "vectors read")
    return numbers[:done_count], rows[:done_count]


def _draw_map(
    library: Library, numbers: NDArray[np.int64], rows: NDArray[np.float16], report: layout.Report
) -> StoredMap:
    positions = layout.lay_out(rows, report)
    report(0, 0, "naming the groups")
    centres = clusters.find_clusters(positions)
    belongs = clusters.nearest_centre(positions, centres)
    titles_by_number = {number: title for number, title, _, _ in library.papers.titles()}
    titles = [titles_by_number.get(number, "") for number in numbers.tolist()]
    names = clusters.name_clusters(titles, belongs, len(centres))
    parts = _parts(positions, belongs, titles, len(centres))
    return StoredMap(numbers, positions, belongs, centres, names, len(numbers), parts)


def _parts(
    positions: layout.Positions, belongs: NDArray[np.int16], titles: list[str], count: int
) -> MapParts:
    part_centres = clusters.find_parts(positions, belongs, count)
    sizes = [len(cluster_parts) for cluster_parts in part_centres]
    parts = np.zeros(len(positions), np.int16)
    for cluster, centres in enumerate(part_centres):
        inside = belongs == cluster
        parts[inside] = clusters.nearest_centre(positions[inside], centres) + sum(sizes[:cluster])
    return MapParts(
        np.concatenate(part_centres),
        clusters.name_parts(titles, belongs, parts, sizes),
        np.repeat(np.arange(count, dtype=np.int16), sizes),
    )


def _extended(
    stored: StoredMap,
    numbers: NDArray[np.int64],
    rows: NDArray[np.float16],
    report: layout.Report,
) -> StoredMap:
    """Give positions to the papers that have none; every other keeps its own.

    So does one in the trash, which may come back.
    """
    is_placed = np.isin(numbers, stored.numbers)
    if is_placed.all():
        return stored
    old = stored.positions[np.searchsorted(stored.numbers, numbers[is_placed])]
    new = layout.place(rows[is_placed], old, rows[~is_placed], report)
    order = np.argsort(np.concatenate((stored.numbers, numbers[~is_placed])), kind="stable")
    belongs = clusters.nearest_centre(new, stored.centres)
    return StoredMap(
        np.concatenate((stored.numbers, numbers[~is_placed]))[order],
        np.concatenate((stored.positions, new))[order],
        np.concatenate((stored.clusters, belongs))[order],
        stored.centres,
        stored.names,
        stored.layout_size,
        stored.parts,
    )


class _Reporter:
    """Writes how far the work is, at most some times a second."""

    def __init__(self, answers: IO[str]) -> None:
        self._answers = answers
        self._last_report = ("", 0.0)

    def __call__(self, steps_done: int, total: int, note: str) -> None:
        now = time.monotonic()
        if note != self._last_report[0] or now > self._last_report[1] + _REPORT_EVERY_S:
            self._last_report = (note, now)
            self.say(PROGRESS, done=steps_done, total=total, note=note)

    def say(self, kind: str, **more: Any) -> None:  # noqa: ANN401 - JSON
        say(self._answers, {"kind": kind, **more})


if __name__ == "__main__":
    main()
