"""The points of the map: which are drawn, in which colours, sizes and order."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from desktop.map.camera import Camera

if TYPE_CHECKING:
    from core.library_map.paper_map import PaperMap


SMALLEST, LARGEST = 1.0, 6.0
"""Radii of points, in pixels of the screen."""
PAD = 36
"""Pixels around a picture, so that no point has to be cut off: more than a radius on any screen."""
_SHARE = 0.3
"""Of the distance to the next paper, if all lay evenly."""


def compute_radius(scale: float, papers: int) -> float:
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
        point_colors = colors[chosen]
        flat = self._pixels.ravel()
        stamp = _stamp(round(radius, 1))
        shades = {cover: _faint(point_colors, cover) for cover in {cover for _, _, cover in stamp}}
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


_SIZES = (0.9, 1.3, 1.9, 2.8)
"""Radii by citations, as multiples of the usual one."""
_CITED = (1, 4, 16)
"""From so many citations on a point is larger."""


class Cloud:
    """Points with what is known of each; what is hidden is neither drawn nor found."""

    def __init__(self) -> None:
        self._picture = PointPicture()
        self._shown_map: PaperMap | None = None
        self._colors = np.zeros(0, np.uint32)
        self._above = np.zeros(0, bool)
        self._sized = False
        self.visible_mask = np.zeros(0, bool)
        self._across = self._up = np.zeros(0, np.float32)
        self._arrange()

    def show(self, paper_map: PaperMap, colors: NDArray[np.uint32]) -> None:
        """Draw other papers (papers,) in their colours, all of them."""
        self._shown_map = paper_map
        self._across, self._up = np.ascontiguousarray(
            paper_map.positions.T
        )  # quicker to look through
        self.set_colors(colors, np.ones(len(colors), bool), np.zeros(len(colors), bool))

    def set_colors(
        self, colors: NDArray[np.uint32], visible_mask: NDArray[np.bool_], above: NDArray[np.bool_]
    ) -> None:
        """Draw in other colours (papers,): those of ``visible_mask``, some ``above`` the rest."""
        self._colors, self.visible_mask, self._above = colors, visible_mask, above
        self._arrange()

    def set_sized(self, *, sized: bool) -> None:
        """Draw points larger the more papers cite them, or all alike."""
        self._sized = sized
        self._arrange()

    def rows_between(self, low: tuple[float, float], high: tuple[float, float]) -> NDArray[np.intp]:
        """Return the papers that are not hidden between two corners of the map."""
        inside_mask = (self._across >= np.float32(low[0])) & (self._across < np.float32(high[0]))
        inside_mask &= (self._up > np.float32(low[1])) & (self._up <= np.float32(high[1]))
        return np.flatnonzero(inside_mask & self.visible_mask)

    def nearest(self, x: float, y: float, within: float) -> int:
        """Return the paper nearest to a point of the map that is not hidden, -1 if none is near."""
        if self._shown_map is None:
            return -1
        row = self._shown_map.nearest(x, y, within)
        if row is None or self.visible_mask[row]:
            return -1 if row is None else row
        rows = np.flatnonzero(self.visible_mask)
        apart = np.hypot(*(self._shown_map.positions[rows] - np.array((x, y), np.float32)).T)
        return int(rows[apart.argmin()]) if len(rows) and apart.min() <= within else -1

    def paint(self, painter: QPainter, camera: Camera, size: tuple[int, int], ratio: float) -> None:
        """Draw the points on a view of so many pixels, ``ratio`` of the screen's to one."""
        if self._shown_map is None:
            return
        screen = camera.to_screen(self._positions) * np.float32(ratio)
        radius = compute_radius(camera.scale, len(self._shown_map.numbers)) * ratio
        extent = (round(size[0] * ratio), round(size[1] * ratio))
        pixels = self._picture.draw(extent, screen, self._drawn_colors, radius, self._segments)
        down, across = pixels.shape
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(pixels.data, across, down, 4 * across, form)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(-PAD / ratio, -PAD / ratio), image)

    def _arrange(self) -> None:
        """Put what is drawn into the order in which it is drawn: once, not in each frame."""
        if self._shown_map is None:
            self._positions, self._drawn_colors = np.zeros((0, 2), np.float32), self._colors
            self._segments: tuple[tuple[int, float], ...] = ()
            return
        classes = np.zeros(len(self._colors), np.int8)
        if self._sized:
            classes = np.digitize(self._shown_map.cited, _CITED).astype(np.int8)
        rows = np.flatnonzero(self.visible_mask)
        rows = rows[np.lexsort((self._above[rows], classes[rows]))]
        self._positions, self._drawn_colors = self._shown_map.positions[rows], self._colors[rows]
        counts = np.bincount(classes[rows], minlength=len(_SIZES)).tolist()
        sizes = _SIZES if self._sized else (1.0,) * len(_SIZES)
        self._segments = tuple(zip(counts, sizes, strict=True))
