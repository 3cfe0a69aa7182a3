"""Lets a message stand over the bottom of a page, so that nothing on the page moves for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.ui.theme import GRID

_LIFT = 5 * GRID
"""What is left free below: the line of buttons in which many pages end."""
_LETTERS = 110


class Floating(QObject):
    """Keeps a widget in the middle of a host's lower edge, above all else that is there."""

    def __init__(self, widget: QWidget, host: QWidget) -> None:
        super().__init__(widget)
        self._widget, self._host = widget, host
        widget.setParent(host)
        host.installEventFilter(self)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if (watched is self._host and kind == QEvent.Type.Resize) or (
            watched is self._widget and kind in (QEvent.Type.Show, QEvent.Type.LayoutRequest)
        ):
            self._place()
        return False

    def _place(self) -> None:
        widget, room = self._widget, self._host.rect().adjusted(2 * GRID, GRID, -2 * GRID, -_LIFT)
        letter = widget.fontMetrics().averageCharWidth()
        width = min(room.width(), max(_LETTERS * letter, widget.minimumSizeHint().width()))
        preferred_height = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
        height = max(preferred_height, widget.minimumSizeHint().height())
        box = QRect(0, 0, width, height)
        box.moveCenter(room.center())
        box.moveBottom(room.bottom())
        widget.setGeometry(box)
        widget.raise_()
