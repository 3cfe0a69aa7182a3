"""What one does with the text of shown pages: select, copy, search, ask for papers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from core.base.records import Rect
from desktop.pages.canvas import PageCanvas
from desktop.pages.find_bar import FindBar, OpenText
from desktop.pages.pdf_text import PagePoint, PdfText, Selected, Unit
from desktop.ui.opening import open_file
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import (
    LIGHT as INK,  # paper is white in every theme, so is what is drawn on it
)

_SHOWN = 40


class PageTools(QObject):
    """Serves one canvas; keys that reach ``host``, which holds it, are answered too.

    ``add_to_menu`` may add to the menu of a point. Where ``fallback`` is set, the menu shows also
    where no text is selected.

    Signals:
        recommend_wanted(str): papers for the selected text are wanted.
        search_wanted(str): the library is to be searched for the selected text.
    """

    recommend_wanted = Signal(str)
    search_wanted = Signal(str)

    def __init__(
        self, canvas: PageCanvas, host: QWidget, runner: TaskRunner, *, fallback: bool = False
    ) -> None:
        super().__init__(canvas)
        self.path: Path | None = None
        self.text = OpenText(runner)
        self.selection = TextSelection(canvas, self.text)
        self.find_bar = FindBar(canvas, self.text, runner)
        self.add_to_menu: Callable[[QMenu, PagePoint], None] | None = None
        self._canvas, self._host, self._fallback = canvas, host, fallback
        self._keys: dict[tuple[QKeySequence, ...], Callable[[], None]] = {
            (QKeySequence("Ctrl+F"),): self._begin_search,
            (QKeySequence("F3"), QKeySequence("Ctrl+G")): lambda: self.find_bar.step(1),
            (QKeySequence("Shift+F3"), QKeySequence("Ctrl+Shift+G")): lambda: self.find_bar.step(
                -1
            ),
            (QKeySequence("Ctrl+A"),): self.selection.select_all,
            (QKeySequence("Ctrl+C"),): self.selection.copy,
        }
        self.find_bar.closed.connect(self._search_left)
        canvas.installEventFilter(self)
        host.installEventFilter(self)

    def use_pdf(self, path: Path) -> None:
        """Serve the pages of a PDF that are shown now."""
        self.path = path
        self.text.use(lambda: PdfText(path))
        self.selection.clear()

    def menu(self, point: PagePoint) -> QMenu:
        """Return the menu of a point; it goes once it was used."""
        menu = QMenu(self._host)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        self._add_text_actions(menu)
        if self.add_to_menu is not None:
            self.add_to_menu(menu, point)
        path = self.path
        if path is not None:
            menu.addSeparator()
            opened = menu.addAction(self.tr("Open in the system's viewer"))
            opened.triggered.connect(lambda *_: open_file(path))
        return menu

    def _add_text_actions(self, menu: QMenu) -> None:
        text = self.selection.selected.text
        why = "" if text else self.tr("Select some text first.")
        short_text = text if len(text) <= _SHOWN else f"{text[:_SHOWN].rstrip()}…"
        search = (
            self.tr("Search the library for “{0}”").format(short_text.replace("&", "&&"))
            if text
            else self.tr("Search the library for the text")
        )
        for words, keys, call in (
            (self.tr("Copy"), "Ctrl+C", self.selection.copy),
            (
                self.tr("Recommend for the selected text"),
                "",
                lambda: self.recommend_wanted.emit(text),
            ),
            (search, "", lambda: self.search_wanted.emit(text)),
        ):
            action = _add(menu, words, keys, call)
            action.setEnabled(not why)
            action.setToolTip(why)
        menu.addSeparator()
        _add(menu, self.tr("Select all"), "Ctrl+A", self.selection.select_all)
        _add(menu, self.tr("Search in the text…"), "Ctrl+F", self._begin_search)

    def _begin_search(self) -> None:
        text = self.selection.selected.text
        self.find_bar.begin(text if 0 < len(text) <= _SHOWN else "")

    def _search_left(self) -> None:
        """Select what was found last, so that one can go on with it."""
        match = self.find_bar.current
        if match is not None and match.rects:
            first, last = match.rects[0], match.rects[-1]
            self.selection.select_between(
                PagePoint(match.page, first.left() + 0.5, first.center().y()),
                PagePoint(match.page, last.right() - 0.1, last.center().y()),
            )
        self._canvas.setFocus()

    # --- events of Qt ---------------------------------------------------------------------

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._host and kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            answer = self._find_answer(cast("QKeyEvent", event))
            if answer is None:
                return False
            event.accept()
            if kind is QEvent.Type.KeyPress:
                answer()
            return True
        if watched is self._canvas and kind is QEvent.Type.ContextMenu:
            return self._show_menu(cast("QContextMenuEvent", event))
        return False

    def _find_answer(self, event: QKeyEvent) -> Callable[[], None] | None:
        if not self.text.possible:
            return None
        keys = QKeySequence(event.keyCombination())
        return next(
            (call for key_sequences, call in self._keys.items() if keys in key_sequences), None
        )

    def _show_menu(self, event: QContextMenuEvent) -> bool:
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        middle = self._canvas.viewport().rect().center()
        position = event.pos() if by_mouse else middle
        point = self._canvas.page_point(QPointF(position))
        if point is None or not self.text.possible:
            return False
        selected = self.selection.covers(point) if by_mouse else bool(self.selection.selected.text)
        if not selected and not self._fallback:
            return False
        corner = event.globalPos() if by_mouse else self._corner(middle)
        self.menu(point).popup(corner)
        return True

    def _corner(self, middle: QPoint) -> QPoint:
        """Return where the menu opens for the keyboard: below what is selected, if in sight."""
        viewport = self._canvas.viewport()
        for rect in reversed(self.selection.selected.rects):
            corner = self._canvas.corner(rect)
            if viewport.rect().contains(corner):
                return viewport.mapToGlobal(corner)
        return viewport.mapToGlobal(middle)


def _add(menu: QMenu, text: str, keys: str, call: Callable[[], None]) -> QAction:
    action = menu.addAction(text)
    if keys:
        action.setShortcut(QKeySequence(keys))  # shown beside it; the tools answer to it
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(lambda *_: call())
    return action


# --- selecting text ---------------------------------------------------------------------
#
# Selecting the text of shown pages with the mouse, as in any program that shows PDFs.
#
# A press begins, dragging goes on, over columns and pages; a double click takes a word, a triple
# click a line, Shift goes on from where the last selection began. A click without dragging is
# left to the view.

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

    # --- reading the selected text --------------------------------------------------------

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
