"""Marks over the pages: which sentences cite, which ought to, which is hovered or selected.

A mark never relies on colour alone: gaps are tinted and dotted, cited sentences have a thin solid
line, chosen ones a dashed line, dismissed gaps grey dots where they are shown, and the selected
one is framed. Tints are multiplied with the
page, so the print stays as black as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from core.base.records import Rect
from desktop.pages.sentence_map import Kind, SentenceMap
from desktop.ui.theme import (
    LIGHT as INK,  # paper is white in every theme, so is what is drawn on it
)

_PAD_X, _PAD_Y = 1.2, 0.6
_FRAME_RADIUS = 2.0


@dataclass(frozen=True, slots=True)
class _Shapes:
    """The marks of a page by kind, in points: areas to tint and lines to draw."""

    gap_areas: QPainterPath
    lines: dict[Kind, QPainterPath]


class Overlay:
    """Paints the marks of one manuscript; shapes are worked out once per page and kept."""

    def __init__(self, marks: SentenceMap) -> None:
        self._marks = marks
        self._shapes: dict[int, _Shapes] = {}

    def paint(
        self,
        painter: QPainter,
        page: int,
        frame: tuple[QPointF, float],
        hovered: int | None,
        selected: int | None,
    ) -> None:
        """Paint over a page whose top left corner and pixels per point ``frame`` gives."""
        shapes = self._get_shapes(page)
        origin, scale = frame
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(origin)
        painter.scale(scale, scale)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        area = self._area(page, selected) if selected is not None else QPainterPath()
        gaps = shapes.gap_areas if area.isEmpty() else shapes.gap_areas.subtracted(area)
        painter.fillPath(gaps, INK.page_gap)
        if hovered is not None and hovered != selected:
            painter.fillPath(self._area(page, hovered), INK.page_hover)
        painter.fillPath(area, INK.page_selection)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        for kind, path in shapes.lines.items():
            painter.strokePath(path, self._pen(kind))
        painter.strokePath(area.simplified(), _cosmetic(INK.accent, 1.5))
        painter.restore()

    def paint_target(
        self,
        painter: QPainter,
        page: int,
        frame: tuple[QPointF, float],
        rects: Sequence[Rect],
    ) -> None:
        """Paint what a person asked to see, such as an entry of the reference list."""
        area = _rounded(rect for rect in rects if rect.page == page)
        if area.isEmpty():
            return
        origin, scale = frame
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(origin)
        painter.scale(scale, scale)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillPath(area, INK.page_selection)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.strokePath(area.simplified(), _cosmetic(INK.accent, 1.5))
        painter.restore()

    def bounds(self, page: int, index: int) -> QRectF:
        """Return the part of a page, in points, that a sentence's mark may touch."""
        return self._area(page, index).boundingRect().adjusted(-2, -2, 2, 3)

    def _area(self, page: int, index: int) -> QPainterPath:
        rects = self._marks.sentences[index].rects
        return _rounded(rect for rect in rects if rect.page == page)

    def _get_shapes(self, page: int) -> _Shapes:
        if page not in self._shapes:
            self._shapes[page] = self._work_out(page)
        return self._shapes[page]

    def _work_out(self, page: int) -> _Shapes:
        areas = QPainterPath()
        areas.setFillRule(Qt.FillRule.WindingFill)
        lines = {kind: QPainterPath() for kind in (Kind.CITED, Kind.GAP, Kind.CHOSEN)}
        if self._marks.shows_dismissed:
            lines[Kind.DISMISSED] = QPainterPath()
        for rect, index in self._marks.on_page(page):
            kind = self._marks.kind(index)
            if kind is Kind.GAP:
                areas.addRect(_padded(rect))
            if kind in lines:
                lines[kind].moveTo(rect.x0, rect.y1 + 0.4)
                lines[kind].lineTo(rect.x1, rect.y1 + 0.4)
        return _Shapes(areas, lines)

    def _pen(self, kind: Kind) -> QPen:
        if kind is Kind.GAP:
            pen = _cosmetic(INK.gap, 1.5)
            pen.setDashPattern([1.0, 1.6])
        elif kind is Kind.DISMISSED:
            pen = _cosmetic(INK.muted, 1.5)
            pen.setDashPattern([1.0, 2.4])
        elif kind is Kind.CHOSEN:
            pen = _cosmetic(INK.good, 2.0)
            pen.setDashPattern([4.0, 2.0])
        else:
            pen = _cosmetic(INK.page_cited, 1.0)
        return pen


def _rounded(rects: Iterable[Rect]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        path.addRoundedRect(_padded(rect), _FRAME_RADIUS, _FRAME_RADIUS)
    return path


def _cosmetic(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    pen.setCosmetic(True)
    return pen


def _padded(rect: Rect) -> QRectF:
    corners = QRectF(QPointF(rect.x0, rect.y0), QPointF(rect.x1, rect.y1))
    return corners.adjusted(-_PAD_X, -_PAD_Y, _PAD_X, _PAD_Y)
