"""Tells pictures apart as an eye does: by what stands where, not by how its edges are smoothed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

BLOCK = 12
"""Pixels of a block's side: about the height of a line of text."""
LIMIT = 20.0
"""How far the mean of a block may be off, of 255. Smoothing letters moves it by less."""

Grey = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two pictures differ; ``worst`` is the largest difference of a block's mean."""

    worst: float
    blocks: int
    place: tuple[int, int]

    def __bool__(self) -> bool:
        return self.blocks > 0

    def __str__(self) -> str:
        x, y = self.place
        return f"{self.blocks} blocks differ, most at x={x}, y={y} (by {self.worst:.0f} of 255)"


def difference(one: QImage, other: QImage) -> Difference:
    """Compare two pictures; another size is a difference in all of them."""
    if one.size() != other.size():
        return Difference(255.0, 1, (other.width(), other.height()))
    apart = np.abs(_means(one) - _means(other)).max(axis=2)
    row, column = divmod(int(apart.argmax()), apart.shape[1])
    worst, blocks = float(apart.max()), int((apart > LIMIT).sum())
    return Difference(worst, blocks, (column * BLOCK, row * BLOCK))


def read(path: Path) -> QImage:
    """Read a picture."""
    picture = QImage(str(path))
    assert not picture.isNull(), path
    return picture


def _means(picture: QImage) -> Grey:
    """Return the mean colour of each block: rows, columns, channels."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    height, width = plain.height(), plain.width()
    bits = np.frombuffer(plain.constBits(), np.uint8).reshape(height, width, 4)[:, :, :3]
    down, right = -height % BLOCK, -width % BLOCK
    whole = np.pad(bits, ((0, down), (0, right), (0, 0)), mode="edge").astype(np.float32)
    blocks = whole.reshape(whole.shape[0] // BLOCK, BLOCK, whole.shape[1] // BLOCK, BLOCK, 3)
    means: Grey = blocks.mean(axis=(1, 3))
    return means
