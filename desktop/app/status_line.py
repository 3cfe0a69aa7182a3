"""The left of the status bar: number of papers, state of indexes and model."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.base.records import Status
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural, figure, translate
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, text_label
from desktop.ui.wrapping import ElidedLabel

_MODEL = {
    "none": QT_TRANSLATE_NOOP("StatusLine", "no model loaded"),
    "loading": QT_TRANSLATE_NOOP("StatusLine", "model loading…"),
    "ready": "",
    "failed": QT_TRANSLATE_NOOP("StatusLine", "model could not be loaded"),
}


class StatusLine(QWidget):
    """Shows a ``Status`` in words; the tool tip says what each part means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.papers = text_label()
        self.indexes, self.model, self.page = (ElidedLabel() for _ in range(3))
        layout = hbox(of=self, margins=(16, 4, 0, 4), spacing=16)
        for label in (self.papers, self.indexes, self.model, self.page):
            set_look(label, "muted")
            layout.addWidget(label)

    def show_status(self, status: Status) -> None:
        """Say what the library can answer with."""
        self.papers.setText(
            choose_plural(self.tr("%Ln paper(s)", "", status.papers), status.papers)
        )
        self.indexes.say(
            f"{_words(status)}   {_vectors(status)}",
            self.tr(
                "The keyword index finds papers that use the same words, the meaning index "
                "papers that say the same in other words."
            ),
        )
        name = self.tr("model “{model}”").format(model=status.model) if status.model else ""
        state = translate("StatusLine", _MODEL[status.model_state])
        self.model.say(
            " · ".join(filter(None, (name, state))),
            self.tr("The model behind the search by meaning; see the page Models."),
        )

    def say_of_page(self, text: str) -> None:
        """Add what the manuscript in front has to say."""
        self.page.say(text)

    def say(self, text: str) -> None:
        """Show a text instead of a status."""
        self.papers.setText(text)
        for label in (self.indexes, self.model, self.page):
            label.say("")


def _words(status: Status) -> str:
    return (
        translate("StatusLine", "keyword index ✓")
        if status.words == "ready"
        else translate("StatusLine", "keyword index: updating…")
    )


def _vectors(status: Status) -> str:
    have, of = status.vectors
    if have >= of:
        return translate("StatusLine", "meaning index ✓")
    return (
        translate("StatusLine", "meaning index: {have} of {of}").format(
            have=figure(have), of=figure(of)
        )
        if have
        else translate("StatusLine", "meaning index: waiting for the model")
        if status.model_state == "loading"
        else translate("StatusLine", "meaning index: empty")
    )
