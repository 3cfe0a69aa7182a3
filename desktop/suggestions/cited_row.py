"""“You cite already”: papers of the manuscript that fit the sentence as well, a line each."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from core.base.records import PaperNumber, Suggestion
from desktop.suggestions.model import byline, short_name, spoken, strength_words
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import text_label
from desktop.ui.wrapping import ElidedLabel

_MOST = 3


class _Line(QWidget):
    """One paper: its short name and title, a quick look, and whether to cite it here too.

    Signals:
        cite_toggled(Suggestion, bool): put it on the list to cite, or take it off.
        looked(int): a quick look at this paper is wanted.
    """

    cite_toggled = Signal(object, bool)
    looked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._suggestion: Suggestion | None = None
        self._text = ElidedLabel()
        self._look = QToolButton()
        self.cite_button = QPushButton()
        set_icon(self._look, "look")
        self._look.setToolTip(self.tr("Quick look at the paper"))
        self._look.setAccessibleName(self.tr("Quick look"))
        self.cite_button.setCheckable(True)
        set_look(self.cite_button, "quiet")
        self._look.clicked.connect(self._want_look)
        self.cite_button.clicked.connect(self._toggle)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._text, 1)
        line.addWidget(self._look)
        line.addWidget(self.cite_button)

    def show_suggestion(self, suggestion: Suggestion, *, chosen: bool) -> None:
        """Show a paper."""
        self._suggestion = suggestion
        paper = suggestion.paper
        fit = self.tr("Fits this sentence: {strength}").format(
            strength=strength_words(suggestion.confidence)
        )
        self._text.say(f"{short_name(paper)} · {paper.title}", f"{byline(paper)}\n{fit}")
        self._text.setAccessibleName(spoken(suggestion))
        self.cite_button.setChecked(chosen)
        self.cite_button.setText(self.tr("On the list") if chosen else self.tr("Cite here too"))
        for button in (self._look, self.cite_button):
            button.setAccessibleDescription(paper.title)

    def _want_look(self) -> None:
        if self._suggestion is not None:
            self.looked.emit(self._suggestion.paper.number)

    def _toggle(self, on: bool) -> None:
        if self._suggestion is not None:
            self.cite_toggled.emit(self._suggestion, on)


class CitedRow(QWidget):
    """Shows them below each other; hidden when none fits.

    Signals:
        cite_toggled(Suggestion, bool): put it on the list to cite, or take it off.
        looked(int): a quick look at this paper is wanted.
    """

    cite_toggled = Signal(object, bool)
    looked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggestions: tuple[Suggestion, ...] = ()
        self.lines = [_Line() for _ in range(_MOST)]
        title = text_label(self.tr("Already cited"))
        set_look(title, "heading")
        title.setToolTip(self.tr("Papers cited elsewhere in the manuscript that also fit here"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(title)
        for line in self.lines:
            column.addWidget(line)
            line.cite_toggled.connect(self.cite_toggled)
            line.looked.connect(self.looked)
        self.hide()

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The papers shown."""
        return self._suggestions

    def show_suggestions(
        self, suggestions: Sequence[Suggestion], chosen: Collection[PaperNumber]
    ) -> None:
        """Show the first few of some papers; ``chosen`` are on the list to cite."""
        self._suggestions = tuple(suggestions[:_MOST])
        for index, line in enumerate(self.lines):
            line.setVisible(index < len(self._suggestions))
            if index < len(self._suggestions):
                suggestion = self._suggestions[index]
                line.show_suggestion(suggestion, chosen=suggestion.paper.number in chosen)
        self.setVisible(bool(self._suggestions))
