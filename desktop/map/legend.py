"""What the colours on the map mean."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from desktop.theme import colors

_WIDTH = 184
_ROW = 8
_SWATCH = 10


class Legend(QWidget):
    """A column of colours with their meaning, read out as its accessible description."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Legend"))
        self.entries: Sequence[tuple[QColor, str]] = ()
        self.setFixedWidth(_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_entries(self, entries: Sequence[tuple[QColor, str]]) -> None:
        """Replace all entries."""
        self.entries = entries
        self.setAccessibleDescription(", ".join(text for _, text in entries))
        self.setToolTip("\n".join(text for _, text in entries))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, (self.fontMetrics().height() + _ROW) * (len(self.entries) + 1))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colors().surface)
        metrics = QFontMetrics(self.font())
        height = metrics.height() + _ROW
        for place, (color, text) in enumerate(self.entries):
            top = 8 + place * height
            middle = top + height / 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawEllipse(QRectF(8, middle - _SWATCH / 2, _SWATCH, _SWATCH))
            painter.setPen(colors().text)
            box = QRectF(26, top, self.width() - 34, height)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
