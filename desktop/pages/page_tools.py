"""What one does with the text of shown pages: select, copy, search, ask for papers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from desktop.pages.canvas import PageCanvas
from desktop.pages.find_bar import FindBar
from desktop.pages.open_text import OpenText
from desktop.pages.pdf_text import PagePoint, PdfText
from desktop.pages.selection import TextSelection
from desktop.ui.opening import open_file
from desktop.ui.tasks import TaskRunner

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

    # --- Qt -------------------------------------------------------------------------------

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
