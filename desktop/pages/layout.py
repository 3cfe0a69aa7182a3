"""Where each page lies when pages are stacked one below the other. Pure arithmetic.

Content coordinates start at the top left of the whole stack; pages are centred in its width.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF

MARGIN = 16.0
SPACING = 12.0
SCREEN_PIXELS_PER_POINT = 96.0 / 72.0


class PageLayout:
    """A stack of pages at one scale; ``scale`` is logical pixels per point.

    ``pixel_ratio`` is that of the screen: pages start and end on whole device pixels, so that a
    picture of the right size is copied and not resampled.
    """

    def __init__(
        self, sizes: Sequence[QSizeF], scale: float, *, width: float, pixel_ratio: float
    ) -> None:
        self.scale = scale
        self._ratio = pixel_ratio
        self._device_sizes = [
            QSize(self._device(size.width() * scale), self._device(size.height() * scale))
            for size in sizes
        ]
        widest = max((size.width() for size in self._device_sizes), default=0) / pixel_ratio
        self.width = max(width, widest + 2 * MARGIN)
        self._tops: list[float] = []
        top = MARGIN
        for size in self._device_sizes:
            self._tops.append(self._device(top) / pixel_ratio)
            top = self._tops[-1] + size.height() / pixel_ratio + SPACING
        self.height = top - SPACING + MARGIN if self._tops else 0.0

    def device_size(self, page: int) -> QSize:
        """Return how many device pixels a page covers."""
        return self._device_sizes[page]

    def rect(self, page: int) -> QRectF:
        """Return where a page lies, in content coordinates."""
        size = self._device_sizes[page]
        width, height = size.width() / self._ratio, size.height() / self._ratio
        left_edge = self._device((self.width - width) / 2) / self._ratio
        return QRectF(left_edge, self._tops[page], width, height)

    def visible(self, top: float, bottom: float) -> range:
        """Return the pages that show between two heights."""
        first = max(0, bisect_right(self._tops, top) - 1)
        if first < len(self._tops) and self.rect(first).bottom() < top:
            first += 1
        return range(first, max(first, bisect_right(self._tops, bottom)))

    def nearest(self, y: float) -> int:
        """Return the page at a height, or the last one that starts above it."""
        return max(0, bisect_right(self._tops, y) - 1)

    def to_page(self, point: QPointF) -> tuple[int, QPointF]:
        """Turn a point of the content into a page and a point on it, in points.

        The point may lie off the page, where the point lies between pages.
        """
        page = self.nearest(point.y())
        return page, (point - self.rect(page).topLeft()) / self.scale

    def to_content(self, page: int, point: QPointF) -> QPointF:
        """Turn a point on a page, in points, into one in the content."""
        return self.rect(page).topLeft() + point * self.scale

    def _device(self, length: float) -> int:
        return round(length * self._ratio)


def fitting_scale(sizes: Sequence[QSizeF], width: float) -> float:
    """Return the scale at which the widest page fills a width, margins left free."""
    widest = max((size.width() for size in sizes), default=1.0)
    return max(width - 2 * MARGIN, 1.0) / max(widest, 1.0)
