"""The pages of a paper's PDF, read with the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.pages.canvas import PageCanvas


class PdfCanvas(PageCanvas):
    """Shows pages whose text can be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pages of the PDF"))
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        values = {
            Qt.Key.Key_Home: bar.minimum(),
            Qt.Key.Key_End: bar.maximum(),
            Qt.Key.Key_Space: bar.value() + bar.pageStep(),
        }
        value = values.get(Qt.Key(event.key()))
        if value is None:
            super().keyPressEvent(event)
        else:
            bar.setValue(value)
