"""A row of widgets that goes on in the next line."""

from __future__ import annotations

import shiboken6
from PySide6.QtWidgets import (
    QApplication,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.ui.flow_layout import FlowLayout


def test_a_row_owns_its_items_and_loses_those_of_widgets_that_go(qapp: QApplication) -> None:
    row = FlowLayout(*(QPushButton(str(number)) for number in range(3)))
    page = QWidget()
    page.setLayout(row)
    assert all(shiboken6.createdByPython(row.itemAt(index)) for index in range(row.count()))
    before = row.sizeHint().width()
    shiboken6.delete(page.findChildren(QPushButton)[0])
    assert row.count() == 2
    assert row.sizeHint().width() < before
    shiboken6.delete(page)
    del row, qapp


def test_buttons_without_room_go_on_in_the_next_line(qtbot: QtBot) -> None:
    page, buttons = QWidget(), [QPushButton(f"Button {number}") for number in range(4)]
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addLayout(FlowLayout(*buttons))
    column.addStretch(1)
    page.resize(800, 300)
    page.show()
    assert len({button.y() for button in buttons}) == 1
    page.resize(200, 300)
    QApplication.processEvents()
    assert len({button.y() for button in buttons}) > 1
    for button in buttons:
        assert button.width() >= button.sizeHint().width()
        assert page.rect().contains(button.geometry())
