"""Characters drawn as pictures, as they are recognised."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.manuscript.pdf.recognised import Character, build_characters

Picture = NDArray[np.uint8]
BASE, HIGH, WIDE = 60, 20, 12


def drawn(
    text: str, *, tilt: float = 0.0, seen: str | None = None
) -> tuple[Picture, list[Character]]:
    """Draw blocks for letters, low ones for small letters, small ones up for "^" and a figure.

    Returns the picture and the line as it was recognised, ``seen`` if that differs.
    """
    plain = text.replace("^", "")
    picture = np.full((100, 40 + 16 * len(plain)), 255, np.uint8)
    placed: list[Character] = []
    x, up = 20, False
    for char in text:
        if char == "^":
            up = True
            continue
        foot = round(BASE + tilt * x) - (13 if up else 0)
        high = {",": 4, ".": 4}.get(char, HIGH - 3 if up else 28 if char.isdigit() else HIGH)
        if char != " ":
            picture[foot - high : foot, x : x + WIDE] = 0
            placed.append((char, (float(x), 30.0, float(x + WIDE), 68.0)))
        x, up = x + 16, False
    if seen is None:
        return picture, spaced(plain, placed)
    kept = [(new, box) for new, (_, box) in zip(seen.replace(" ", ""), placed, strict=False)]
    return picture, spaced(seen, kept)


def spaced(text: str, placed: Sequence[Character]) -> list[Character]:
    corners = [
        (char, 1.0, [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) for char, (x0, y0, x1, y1) in placed
    ]
    return build_characters(text, corners)
