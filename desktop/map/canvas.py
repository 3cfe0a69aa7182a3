"""The plane itself: points, names of groups and marks; dragged, zoomed, pointed at, lassoed."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from desktop.map import marks
from desktop.map.camera import Camera
from desktop.map.marks import Marks, inside_lasso, iterate_links
from desktop.map.names import Label, Names, PaperName
from desktop.ui.accessible_roles import Role, set_accessible_role
from desktop.ui.theme import colors

if TYPE_CHECKING:
    from core.library_map.paper_map import PaperMap

REACH = 9.0
"""How near, in pixels, the pointer must be to a paper."""
_STEP = 1.4
_PAN = 64
_DRAG = 4
_MUCH = 64
_MANY = 20
_REST_MS = 80

_ARROWS = {
    Qt.Key.Key_Left: (_PAN, 0),
    Qt.Key.Key_Right: (-_PAN, 0),
    Qt.Key.Key_Up: (0, _PAN),
    Qt.Key.Key_Down: (0, -_PAN),
}


class MapCanvas(QWidget):
    """Shows a map. Rows are those of the ``PaperMap`` shown.

    Signals:
        pointed(int): the pointer rests on a paper, or on none (-1).
        chosen(int): a paper was clicked, or Return pressed over it; -1 for the empty ground.
        opened(int): a paper was double-clicked.
        lassoed(object): rows (an array) that a lasso holds.
        menu_wanted(QPoint): the menu of the paper chosen, at a position on the screen.
        names_wanted(list): rows of papers whose names are to be looked up.
    """

    pointed = Signal(int)
    chosen = Signal(int)
    opened = Signal(int)
    lassoed = Signal(object)
    menu_wanted = Signal(QPoint)
    names_wanted = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Map of the library"))
        set_accessible_role(self, Role.Chart)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 160)
        self.camera = Camera()
        self.lasso_wanted = False
        self._shown_map: PaperMap | None = None
        self.cloud = Cloud()
        self.names = Names()
        self._links = False
        self._asking = QTimer(self, singleShot=True, interval=_REST_MS)
        self._asking.timeout.connect(self._ask_names)
        self._marks = Marks()
        self._chosen: NDArray[np.intp] = np.zeros(0, np.intp)
        self._pointed = -1
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        self._lasso: list[QPointF] = []
        self._fitted = self._walked = False

    # --- what is shown ------------------------------------------------------------------------

    def show_map(self, paper_map: PaperMap, point_colors: NDArray[np.uint32]) -> None:
        """Show papers (papers,) in their colours. The first time, all of them are in view."""
        self._shown_map = paper_map
        self._chosen = np.zeros(0, np.intp)
        self._pointed = -1
        self.cloud.show(paper_map, point_colors)
        self.names.show(paper_map, QFontMetricsF(self.font()))
        if not self._fitted:
            self.fit()
        self.update()

    def set_colors(
        self,
        point_colors: NDArray[np.uint32],
        visible_mask: NDArray[np.bool_],
        above: NDArray[np.bool_],
    ) -> None:
        """Show papers in other colours: those of ``visible_mask``, some ``above`` the rest."""
        self.cloud.set_colors(point_colors, visible_mask, above)
        self.update()

    def set_sized(self, *, sized: bool) -> None:
        """Show papers larger the more papers cite them."""
        self.cloud.set_sized(sized=sized)
        self.update()

    def show_links(self, *, is_visible: bool) -> None:
        """Draw lines between the papers that matter now and those they cite, or are cited by."""
        self._links = is_visible
        self.update()

    def learn_names(self, names: dict[int, PaperName]) -> None:
        """Show the names of papers, by row."""
        self.names.learn(names)
        self.update()

    def set_marks(self, new_marks: Marks) -> None:
        """Mark papers and the manuscript."""
        self._marks = new_marks
        self.update()

    def choose(self, rows: Sequence[int] | NDArray[np.intp]) -> None:
        """Ring papers as chosen."""
        self._chosen = np.asarray(rows, np.intp)
        self.update()

    def chosen_rows(self) -> list[int]:
        """Return the papers that are ringed."""
        rows: list[int] = self._chosen.tolist()
        return rows

    def pointed_row(self) -> int:
        """Return the paper that the pointer rests on, -1 for none."""
        return self._pointed

    def fit(self) -> None:
        """Bring all papers into view."""
        if self._shown_map is not None:
            self.camera = self.camera.fitted(self._shown_map.positions)
            self._fitted, self._walked = self.width() > 1 and self.isVisible(), False
            self.update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Look so much closer at a point of the view, else at its middle."""
        at = at or QPointF(self.width() / 2, self.height() / 2)
        self._look(self.camera.zoomed(factor, at.x(), at.y()))

    def frame(self, middle: Sequence[int], around: Sequence[int]) -> None:
        """Bring papers into the middle, so close that most of those ``around`` are in view."""
        if self._shown_map is None or not len(middle):
            return
        positions = self._shown_map.positions
        x, y = np.median(positions[list(middle)], axis=0).tolist()
        self._look(self.camera.framing((x, y), positions[[*middle, *around]]))
        self._fitted = True

    def copy_camera(self, camera: Camera) -> None:
        """Look as another canvas did, at the size of this one."""
        self._fitted = True
        self._look(replace(camera, width=float(self.width()), height=float(self.height())))

    def reveal(self, row: int) -> None:
        """Bring a paper into view, if it is not."""
        if self._shown_map is None:
            return
        x, y = self._shown_map.positions[row].tolist()
        if not self.rect().adjusted(24, 24, -24, -24).contains(self.screen_point(row).toPoint()):
            self._look(self.camera.centred(x, y))

    def screen_point(self, row: int) -> QPointF:
        """Return where a paper is in the view."""
        assert self._shown_map is not None
        x, y = self.camera.to_screen(self._shown_map.positions[row : row + 1])[0].tolist()
        return QPointF(x, y)

    def rows_in_view(self) -> NDArray[np.intp]:
        """Return the papers that can be seen."""
        if self._shown_map is None:
            return np.zeros(0, np.intp)
        return self.cloud.rows_between(
            self.camera.to_map(0, self.height()), self.camera.to_map(self.width(), 0)
        )

    def labels_shown(self) -> list[Label]:
        """Return the names that stand on the map now, with their boxes."""
        if self._shown_map is None:
            return []
        in_view = self.rows_in_view()
        first = self._named_first()
        rows = self.names.list_name_candidates(in_view, first)
        if self.names.unknown(rows) and not self._asking.isActive():
            self._asking.start()
        view = QRectF(self.rect())
        return self.names.place(
            self.camera, view, (first, rows, len(in_view)), self._list_occupied_boxes()
        )

    def _named_first(self) -> list[int]:
        """Return the papers that have their names wherever one looks from."""
        chosen = self._chosen.tolist() if len(self._chosen) <= _MANY else []
        pointed = [self._pointed] if self._pointed >= 0 else []
        return [*self._marks.seeds, *chosen, *pointed]

    def _ask_names(self) -> None:
        rows = self.names.list_name_candidates(self.rows_in_view(), self._named_first())
        self.names_wanted.emit(self.names.unknown(rows))

    # --- painting the map ---------------------------------------------------------------------

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), colors().surface)
        if self._shown_map is not None:
            size = (self.width(), self.height())
            self.cloud.paint(painter, self.camera, size, self.devicePixelRatioF())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._links:
                self._paint_links(painter, self._shown_map)
            self.names.paint(painter, self.labels_shown())
            self._paint_marks(painter)
        if self._lasso:
            marks.paint_lasso(painter, QPolygonF(self._lasso))
        if self.hasFocus():
            marks.paint_focus(painter, QRectF(self.rect()))

    def _paint_links(self, painter: QPainter, paper_map: PaperMap) -> None:
        chosen = self._chosen.tolist() if len(self._chosen) <= _MANY else []
        rows = ([self._pointed] if self._pointed >= 0 else []) or chosen or self._marks.seeds
        for row, other, cites in iterate_links(paper_map, rows):
            marks.paint_link(painter, self.screen_point(row), self.screen_point(other), cites=cites)

    def _paint_marks(self, painter: QPainter) -> None:
        for rows, paint in (
            (self._marks.neighbours, marks.paint_neighbour),
            (self._marks.unlike, marks.paint_unlike),
            (self._marks.seeds, marks.paint_seed),
            (self._in_view(self._chosen), marks.paint_chosen),
        ):
            for row in rows:
                paint(painter, self.screen_point(row))
        if self._pointed >= 0:
            marks.paint_chosen(painter, self.screen_point(self._pointed))
        point = self._manuscript_point()
        if point is not None:
            marks.paint_manuscript(painter, point)
            marks.paint_label(
                painter, self._manuscript_box(point), self._manuscript_text(), strong=True
            )

    def _in_view(self, rows: NDArray[np.intp]) -> list[int]:
        """Return which of the rows are seen; of very many, some."""
        if not len(rows):
            return []
        visible_rows: list[int] = np.intersect1d(rows, self.rows_in_view()).tolist()
        return visible_rows[:: max(1, len(visible_rows) // 500)]

    def _list_occupied_boxes(self) -> list[QRectF]:
        point = self._manuscript_point()
        return [] if point is None else [self._manuscript_box(point)]

    def _manuscript_text(self) -> str:
        return self.tr("Manuscript")

    def _manuscript_point(self) -> QPointF | None:
        if self._marks.manuscript is None:
            return None
        x, y = self.camera.to_screen(np.array([self._marks.manuscript], np.float32))[0].tolist()
        return QPointF(x, y)

    def _manuscript_box(self, point: QPointF) -> QRectF:
        metrics = QFontMetricsF(self.font())
        width = metrics.horizontalAdvance(self._manuscript_text()) + 12
        height = metrics.height() + 4
        return QRectF(point.x() + 14, point.y() - height / 2, width, height)

    # --- moving and choosing ------------------------------------------------------------------

    def _look(self, camera: Camera) -> None:
        self.camera = camera
        self._walked = True
        self.update()

    def _find_row(self, point: QPointF) -> int:
        if self._shown_map is None:
            return -1
        x, y = self.camera.to_map(point.x(), point.y())
        return self.cloud.nearest(x, y, REACH / self.camera.scale)

    def _set_pointed_row(self, row: int) -> None:
        if row != self._pointed:
            self._pointed = row
            self.pointed.emit(row)
            self.update()

    def say(self, row: int, text: str) -> None:
        """Show a tool tip at a paper."""
        corner = self.screen_point(row).toPoint() + QPoint(10, 8)
        QToolTip.showText(self.mapToGlobal(corner), text, self)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.camera = self.camera.resized(self.width(), self.height())
        # A bar that comes or goes must not move what one looks at; another window may.
        much = (event.size() - event.oldSize()).toTuple()
        if not self._fitted or (not self._walked and max(map(abs, much)) > _MUCH):
            self.fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.names.use_font(QFontMetricsF(self.font()))
        super().changeEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y() / 120
        if turned:
            self.zoom(_STEP**turned, event.position())
            event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed = event.position()
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self._lasso = [event.position()] if self.lasso_wanted or shift else []
        self._dragged = None if self._lasso else event.position()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._lasso:
            if (at - self._lasso[-1]).manhattanLength() >= _DRAG:
                self._lasso.append(at)
                self.update()
        elif self._dragged is not None:
            offset = at - self._dragged
            self._dragged = at
            self._look(self.camera.panned(offset.x(), offset.y()))
        else:
            self._set_pointed_row(self._find_row(at))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        distance = (event.position() - self._pressed).manhattanLength()
        lasso, self._lasso = self._lasso, []
        self._pressed = self._dragged = None
        if len(lasso) > 2:
            self._take(lasso)
        elif distance < _DRAG:
            self._choose(self._find_row(event.position()))
        self.update()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self._find_row(event.position())
        if row >= 0:
            self.opened.emit(row)
        else:
            self.zoom(_STEP**2, event.position())

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            row, at = self._find_row(QPointF(event.pos())), event.globalPos()
        else:
            row = self.chosen_rows()[0] if len(self._chosen) == 1 else -1
            at = self.mapToGlobal(self.screen_point(row).toPoint()) if row >= 0 else QPoint()
        if row >= 0:
            self._choose(row)
            self.menu_wanted.emit(at)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._set_pointed_row(-1)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        keypad = Qt.KeyboardModifier.KeypadModifier
        if plain not in (Qt.KeyboardModifier.NoModifier, keypad) or not self._carry_out(key):
            super().keyPressEvent(event)

    def _carry_out(self, key: Qt.Key) -> bool:
        """Do what a key stands for; tell whether it stands for anything."""
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_STEP)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoom(1 / _STEP)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.fit()
        elif key in _ARROWS:
            self._look(self.camera.panned(*_ARROWS[key]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose_in_the_middle()
        elif key == Qt.Key.Key_Escape and (self._lasso or len(self._chosen)):
            self._lasso = []
            self._choose(-1)
        else:
            return False
        return True

    def _choose_in_the_middle(self) -> None:
        if self._shown_map is None:
            return
        reach = max(self.width(), self.height()) / 2 / self.camera.scale
        row = self.cloud.nearest(self.camera.x, self.camera.y, reach)
        if row >= 0:
            self._choose(row)

    def _choose(self, row: int) -> None:
        self.choose([row] if row >= 0 else [])
        self.chosen.emit(row)

    def _take(self, lasso: list[QPointF]) -> None:
        """Choose the papers inside a lasso: those whose pixel lies in its picture."""
        if self._shown_map is None:
            return
        visible_rows = self.rows_in_view()
        at = self.camera.to_screen(self._shown_map.positions[visible_rows])
        rows = visible_rows[inside_lasso(lasso, self.size(), at)]
        self.choose(rows)
        self.lassoed.emit(rows)


# --- the points of the map: which are drawn, in which colours, sizes and order ----------

SMALLEST, LARGEST = 1.0, 6.0
"""Radii of points, in pixels of the screen."""
PAD = 36
"""Pixels around a picture, so that no point has to be cut off: more than a radius on any screen."""
_SHARE = 0.3
"""Of the distance to the next paper, if all lay evenly."""


def compute_radius(scale: float, papers: int) -> float:
    """Return the radius that suits ``papers`` at ``scale`` pixels for a unit of the map."""
    spacing = 2.0 * scale / float(np.sqrt(max(papers, 1)))
    return min(max(_SHARE * spacing, SMALLEST), LARGEST)


class PointPicture:
    """A picture that points are drawn into, again and again: fresh memory would cost more."""

    def __init__(self) -> None:
        self._pixels = np.zeros((0, 0), np.uint32)

    def draw(
        self,
        size: tuple[int, int],
        screen: NDArray[np.float32],
        colors: NDArray[np.uint32],
        radius: float,
        segments: Sequence[tuple[int, float]] = (),
    ) -> NDArray[np.uint32]:
        """Return (height + 2 PAD, width + 2 PAD) premultiplied ARGB, transparent between points.

        ``size`` is width and height, ``screen`` (points, 2) pixels, ``colors`` (points,) opaque
        ARGB; later points lie above, and points whose middle lies outside are left out. Edges are
        softened, but never over the inside of another point. The next call draws into the same
        array. ``segments`` cut the points into runs, each with how many points it has and how
        many times ``radius`` they are large; without any, all are alike.
        """
        width, height = size
        wide = width + 2 * PAD
        if self._pixels.shape != (height + 2 * PAD, wide):
            self._pixels = np.zeros((height + 2 * PAD, wide), np.uint32)
        self._pixels.fill(0)
        first = 0
        for count, factor in segments or ((len(screen), 1.0),):
            part = slice(first, first + count)
            first += count
            if count:
                reach = min(radius * factor, PAD - 2.0)
                self._stamp_points(size, screen[part], colors[part], reach)
        return self._pixels

    def _stamp_points(
        self,
        size: tuple[int, int],
        screen: NDArray[np.float32],
        colors: NDArray[np.uint32],
        radius: float,
    ) -> None:
        width, height = size
        wide = width + 2 * PAD
        across, down = (screen[:, axis].astype(np.int32) + PAD for axis in (0, 1))
        inside = (across >= PAD) & (across < width + PAD) & (down >= PAD) & (down < height + PAD)
        chosen = np.flatnonzero(inside)
        pixels = down[chosen].astype(np.intp) * wide + across[chosen]
        point_colors = colors[chosen]
        flat = self._pixels.ravel()
        stamp = _stamp(round(radius, 1))
        shades = {cover: _faint(point_colors, cover) for cover in {cover for _, _, cover in stamp}}
        for aside, below, cover in stamp:
            flat[pixels + (below * wide + aside)] = shades[cover]


@functools.lru_cache(maxsize=64)
def _stamp(radius: float) -> Sequence[tuple[int, int, float]]:
    """Return the pixels of a disc around (0, 0), each with how much of it is covered, least first.

    Coverage is rounded to quarters; less than one is left out.
    """
    reach = int(np.ceil(radius))
    pixels = []
    for down in range(-reach, reach + 1):
        for across in range(-reach, reach + 1):
            cover = round(4 * min(1.0, radius + 0.5 - float(np.hypot(across, down)))) / 4
            if cover > 0:
                pixels.append((across, down, cover))
    return sorted(pixels, key=lambda pixel: pixel[2])


def _faint(colors: NDArray[np.uint32], cover: float) -> NDArray[np.uint32]:
    """Return premultiplied colours that cover a pixel in part."""
    if cover >= 1:
        return colors
    channels = colors.view(np.uint8).reshape(-1, 4).astype(np.uint16)
    faint: NDArray[np.uint32] = (channels * int(cover * 256) >> 8).astype(np.uint8).view(np.uint32)
    return faint.ravel()


_SIZES = (0.9, 1.3, 1.9, 2.8)
"""Radii by citations, as multiples of the usual one."""
_CITED = (1, 4, 16)
"""From so many citations on a point is larger."""


class Cloud:
    """Points with what is known of each; what is hidden is neither drawn nor found."""

    def __init__(self) -> None:
        self._picture = PointPicture()
        self._shown_map: PaperMap | None = None
        self._colors = np.zeros(0, np.uint32)
        self._above = np.zeros(0, bool)
        self._sized = False
        self.visible_mask = np.zeros(0, bool)
        self._across = self._up = np.zeros(0, np.float32)
        self._arrange()

    def show(self, paper_map: PaperMap, colors: NDArray[np.uint32]) -> None:
        """Draw other papers (papers,) in their colours, all of them."""
        self._shown_map = paper_map
        self._across, self._up = np.ascontiguousarray(
            paper_map.positions.T
        )  # quicker to look through
        self.set_colors(colors, np.ones(len(colors), bool), np.zeros(len(colors), bool))

    def set_colors(
        self, colors: NDArray[np.uint32], visible_mask: NDArray[np.bool_], above: NDArray[np.bool_]
    ) -> None:
        """Draw in other colours (papers,): those of ``visible_mask``, some ``above`` the rest."""
        self._colors, self.visible_mask, self._above = colors, visible_mask, above
        self._arrange()

    def set_sized(self, *, sized: bool) -> None:
        """Draw points larger the more papers cite them, or all alike."""
        self._sized = sized
        self._arrange()

    def rows_between(self, low: tuple[float, float], high: tuple[float, float]) -> NDArray[np.intp]:
        """Return the papers that are not hidden between two corners of the map."""
        inside_mask = (self._across >= np.float32(low[0])) & (self._across < np.float32(high[0]))
        inside_mask &= (self._up > np.float32(low[1])) & (self._up <= np.float32(high[1]))
        return np.flatnonzero(inside_mask & self.visible_mask)

    def nearest(self, x: float, y: float, within: float) -> int:
        """Return the paper nearest to a point of the map that is not hidden, -1 if none is near."""
        if self._shown_map is None:
            return -1
        row = self._shown_map.nearest(x, y, within)
        if row is None or self.visible_mask[row]:
            return -1 if row is None else row
        rows = np.flatnonzero(self.visible_mask)
        apart = np.hypot(*(self._shown_map.positions[rows] - np.array((x, y), np.float32)).T)
        return int(rows[apart.argmin()]) if len(rows) and apart.min() <= within else -1

    def paint(self, painter: QPainter, camera: Camera, size: tuple[int, int], ratio: float) -> None:
        """Draw the points on a view of so many pixels, ``ratio`` of the screen's to one."""
        if self._shown_map is None:
            return
        screen = camera.to_screen(self._positions) * np.float32(ratio)
        radius = compute_radius(camera.scale, len(self._shown_map.numbers)) * ratio
        extent = (round(size[0] * ratio), round(size[1] * ratio))
        pixels = self._picture.draw(extent, screen, self._drawn_colors, radius, self._segments)
        down, across = pixels.shape
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(pixels.data, across, down, 4 * across, form)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(-PAD / ratio, -PAD / ratio), image)

    def _arrange(self) -> None:
        """Put what is drawn into the order in which it is drawn: once, not in each frame."""
        if self._shown_map is None:
            self._positions, self._drawn_colors = np.zeros((0, 2), np.float32), self._colors
            self._segments: tuple[tuple[int, float], ...] = ()
            return
        classes = np.zeros(len(self._colors), np.int8)
        if self._sized:
            classes = np.digitize(self._shown_map.cited, _CITED).astype(np.int8)
        rows = np.flatnonzero(self.visible_mask)
        rows = rows[np.lexsort((self._above[rows], classes[rows]))]
        self._positions, self._drawn_colors = self._shown_map.positions[rows], self._colors[rows]
        counts = np.bincount(classes[rows], minlength=len(_SIZES)).tolist()
        sizes = _SIZES if self._sized else (1.0,) * len(_SIZES)
        self._segments = tuple(zip(counts, sizes, strict=True))
