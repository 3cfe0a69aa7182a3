"""The PDF of a paper: pages, zoom, and what one does with its text. Nothing blocks the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from desktop.language.wording import percent
from desktop.pages.canvas import PageCanvas
from desktop.pages.page_tools import PageTools
from desktop.pages.pdf_text import PagePoint
from desktop.pages.source import LoadedPdf, PdfPages, load_pdf
from desktop.ui.accessible_roles import Role, set_accessible_role
from desktop.ui.form_fields import PageField
from desktop.ui.notice import EmptyState
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import indent_number, set_look
from desktop.ui.widgets import icon_button, text_label, vbox


class PdfTab(QWidget):
    """One PDF. Ctrl+F searches in it, F3 and Shift+F3 go from match to match.

    Signals:
        failed: the file could not be shown; the tab says why.
        close_wanted: the person is done with it.
        pages_labelled(tuple): the pages have these printed numbers.
    """

    failed = Signal()
    close_wanted = Signal()
    pages_labelled = Signal(tuple)

    def __init__(
        self, path: Path, title: str, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.path = path
        self.title = title
        self._runner = runner
        self._wanted_page = 0
        self._wanted_point: tuple[PagePoint, float | None] | None = None
        self._labels: tuple[str, ...] = ()
        self.canvas = PdfCanvas()
        self.tools = PageTools(self.canvas, self, runner, fallback=True)
        self.find_bar = self.tools.find_bar
        self._build()
        self._keys: dict[tuple[QKeySequence, ...], Callable[[], None]] = {
            (QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")): self.canvas.enlarge_page,
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
            self.find_bar.search.setText(words)
            self.find_bar.look()

    def show_page_labels(self, labels: Sequence[str]) -> None:
        """Name the pages as they are printed; without labels they are counted."""
        self._labels = tuple(labels)
        if not self.canvas.pages:
            return
        self.page.use_labels(labels)
        self._show_page(self.canvas.current_page)
        self.pages_labelled.emit(self._labels)

    def set_start_point(self, point: PagePoint, zoom: float | None) -> None:
        """Show this point at the top left as soon as there are pages; see ``standing``."""
        self._wanted_point = (point, zoom)

    def standing(self) -> tuple[PagePoint, float | None]:
        """Return the point at the top left, and the zoom unless the pages fill the width."""
        if self._wanted_point is not None:
            return self._wanted_point
        return self.canvas.top_point(), None if self.canvas.fits_width else self.canvas.zoom

    def add_side(self, side: QWidget) -> None:
        """Show a panel at the right of the pages."""
        self.middle.addWidget(side)
        self.middle.setCollapsible(1, False)
        self.middle.setSizes([760, 300])

    @property
    def has_side(self) -> bool:
        """Whether there is such a panel."""
        return self.middle.count() > 1

    def add_tool(self, button: QToolButton) -> None:
        """Put a button into the bar, before the search."""
        self._row.insertWidget(self._row.indexOf(self.find_bar), button)

    def close_pages(self) -> None:
        """Let go of the file without waiting for anything."""
        self.find_bar.stop()
        self.tools.text.use(None)
        self.canvas.close_pages()

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        self.stack = QStackedWidget()
        self.stack.addWidget(EmptyState(self.tr("Opening the PDF"), str(self.path)))
        self.middle = QSplitter(Qt.Orientation.Horizontal)
        self.middle.setHandleWidth(1)
        self.middle.addWidget(self.canvas)
        self.middle.setStretchFactor(0, 1)
        self.stack.addWidget(self.middle)
        layout = vbox(of=self, margins=0, spacing=0)
        self.bar = self._bar()
        layout.addWidget(self.bar)
        layout.addWidget(self.stack, 1)

    def _make_parts(self) -> None:
        self.page = PageField()
        self.page.setAccessibleName(self.tr("Page"))
        self.page.setKeyboardTracking(False)
        indent_number(self.page)
        self.pages = text_label("")
        self.zoom = text_label("")
        self.zoom.setMinimumWidth(48)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def _bar(self) -> QFrame:
        self._make_parts()
        bar = QFrame()
        set_look(bar, "bar")
        self._row = row = QHBoxLayout(bar)
        row.setContentsMargins(16, 4, 8, 4)
        row.setSpacing(4)
        row.addWidget(text_label(self.tr("Page")))
        for part in (self.page, self.pages):
            row.addWidget(part)
        row.addSpacing(16)
        row.addWidget(icon_button("zoom_out", self.tr("Smaller (Ctrl+−)"), self.canvas.zoom_out))
        row.addWidget(self.zoom)
        row.addWidget(icon_button("zoom_in", self.tr("Larger (Ctrl++)"), self.canvas.enlarge_page))
        fit = self.tr("Fit the width (Ctrl+0)")
        row.addWidget(icon_button("columns", fit, self.canvas.fit_width))
        row.addWidget(self.find_bar, 1)
        return bar

    def _connect(self) -> None:
        self.canvas.zoomed.connect(lambda zoom: self.zoom.setText(percent(zoom)))
        self.canvas.page_reached.connect(self._show_page)
        self.page.valueChanged.connect(lambda page: self.canvas.reveal_page(page - 1))

    # --- opening the file -----------------------------------------------------------------

    def _load(self) -> None:
        self._runner.run(
            lambda: load_pdf(self.path), self._loaded, failed=self._not_loaded, owner=self
        )

    def _loaded(self, loaded: LoadedPdf) -> None:
        self.canvas.show_pages(PdfPages(loaded))
        self.page.setRange(1, self.canvas.pages)
        self.show_page_labels(self._labels or loaded.labels)
        self.stack.setCurrentWidget(self.middle)
        if self.isVisible():
            self.canvas.setFocus()
        self.tools.use_pdf(self.path)
        self.reveal(self._wanted_page, self.find_bar.search.text())
        if self._wanted_point is not None:
            point, zoom = self._wanted_point
            self._wanted_point = None
            self.canvas.show_point(*point, zoom)

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
        pages = self.canvas.pages
        self.pages.setText(
            self.tr("({0} of {1})").format(page + 1, pages)
            if self.page.is_labelled
            else self.tr("of {0}").format(pages)
        )

    # --- keys of the keyboard -------------------------------------------------------------

    @override
    def event(self, event: QEvent) -> bool:
        # The window has shortcuts with some of these keys; in a PDF they mean the PDF.
        is_override = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_override and self._find_answer(cast("QKeyEvent", event)) is not None:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        answer = self._find_answer(event)
        if answer is not None:
            answer()
        elif event.key() == Qt.Key.Key_Escape:
            self.tools.selection.clear()
            self.find_bar.leave()
            self.canvas.setFocus()
        else:
            super().keyPressEvent(event)

    def _find_answer(self, event: QKeyEvent) -> Callable[[], None] | None:
        keys = QKeySequence(event.keyCombination())
        return next(
            (call for key_sequences, call in self._keys.items() if keys in key_sequences), None
        )


# --- the pages of a paper's PDF, read with the keyboard ---------------------------------


class PdfCanvas(PageCanvas):
    """Shows pages whose text can be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pages of the PDF"))
        set_accessible_role(self, Role.Document)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        values = {
            Qt.Key.Key_Home: bar.minimum(),
            Qt.Key.Key_End: bar.maximum(),
            Qt.Key.Key_Space: bar.value() + bar.pageStep(),
        }
        value = values.get(Qt.Key(event.key()))
        if value is None:
            super().keyPressEvent(event)
        else:
            bar.setValue(value)
