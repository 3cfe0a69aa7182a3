"""Fields with a value that the wheel would change: here it scrolls what they stand in instead.

Who scrolls a form passes over its fields, and must not change one on the way. Every drop-down list,
number and slider of the window is one of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QValidator, QWheelEvent
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


class PageField(NumberField):
    """The position of a page, shown and typed as the number that is printed on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: tuple[str, ...] = ()

    @property
    def is_labelled(self) -> bool:
        """Whether the printed numbers are not the positions."""
        return bool(self._labels)

    def use_labels(self, labels: Sequence[str]) -> None:
        """Show these, one a page; without any the position is shown."""
        positions = [str(number) for number in range(1, len(labels) + 1)]
        self._labels = () if list(labels) == positions else tuple(labels)
        self.updateGeometry()
        self.lineEdit().setText(self.textFromValue(self.value()))

    @override
    def textFromValue(self, value: int) -> str:
        label = self._labels[value - 1] if 0 < value <= len(self._labels) else ""
        return label or super().textFromValue(value)

    @override
    def valueFromText(self, text: str) -> int:
        value = self._find_page(text)
        return self.value() if value is None else value

    @override
    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        if not self._labels:
            return super().validate(text, position)
        is_page = self._find_page(text) is not None
        states = QValidator.State
        return states.Acceptable if is_page else states.Intermediate, text, position

    def _find_page(self, text: str) -> int | None:
        """Return the page with this printed number, else the one at this position."""
        wanted_label = text.strip().casefold()
        labels = [label.casefold() for label in self._labels]
        if wanted_label in labels:
            return labels.index(wanted_label) + 1
        is_position = wanted_label.isdecimal() and (
            self.minimum() <= int(wanted_label) <= self.maximum()
        )
        return int(wanted_label) if is_position else None


class Slider(QSlider):
    """A horizontal slider that is dragged, or moved by the arrow keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
