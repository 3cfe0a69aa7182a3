"""Selecting the text of shown pages with the mouse, as in any program that shows PDFs.

A press begins, dragging goes on, over columns and pages; a double click takes a word, a triple
click a line, Shift goes on from where the last selection began. A click without dragging is left to
the view.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from core.base.errors import EngineError
from core.base.records import Rect
from desktop.pages.canvas import PageCanvas
from desktop.pages.open_text import OpenText
from desktop.pages.pdf_text import PagePoint, Selected, Unit
from desktop.ui.tasks import Task
from desktop.ui.theme import (
    LIGHT as INK,  # paper is white in every theme, so is what is drawn on it
)

_SCROLL_EVERY_MS = 30
_NOTHING = Selected()


class TextSelection(QObject):
    """What is selected on one canvas.

    The text is asked on a worker thread, one question at a time: only the latest point under the
    mouse counts.

    Signals:
        changed: other text is selected, or none.
        clicked(PagePoint): a click that selected nothing.
    """

    changed = Signal()
    clicked = Signal(object)

    def __init__(self, canvas: PageCanvas, text: OpenText) -> None:
        super().__init__(canvas)
        self.selected = _NOTHING
        self._canvas, self._text = canvas, text
        self._anchor: PagePoint | None = None
        self._unit: Unit = "letters"
        self._pressed: QPointF | None = None
        self._dragging = False
        self._doubled: QPointF | None = None
        self._by_page: dict[int, list[Rect]] = {}
        self._wanted_span: tuple[PagePoint, PagePoint, Unit] | None = None
        self._asking: Task | None = None
        self._scrolling = QTimer(self, interval=_SCROLL_EVERY_MS)
        self._scrolling.timeout.connect(self._scroll)
        self._mouse = QPointF()
        canvas.layers.append(self._paint)
        canvas.viewport().installEventFilter(self)

    def select(self, selected: Selected) -> None:
        """Select this."""
        self._wanted_span = None
        self._show(selected)

    def select_all(self) -> None:
        """Select the whole text."""
        self._wanted_span = None
        self._text.ask(lambda text: text.everything(), self._show, failed=self._failed, owner=self)

    def select_between(self, start: PagePoint, end: PagePoint) -> None:
        """Select the text from one point to another."""
        self._want(start, end, "letters")

    def clear(self) -> None:
        """Select nothing."""
        self._wanted_span = None
        if self.selected is not _NOTHING:
            self._show(_NOTHING)

    def copy(self) -> None:
        """Copy the selected text."""
        if self.selected.text:
            QGuiApplication.clipboard().setText(self.selected.text)

    def covers(self, point: PagePoint) -> bool:
        """Say whether a point lies in the selected text."""
        return any(
            rect.x0 <= point.x <= rect.x1 and rect.y0 <= point.y <= rect.y1
            for rect in self._by_page.get(point.page, ())
        )

    # --- asking ---------------------------------------------------------------------------

    def _want(self, start: PagePoint, end: PagePoint, unit: Unit) -> None:
        self._wanted_span = (start, end, unit)
        if self._asking is None:
            self._ask()

    def _ask(self) -> None:
        wanted_span = self._wanted_span
        if wanted_span is None:
            return

        def take_selected(selected: Selected) -> None:
            if self._wanted_span is not None:
                self._show(selected)
            if self._wanted_span is wanted_span:
                self._wanted_span = None

        self._asking = self._text.ask(
            lambda text: text.between(*wanted_span), take_selected, failed=self._failed, owner=self
        )
        if self._asking is not None:
            self._asking.ended.connect(self._ended)

    def _ended(self) -> None:
        self._asking = None
        self._ask()

    def _failed(self, _error: EngineError) -> None:
        self._wanted_span = None  # whoever shows the pages says what is wrong with the file

    def _show(self, selected: Selected) -> None:
        self.selected = selected
        self._by_page = {}
        for rect in selected.rects:
            self._by_page.setdefault(rect.page, []).append(rect)
        self._canvas.viewport().update()
        self.changed.emit()

    def _paint(self, painter: QPainter, page: int, corner: QPointF, scale: float) -> None:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        for rect in self._by_page.get(page, ()):
            area = QRectF(rect.x0, rect.y0, rect.x1 - rect.x0, rect.y1 - rect.y0)
            area = QRectF(corner + area.topLeft() * scale, area.size() * scale)
            painter.fillRect(area.adjusted(-1, -1, 1, 1), INK.page_selection)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)

    # --- the mouse ------------------------------------------------------------------------

    @override
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or not self._text.possible:
            return False
        if event.type() is QEvent.Type.MouseMove:
            return self._drag_selection(event)
        answers = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseButtonDblClick: self._double,
            QEvent.Type.MouseButtonRelease: self._release,
        }
        answer = answers.get(event.type())
        is_left_button = event.button() is Qt.MouseButton.LeftButton
        return answer is not None and is_left_button and answer(event)

    def _press(self, event: QMouseEvent) -> bool:
        position = event.position()
        point = self._canvas.page_point(position)
        if point is None:
            return False
        self._pressed, self._dragging = position, False
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._anchor is not None:
            self._dragging = True
            self._want(self._anchor, point, self._unit)
            return True
        if self._doubled is not None and _is_near(position, self._doubled):
            self._doubled = None
            self._take(point, "lines")
            return True
        self._anchor, self._unit = point, "letters"
        self.clear()
        return False

    def _double(self, event: QMouseEvent) -> bool:
        position = event.position()
        point = self._canvas.page_point(position)
        if point is None:
            return False
        self._doubled = position
        QTimer.singleShot(QApplication.doubleClickInterval(), self, self._forget_double)
        self._pressed = position
        self._take(point, "words")
        return True

    def _forget_double(self) -> None:
        self._doubled = None

    def _take(self, point: PagePoint, unit: Unit) -> None:
        self._anchor, self._unit, self._dragging = point, unit, True
        self._want(point, point, unit)

    def _drag_selection(self, event: QMouseEvent) -> bool:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        self._mouse = event.position()
        if not self._dragging and _is_near(self._mouse, self._pressed):
            return True
        self._dragging = True
        self._extend()
        inside = 0 <= self._mouse.y() < self._canvas.viewport().height()
        if inside:
            self._scrolling.stop()
        elif not self._scrolling.isActive():
            self._scrolling.start()
        return True

    def _extend(self) -> None:
        point = self._canvas.page_point(self._mouse)
        if point is not None and self._anchor is not None:
            self._want(self._anchor, point, self._unit)

    def _scroll(self) -> None:
        """Go on over the edge of the view while the mouse is held beyond it."""
        height = self._canvas.viewport().height()
        beyond = self._mouse.y() if self._mouse.y() < 0 else self._mouse.y() - height
        bar = self._canvas.verticalScrollBar()
        bar.setValue(bar.value() + max(-60, min(60, round(beyond))))
        self._extend()

    def _release(self, _event: QMouseEvent) -> bool:
        self._scrolling.stop()
        pressed, self._pressed = self._pressed, None
        dragged, self._dragging = self._dragging, False
        if not dragged and pressed is not None:
            point = self._canvas.page_point(pressed)
            if point is not None:
                self.clicked.emit(point)
        return dragged


def _is_near(one: QPointF, other: QPointF) -> bool:
    return (one - other).manhattanLength() < QApplication.startDragDistance()
