"""Text in a bounded number of lines, for widgets that paint their own."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from desktop.ui.accessible_roles import Role, set_accessible_role, set_rich_tip
from desktop.ui.widgets import plain_tip


def wrapped(text: str, font: QFont, width: int, *, lines: int) -> list[str]:
    """Break text into at most ``lines`` lines; what is left over ends the last one with “…”."""
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    layout.beginLayout()
    wrapped_lines: list[str] = []
    while len(wrapped_lines) < lines:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(width, 1))
        start, end = line.textStart(), line.textStart() + line.textLength()
        is_last = len(wrapped_lines) == lines - 1
        wrapped_lines.append(
            slice_utf16(text, start) if is_last else slice_utf16(text, start, end).rstrip()
        )
    layout.endLayout()
    if len(wrapped_lines) == lines and lines > 0:
        metrics = QFontMetrics(font)
        wrapped_lines[-1] = metrics.elidedText(
            wrapped_lines[-1], Qt.TextElideMode.ElideRight, width
        )
    return wrapped_lines


class ElidedLabel(QLabel):
    """One line that gives way where there is little room; the tool tip has all of it."""

    least_letters = 6

    def say(self, text: str, explanation: str = "") -> None:
        """Show another text; the explanation stands below it in the tool tip."""
        self.setText(text)
        tip = "\n".join(filter(None, (text, explanation))) if text else ""
        set_rich_tip(self, plain_tip(tip))

    @override
    def minimumSizeHint(self) -> QSize:
        whole = super().sizeHint()
        least = self.least_letters * self.fontMetrics().averageCharWidth()
        return QSize(min(least, whole.width()), whole.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        elide = Qt.TextElideMode.ElideRight
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            elided_text = painter.fontMetrics().elidedText(self.text(), elide, self.width())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, elided_text)


class WrappedLabel(QWidget):
    """A text of at most some lines; the tool tip has all of it when it does not fit."""

    def __init__(self, parent: QWidget | None = None, *, lines: int) -> None:
        super().__init__(parent)
        self._text = ""
        self._most = lines
        self._lines: list[str] = []
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        set_accessible_role(self, Role.StaticText)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.setAccessibleName(text)
        self._wrap()

    @property
    def text(self) -> str:
        """All of the text."""
        return self._text

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, self.fontMetrics().lineSpacing() * max(1, len(self._lines)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._wrap()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        metrics = self.fontMetrics()
        with QPainter(self) as painter:
            painter.setPen(self.palette().windowText().color())
            for row, line in enumerate(self._lines):
                painter.drawText(0, row * metrics.lineSpacing() + metrics.ascent(), line)

    def _wrap(self) -> None:
        self._lines = wrapped(self._text, self.font(), self.width(), lines=self._most)
        set_rich_tip(self, plain_tip(self._text) if "…" in "".join(self._lines[-1:]) else "")
        self.updateGeometry()
        self.update()


# --- positions in UTF-16, as Qt counts --------------------------------------------------
#
# Positions in texts as Qt counts them: in UTF-16 units, where a letter beyond U+FFFF has two.
#
# Python counts such a letter once. Whoever takes a position from Qt, or gives it one, converts
# it.


def utf16_length(text: str) -> int:
    """Count the UTF-16 units of a text."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def slice_utf16(text: str, start: int, end: int | None = None) -> str:
    """Return a part of a text between two positions of Qt's."""
    if text.isascii():
        return text[start:end]
    data = text.encode("utf-16-le", "surrogatepass")
    return data[2 * start : None if end is None else 2 * end].decode("utf-16-le", "surrogatepass")
