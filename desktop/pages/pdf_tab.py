"""The PDF of a paper: pages, zoom, and a search in its text. Nothing of it blocks the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.errors import EngineError
from desktop.empty_state import EmptyState
from desktop.language.wording import figure, percent
from desktop.pages.pdf_tab_canvas import PdfCanvas
from desktop.pages.pdf_tab_text import Match, PdfText
from desktop.pages.source import LoadedPdf, PdfPages, load_pdf
from desktop.tasks import Task, TaskRunner
from desktop.theme import indent_number, set_icon, set_look

TYPING_PAUSE_MS = 250


class PdfTab(QWidget):
    """One PDF. Ctrl+F searches in it, F3 and Shift+F3 go from match to match.

    Signals:
        failed: the file could not be shown; the tab says why.
        close_wanted: the person is done with it.
    """

    failed = Signal()
    close_wanted = Signal()

    def __init__(
        self, path: Path, title: str, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.path = path
        self.title = title
        self._runner = runner
        self._text: PdfText | None = None
        self._searching: Task | None = None
        self._question = 0
        self._wanted_page = 0
        self.matches: list[Match] = []
        self._position = -1
        self._typing = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._typing.timeout.connect(self._search)
        self._build()
        self._keys: dict[tuple[QKeySequence, ...], Callable[[], None]] = {
            (QKeySequence("Ctrl+F"),): self._find,
            (QKeySequence("F3"), QKeySequence("Ctrl+G")): self.search_next,
            (QKeySequence("Shift+F3"), QKeySequence("Ctrl+Shift+G")): self.search_previous,
            (QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")): self.canvas.zoom_in,
            (QKeySequence("Ctrl+-"),): self.canvas.zoom_out,
            (QKeySequence("Ctrl+0"),): self.canvas.fit_width,
            (QKeySequence("Ctrl+W"),): self.close_wanted.emit,
        }
        self._connect()
        self._load()

    def reveal(self, page: int, words: str = "") -> None:
        """Show a page (counted from 0), with words marked in the whole text."""
        self._wanted_page = page
        self.canvas.reveal_page(page)
        if words:
            self.search.setText(words)
            self._search()

    def search_next(self) -> None:
        """Go to the next match, from the last to the first."""
        self._step(1)

    def search_previous(self) -> None:
        """Go to the match before, from the first to the last."""
        self._step(-1)

    def close_pages(self) -> None:
        """Let go of the file without waiting for anything."""
        self._typing.stop()
        self._question += 1
        if self._searching is not None:
            self._searching.cancel()
        self._text = None
        self.canvas.close_pages()

    # --- building -------------------------------------------------------------------------

    def _build(self) -> None:
        self.canvas = PdfCanvas()
        self.stack = QStackedWidget()
        self.stack.addWidget(EmptyState(self.tr("Opening the PDF"), str(self.path)))
        self.stack.addWidget(self.canvas)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.bar = self._bar()
        layout.addWidget(self.bar)
        layout.addWidget(self.stack, 1)

    def _make_parts(self) -> None:
        self.page = QSpinBox()
        self.page.setAccessibleName(self.tr("Page"))
        self.page.setKeyboardTracking(False)
        indent_number(self.page)
        self.pages = QLabel("")
        self.zoom = QLabel("")
        self.zoom.setMinimumWidth(48)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.search = QLineEdit()
        self.search.setAccessibleName(self.tr("Search in this PDF"))
        self.search.setPlaceholderText(self.tr("Search in this PDF (Ctrl+F)"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(160)
        self.search.setMaximumWidth(320)
        self.found = QLabel("")
        set_look(self.found, "muted")
        previous = self.tr("Previous match (Shift+F3)")
        self.previous = self._button("up", previous, self.search_previous)
        self.next = self._button("down", self.tr("Next match (F3)"), self.search_next)

    def _bar(self) -> QFrame:
        self._make_parts()
        bar = QFrame()
        set_look(bar, "bar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(16, 4, 8, 4)
        row.setSpacing(4)
        row.addWidget(QLabel(self.tr("Page")))
        for part in (self.page, self.pages):
            row.addWidget(part)
        row.addSpacing(16)
        row.addWidget(self._button("zoom_out", self.tr("Smaller (Ctrl+−)"), self.canvas.zoom_out))
        row.addWidget(self.zoom)
        row.addWidget(self._button("zoom_in", self.tr("Larger (Ctrl++)"), self.canvas.zoom_in))
        fit = self.tr("Fit the width (Ctrl+0)")
        row.addWidget(self._button("columns", fit, self.canvas.fit_width))
        row.addStretch(1)
        row.addWidget(self.found)
        row.addWidget(self.search, 2)
        row.addWidget(self.previous)
        row.addWidget(self.next)
        return bar

    def _button(self, icon: str, tip: str, call: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setToolTip(tip)
        button.setAccessibleName(tip.partition(" (")[0])
        set_icon(button, icon)
        button.clicked.connect(lambda *_: call())
        return button

    def _connect(self) -> None:
        self.search.textEdited.connect(lambda _: self._typing.start())
        self.search.textChanged.connect(self._cleared)
        self.canvas.zoomed.connect(lambda zoom: self.zoom.setText(percent(zoom)))
        self.canvas.page_reached.connect(self._show_page)
        self.page.valueChanged.connect(lambda page: self.canvas.reveal_page(page - 1))
        self._say_found()

    # --- opening --------------------------------------------------------------------------

    def _load(self) -> None:
        self._runner.run(
            lambda: load_pdf(self.path), self._loaded, failed=self._not_loaded, owner=self
        )

    def _loaded(self, loaded: LoadedPdf) -> None:
        self.canvas.show_pages(PdfPages(loaded))
        self.page.setRange(1, self.canvas.pages)
        self.pages.setText(self.tr("of {0}").format(self.canvas.pages))
        self.stack.setCurrentWidget(self.canvas)
        if self.isVisible():
            self.canvas.setFocus()
        self.reveal(self._wanted_page, self.search.text())

    def _not_loaded(self, error: EngineError) -> None:
        sorry = EmptyState(self.tr("This PDF cannot be shown"), f"{error} {error.remedy}".strip())
        sorry.add_step(self.tr("Close"), self.close_wanted.emit)
        self.stack.addWidget(sorry)
        self.stack.setCurrentWidget(sorry)
        self.bar.hide()
        self.failed.emit()

    def _show_page(self, page: int) -> None:
        blocked = self.page.blockSignals(True)
        self.page.setValue(page + 1)
        self.page.blockSignals(blocked)

    # --- searching ------------------------------------------------------------------------

    def _cleared(self, text: str) -> None:
        if not text:
            self._search()

    def _search(self) -> None:
        self._typing.stop()
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        words = self.search.text().strip()
        if not words or not self.canvas.pages:
            self._found([])
            return
        text = self._text
        self._question += 1
        question = self._question
        self.found.setText(self.tr("Searching…"))

        def work() -> tuple[PdfText, list[Match]]:
            opened = text or PdfText(self.path)
            return opened, opened.find(words, lambda: question != self._question)

        def done(answer: tuple[PdfText, list[Match]]) -> None:
            self._searching = None
            self._text, matches = answer
            self._found(matches)

        self._searching = self._runner.run(
            work, done, failed=lambda error: self.found.setText(str(error)), owner=self
        )

    def _found(self, matches: list[Match]) -> None:
        self.matches = matches
        self.canvas.mark(matches)
        page = max(self.canvas.current_page, 0)
        near = (n for n, match in enumerate(matches) if match.page >= page)
        self._position = next(near, 0) if matches else -1
        if matches:
            self.canvas.show_match(matches[self._position])
        self._say_found()

    def _step(self, by: int) -> None:
        if self._typing.isActive():
            self._search()
        elif self.matches:
            self._position = (self._position + by) % len(self.matches)
            self.canvas.show_match(self.matches[self._position])
            self._say_found()

    def _say_found(self) -> None:
        text = ""
        if self.matches:
            text = self.tr("{0} of {1}").format(self._position + 1, figure(len(self.matches)))
        elif self.search.text().strip():
            text = self.tr("not found")
        self.found.setText(text)
        self.search.setAccessibleDescription(text)
        for button in (self.previous, self.next):
            button.setEnabled(bool(self.matches))

    # --- keys -----------------------------------------------------------------------------

    @override
    def event(self, event: QEvent) -> bool:
        # The window has shortcuts with some of these keys; in a PDF they mean the PDF.
        asked = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if asked and self._answer_to(cast("QKeyEvent", event)) is not None:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        answer = self._answer_to(event)
        if answer is not None:
            answer()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.search.hasFocus():
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._step(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.search.clear()
            self.canvas.setFocus()
        else:
            super().keyPressEvent(event)

    def _answer_to(self, event: QKeyEvent) -> Callable[[], None] | None:
        keys = QKeySequence(event.keyCombination())
        return next((call for known, call in self._keys.items() if keys in known), None)

    def _find(self) -> None:
        self.search.setFocus()
        self.search.selectAll()
