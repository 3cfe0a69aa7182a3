"""Rows and columns of widgets, said in one expression."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

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
