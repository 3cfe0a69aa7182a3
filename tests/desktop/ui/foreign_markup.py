"""A text with markup that nobody may read as HTML."""

from __future__ import annotations

from PySide6 import QtGui
from PySide6.QtGui import QTextDocument

MARKUP = "<h1>Wide</h1> <img src='file:///etc/hostname'> & <a href='http://x'>more</a>\n<b>two</b>"


def shown(tip: str) -> str:
    """Return what Qt shows of a tool tip."""
    if not QtGui.Qt.mightBeRichText(tip):
        return tip
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText()
