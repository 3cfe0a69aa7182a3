"""The bar above the pages: from gap to gap, which page, how large."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton
from typing_extensions import override

from desktop.language.wording import choose_plural, figure, percent, translate
from desktop.pages.sentence_map import SentenceMap
from desktop.pages.view import PageView
from desktop.ui.responsive import NarrowBar
from desktop.ui.theme import GRID, set_icon, set_look
from desktop.ui.widgets import hbox, icon_button, text_label

_BUTTONS = 232
"""What the buttons and the space between take of the width of the bar."""
_SPACES = 5 * GRID
"""What the margins of the bar and the spaces between its parts take."""


def why_no_gap(marks: SentenceMap, *, complete: bool) -> str:
    """Say why no gap is marked; only of a text read completely that nothing is missing."""
    if marks.sentences and not marks.judged:
        return translate("PageBar", "Looking for gaps…")
    if not marks.recognised:
        return translate("PageBar", "Gaps are only recognised in English")
    if not complete:
        return translate(
            "PageBar", "Parts of the text were not read: gaps in them are missing here"
        )
    return translate("PageBar", "No sentence seems to lack a citation")


class PageBar(NarrowBar):
    """Steers a page view and says where it stands."""

    def __init__(self, view: PageView) -> None:
        super().__init__()
        self._view = view
        self._marks, self._complete = SentenceMap(), True
        self._labels: tuple[str, ...] = ()
        self.gap_label = text_label()
        self._page_label = text_label()
        self._zoom_label = text_label()
        self.previous_button = icon_button("up", self.tr("Previous gap (Alt+Up)"))
        self.next_button = icon_button("down", self.tr("Next gap (Alt+Down)"))
        self.fit_button = QToolButton()
        self._lay_out()
        self.previous_button.clicked.connect(view.select_previous_gap)
        self.next_button.clicked.connect(view.select_next_gap)
        self.fit_button.clicked.connect(view.fit_width)
        view.selected.connect(self.refresh)
        view.page_reached.connect(self.refresh)
        view.zoomed.connect(self.refresh)

    def mark(
        self, marks: SentenceMap, *, complete: bool = True, labels: tuple[str, ...] = ()
    ) -> None:
        """Count these gaps; they are not ``complete`` if parts of the text were not read.

        ``labels`` are the printed numbers of the pages, if they are not their positions.
        """
        self._marks, self._complete, self._labels = marks, complete, labels
        self.refresh()

    def refresh(self) -> None:
        """Say where the view stands."""
        gaps, selected, short = self._marks.gaps, self._view.selected_sentence, ""
        if not self._marks.sentences:
            text = ""
        elif not self._marks.judged:
            text = self.tr("Looking for gaps…")
        elif not gaps:
            text = (
                self.tr("No gaps")
                if self._complete
                else self.tr("No gaps in the text that was read")
            )
        elif selected in gaps:
            position = gaps.index(selected) + 1
            text = self.tr("Gap {number} of {count}").format(number=position, count=len(gaps))
            short = f"{position}/{len(gaps)}"
        else:
            text = choose_plural(self.tr("%Ln gap(s)", "", len(gaps)), len(gaps))
            short = figure(len(gaps))
        self.say(self.gap_label, text, short)
        stops = bool(self._marks.stops)
        for button, tip in (
            (self.previous_button, self.tr("Previous gap (Alt+Up)")),
            (self.next_button, self.tr("Next gap (Alt+Down)")),
        ):
            button.setEnabled(stops)
            button.setToolTip(tip if stops else why_no_gap(self._marks, complete=self._complete))
        if self._view.pages:
            self._describe_page(self._view.current_page + 1, self._view.pages)
        self._zoom_label.setText(percent(self._view.zoom))
        self.fit_button.setChecked(self._view.fits_width)
        self.give_way()

    def _describe_page(self, page: int, pages: int) -> None:
        words = self.tr("Page {number} of {pages}").format(number=page, pages=pages)
        short = f"{page}/{pages}"
        label = self._labels[page - 1] if page <= len(self._labels) else ""
        if label not in ("", str(page)):
            words = self.tr("Page {label} ({number} of {pages})").format(
                label=label, number=page, pages=pages
            )
            short = f"{label} ({short})"
        self.say(self._page_label, words, short)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._zoom_label.setVisible(event.size().width() >= self._for_zoom())
        super().resizeEvent(event)

    @override
    def hidden_width(self) -> int:
        words, _ = self._words.get(self._page_label, ("", ""))
        return self._page_label.isHidden() * self.fontMetrics().horizontalAdvance(words)

    @override
    def give_way(self) -> None:
        """Choose the words that fit; a page number is shown whole or not at all."""
        super().give_way()
        shown_parts = [part for part in self._parts if not part.isHidden()]
        needed = sum(part.sizeHint().width() for part in (*shown_parts, self._page_label))
        self._page_label.setVisible(self.width() >= needed + _SPACES)

    def _for_zoom(self) -> int:
        """Return the width from which on there is room for the size in percent."""
        words = self.tr("Gap 88 of 88 Page 88 of 88 100% Fit width")
        return self.fontMetrics().horizontalAdvance(words) + _BUTTONS

    def _lay_out(self) -> None:
        set_look(self, "bar")
        row = hbox(of=self, margins=(4, 2, 4, 2), spacing=2)
        smaller = icon_button("zoom_out", self.tr("Smaller (Ctrl+-)"))
        larger = icon_button("zoom_in", self.tr("Larger (Ctrl++)"))
        smaller.clicked.connect(self._view.zoom_out)
        larger.clicked.connect(self._view.enlarge_page)
        self.say(self.fit_button, self.tr("Fit width"))
        set_icon(self.fit_button, "fit")
        self.fit_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fit_button.setCheckable(True)
        self.fit_button.setToolTip(self.tr("Let the pages fill the width (Ctrl+0)"))
        for label in (self._page_label, self._zoom_label):
            set_look(label, "muted")
        self._zoom_label.setMinimumWidth(44)
        self._zoom_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for widget in (self.previous_button, self.next_button, self.gap_label):
            row.addWidget(widget)
        row.addSpacing(GRID)
        row.addStretch(1)
        row.addWidget(self._page_label)
        row.addSpacing(2 * GRID)
        for widget in (smaller, self._zoom_label, larger, self.fit_button):
            row.addWidget(widget)
        self._parts = (
            *(self.previous_button, self.next_button, self.gap_label),
            *(smaller, self._zoom_label, larger, self.fit_button),
        )
