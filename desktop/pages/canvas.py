"""Pages stacked in a scroll area, with zoom. Knows nothing of sentences.

It asks a ``PageSource`` for pictures of the pages near the eye and paints what it has; it never
waits for one. While a zoom is under way the old pictures are stretched.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHideEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget
from typing_extensions import override

from core.base.records import Rect
from desktop.pages.pdf_text import PagePoint
from desktop.pages.source import PageSource
from desktop.ui.theme import colors

MIN_ZOOM, MAX_ZOOM = 0.25, 4.0
ZOOM_STEP = 1.15
_SETTLE_MS = 70
"""How long a zoom must rest before pages are rendered for it."""
_SCROLL_STEP = 40
_KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


Layer = Callable[[QPainter, int, QPointF, float], None]
"""Paints over a page: its number, its top left corner, and the pixels of a point."""


class PageCanvas(QAbstractScrollArea):
    """Shows pages one below the other. Pages stay white in every theme; the desk does not.

    ``layers`` are painted over each page, the last of them uppermost.

    Signals:
        zoomed(float): the zoom changed; 1.0 is the printed size.
        page_reached(int): another page is the one being read.
    """

    zoomed = Signal(float)
    page_reached = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.layers: list[Layer] = []
        self._source: PageSource | None = None
        self._layout = PageLayout((), 1.0, width=1.0, pixel_ratio=1.0)
        self._zoom = 1.0
        self._fits_width = True
        self._fills_width = False  # as far as can be: the person asked for it
        self._page = 0
        self._shows_focus = False
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self._ask_for_pages)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def show_pages(self, source: PageSource) -> None:
        """Show other pages from their beginning; the earlier source is closed."""
        self._drop_source()
        self._source = source
        self._page = 0
        source.page_ready.connect(self._repaint_page)
        self._arrange()
        self.verticalScrollBar().setValue(0)
        self._ask_for_pages()

    def close_pages(self) -> None:
        """Let go of the pages without waiting; the view is empty afterwards."""
        self._drop_source()
        self._arrange()

    @property
    def pages(self) -> int:
        """How many pages are shown."""
        return 0 if self._source is None else len(self._source.sizes)

    @property
    def current_page(self) -> int:
        """The page being read: the one a third down the view."""
        return self._page

    def reveal_page(self, page: int) -> None:
        """Scroll to the top of a page."""
        if 0 <= page < self.pages:
            self.verticalScrollBar().setValue(round(self._layout.rect(page).top() - 8))

    def page_point(self, position: QPointF) -> PagePoint | None:
        """Return the point on a page that is nearest to one of the viewport."""
        if self.pages == 0:
            return None
        page, point = self._layout.to_page(position + self._offset())
        return PagePoint(page, point.x(), point.y())

    def top_point(self) -> PagePoint:
        """Return the point at the top left of the view."""
        return self.page_point(QPointF(0, 0)) or PagePoint(0, 0.0, 0.0)

    def show_point(self, page: int, x: float, y: float, zoom: float | None) -> None:
        """Bring a point to the top left at a zoom; without one the pages fill the width."""
        self._fits_width, self._fills_width = zoom is None, False
        self._zoom = self._zoom if zoom is None else min(max(zoom, MIN_ZOOM), MAX_ZOOM)
        self._arrange()
        if page < self.pages:
            corner = self._layout.to_content(page, QPointF(x, y))
            self.horizontalScrollBar().setValue(round(corner.x()))
            self.verticalScrollBar().setValue(round(corner.y()))

    def area(self, page: int, rect: QRectF) -> QRectF:
        """Return what a part of a page covers of the viewport."""
        corner = self._layout.to_content(page, rect.topLeft()) - self._offset()
        return QRectF(corner, rect.size() * self._layout.scale)

    def corner(self, rect: Rect) -> QPoint:
        """Return the lower left corner of a part of a page, in the viewport."""
        corner = self._layout.to_content(rect.page, QPointF(rect.x0, rect.y1)) - self._offset()
        return corner.toPoint()

    def bring_into_view(self, page: int, rect: QRectF) -> None:
        """Scroll so that a part of a page is in sight, a third down the view when it was not."""
        if page >= self.pages:
            return
        target = self.area(page, rect)
        visible_rect = QRectF(self.viewport().rect()).adjusted(0, 8, 0, -8)
        if target.isNull() or visible_rect.contains(target):
            return
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        down.setValue(round(down.value() + target.top() - visible_rect.height() / 3))
        if target.left() < visible_rect.left() or target.right() > visible_rect.right():
            across.setValue(round(across.value() + target.center().x() - visible_rect.width() / 2))

    # --- zooming in and out -------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """The zoom; 1.0 is the printed size."""
        return self._zoom

    @property
    def fits_width(self) -> bool:
        """Whether the zoom follows the width of the view."""
        return self._fits_width

    def fit_width(self) -> None:
        """Let the zoom follow the width of the view, however large that makes the text."""
        self._fits_width = self._fills_width = True
        self._keep_position(self._arrange)

    def set_zoom(self, zoom: float, around: QPointF | None = None) -> None:
        """Zoom; what lies at ``around`` in the viewport (its middle by default) stays there."""
        self._fits_width = self._fills_width = False
        self._zoom = min(max(zoom, MIN_ZOOM), MAX_ZOOM)
        self._keep_position(self._arrange, around)

    def enlarge_page(self) -> None:
        """Enlarge by one step."""
        self.set_zoom(self._zoom * ZOOM_STEP)

    def zoom_out(self) -> None:
        """Shrink by one step."""
        self.set_zoom(self._zoom / ZOOM_STEP)

    def _keep_position(self, change: Callable[[], None], around: QPointF | None = None) -> None:
        if self.pages == 0:
            change()
            return
        anchor = around if around is not None else QPointF(self.viewport().rect().center())
        page, point = self._layout.to_page(anchor + self._offset())
        change()
        offset = self._layout.to_content(page, point) - anchor
        self.horizontalScrollBar().setValue(round(offset.x()))
        self.verticalScrollBar().setValue(round(offset.y()))

    def _arrange(self) -> None:
        """Lay the pages out for the present width, zoom and screen; render once that rests."""
        view = self.viewport().size()
        sizes = self._source.sizes if self._source is not None else ()
        if self._fits_width and self._source is not None and sizes:
            fitting = fitting_scale(sizes, view.width()) / SCREEN_PIXELS_PER_POINT
            most = MAX_ZOOM if self._fills_width else self._source.most_fitting_zoom
            self._zoom = min(max(fitting, MIN_ZOOM), most)
        scale = self._zoom * SCREEN_PIXELS_PER_POINT
        ratio = self.devicePixelRatioF()
        self._layout = PageLayout(sizes, scale, width=view.width(), pixel_ratio=ratio)
        self._set_ranges(view)
        self.zoomed.emit(self._zoom)
        self._settle.start(_SETTLE_MS)
        self.viewport().update()

    def _set_ranges(self, view: QSize) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setRange(0, max(0, round(self._layout.width - view.width())))
        down.setRange(0, max(0, round(self._layout.height - view.height())))
        for bar, extent in ((across, view.width()), (down, view.height())):
            bar.setPageStep(max(1, extent - _SCROLL_STEP))
            bar.setSingleStep(_SCROLL_STEP)

    # --- pictures of the visible pages --------------------------------------------------------

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _visible(self) -> range:
        top = self._offset().y()
        return self._layout.visible(top, top + self.viewport().height())

    def _ask_for_pages(self) -> None:
        if self._source is None or not self.isVisible():
            return
        visible_pages = self._visible()
        beside = [
            page for page in (visible_pages.stop, visible_pages.start - 1) if 0 <= page < self.pages
        ]
        self._source.want(
            [(page, self._layout.device_size(page)) for page in [*visible_pages, *beside]]
        )

    def _repaint_page(self, page: int) -> None:
        if page in self._visible():
            target = self._layout.rect(page).translated(-self._offset())
            self.viewport().update(target.toAlignedRect())

    def _drop_source(self) -> None:
        if self._source is not None:
            self._source.page_ready.disconnect(self._repaint_page)
            self._source.close()
            self._source = None

    # --- events of Qt -------------------------------------------------------------------------

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        # Ended on the way out, also by an exception: one whose traceback is kept would keep the
        # painter too, and Qt does not survive a painter that outlives the event.
        with QPainter(self.viewport()) as painter:
            self._paint(painter, event)

    def _paint(self, painter: QPainter, event: QPaintEvent) -> None:
        painter.fillRect(event.rect(), self._desk())
        offset = self._offset()
        for page in self._visible() if self._source is not None else ():
            target = self._layout.rect(page).translated(-offset)
            if target.toAlignedRect().intersects(event.rect()):
                painter.save()
                painter.setClipRect(target)
                self._paint_page(painter, page, target)
                for layer in self.layers:
                    layer(painter, page, target.topLeft(), self._layout.scale)
                painter.restore()
        if self._shows_focus:
            painter.setPen(self.palette().highlight().color())
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -2, -2))

    def _paint_page(self, painter: QPainter, page: int, target: QRectF) -> None:
        """Paint one page; what is painted is clipped to it."""
        painter.fillRect(target, colors().page_paper)
        if self._source is not None:
            self._source.paint(painter, page, target)

    def _desk(self) -> QColor:
        window = self.palette().window().color()
        return window.darker(112 if window.lightness() > 127 else 125)

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()
        self._ask_for_pages()
        page = self._layout.nearest(self._offset().y() + self.viewport().height() / 3)
        if page != self._page:
            self._page = page
            self.page_reached.emit(page)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        at_beginning = self.verticalScrollBar().value() == 0
        self._keep_position(self._arrange, QPointF(event.size().width() / 2, 0))
        if at_beginning:  # the margin above the first page does not grow with the pages
            self.verticalScrollBar().setValue(0)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask_for_pages()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._source is not None:
            self._source.spare()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            factor = float(ZOOM_STEP ** (event.angleDelta().y() / 120))
            self.set_zoom(self._zoom * factor, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._shows_focus = event.reason() in _KEYBOARD_REASONS
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._shows_focus = False
        self.viewport().update()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._keep_position(self._arrange)
        elif isinstance(event, QNativeGestureEvent) and _is_pinch(event):
            self.set_zoom(self._zoom * (1 + event.value()), event.position())
            return True
        return super().viewportEvent(event)


def _is_pinch(event: QNativeGestureEvent) -> bool:
    return event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture


# --- where each page lies ---------------------------------------------------------------
#
# Where each page lies when pages are stacked one below the other. Pure arithmetic.
#
# Content coordinates start at the top left of the whole stack; pages are centred in its width.

MARGIN = 16.0
SPACING = 12.0
SCREEN_PIXELS_PER_POINT = 96.0 / 72.0


class PageLayout:
    """A stack of pages at one scale; ``scale`` is logical pixels per point.

    ``pixel_ratio`` is that of the screen: pages start and end on whole device pixels, so that a
    picture of the right size is copied and not resampled.
    """

    def __init__(
        self, sizes: Sequence[QSizeF], scale: float, *, width: float, pixel_ratio: float
    ) -> None:
        self.scale = scale
        self._ratio = pixel_ratio
        self._device_sizes = [
            QSize(self._device(size.width() * scale), self._device(size.height() * scale))
            for size in sizes
        ]
        widest = max((size.width() for size in self._device_sizes), default=0) / pixel_ratio
        self.width = max(width, widest + 2 * MARGIN)
        self._tops: list[float] = []
        top = MARGIN
        for size in self._device_sizes:
            self._tops.append(self._device(top) / pixel_ratio)
            top = self._tops[-1] + size.height() / pixel_ratio + SPACING
        self.height = top - SPACING + MARGIN if self._tops else 0.0

    def device_size(self, page: int) -> QSize:
        """Return how many device pixels a page covers."""
        return self._device_sizes[page]

    def rect(self, page: int) -> QRectF:
        """Return where a page lies, in content coordinates."""
        size = self._device_sizes[page]
        width, height = size.width() / self._ratio, size.height() / self._ratio
        left_edge = self._device((self.width - width) / 2) / self._ratio
        return QRectF(left_edge, self._tops[page], width, height)

    def visible(self, top: float, bottom: float) -> range:
        """Return the pages that show between two heights."""
        first = max(0, bisect_right(self._tops, top) - 1)
        if first < len(self._tops) and self.rect(first).bottom() < top:
            first += 1
        return range(first, max(first, bisect_right(self._tops, bottom)))

    def nearest(self, y: float) -> int:
        """Return the page at a height, or the last one that starts above it."""
        return max(0, bisect_right(self._tops, y) - 1)

    def to_page(self, point: QPointF) -> tuple[int, QPointF]:
        """Turn a point of the content into a page and a point on it, in points.

        The point may lie off the page, where the point lies between pages.
        """
        page = self.nearest(point.y())
        return page, (point - self.rect(page).topLeft()) / self.scale

    def to_content(self, page: int, point: QPointF) -> QPointF:
        """Turn a point on a page, in points, into one in the content."""
        return self.rect(page).topLeft() + point * self.scale

    def _device(self, length: float) -> int:
        return round(length * self._ratio)


def fitting_scale(sizes: Sequence[QSizeF], width: float) -> float:
    """Return the scale at which the widest page fills a width, margins left free."""
    widest = max((size.width() for size in sizes), default=1.0)
    return max(width - 2 * MARGIN, 1.0) / max(widest, 1.0)
