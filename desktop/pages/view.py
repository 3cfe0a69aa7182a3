"""The manuscript as printed, with its sentences marked and selectable.

QPdfView paints no overlays, so this is a view of our own on top of ``PageCanvas``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from core.base.records import Rect
from desktop.language.wording import translate
from desktop.pages.canvas import PageCanvas
from desktop.pages.sentence_map import Kind, SentenceMap
from desktop.pages.source import PageSource
from desktop.ui.accessible_roles import Role, set_accessible_role
from desktop.ui.theme import (
    LIGHT as INK,  # paper is white in every theme, so is what is drawn on it
)


class PageView(PageCanvas):
    """Shows pages, marks sentences, selects them by mouse and keyboard.

    Up and Down go from gap to gap, Left and Right from sentence to sentence, Return asks for
    what belongs to the selected one.

    Signals:
        selected(int | None): another sentence is selected, or none.
        activated(int): the person wants to go on with this sentence.
        hovered(int): the mouse came over this sentence.
        menu_wanted(int, QPoint): the menu of this sentence, at a position on the screen.
    """

    selected = Signal(object)
    activated = Signal(int)
    hovered = Signal(int)
    menu_wanted = Signal(int, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marks = SentenceMap()
        self._overlay = Overlay(self._marks)
        self._describe: Callable[[int], str] = lambda index: translate(
            "Kind", self._marks.kind(index).value
        )
        self._hovered: int | None = None
        self._selected: int | None = None
        self._pointed: tuple[Rect, ...] = ()
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(self.tr("Manuscript pages"))
        set_accessible_role(self, Role.Document)
        self._tell_accessibility(None)

    @override
    def show_pages(self, source: PageSource) -> None:
        self._hovered = None
        super().show_pages(source)

    def mark(self, marks: SentenceMap, describe: Callable[[int], str] | None = None) -> None:
        """Mark these sentences; ``describe`` gives the tool tip of one.

        The selection stays, unless it lies past the last sentence.
        """
        self._marks = marks
        self._overlay = Overlay(marks)
        self._hovered = None
        if describe is not None:
            self._describe = describe
        if self._selected is not None and self._selected >= len(marks.sentences):
            self.select(None)
        self.viewport().update()

    # --- selecting sentences ------------------------------------------------------------------

    @property
    def selected_sentence(self) -> int | None:
        """The selected sentence."""
        return self._selected

    def sentence_text(self, index: int) -> str:
        """Return what a sentence says."""
        return self._marks.sentences[index].text

    def select(self, index: int | None, *, reveal: bool = True) -> None:
        """Select a sentence, and scroll to it when it is out of sight."""
        self.frame_rects(())
        if index is not None and reveal:
            self.reveal(index)
        if index == self._selected:
            return
        self._selected = index
        self.viewport().update()
        self._tell_accessibility(index)
        self.selected.emit(index)

    def select_next_gap(self) -> None:
        """Select the gap behind the selected sentence, or the first one from the page shown."""
        start = self._selected
        if start is None:
            first = self._marks.find_first_sentence(self._page)
            start = first - 1 if first is not None else None
        gap = self._marks.next_gap(start)
        if gap is not None:
            self.select(gap)

    def select_previous_gap(self) -> None:
        """Select the gap ahead of the selected sentence, or of the page shown."""
        start = self._selected
        gap = self._marks.previous_gap(
            self._marks.find_first_sentence(self._page) if start is None else start
        )
        if gap is not None:
            self.select(gap)

    def select_surest_gap(self) -> None:
        """Select the gap most likely to need a citation."""
        gap = self._marks.surest_gap()
        if gap is not None:
            self.select(gap)

    def reveal(self, index: int) -> None:
        """Scroll so that a sentence is in sight, a third down the view when it was not."""
        rects = self._marks.sentences[index].rects
        if rects:
            self.bring_into_view(rects[0].page, self._overlay.bounds(rects[0].page, index))

    def frame_rects(self, rects: Sequence[Rect]) -> None:
        """Frame rectangles of no sentence and scroll to it; no rectangles end that."""
        if not rects and not self._pointed:
            return
        self._pointed = tuple(rects)
        self.viewport().update()
        if rects and rects[0].page < self.pages:
            page = rects[0].page
            here = [rect for rect in rects if rect.page == page]
            corner = QPointF(min(r.x0 for r in here), min(r.y0 for r in here))
            size = QSizeF(
                max(r.x1 for r in here) - corner.x(), max(r.y1 for r in here) - corner.y()
            )
            self.bring_into_view(page, QRectF(corner, size))

    def get_rect(self, index: int) -> QRectF:
        """Return what a sentence covers on its first page, in viewport coordinates."""
        rects = self._marks.sentences[index].rects
        if not rects or rects[0].page >= self.pages:
            return QRectF()
        page = rects[0].page
        return self.area(page, self._overlay.bounds(page, index))

    def find_sentence(self, position: QPointF) -> int | None:
        """Return the sentence under a point of the viewport."""
        if self.pages == 0:
            return None
        page, point = self._layout.to_page(position + self._offset())
        return self._marks.at(page, point.x(), point.y())

    def _step(self, by: int) -> None:
        count = len(self._marks.sentences)
        if count == 0:
            return
        first = self._marks.find_first_sentence(self._page) or 0
        new_index = first if self._selected is None else self._selected + by
        self.select(min(max(new_index, 0), count - 1))

    def _tell_accessibility(self, index: int | None) -> None:
        text = self.tr("No sentence selected. Up and Down go from gap to gap.")
        if index is not None:
            sentence, total = self._marks.sentences[index], len(self._marks.sentences)
            state = translate("Kind", self._marks.kind(index).value)
            text = self.tr("Sentence {number} of {total}, {state}: {text}").format(
                number=index + 1, total=total, state=state, text=sentence.text
            )
        self.setAccessibleDescription(text)
        change = QAccessible.Event.DescriptionChanged
        QAccessible.updateAccessibility(QAccessibleEvent(self, change))

    # --- events of Qt -------------------------------------------------------------------------

    @override
    def _paint_page(self, painter: QPainter, page: int, target: QRectF) -> None:
        super()._paint_page(painter, page, target)
        frame = (target.topLeft(), self._layout.scale)
        self._overlay.paint(painter, page, frame, self._hovered, self._selected)
        self._overlay.paint_target(painter, page, frame, self._pointed)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.find_sentence(event.position()))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.select(self.find_sentence(event.position()), reveal=False)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._selected is not None and event.button() == Qt.MouseButton.LeftButton:
            self.activated.emit(self._selected)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        action = self._keys().get(Qt.Key(event.key())) if plain else None
        if action is None:
            super().keyPressEvent(event)
        else:
            action()

    def _keys(self) -> dict[Qt.Key, Callable[[], None]]:
        bar = self.verticalScrollBar()
        keys: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_Left: lambda: self._step(-1),
            Qt.Key.Key_Right: lambda: self._step(1),
            Qt.Key.Key_Home: lambda: bar.setValue(bar.minimum()),
            Qt.Key.Key_End: lambda: bar.setValue(bar.maximum()),
            Qt.Key.Key_Space: lambda: bar.setValue(bar.value() + bar.pageStep()),
        }
        if self._marks.stops:
            keys |= {Qt.Key.Key_Up: self.select_previous_gap, Qt.Key.Key_Down: self.select_next_gap}
        index = self._selected
        if index is not None:
            keys[Qt.Key.Key_Escape] = lambda: self.select(None)
            keys[Qt.Key.Key_Return] = keys[Qt.Key.Key_Enter] = lambda: self.activated.emit(index)
        return keys

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.find_sentence(QPointF(event.pos())) if by_mouse else self._selected
        if index is None:
            return
        self.select(index, reveal=not by_mouse)
        corner = self.get_rect(index).bottomLeft().toPoint()
        position = event.globalPos() if by_mouse else self.viewport().mapToGlobal(corner)
        self.menu_wanted.emit(index, position)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tool_tip(event)
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def _show_tool_tip(self, event: QHelpEvent) -> None:
        index = self.find_sentence(QPointF(event.pos()))
        if index is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(event.globalPos(), self._describe(index), self.viewport())

    def _hover(self, index: int | None) -> None:
        if index == self._hovered:
            return
        self._hovered = index
        if index is not None:
            self.hovered.emit(index)
        shape = Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)
        self.viewport().update()


# --- painting the marks of sentences ----------------------------------------------------
#
# Marks over the pages: which sentences cite, which ought to, which is hovered or selected.
#
# A mark never relies on colour alone: gaps are tinted and dotted, cited sentences have a thin
# solid line, chosen ones a dashed line, dismissed gaps grey dots where they are shown, and the
# selected one is framed. Tints are multiplied with the page, so the print stays as black as it
# was.

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
