"""Widgets for little room: they go on in the next line, shorten their words, show icons alone."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QLabel,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QWidget,
    QWidgetItem,
)
from typing_extensions import override

# --- a row of widgets that goes on in the next line where the first has no room for them ------


class FlowLayout(QLayout):
    """Lays widgets side by side at their usual size, as many to a line as fit."""

    def __init__(self, *widgets: QWidget, spacing: int = 4, centred: bool = False) -> None:
        super().__init__()
        self._centred = centred
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

    @override
    def addWidget(self, widget: QWidget) -> None:
        # The item is made here. One that Qt makes has a wrapper that may be that of another item,
        # freed at the same address, and goes with it; asked for its size, it ends the process.
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:  # asked for dozens of times before anything changes
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    @override
    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    @override
    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() + self.spacing() for size in sizes)
        height = max((size.height() for size in sizes), default=0)
        return QSize(width, height).grownBy(self.contentsMargins())

    @override
    def minimumSize(self) -> QSize:
        smallest = QSize(0, 0)
        for item in self._items:
            if not item.isEmpty():
                smallest = smallest.expandedTo(item.minimumSize())
        return smallest.grownBy(self.contentsMargins())

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Return the height that the lines take in a width, and put the widgets there if asked."""
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        y = inner.y()
        for line in self._lines(inner.width()):
            x, height = inner.x(), max(size.height() for _, size in line)
            if self._centred:
                line_width = sum(size.width() + self.spacing() for _, size in line) - self.spacing()
                x += max(inner.width() - line_width, 0) // 2
            for item, size in line:
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += height + self.spacing()
        return max(y - self.spacing(), inner.y()) + margins.bottom() - rect.y()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return what stands in each line, with its size."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        free_width = -1
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), max(width, item.minimumSize().width())))
            if free_width < size.width():
                lines.append([])
                free_width = width
            lines[-1].append((item, size))
            free_width -= size.width() + self.spacing()
        return lines


# --- widgets that shorten their words, show icons alone, or scroll ----------------------------


_LEAST_LINES = 4


class NarrowBar(QFrame):
    """A row whose labels and buttons have shorter words, or icons alone, where it is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: dict[QLabel | QAbstractButton, tuple[str, str]] = {}
        self._names: dict[QLabel | QAbstractButton, str] = {}
        self._whole = True

    def say(
        self, widget: QLabel | QAbstractButton, words: str, short: str = "", name: str = ""
    ) -> None:
        """Let a widget of the row say ``words``, or ``short`` where there is no room for them.

        ``name`` is what a screen reader says, by default the words.
        """
        self._words[widget] = words, short
        self._names[widget] = name or words.replace("&", "")
        widget.setText(words if self._whole else short)
        if isinstance(widget, QLabel):
            widget.setToolTip("" if self._whole else words)
        widget.setAccessibleName(self._names[widget])

    def least(self, *, whole: bool) -> int:
        """Return the width that the row needs, with all of its words or the short ones."""
        word_pairs = [pair for widget, pair in self._words.items() if not widget.isHidden()]
        letters = self.fontMetrics()
        more = sum(
            letters.horizontalAdvance(w) - letters.horizontalAdvance(s) for w, s in word_pairs
        )
        return super().minimumSizeHint().width() + more * (whole - self._whole)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.least(whole=False), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.give_way()

    @override
    def event(self, event: QEvent) -> bool:
        was_taken = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # other words, another theme
            self.give_way()
        return was_taken

    def hidden_width(self) -> int:
        """Return what a part that gave way needs beside words that are not shortened."""
        return 0

    def give_way(self) -> None:
        """Choose the words that fit."""
        whole = self.width() >= self.least(whole=True) + self.hidden_width()
        if whole != self._whole:
            self._whole = whole
            for widget, (words, short) in self._words.items():
                self.say(widget, words, short, self._names[widget])


class WrappingPane(QWidget):
    """A pane of a splitter that keeps the height that the wrapped texts in it need."""

    @override
    def minimumSizeHint(self) -> QSize:
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return least
        width = max(self.width(), least.width())
        return QSize(least.width(), layout.minimumHeightForWidth(width))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()


class ModestSplitter(QSplitter):
    """A splitter that asks for no more than it needs, and takes what room there is.

    A page whose height depends on its width, as one with a wrapped text, cannot be lower than what
    its parts ask for.
    """

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


class Shrinking(QScrollArea):
    """As high as what it holds; lower where there is less room, and then one scrolls."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(content)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for part in (content, self.viewport()):
            part.setAutoFillBackground(False)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._content.sizeHint().width(), self._height())

    @override
    def minimumSizeHint(self) -> QSize:
        least = _LEAST_LINES * self.fontMetrics().lineSpacing()
        return QSize(self._content.minimumSizeHint().width(), min(self._height(), least))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _height(self) -> int:
        layout = self._content.layout()
        if layout is None or not layout.hasHeightForWidth():
            return self._content.sizeHint().height()
        layout.activate()
        return layout.totalHeightForWidth(max(self.width(), layout.totalMinimumSize().width()))
