"""Connected pieces of ink in a picture, by the stretches of ink in its rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def connected(dark: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Return the box (left, top, right, bottom) of each piece; corners that touch connect."""
    rows, starts, ends = _stretches(dark)
    owner = list(range(len(rows)))

    def root(at: int) -> int:
        while owner[at] != at:
            owner[at] = owner[owner[at]]
            at = owner[at]
        return at

    above = 0
    for at, row in enumerate(rows):
        while above < at and (
            rows[above] < row - 1 or (rows[above] == row - 1 and ends[above] < starts[at])
        ):
            above += 1
        other = above
        while other < at and rows[other] == row - 1 and starts[other] <= ends[at]:
            owner[root(other)] = root(at)
            other += 1
    boxes: dict[int, tuple[int, int, int, int]] = {}
    for at, row in enumerate(rows):
        x0, y0, x1, y1 = boxes.get(root(at), (starts[at], row, ends[at], row + 1))
        boxes[root(at)] = min(x0, starts[at]), y0, max(x1, ends[at]), max(y1, row + 1)
    return list(boxes.values())


def _stretches(dark: NDArray[np.bool_]) -> tuple[list[int], list[int], list[int]]:
    """Return row, start and end of each stretch of ink, row by row."""
    framed = np.zeros((dark.shape[0], dark.shape[1] + 2), np.int8)
    framed[:, 1:-1] = dark
    steps = np.diff(framed, axis=1)
    rows, starts = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    return rows.tolist(), starts.tolist(), ends.tolist()
