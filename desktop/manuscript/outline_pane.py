"""The left of a manuscript: how many gaps there are and how many to show, then the outline."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QWidget

from desktop.language.wording import choose_plural, translate
from desktop.manuscript.gap_slider import GapSlider
from desktop.manuscript.outline import OutlineModel, OutlineView
from desktop.manuscript.session import ManuscriptSession
from desktop.pages.sentence_map import Kind, SentenceMap
from desktop.ui.theme import GRID, set_look
from desktop.ui.widgets import text_label, vbox


class OutlinePane(QFrame):
    """Shows the outline of a session and lets one choose how many gaps it has.

    Signals:
        threshold_moved(float): a sentence is a gap from this chance on.
    """

    threshold_moved = Signal(float)

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "surface")
        self.setMinimumWidth(112)
        self._session = session
        self._model = OutlineModel(session.opened.manuscript, session.opened.links, self)
        self.count_label = text_label("", "muted", wrap=True)
        self.slider = GapSlider(session.marks.threshold)
        self.dismissed_box = QCheckBox()
        self.dismissed_box.setToolTip(
            self.tr("Show dismissed gaps again and include them when you step through the gaps")
        )
        self.outline = OutlineView(self._model)
        self._lay_out()
        self.slider.threshold_changed.connect(self._use_threshold)
        self.dismissed_box.toggled.connect(session.gaps.show_dismissed)
        session.marked.connect(self.refresh)
        session.references.changed.connect(self._show_references)
        self._show_references()
        self.refresh()

    @property
    def threshold(self) -> float:
        """The chance from which on a sentence is a gap."""
        return self._session.marks.threshold

    def refresh(self) -> None:
        """Count the gaps anew."""
        marks = self._session.marks
        self._model.count_gaps(marks)
        self.count_label.setText(_tally(marks))
        dismissed = len(marks.dismissed)
        blocked = self.dismissed_box.blockSignals(True)
        self.dismissed_box.setChecked(marks.shows_dismissed)
        self.dismissed_box.blockSignals(blocked)
        self.dismissed_box.setText(
            self.tr("Show dismissed ({dismissed})").format(dismissed=dismissed)
        )
        self.dismissed_box.setVisible(dismissed > 0 or marks.shows_dismissed)

    def _use_threshold(self, threshold: float) -> None:
        self._session.gaps.use_threshold(threshold)
        self.threshold_moved.emit(threshold)

    def _show_references(self) -> None:
        references = self._session.references
        self._model.show_links(references.links)
        self._model.show_findings(references.findings)

    def _lay_out(self) -> None:
        head = QWidget()
        vbox(
            self.count_label,
            self.slider,
            self.dismissed_box,
            of=head,
            margins=(12, GRID, 12, 4),
            spacing=2,
        )
        vbox(head, (self.outline, 1), of=self, margins=0, spacing=0)


def _tally(marks: SentenceMap) -> str:
    if marks.sentences and not marks.judged:
        return translate("OutlinePane", "Looking for gaps…")
    kinds = [marks.kind(index) for index in range(len(marks.sentences))]
    return " · ".join(
        (
            choose_plural(
                translate("OutlinePane", "%Ln gap(s)", "", len(marks.gaps)), len(marks.gaps)
            ),
            translate("OutlinePane", "%Ln cited", "", kinds.count(Kind.CITED)),
        )
    )
