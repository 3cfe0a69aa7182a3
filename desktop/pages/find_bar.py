"""The search in the text of shown pages: a field, a count, and the way from match to match.

All matches are marked on the pages; one of them is the current one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from desktop.language.wording import figure
from desktop.pages.canvas import PageCanvas
from desktop.pages.pdf_text import Match, PagePoint, Selected, Unit
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import LIGHT as INK
from desktop.ui.widgets import icon_button, let_clear, text_label

# --- the text of shown pages, opened when it is first asked -----------------------------------


T = TypeVar("T")


class PageTexts(Protocol):
    """What can be asked of the text of pages. Every call blocks."""

    def find(self, words: str, stop: Callable[[], bool] = ...) -> list[Match]:
        """Give where words occur."""

    def between(self, start: PagePoint, end: PagePoint, unit: Unit = ...) -> Selected:
        """Give the text from one point to another."""

    def everything(self) -> Selected:
        """Give the whole text."""


class OpenText:
    """Holds the text of one view. ``use`` says how it is opened; nothing is opened before."""

    def __init__(self, runner: TaskRunner, make: Callable[[], PageTexts] | None = None) -> None:
        self._runner = runner
        self._make = make
        self._text: PageTexts | None = None

    @property
    def possible(self) -> bool:
        """Whether there is a text to ask."""
        return self._make is not None

    def use(self, make: Callable[[], PageTexts] | None) -> None:
        """Ask another text from now on: the pages are others."""
        self._make, self._text = make, None

    def ask(
        self,
        question: Callable[[PageTexts], T],
        on_answer: Callable[[T], None],
        *,
        failed: Callable[[EngineError], None],
        owner: QObject,
    ) -> Task | None:
        """Ask in the background; ``None`` if there is nothing to ask."""
        make, opened = self._make, self._text
        if make is None:
            return None

        def work() -> tuple[PageTexts, T]:
            text = opened or make()
            return text, question(text)

        def answered(answer: tuple[PageTexts, T]) -> None:
            if self._make is make:
                self._text = answer[0]
                on_answer(answer[1])

        return self._runner.run(work, answered, failed=failed, owner=owner)


# --- the search: a field, a count, and the way from match to match ----------------------------


TYPING_PAUSE_MS = 250


class FindBar(QWidget):
    """Searches in the text of a canvas. Return and F3 go on, with Shift back, Escape ends it.

    Signals:
        left: the person is done with searching; ``current`` is the match they were at.
    """

    closed = Signal()

    def __init__(self, canvas: PageCanvas, text: OpenText, runner: TaskRunner) -> None:
        super().__init__()
        self.matches: list[Match] = []
        self._canvas, self._text, self._runner = canvas, text, runner
        self._by_page: dict[int, list[Match]] = {}
        self._searching: Task | None = None
        self._question = 0
        self._position = -1
        self._typing = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._typing.timeout.connect(self.look)
        self._build()
        canvas.layers.append(self._paint)

    @property
    def current(self) -> Match | None:
        """The match that was gone to last."""
        return self.matches[self._position] if self.matches else None

    def begin(self, words: str = "") -> None:
        """Let the person type, or find some words."""
        self.show()
        if words:
            self.search.setText(words)
            self.look()
        self.search.setFocus()
        self.search.selectAll()

    def step(self, by: int) -> None:
        """Go to the next match, or with -1 to the one before; round the end."""
        if self._typing.isActive():
            self.look()
        elif self.matches:
            self._position = (self._position + by) % len(self.matches)
            self._show_current()
            self._show_count()

    def look(self) -> None:
        """Look for what the field says."""
        self._typing.stop()
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        words = self.search.text().strip()
        self._question += 1
        if not words or not self._canvas.pages:
            self._take(())
            return
        question = self._question
        self.count.setText(self.tr("Searching…"))

        def show_matches(matches: list[Match]) -> None:
            self._searching = None
            if question == self._question:
                self._take(matches)

        self._searching = self._text.ask(
            lambda text: text.find(words, lambda: question != self._question),
            show_matches,
            failed=lambda error: self.count.setText(str(error)),
            owner=self,
        )

    def stop(self) -> None:
        """Drop what is under way."""
        self._typing.stop()
        self._question += 1
        if self._searching is not None:
            self._searching.cancel()

    def leave(self) -> None:
        """Mark nothing any more."""
        self.closed.emit()
        self.search.clear()
        self.look()

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        self.search = QLineEdit()
        self.search.setAccessibleName(self.tr("Search in the text"))
        self.search.setPlaceholderText(self.tr("Search in the text (Ctrl+F)"))
        let_clear(self.search)
        self.search.setMinimumWidth(160)
        self.search.setMaximumWidth(320)
        self.count = text_label("", "muted")
        self.previous = icon_button(
            "up", self.tr("Previous match (Shift+F3)"), lambda: self.step(-1)
        )
        self.next = icon_button("down", self.tr("Next match (F3)"), lambda: self.step(1))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addStretch(1)
        row.addWidget(self.count)
        row.addWidget(self.search, 2)
        row.addWidget(self.previous)
        row.addWidget(self.next)
        self.search.textEdited.connect(lambda _: self._typing.start())
        self.search.textChanged.connect(lambda text: None if text else self.look())
        self._show_count()

    def add_closer(self) -> None:
        """Let the bar be closed, where it shows only while one searches."""
        tip = self.tr("End the search (Escape)")
        self._row.addWidget(icon_button("close", tip, self.leave))

    # --- showing the matches --------------------------------------------------------------

    def _take(self, matches: list[Match] | tuple[()]) -> None:
        self.matches = list(matches)
        by_page: defaultdict[int, list[Match]] = defaultdict(list)
        for match in matches:
            by_page[match.page].append(match)
        self._by_page = dict(by_page)
        page = max(self._canvas.current_page, 0)
        near = (n for n, match in enumerate(self.matches) if match.page >= page)
        self._position = next(near, 0) if self.matches else -1
        self._canvas.viewport().update()
        self._show_current()
        self._show_count()

    def _show_current(self) -> None:
        match = self.current
        self._canvas.viewport().update()
        if match is not None and match.rects:
            self._canvas.bring_into_view(match.page, match.rects[0])

    def _show_count(self) -> None:
        text = ""
        if self.matches:
            text = self.tr("{0} of {1}").format(self._position + 1, figure(len(self.matches)))
        elif self.search.text().strip():
            text = self.tr("not found")
        self.count.setText(text)
        self.search.setAccessibleDescription(text)
        for button in (self.previous, self.next):
            button.setEnabled(bool(self.matches))

    def _paint(self, painter: QPainter, page: int, corner: QPointF, scale: float) -> None:
        current = self.current
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        for match in self._by_page.get(page, ()):
            tone = INK.page_selection if match is current else INK.page_gap
            for rect in match.rects:
                painter.fillRect(_map_rect(rect, corner, scale), tone)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if current is not None and current.page == page:
            painter.setPen(QPen(INK.page_cited, 2))
            for rect in current.rects:
                painter.drawRect(_map_rect(rect, corner, scale).adjusted(-1, -1, 1, 1))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)


def _map_rect(rect: QRectF, corner: QPointF, scale: float) -> QRectF:
    return QRectF(corner + rect.topLeft() * scale, rect.size() * scale)
