"""Small parts of the similar page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QPushButton,
    QSplitter,
    QWidget,
)
from typing_extensions import override

from desktop.language.wording import translate
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.remembered_state import remember_panes
from desktop.ui.responsive import NarrowBar
from desktop.ui.theme import theme
from desktop.ui.widgets import action_button, hbox, text_label, vbox

_LOW_LINES = 32


def menu_position(view: QAbstractItemView, event: QContextMenuEvent) -> QPoint:
    """Return where the menu of a row opens: at the mouse, or at the row for the Menu key."""
    event.accept()
    if event.reason() == QContextMenuEvent.Reason.Mouse:
        return event.globalPos()
    row = view.visualRect(view.currentIndex()).intersected(view.viewport().rect())
    return view.viewport().mapToGlobal(row.bottomLeft() + QPoint(24, 0))


def top(title: str, *buttons: QPushButton) -> NarrowBar:
    """Return a heading with buttons at its right, icons alone where it is narrow."""
    label = text_label(title, "heading")
    bar = NarrowBar()
    row = hbox(label, 1, of=bar, margins=(16, 8, 8, 8))
    for button in buttons:
        row.addWidget(button)
        bar.say(button, button.text())
    return bar


class WhyColumn(QWidget):
    """A pane over buttons for what can be done with the paper it shows.

    In a low window the buttons have icons alone, so that the pane has room.
    """

    def __init__(self, why: QWidget, *rows: Sequence[QAction]) -> None:
        super().__init__()
        self._buttons = [
            (action_button(action, "quiet", icon=True), action) for row in rows for action in row
        ]
        below = QWidget()
        flow = FlowLayout(*(button for button, _ in self._buttons))
        flow.setContentsMargins(8, 0, 8, 8)
        below.setLayout(flow)
        vbox(
            top(translate("SimilarPage", "This paper")),
            (why, 1),
            below,
            of=self,
            margins=0,
            spacing=0,
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < _LOW_LINES * self.fontMetrics().height()
        for button, action in self._buttons:
            button.setText("" if low else action.text())


def side_by_side(*panes: QWidget) -> QSplitter:
    """Return three panes beside each other, as wide as they were left; the middle one grows."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(1)
    for pane in panes:
        splitter.addWidget(pane)
        splitter.setStretchFactor(splitter.count() - 1, int(splitter.count() == 2))
        splitter.setCollapsible(splitter.count() - 1, splitter.count() != 2)
    grown = theme().text_percent / 100
    splitter.setSizes([round(216 * min(grown, 1.3)), 768, round(296 * min(grown, 1.2))])
    remember_panes(splitter, "similar")
    return splitter
