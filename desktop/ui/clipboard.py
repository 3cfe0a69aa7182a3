"""Puts citations on the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from core.formats.cite import Copied

_RICH = (
    "text/rtf",
    "application/rtf",
    'application/x-qt-windows-mime;value="Rich Text Format"',  # Word knows it by this name alone
)


def copy_citation(copied: Copied) -> None:
    """Put a citation on the clipboard, for word processors as a field too."""
    data = QMimeData()
    data.setText(copied.text)
    for kind in _RICH if copied.rich else ():
        data.setData(kind, copied.rich.encode("ascii"))
    QGuiApplication.clipboard().setMimeData(data)
