"""The dialog that edits the details of one paper."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from core.records import Paper
from desktop.theme import set_look


class EditDialog(QDialog):
    """Fields of a paper as text; authors one per line.

    Signals:
        edited: a dictionary of the fields that changed, by their names in ``Paper``.
    """

    edited = Signal(dict)

    def __init__(self, paper: Paper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Edit details")
        self.resize(640, 560)
        self._paper = paper
        self.title = QLineEdit(paper.title)
        self.authors = _several_lines("\n".join(paper.authors))
        self.authors.setMaximumHeight(96)
        self.year = QLineEdit(str(paper.year or ""))
        self.venue = QLineEdit(paper.venue)
        self.doi = QLineEdit(paper.doi)
        self.keywords = QLineEdit(", ".join(paper.keywords))
        self.abstract = _several_lines(paper.abstract)
        self.problem = QLabel("")
        set_look(self.problem, "bad")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(16)
        layout.addLayout(self._form(), 1)
        layout.addWidget(self.problem)
        layout.addWidget(self._buttons())

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow("&Title", self.title)
        form.addRow("A&uthors, one per line", self.authors)
        form.addRow("&Year", self.year)
        form.addRow("&Venue", self.venue)
        form.addRow("&DOI", self.doi)
        form.addRow("&Keywords, with commas", self.keywords)
        form.addRow("&Abstract", self.abstract)
        return form

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        save = buttons.addButton("Save details", QDialogButtonBox.ButtonRole.AcceptRole)
        set_look(save, "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.save)
        buttons.rejected.connect(self.reject)
        return buttons

    def save(self) -> None:
        """Hand over what changed and close, or say what is wrong."""
        year = self.year.text().strip()
        if year and not (year.isdecimal() and len(year) == 4):
            self.problem.setText("A year has four digits; leave it empty if it is unknown.")
            self.year.setFocus()
            return
        lines = self.authors.toPlainText().splitlines()
        fields: dict[str, Any] = {  # Any: each field has its type
            "title": " ".join(self.title.text().split()),
            "authors": tuple(line.strip() for line in lines if line.strip()),
            "year": int(year) if year else None,
            "venue": self.venue.text().strip(),
            "doi": self.doi.text().strip(),
            "keywords": tuple(w.strip() for w in self.keywords.text().split(",") if w.strip()),
            "abstract": self.abstract.toPlainText().strip(),
        }
        changed = {k: v for k, v in fields.items() if v != getattr(self._paper, k)}
        if changed:
            self.edited.emit(changed)
        self.accept()


def _several_lines(text: str) -> QPlainTextEdit:
    field = QPlainTextEdit(text)
    field.setTabChangesFocus(True)
    return field
