"""The right of a manuscript: suggestions for a sentence or for all, an entry, or the audit."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from desktop.manuscript.audit_panel import AuditPanel
from desktop.manuscript.reference_panel import ReferencePanel
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.whole_panel import WholePanel
from desktop.manuscript.whole_session import WholeSession
from desktop.suggestions.panel import SuggestionPanel


class SidePane(QStackedWidget):
    """Holds the four panels; Escape leads back to the suggestions, and from these to the pages.

    Signals:
        sentence_chosen(int): go to this sentence.
        paper_chosen(int): show this paper in the library.
        place_wanted(tuple): show these rectangles on the page.
        left: the panel that was open made way for the suggestions.
        pages_wanted: the person wants to go on in the pages.
    """

    sentence_chosen = Signal(int)
    paper_chosen = Signal(int)
    place_wanted = Signal(tuple)
    left = Signal()
    pages_wanted = Signal()

    def __init__(
        self,
        session: ManuscriptSession,
        whole: WholeSession,
        breadth: float,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setMinimumWidth(330)
        self.suggestions = SuggestionPanel(session, breadth)
        self.entry = ReferencePanel(session)
        self.audit = AuditPanel(session)
        self.whole = WholePanel(whole)
        self.addWidget(self.suggestions)
        self._unplaced: list[QWidget] = [self.entry, self.audit, self.whole]
        QTimer.singleShot(0, self, self._place_next)
        self.suggestions.paper_requested.connect(self.paper_chosen)
        self.suggestions.entry_requested.connect(self.show_reference)
        self.audit.reference_chosen.connect(self.show_reference)
        for other in (self.entry, self.audit, self.whole):
            other.sentence_chosen.connect(self.sentence_chosen)
            other.paper_chosen.connect(self.paper_chosen)
            other.left.connect(self.show_suggestions)
        self.entry.place_wanted.connect(self.place_wanted)

    def show_suggestions(self) -> None:
        """Turn to the suggestions."""
        if self.currentWidget() is not self.suggestions:
            self.setCurrentWidget(self.suggestions)
            self.left.emit()

    def show_reference(self, reference: int) -> None:
        """Turn to an entry of the reference list."""
        self.entry.show_reference(reference)
        self._turn_to(self.entry)

    def show_audit(self) -> None:
        """Turn to the findings."""
        self._turn_to(self.audit)
        self.audit.text.setFocus()

    def show_whole(self) -> None:
        """Turn to the papers for the manuscript as a whole."""
        self._turn_to(self.whole)
        self.whole.text.setFocus()

    def _turn_to(self, panel: QWidget) -> None:
        self._place(panel)
        self.setCurrentWidget(panel)

    def _place(self, panel: QWidget) -> None:
        if panel in self._unplaced:
            self._unplaced.remove(panel)
            self.addWidget(panel)

    def _place_next(self) -> None:
        """Add what is not looked at yet one by one: styling all at once holds the window up."""
        if self._unplaced:
            self._place(self._unplaced[0])
            QTimer.singleShot(0, self, self._place_next)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.currentWidget() is self.suggestions:
            self.pages_wanted.emit()
        else:
            self.show_suggestions()
