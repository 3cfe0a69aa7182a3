"""Lines that recognition has read over the gap between two columns, cut there.

The gap is wider than those between the words of its line, and other lines have theirs, begin or end
at the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from core.manuscript.pdf.recognised import Character, measure_box

Gap = tuple[float, float]

_BAND = 0.3  # of the line's height, above and below its middle, is looked at
_LEAST_CONTRAST = 60
_WORD_GAP = 0.12  # of the line's height
_WIDE = (0.4, 1.6)  # of the line's height, and times its other gaps
_LEAST_PART = 5  # characters
_LEAST_AGREED = 4  # lines
_EDGE = 1.0  # of the line's height may a line end before the gap, or begin behind it


def cut_at_gutters(
    lines: Sequence[list[Character]], picture: NDArray[np.uint8]
) -> list[list[Character]]:
    """Return the lines of a page, those that reach over a gutter as two or more."""
    rest, finished_parts = list(lines), list[list[Character]]()
    while rest:
        gaps = [_widest_gap(line, picture) for line in rest]
        cut: list[list[Character]] = []
        for line, gap in zip(rest, gaps, strict=True):
            parts = _parts(line, gap) if gap is not None else None
            if (
                gap is None
                or parts is None
                or not _agreed(gap, line, [*finished_parts, *rest], gaps)
            ):
                finished_parts.append(line)
            else:
                cut += parts
        rest = cut
    return finished_parts


def _widest_gap(line: Sequence[Character], picture: NDArray[np.uint8]) -> Gap | None:
    """Return from where to where there is no ink, if that is much more than between words."""
    x0, y0, x1, y1 = measure_box(line)
    high, middle = y1 - y0, (y0 + y1) / 2
    top, bottom = round(middle - _BAND * high), round(middle + _BAND * high)
    dark = _inked(picture[max(top, 0) : bottom, round(x0) : round(x1)])
    wide = np.diff(dark)
    gaps = np.flatnonzero(wide > _WORD_GAP * high)
    if not len(gaps):
        return None
    widest = int(gaps[np.argmax(wide[gaps])])
    other_widths = [float(wide[at]) for at in gaps if at != widest]
    usual = median(other_widths) if other_widths else 0.0
    if wide[widest] < max(_WIDE[0] * high, _WIDE[1] * usual):
        return None
    return round(x0) + float(dark[widest]), round(x0) + float(dark[widest + 1])


def _inked(band: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the columns of a picture that hold ink."""
    paper, ink = np.percentile(band, (90, 1)) if band.size else (0, 0)
    if paper - ink < _LEAST_CONTRAST:
        return np.zeros(0, np.int64)
    return np.flatnonzero((band < (paper + ink) / 2).any(axis=0))


def _parts(line: list[Character], gap: Gap) -> list[list[Character]] | None:
    middle = (gap[0] + gap[1]) / 2
    at = sum((box[0] + box[2]) / 2 < middle for _, box in line)
    parts = [_stripped(line[:at]), _stripped(line[at:])]
    return parts if min(map(len, parts)) >= _LEAST_PART else None


def _stripped(line: list[Character]) -> list[Character]:
    inked = [at for at, (char, _) in enumerate(line) if char != " "]
    return line[inked[0] : inked[-1] + 1] if inked else []


def _agreed(
    gap: Gap, line: list[Character], lines: Sequence[list[Character]], gaps: Sequence[Gap | None]
) -> bool:
    _, y0, _, y1 = measure_box(line)
    edge = _EDGE * (y1 - y0)
    middle = (gap[0] + gap[1]) / 2
    same = sum(other is not None and other[0] < middle < other[1] for other in gaps) - 1
    boxes = [measure_box(other) for other in lines if other is not line]
    beside = sum(
        gap[0] - edge < box[2] < middle or middle < box[0] < gap[1] + edge for box in boxes
    )
    return same + beside >= _LEAST_AGREED
