"""What is drawn over the points of the map: marked papers, citations between them, the lasso."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from desktop.ui.theme import colors

if TYPE_CHECKING:
    from core.library_map.paper_map import PaperMap


_RING = 8.0
_SMALL = 5.0


@dataclass(frozen=True, slots=True)
class Marks:
    """Rows of the map that are marked, and where the manuscript lies, if anywhere."""

    seeds: Sequence[int] = ()
    unlike: Sequence[int] = ()
    neighbours: Sequence[int] = ()
    manuscript: tuple[float, float] | None = None


def paint_neighbour(painter: QPainter, at: QPointF) -> None:
    """A small ring."""
    _ring(painter, at, _SMALL, colors().accent, 1.5)


def paint_seed(painter: QPainter, at: QPointF) -> None:
    """A large ring, filled in the middle."""
    _ring(painter, at, _RING, colors().accent, 3.0)
    painter.setBrush(colors().accent)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(at, 3.0, 3.0)


def paint_unlike(painter: QPainter, at: QPointF) -> None:
    """A ring that is struck through."""
    _ring(painter, at, _RING, colors().bad, 2.5)
    reach = _RING * 0.7
    painter.drawLine(at - QPointF(reach, reach), at + QPointF(reach, reach))


def paint_chosen(painter: QPainter, at: QPointF) -> None:
    """A ring in the colour of text."""
    _ring(painter, at, _RING + 2, colors().text, 2.0)


def paint_manuscript(painter: QPainter, at: QPointF) -> None:
    """A diamond."""
    reach = _RING + 1
    diamond = QPolygonF(
        [
            at + QPointF(0, -reach),
            at + QPointF(reach, 0),
            at + QPointF(0, reach),
            at + QPointF(-reach, 0),
        ]
    )
    painter.setPen(QPen(colors().surface, 2))
    painter.setBrush(colors().gap)
    painter.drawPolygon(diamond)


def paint_lasso(painter: QPainter, lasso: QPolygonF) -> None:
    """The line that the pointer has drawn so far."""
    painter.setPen(QPen(colors().accent, 2, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(lasso)


def paint_focus(painter: QPainter, view: QRectF) -> None:
    """A frame, and a cross where Return chooses."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colors().accent, 1))
    painter.drawRect(view.adjusted(0.5, 0.5, -0.5, -0.5))
    middle = QPointF(view.width() / 2, view.height() / 2)
    painter.setPen(QPen(colors().muted, 1))
    painter.drawLine(middle - QPointF(6, 0), middle + QPointF(6, 0))
    painter.drawLine(middle - QPointF(0, 6), middle + QPointF(0, 6))


def paint_link(painter: QPainter, start: QPointF, end: QPointF, *, cites: bool) -> None:
    """A line to a paper that is cited, or from one that cites: those are dashed."""
    style = Qt.PenStyle.SolidLine if cites else Qt.PenStyle.DashLine
    painter.setPen(QPen(colors().accent if cites else colors().gap, 1.2, style))
    painter.drawLine(start, end)


def paint_label(painter: QPainter, box: QRectF, text: str, *, strong: bool = False) -> None:
    """A name on a quiet ground, readable over any points."""
    ground = QColor(colors().surface)
    ground.setAlpha(225)
    painter.setPen(QPen(colors().gap if strong else colors().border, 1))
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(colors().text)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _ring(painter: QPainter, at: QPointF, radius: float, color: QColor, width: float) -> None:
    """A ring with a seam of the ground's colour, so that it is seen on points of any colour."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colors().surface, width + 2))
    painter.drawEllipse(at, radius, radius)
    painter.setPen(QPen(color, width))
    painter.drawEllipse(at, radius, radius)


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
    inside_mask: NDArray[np.bool_] = pixels[at[:, 1], at[:, 0]] > 0
    return inside_mask


_MOST_PAPERS = 12
MOST_LINES = 400


def iterate_links(paper_map: PaperMap, rows: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Yield a paper, one that it cites (``True``) or that cites it (``False``), by rows."""
    drawn_count = 0
    for row in list(dict.fromkeys(rows))[:_MOST_PAPERS]:
        cited, citing = paper_map.list_citations(row)
        for linked_rows, cites in ((cited, True), (citing, False)):
            for other in linked_rows:
                if drawn_count == MOST_LINES:
                    return
                drawn_count += 1
                yield row, other, cites
