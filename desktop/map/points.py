"""Draws many points into a picture with numpy: 100,000 take a few milliseconds."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

SMALLEST, LARGEST = 1.0, 6.0
"""Radii of points, in pixels of the screen."""
PAD = 36
"""Pixels around a picture, so that no point has to be cut off: more than a radius on any screen."""
_SHARE = 0.3
"""Of the distance to the next paper, if all lay evenly."""


def radius_of(scale: float, papers: int) -> float:
    """Return the radius that suits ``papers`` at ``scale`` pixels for a unit of the map."""
    spacing = 2.0 * scale / float(np.sqrt(max(papers, 1)))
    return min(max(_SHARE * spacing, SMALLEST), LARGEST)


class PointPicture:
    """A picture that points are drawn into, again and again: fresh memory would cost more."""

    def __init__(self) -> None:
        self._pixels = np.zeros((0, 0), np.uint32)

    def draw(
        self,
        size: tuple[int, int],
        screen: NDArray[np.float32],
        colors: NDArray[np.uint32],
        radius: float,
        segments: Sequence[tuple[int, float]] = (),
    ) -> NDArray[np.uint32]:
        """Return (height + 2 PAD, width + 2 PAD) premultiplied ARGB, transparent between points.

        ``size`` is width and height, ``screen`` (points, 2) pixels, ``colors`` (points,) opaque
        ARGB; later points lie above, and points whose middle lies outside are left out. Edges are
        softened, but never over the inside of another point. The next call draws into the same
        array. ``segments`` cut the points into runs, each with how many points it has and how
        many times ``radius`` they are large; without any, all are alike.
        """
        width, height = size
        wide = width + 2 * PAD
        if self._pixels.shape != (height + 2 * PAD, wide):
            self._pixels = np.zeros((height + 2 * PAD, wide), np.uint32)
        self._pixels.fill(0)
        first = 0
        for count, factor in segments or ((len(screen), 1.0),):
            part = slice(first, first + count)
            first += count
            if count:
                reach = min(radius * factor, PAD - 2.0)
                self._stamp_points(size, screen[part], colors[part], reach)
        return self._pixels

    def _stamp_points(
        self,
        size: tuple[int, int],
        screen: NDArray[np.float32],
        colors: NDArray[np.uint32],
        radius: float,
    ) -> None:
        width, height = size
        wide = width + 2 * PAD
        across, down = (screen[:, axis].astype(np.int32) + PAD for axis in (0, 1))
        inside = (across >= PAD) & (across < width + PAD) & (down >= PAD) & (down < height + PAD)
        chosen = np.flatnonzero(inside)
        pixels = down[chosen].astype(np.intp) * wide + across[chosen]
        shown = colors[chosen]
        flat = self._pixels.ravel()
        stamp = _stamp(round(radius, 1))
        shades = {cover: _faint(shown, cover) for cover in {cover for _, _, cover in stamp}}
        for aside, below, cover in stamp:
            flat[pixels + (below * wide + aside)] = shades[cover]


@functools.lru_cache(maxsize=64)
def _stamp(radius: float) -> Sequence[tuple[int, int, float]]:
    """Return the pixels of a disc around (0, 0), each with how much of it is covered, least first.

    Coverage is rounded to quarters; less than one is left out.
    """
    reach = int(np.ceil(radius))
    pixels = []
    for down in range(-reach, reach + 1):
        for across in range(-reach, reach + 1):
            cover = round(4 * min(1.0, radius + 0.5 - float(np.hypot(across, down)))) / 4
            if cover > 0:
                pixels.append((across, down, cover))
    return sorted(pixels, key=lambda pixel: pixel[2])


def _faint(colors: NDArray[np.uint32], cover: float) -> NDArray[np.uint32]:
    """Return premultiplied colours that cover a pixel in part."""
    if cover >= 1:
        return colors
    channels = colors.view(np.uint8).reshape(-1, 4).astype(np.uint16)
    faint: NDArray[np.uint32] = (channels * int(cover * 256) >> 8).astype(np.uint8).view(np.uint32)
    return faint.ravel()
