"""“Recommend for text…”: a passage typed or pasted, instead of a PDF."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QWidget,
)

from desktop.ui.actions import keys_words
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.theme import set_look
from desktop.ui.widgets import push_button, text_label, vbox

_LEAST = 12
"""Characters below which there is nothing to go by."""


class PassageDialog(QDialog):
    """Asks for a passage.

    Signals:
        submitted(str): the person wants recommendations for this text.
    """

    submitted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Recommend for text"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 560, 340)
        self.editor = QPlainTextEdit()
        self.editor.setAccessibleName(self.tr("Passage"))
        self.editor.setPlaceholderText(
            self.tr(
                "Type or paste a sentence, a paragraph or an abstract. Suggestions are made for"
                " each sentence of it; nothing leaves this computer."
            )
        )
        self.editor.setTabChangesFocus(True)
        self.button = push_button(self.tr("Recommend papers"), look="primary")
        self._lay_out()
        self.editor.textChanged.connect(self._judge)
        self.button.clicked.connect(self._submit)
        self.button.setShortcut(QKeySequence("Ctrl+Return"))
        self.editor.setFocus()
        self._judge()

    def _lay_out(self) -> None:
        column = vbox(of=self, margins=16, spacing=12)
        label = text_label(self.tr("&Passage"))
        label.setBuddy(self.editor)
        set_look(label, "heading")
        column.addWidget(label)
        column.addWidget(self.editor, 1)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        box.addButton(self.button, QDialogButtonBox.ButtonRole.ActionRole)
        box.rejected.connect(self.reject)
        column.addWidget(box)

    def _judge(self) -> None:
        enough = len(self.editor.toPlainText().strip()) >= _LEAST
        self.button.setEnabled(enough)
        self.button.setToolTip(
            keys_words([QKeySequence("Ctrl+Return")])
            if enough
            else self.tr("Type a sentence first")
        )

    def _submit(self) -> None:
        if self.button.isEnabled():
            self.submitted.emit(self.editor.toPlainText().strip())
            self.accept()
