"""Fields with a value that the wheel would change: here it scrolls what they stand in instead.

Who scrolls a form passes over its fields, and must not change one on the way. Every drop-down list,
number and slider of the window is one of these.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSlider, QSpinBox, QWidget
from typing_extensions import override


class DropDown(QComboBox):
    """A list that is unfolded by a click or a key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def showPopup(self) -> None:
        self._keep_all_rows()
        super().showPopup()

    def _keep_all_rows(self) -> None:
        """Keep the open list as high as its rows: Qt makes it lower than its style sheet needs."""
        view = self.view()
        view.ensurePolished()
        rows = sum(view.sizeHintForRow(row) for row in range(self.count()))
        least = rows + 2 * view.frameWidth()
        fits = self.count() <= self.maxVisibleItems() and least < self.screen().size().height() // 2
        view.setMinimumHeight(least if fits else 0)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberField(QSpinBox):
    """A whole number that is typed, or changed by its arrows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Slider(QSlider):
    """A horizontal slider that is dragged, or moved by the arrow keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
