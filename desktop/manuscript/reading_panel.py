"""A panel of text with links where the suggestions stand, and the way back to these."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.manuscript.reading_pane import ReadingPane
from desktop.theme import GRID, set_icon, set_look
from desktop.widgets import push_button, vbox


class ReadingPanel(QFrame):
    """Has a heading, a line on how things stand, and a text whose links lead on.

    Signals:
        sentence_chosen(int), reference_chosen(int), paper_chosen(int): go there.
        left: back to the suggestions.
        copied(str): the clipboard has another text now; what to say of that.
    """

    sentence_chosen = Signal(int)
    reference_chosen = Signal(int)
    paper_chosen = Signal(int)
    left = Signal()
    copied = Signal(str)

    def __init__(self, name: str, text_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = QPushButton(self.tr("Suggestions"))
        self.heading, self.state = QLabel(name), QLabel()
        self.text = ReadingPane(text_name)
        self.top, self.head = QHBoxLayout(), QVBoxLayout()
        self._put_together(name)
        self.back_button.clicked.connect(self.left)
        self.text.followed.connect(self.follow)

    def follow(self, kind: str, number: int) -> None:
        """Go where a link of the text leads."""
        signals = {
            "sentence": self.sentence_chosen,
            "reference": self.reference_chosen,
            "paper": self.paper_chosen,
        }
        signals[kind].emit(number)

    def add_copy_button(self, as_text: Callable[[], str], copied: str) -> QPushButton:
        """Put a button on the right of the way back that copies what ``as_text`` returns.

        ``copied`` is what is said then, as “Copied the list.”
        """

        def copy() -> None:
            QGuiApplication.clipboard().setText(as_text())
            self.copied.emit(copied)

        button = push_button(self.tr("Copy as text"), icon="copy")
        self.top.addStretch(1)
        self.top.addWidget(button)
        button.clicked.connect(copy)
        return button

    def _put_together(self, name: str) -> None:
        set_look(self, "surface")
        self.setAccessibleName(name)
        set_look(self.heading, "heading")
        set_look(self.state, "muted")
        self.state.setWordWrap(True)
        set_look(self.back_button, "quiet")
        set_icon(self.back_button, "back")
        self.back_button.setToolTip(self.tr("Back to the suggestions (Esc)"))
        self.top.addWidget(self.back_button)
        self.head.setContentsMargins(12, GRID, 12, GRID)
        self.head.setSpacing(GRID)
        self.head.addLayout(self.top)
        self.head.addWidget(self.heading)
        self.head.addWidget(self.state)
        vbox(self.head, (self.text, 1), of=self, margins=0, spacing=0)
