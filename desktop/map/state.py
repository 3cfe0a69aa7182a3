"""How the map is looked at, for one that is built anew."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.map.camera import Camera


@dataclass(frozen=True, slots=True)
class MapState:
    """The camera, what the colours mean, and what is switched on; ``None`` for all in view."""

    camera: Camera | None
    color_by: str
    sized: bool
    links: bool
