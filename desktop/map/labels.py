"""Where names stand on the map: those that matter most first, none over another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

GAP = 4.0
_ASIDE = 9.0


def place_labels(
    wanted: Sequence[tuple[QPointF, QSizeF]], view: QRectF, taken: Sequence[QRectF] = ()
) -> list[tuple[int, QRectF]]:
    """Return which labels are shown, and in which boxes.

    ``wanted`` has the middle and the size of each, the most important first; ``taken`` is kept
    free.
    """
    boxes = list(taken)
    shown: list[tuple[int, QRectF]] = []
    for which, (middle, size) in enumerate(wanted):
        box = QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size)
        # A name near the edge is moved inward rather than cut off.
        left = min(max(box.left(), view.left()), view.right() - box.width())
        box.moveLeft(max(left, view.left()))
        wide = box.adjusted(-GAP, -GAP, GAP, GAP)
        if view.contains(middle) and not any(wide.intersects(other) for other in boxes):
            boxes.append(box)
            shown.append((which, box))
    return shown


def place_beside(
    wanted: Sequence[tuple[QPointF, QSizeF]], view: QRectF, taken: Sequence[QRectF] = ()
) -> list[tuple[int, QRectF]]:
    """Return as ``place_labels`` does, but beside the points: at the right, else at the left."""
    boxes = list(taken)
    shown: list[tuple[int, QRectF]] = []
    for which, (point, size) in enumerate(wanted):
        if not view.contains(point):
            continue
        for left in (point.x() + _ASIDE, point.x() - _ASIDE - size.width()):
            box = QRectF(QPointF(left, point.y() - size.height() / 2), size)
            if view.contains(box) and not any(box.intersects(other) for other in boxes):
                boxes.append(box)
                shown.append((which, box))
                break
    return shown
