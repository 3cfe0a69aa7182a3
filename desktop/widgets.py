"""Labels, buttons, rows and columns, each made in one expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.theme import set_icon, set_look

Item = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""What stands in a box: a widget or layout, also with its stretch, or the stretch of a gap."""
Margins = int | tuple[int, int, int, int]
"""Around a box, in pixels: one number, or left, top, right, bottom."""
Box = TypeVar("Box", bound=QBoxLayout)


def vbox(
    *items: Item,
    of: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return items one below the other; ``of`` is the widget that they fill."""
    return _filled(QVBoxLayout(), items, of, margins, spacing)


def hbox(
    *items: Item,
    of: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return items side by side; ``of`` is the widget that they fill."""
    return _filled(QHBoxLayout(), items, of, margins, spacing)


def _filled(
    box: Box,
    items: tuple[Item, ...],
    of: QWidget | None,
    margins: Margins | None,
    spacing: int | None,
) -> Box:
    if of is not None:
        of.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    for item in items:
        part, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(part, int):
            box.addStretch(part)
        elif isinstance(part, QWidget):
            box.addWidget(part, stretch)
        else:
            box.addLayout(part, stretch)
    return box


def text_label(text: str = "", look: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label in one of the looks of the style sheet."""
    label = QLabel(text)
    label.setWordWrap(wrap)
    if look:
        set_look(label, look)
    return label


def push_button(
    text: str,
    call: Callable[..., object] | SignalInstance | None = None,
    *,
    icon: str = "",
    look: str = "",
    tip: str = "",
) -> QPushButton:
    """Return a button with a text that calls when it is clicked."""
    button = QPushButton(text)
    if icon:
        set_icon(button, icon)
    if look:
        set_look(button, look)
    button.setToolTip(tip)
    if call is not None:
        button.clicked.connect(call)
    return button


def icon_button(icon: str, tip: str, call: Callable[[], object] | None = None) -> QToolButton:
    """Return a button without a text; ``tip`` may end in its keys, in brackets."""
    button = QToolButton()
    button.setToolTip(tip)
    button.setAccessibleName(tip.partition(" (")[0])
    set_icon(button, icon)
    if call is not None:
        button.clicked.connect(lambda *_: call())
    return button
