"""Which part of the plane is looked at, and how plane and screen belong together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

CLOSEST = 40_000.0
"""Pixels for a unit of the map: beyond it even the nearest papers are far apart."""
_MARGIN = 0.9
_FARTHER = 3.0
"""One can go so much farther away than a view of all papers."""
_MOST = 0.75
_CLOSEST_FRAME = 8.0


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at ``x``, ``y`` of the map from the middle of a view of ``width`` × ``height`` pixels.

    ``scale`` is pixels for a unit of the map. On the map y grows upwards, on the screen downwards.
    """

    x: float = 0.0
    y: float = 0.0
    scale: float = 300.0
    width: float = 1.0
    height: float = 1.0
    farthest: float = 20.0

    def resized(self, width: float, height: float) -> Camera:
        """Return the camera of a view of another size; what lies at the middle of its top stays."""
        width, height = max(width, 1.0), max(height, 1.0)
        return replace(
            self,
            y=self.y - (height - self.height) / 2 / self.scale,
            width=width,
            height=height,
        )

    def to_screen(self, positions: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return where positions (points, 2) of the map lie in the view, in pixels."""
        screen = np.empty((len(positions), 2), np.float32)
        np.multiply(positions[:, 0], np.float32(self.scale), out=screen[:, 0])
        np.multiply(positions[:, 1], np.float32(-self.scale), out=screen[:, 1])
        screen[:, 0] += np.float32(self.width / 2 - self.x * self.scale)
        screen[:, 1] += np.float32(self.height / 2 + self.y * self.scale)
        return screen

    def to_map(self, across: float, down: float) -> tuple[float, float]:
        """Return the point of the map at a pixel."""
        return (
            self.x + (across - self.width / 2) / self.scale,
            self.y - (down - self.height / 2) / self.scale,
        )

    def panned(self, across: float, down: float) -> Camera:
        """Return the camera after the map was dragged by so many pixels."""
        return replace(self, x=self.x - across / self.scale, y=self.y + down / self.scale)

    def zoomed(self, factor: float, across: float, down: float) -> Camera:
        """Return the camera so much closer; what lies at the pixel stays there."""
        scale = min(max(self.scale * factor, self.farthest), CLOSEST)
        x, y = self.to_map(across, down)
        return replace(
            self,
            scale=scale,
            x=x - (across - self.width / 2) / scale,
            y=y + (down - self.height / 2) / scale,
        )

    def centred(self, x: float, y: float) -> Camera:
        """Return the camera over another point."""
        return replace(self, x=x, y=y)

    def closeness(self) -> float:
        """Return how many times closer this is than a view of all papers."""
        return self.scale / (_FARTHER * self.farthest)

    def framing(self, middle: tuple[float, float], around: NDArray[np.float32]) -> Camera:
        """Return the camera over a point, so close that most of what is ``around`` fits."""
        apart = np.abs(around - np.asarray(middle, np.float32)) if len(around) else np.zeros((1, 2))
        reach = np.maximum(np.quantile(apart, _MOST, axis=0), 1e-6) * 2 / _MARGIN
        scale = float(min(self.width / reach[0], self.height / reach[1]))
        whole = _FARTHER * self.farthest
        return replace(
            self,
            x=middle[0],
            y=middle[1],
            scale=min(max(scale, whole), _CLOSEST_FRAME * whole, CLOSEST),
        )

    def fitted(self, positions: NDArray[np.float32]) -> Camera:
        """Return the camera that sees nearly all positions (points, 2)."""
        if not len(positions):
            return self
        low, high = np.quantile(positions, (0.003, 0.997), axis=0)
        middle, reach = (low + high) / 2, np.maximum(high - low, 1e-3)
        scale = float(min(self.width / reach[0], self.height / reach[1]) * _MARGIN)
        return replace(
            self,
            x=float(middle[0]),
            y=float(middle[1]),
            scale=min(scale, CLOSEST),
            farthest=min(scale / _FARTHER, CLOSEST),
        )


@dataclass(frozen=True, slots=True)
class MapState:
    """The camera, what the colours mean, and what is switched on; ``None`` for all in view."""

    camera: Camera | None
    color_by: str
    sized: bool
    links: bool
