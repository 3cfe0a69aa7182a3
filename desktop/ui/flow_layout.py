"""A row of widgets that goes on in the next line where the first has no room for them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem
from typing_extensions import override


class FlowLayout(QLayout):
    """Lays widgets side by side at their usual size, as many to a line as fit."""

    def __init__(self, *widgets: QWidget, spacing: int = 4, centred: bool = False) -> None:
        super().__init__()
        self._centred = centred
        self._items: list[QLayoutItem] = []
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
        return self._place(QRect(0, 0, width, 0), move=False)

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
