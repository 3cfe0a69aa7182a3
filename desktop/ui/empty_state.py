"""What an empty page says: what it is for, and the first steps one can take."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop.ui.flow_layout import FlowLayout
from desktop.ui.theme import set_look
from desktop.ui.widgets import text_label, vbox


class EmptyState(QWidget):
    """A title, a sentence, and buttons; the first one is the suggested step."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = text_label(title)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        set_look(self.heading, "title")
        self.explanation = text_label(text, wrap=True)
        self.explanation.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.explanation.setMaximumWidth(max(480, 60 * self.fontMetrics().averageCharWidth()))
        set_look(self.explanation, "muted")
        self._buttons = FlowLayout(spacing=8, centred=True)
        middle = QHBoxLayout()  # an alignment instead would give the text one line only
        middle.addStretch(1)
        middle.addWidget(self.explanation, 1000)
        middle.addStretch(1)
        vbox(2, self.heading, middle, self._buttons, 3, of=self, spacing=16)

    def add_step(self, text: str, call: Callable[[], None]) -> QPushButton:
        """Offer a step."""
        button = QPushButton(text)
        if self._buttons.count() == 0:
            set_look(button, "primary")
        button.clicked.connect(lambda *_: call())
        self._buttons.addWidget(button)
        return button
