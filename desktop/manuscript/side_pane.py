"""The right of a manuscript: suggestions for a sentence or for all, an entry, or the audit."""

from __future__ import annotations

import functools
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from desktop.manuscript.add_references import AddReferencesDialog
from desktop.manuscript.audit_panel import AuditPanel
from desktop.manuscript.reading_panel import ReadingPanel
from desktop.manuscript.reference_panel import ReferencePanel
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.suggestion_panel import SuggestionPanel
from desktop.manuscript.unread_panel import UnreadPanel
from desktop.manuscript.whole_panel import WholePanel
from desktop.manuscript.whole_session import WholeSession
from desktop.papers.quick_look import QuickLook

_LEAST_WIDTH = 240
Panel = TypeVar("Panel", bound=ReadingPanel)


class SidePane(QStackedWidget):
    """Holds the panels; Escape leads back to the suggestions, and from these to the pages.

    Signals:
        sentence_chosen(int): go to this sentence.
        paper_chosen(int): show this paper in the library.
        page_chosen(int): go to this page.
        rects_wanted(tuple): show these rectangles on the page.
        left: the panel that was open made way for the suggestions.
        pages_wanted: the person wants to go on in the pages.
        copied(str): the clipboard has another text now; what to say of that.
    """

    sentence_chosen = Signal(int)
    paper_chosen = Signal(int)
    page_chosen = Signal(int)
    rects_wanted = Signal(tuple)
    panel_closed = Signal()
    pages_wanted = Signal()
    copied = Signal(str)

    def __init__(
        self,
        session: ManuscriptSession,
        whole: WholeSession,
        breadth: float,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._whole = session, whole
        self.suggestions = SuggestionPanel(session, breadth)
        self.addWidget(self.suggestions)
        self.suggestions.paper_requested.connect(self.paper_chosen)
        self.suggestions.list.looked.connect(
            lambda number: self.quick_look.look(number, self.suggestions.list.step)
        )
        self.suggestions.entry_requested.connect(self.show_reference)

    @override
    def minimumSizeHint(self) -> QSize:
        # Narrower than its buttons, a panel of text would cut its lines off.
        panels = self.findChildren(ReadingPanel)
        widest = max((panel.minimumSizeHint().width() for panel in panels), default=0)
        return QSize(max(_LEAST_WIDTH, widest), super().minimumSizeHint().height())

    @functools.cached_property
    def quick_look(self) -> QuickLook:
        """The window for a quick look at a suggested paper."""
        return QuickLook(
            self._session.papers,
            self._session.runner,
            self,
            action=self.tr("Show in library"),
            open_paper=self.paper_chosen.emit,
        )

    @functools.cached_property
    def entry(self) -> ReferencePanel:
        """The panel of an entry, made when it is first looked at, as the two others."""
        panel = self._added(ReferencePanel(self._session))
        panel.rects_wanted.connect(self.rects_wanted)
        panel.add_all_wanted.connect(self.add_references)
        return panel

    @functools.cached_property
    def audit(self) -> AuditPanel:
        """The panel of findings."""
        panel = self._added(AuditPanel(self._session))
        panel.reference_chosen.connect(self.show_reference)
        return panel

    @functools.cached_property
    def unread(self) -> UnreadPanel:
        """The panel of what was not read."""
        panel = self._added(UnreadPanel(self._session))
        panel.page_chosen.connect(self.page_chosen)
        return panel

    @functools.cached_property
    def whole(self) -> WholePanel:
        """The panel on the manuscript as a whole."""
        return self._added(WholePanel(self._whole))

    def _added(self, panel: Panel) -> Panel:
        panel.sentence_chosen.connect(self.sentence_chosen)
        panel.paper_chosen.connect(self.paper_chosen)
        panel.closed.connect(self.show_suggestions)
        panel.copied.connect(self.copied)
        self.addWidget(panel)
        return panel

    def show_suggestions(self) -> None:
        """Turn to the suggestions."""
        if self.currentWidget() is not self.suggestions:
            self.setCurrentWidget(self.suggestions)
            self.panel_closed.emit()

    def show_unread(self) -> None:
        """Turn to what was not read."""
        self.setCurrentWidget(self.unread)

    def show_reference(self, reference: int) -> None:
        """Turn to an entry of the reference list."""
        self.entry.show_reference(reference)
        self.setCurrentWidget(self.entry)

    def add_references(self) -> None:
        """Let the person add entries that lead to no paper of the library."""
        dialog = AddReferencesDialog(self._session.references, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_audit(self) -> None:
        """Turn to the findings."""
        self.setCurrentWidget(self.audit)
        self.audit.text.setFocus()

    def show_whole(self) -> None:
        """Turn to the papers for the manuscript as a whole."""
        self.setCurrentWidget(self.whole)
        self.whole.text.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.currentWidget() is self.suggestions:
            self.pages_wanted.emit()
        else:
            self.show_suggestions()
