"""The names on the map: groups from afar, their parts closer by, then papers, none over another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from core.base.records import Paper
from desktop.map import marks
from desktop.map.camera import Camera
from desktop.ui.theme import colors

if TYPE_CHECKING:
    from core.library_map.paper_map import PaperMap


GAP = 4.0
_ASIDE = 9.0


def place_labels(
    label_requests: Sequence[tuple[QPointF, QSizeF]],
    view: QRectF,
    occupied_boxes: Sequence[QRectF] = (),
) -> list[tuple[int, QRectF]]:
    """Return which labels are shown, and in which boxes.

    ``label_requests`` has the middle and the size of each, the most important first;
    ``occupied_boxes`` is kept free.
    """
    boxes = list(occupied_boxes)
    placed_labels: list[tuple[int, QRectF]] = []
    for which, (middle, size) in enumerate(label_requests):
        box = QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size)
        # A name near the edge is moved inward rather than cut off.
        left_edge = min(max(box.left(), view.left()), view.right() - box.width())
        box.moveLeft(max(left_edge, view.left()))
        wide = box.adjusted(-GAP, -GAP, GAP, GAP)
        if view.contains(middle) and not any(wide.intersects(other) for other in boxes):
            boxes.append(box)
            placed_labels.append((which, box))
    return placed_labels


def place_beside(
    label_requests: Sequence[tuple[QPointF, QSizeF]],
    view: QRectF,
    occupied_boxes: Sequence[QRectF] = (),
) -> list[tuple[int, QRectF]]:
    """Return as ``place_labels`` does, but beside the points: at the right, else at the left."""
    boxes = list(occupied_boxes)
    placed_labels: list[tuple[int, QRectF]] = []
    for which, (point, size) in enumerate(label_requests):
        if not view.contains(point):
            continue
        for left_edge in (point.x() + _ASIDE, point.x() - _ASIDE - size.width()):
            box = QRectF(QPointF(left_edge, point.y() - size.height() / 2), size)
            if view.contains(box) and not any(box.intersects(other) for other in boxes):
                boxes.append(box)
                placed_labels.append((which, box))
                break
    return placed_labels


PARTS_FROM = 1.8
"""So much closer than all of the map, the parts of groups have names."""
MOST_IN_VIEW = 900
"""With more papers in view, none is named but those that are marked."""
TITLES_BELOW = 60
"""With fewer papers in view, titles stand below authors and year."""
_TRIED = 160
_WIDEST = 240.0
_PAD = 12.0
_GROUND = 190
_WRITTEN = int(Qt.AlignmentFlag.AlignLeft) | int(Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class PaperName:
    """How a paper is called: authors and year, and its title."""

    short: str
    title: str


def make_paper_name(paper: Paper) -> PaperName:
    """Return how a paper is called on the map."""
    families = paper.cited_authors[:3]
    who = " & ".join(families[:2]) if len(families) < 3 else f"{families[0]} et al."
    return PaperName(" ".join(filter(None, (who, str(paper.year or "")))), paper.title)


@dataclass(frozen=True, slots=True)
class Label:
    """A name where it stands."""

    text: str
    box: QRectF
    paper: bool = False


class Names:
    """Places and paints names; those of papers are learned as they are wanted."""

    def __init__(self) -> None:
        self._shown_map: PaperMap | None = None
        self._known_names: dict[int, PaperName] = {}
        self._widths: dict[str, float] = {}
        self._metrics: QFontMetricsF | None = None
        self._hidden: frozenset[int] = frozenset()
        self._by_citations = np.zeros(0, np.intp)

    def show(self, paper_map: PaperMap, metrics: QFontMetricsF) -> None:
        """Name what is on another map."""
        self._shown_map, self._known_names, self._hidden = paper_map, {}, frozenset()
        rank = np.empty(len(paper_map.numbers), np.intp)
        rank[np.argsort(-paper_map.cited, kind="stable")] = np.arange(len(rank))
        self._by_citations = rank
        self.use_font(metrics)

    def use_font(self, metrics: QFontMetricsF) -> None:
        """Measure names in another font."""
        self._metrics, self._widths = metrics, {}

    def hide_groups(self, hidden: frozenset[int]) -> None:
        """Leave out the names of some groups and of their parts."""
        self._hidden = hidden

    def learn(self, names: dict[int, PaperName]) -> None:
        """Take the names of papers, by row."""
        self._known_names.update(names)

    def list_name_candidates(self, in_view: NDArray[np.intp], first: Sequence[int]) -> list[int]:
        """Return the papers whose names could be shown, those that matter most first."""
        rows = list(dict.fromkeys(first))
        if len(in_view) <= MOST_IN_VIEW:
            order = in_view[np.argsort(self._by_citations[in_view], kind="stable")]
            rows = list(dict.fromkeys([*rows, *order[:_TRIED].tolist()]))
        return rows

    def unknown(self, rows: Sequence[int]) -> list[int]:
        """Return those of the papers whose names are still to be learned."""
        return [row for row in rows if row not in self._known_names]

    def place(
        self,
        camera: Camera,
        view: QRectF,
        papers: tuple[Sequence[int], Sequence[int], int],
        occupied_boxes: Sequence[QRectF],
    ) -> list[Label]:
        """Return the names to show.

        ``papers`` gives rows that have one before anything else, rows that may have one, and how
        many papers are in view.
        """
        if self._shown_map is None or self._metrics is None:
            return []
        first, rows, in_view = papers
        rows = [row for row in rows if row not in first]
        labels = self._places_of_papers(camera, view, first, in_view, occupied_boxes)
        boxes = [*occupied_boxes, *(label.box for label in labels)]
        labels += self._places_of_groups(camera, view, boxes)
        boxes = [*occupied_boxes, *(label.box for label in labels)]
        return [*labels, *self._places_of_papers(camera, view, rows, in_view, boxes)]

    def paint(self, painter: QPainter, labels: Sequence[Label]) -> None:
        """Draw names."""
        for label in labels:
            if not label.paper:
                marks.paint_label(painter, label.box, label.text)
        ground = QColor(colors().surface)
        ground.setAlpha(_GROUND)
        for label in labels:
            if label.paper:
                painter.fillRect(label.box, ground)
                painter.setPen(colors().text)
                painter.drawText(label.box.adjusted(_PAD / 2, 0, 0, 0), _WRITTEN, label.text)

    # --- placing the names of groups ----------------------------------------------------------

    def _places_of_groups(
        self, camera: Camera, view: QRectF, occupied_boxes: Sequence[QRectF]
    ) -> list[Label]:
        assert self._shown_map is not None
        groups = self._shown_map.groups
        order = sorted(range(len(groups)), key=lambda index: -groups[index].papers)
        named_points = [
            (groups[index].name, groups[index].x, groups[index].y)
            for index in order
            if groups[index].name and groups[index].papers and index not in self._hidden
        ]
        if camera.closeness() >= PARTS_FROM:
            # Closer by, parts say more than the group that all of them belong to.
            parts = [
                (part.name, part.x, part.y)
                for part in self._shown_map.parts
                if part.name and part.group not in self._hidden
            ]
            named_points = [*parts, *named_points]
        if not named_points:
            return []
        at = camera.to_screen(np.array([(x, y) for _, x, y in named_points], np.float32)).tolist()
        label_requests = [
            (QPointF(*point), self._size(name))
            for (name, _, _), point in zip(named_points, at, strict=True)
        ]
        return [
            Label(named_points[which][0], box)
            for which, box in place_labels(label_requests, view, occupied_boxes)
        ]

    # --- placing the titles of papers ---------------------------------------------------------

    def _places_of_papers(
        self,
        camera: Camera,
        view: QRectF,
        rows: Sequence[int],
        in_view: int,
        occupied_boxes: Sequence[QRectF],
    ) -> list[Label]:
        assert self._shown_map is not None
        named_rows = [row for row in rows if row in self._known_names]
        if not named_rows:
            return []
        texts = [
            self._text(self._known_names[row], titles=in_view < TITLES_BELOW) for row in named_rows
        ]
        at = camera.to_screen(self._shown_map.positions[named_rows]).tolist()
        label_requests = [
            (QPointF(*point), self._size(text)) for point, text in zip(at, texts, strict=True)
        ]
        placed_labels = place_beside(label_requests, view, occupied_boxes)
        return [Label(texts[which], box, paper=True) for which, box in placed_labels]

    def _text(self, name: PaperName, *, titles: bool) -> str:
        assert self._metrics is not None
        if not titles or not name.title:
            return name.short or self._elided(name.title)
        return "\n".join(filter(None, (name.short, self._elided(name.title))))

    def _elided(self, text: str) -> str:
        assert self._metrics is not None
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST)

    def _size(self, text: str) -> QSizeF:
        assert self._metrics is not None
        lines = text.split("\n")
        for line in lines:
            if line not in self._widths:
                self._widths[line] = self._metrics.horizontalAdvance(line)
        width = max(self._widths[line] for line in lines)
        return QSizeF(width + _PAD, self._metrics.height() * len(lines) + 4)
