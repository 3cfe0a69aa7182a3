"""Which points a lasso holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPolygonF


def inside_lasso(
    lasso: Sequence[QPointF], size: QSize, points: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Tell of points (points, 2) of a view of that size whether their pixel is in the lasso."""
    picture = QImage(size, QImage.Format.Format_Grayscale8)
    picture.fill(0)
    with QPainter(picture) as painter:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.white)
        painter.drawPolygon(QPolygonF(list(lasso)))
    pixels = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), -1)
    at = points.astype(np.intp).clip(0, (size.width() - 1, size.height() - 1))
    held: NDArray[np.bool_] = pixels[at[:, 1], at[:, 0]] > 0
    return held
