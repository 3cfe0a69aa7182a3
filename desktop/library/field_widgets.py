"""Boxes of several lines with their labels, as dialogs about a paper have them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPlainTextEdit, QWidget

from desktop.ui.widgets import text_label


def get_lines(field: QPlainTextEdit) -> list[str]:
    """Return the lines that hold something, without stray blanks."""
    return [" ".join(line.split()) for line in field.toPlainText().splitlines() if line.strip()]


def labelled(text: str, field: QWidget) -> QLabel:
    """Return a label whose letter leads to a field, which bears its name."""
    label = text_label(text)
    label.setBuddy(field)
    if isinstance(field, QPlainTextEdit):
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        label.setContentsMargins(0, 6, 0, 0)
    field.setAccessibleName(text.replace("&", "").replace("\n", " "))
    return label


def arrange(form: QGridLayout, widget: QWidget) -> QGridLayout:
    """Give a grid two columns of labels and fields that stand as in any other grid of these."""
    form.setHorizontalSpacing(8)
    form.setVerticalSpacing(8)
    for column in (0, 2):
        form.setColumnMinimumWidth(column, 16 * widget.fontMetrics().averageCharWidth())
        form.setColumnStretch(column + 1, 1)
    return form


def several_lines(text: str, height: int = 0) -> QPlainTextEdit:
    """Return a box with a text, of a height or as high as there is room; Tab leaves it."""
    field = QPlainTextEdit(text)
    field.setTabChangesFocus(True)
    if height:
        field.setFixedHeight(height)
    return field
