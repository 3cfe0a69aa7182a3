"""Why the selected sentence seems to need a citation, and “Not needed here”."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.manuscript.gap_session import GapSession
from desktop.pages.sentence_map import Kind
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, push_button, text_label


class GapRow(QWidget):
    """Shown for gaps and for those that were dismissed; its button stands where it is put.

    Signals:
        dismissed(bool): the person says that it needs no citation, or that it does after all.
    """

    dismissed = Signal(bool)

    def __init__(self, gaps: GapSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gaps = gaps
        self._sentence: int | None = None
        self._is_gap = True
        self.label = text_label(wrap=True)
        set_look(self.label, "muted")
        self.button = push_button("", lambda: self.dismissed.emit(self._is_gap))
        hbox((self.label, 1), of=self, margins=0)
        gaps.reasoned.connect(self._reasoned)

    def show_sentence(self, sentence: int | None, kind: Kind) -> None:
        """Turn to a sentence; the row hides when there is nothing to say of it."""
        self._sentence = sentence
        self._is_gap = kind is Kind.GAP
        is_visible = sentence is not None and kind in (Kind.GAP, Kind.DISMISSED)
        self.setVisible(is_visible)
        self.button.setVisible(is_visible)
        if sentence is None or not is_visible:
            return
        if self._is_gap:
            self._gaps.ask_reason(sentence)
            self.button.setText(self.tr("Not needed here"))
            self.button.setToolTip(
                self.tr("This sentence needs no citation; remember that (Alt+N)")
            )
        else:
            self.button.setText(self.tr("Needs a citation after all"))
            self.button.setToolTip(self.tr("Mark this sentence as a gap again (Alt+N)"))
        self.button.setEnabled(not self._gaps.manuscript.read_only)
        if self._gaps.manuscript.read_only:
            self.button.setToolTip(self.tr("This library is open for reading only."))
        self._say()

    def _reasoned(self, sentence: int) -> None:
        if sentence == self._sentence:
            self._say()

    def _say(self) -> None:
        assert self._sentence is not None
        reason = self._gaps.reason(self._sentence)
        if not self._is_gap:
            text = self.tr("Marked as not needing a citation.")
        else:
            text = (
                self.tr("Seems to need a citation: {reason}").format(reason=reason)
                if reason
                else self.tr("Seems to need a citation")
            )
        self.label.setText(text)
