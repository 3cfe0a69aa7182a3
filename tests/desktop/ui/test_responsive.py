"""A row of widgets that goes on in the next line.

What gives way where there is little room."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.app.main_window import PageArea
from desktop.ui.responsive import FlowLayout, ModestSplitter, NarrowBar, Shrinking
from desktop.ui.widgets import text_label, vbox

# --- a row of widgets that goes on in the next line where the first has no room for them ------


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


def test_the_height_of_a_row_follows_what_its_buttons_say_and_whether_they_show(
    qtbot: QtBot,
) -> None:
    """It is kept for each width, until something of the row changes."""
    page, buttons = QWidget(), [QPushButton("Go") for _ in range(3)]
    qtbot.addWidget(page)
    row = FlowLayout(*buttons)
    page.setLayout(row)
    page.resize(300, 300)
    page.show()
    low, high = row.heightForWidth(600), row.heightForWidth(60)
    assert high > low
    buttons[0].setText("wide " * 40)
    QApplication.processEvents()
    assert row.heightForWidth(600) > low
    buttons[0].hide()
    QApplication.processEvents()
    assert row.heightForWidth(600) == low
    buttons[0].show()
    buttons[0].setText("Go")
    QApplication.processEvents()
    assert (row.heightForWidth(600), row.heightForWidth(60)) == (low, high)


# --- widgets for little room: they shorten their words, show icons alone, or scroll -----------


@pytest.mark.parametrize(("splitter", "scrolled"), [(ModestSplitter, False), (QSplitter, True)])
def test_a_page_with_a_wrapped_text_needs_no_more_room_than_its_panes(
    splitter: type[QSplitter], scrolled: bool, qtbot: QtBot
) -> None:
    stack, tabs, tab = QStackedWidget(), QTabWidget(), QWidget()
    panes = splitter(Qt.Orientation.Vertical)
    panes.addWidget(QPlainTextEdit())
    panes.addWidget(QPlainTextEdit())
    vbox(text_label("Parts were not read. " * 20, wrap=True), (panes, 1), of=tab)
    tabs.addTab(tab, "Thesis")
    page = QWidget()
    vbox((tabs, 1), of=page)
    stack.addWidget(page)
    area = PageArea(stack)
    qtbot.addWidget(area)
    area.resize(900, 380)
    area.show()
    QApplication.processEvents()
    assert (area.verticalScrollBar().maximum() > 0) is scrolled
    assert panes.height() >= panes.minimumSizeHint().height()


def test_a_row_uses_short_words_before_it_cuts_any(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    bar = NarrowBar(page)
    label, button = QLabel(), QPushButton()
    row = QHBoxLayout(bar)
    for widget in (label, button):
        row.addWidget(widget)
    bar.say(label, "Gap 2 of 15", "2/15")
    bar.say(button, "&Copy the cite command")
    page.show()
    bar.resize(bar.least(whole=True), 40)
    assert (label.text(), button.text()) == ("Gap 2 of 15", "&Copy the cite command")
    bar.resize(bar.least(whole=True) - 1, 40)
    assert (label.text(), button.text()) == ("2/15", "")
    assert (label.toolTip(), button.accessibleName()) == ("Gap 2 of 15", "Copy the cite command")
    assert bar.minimumSizeHint().width() < bar.width()
    bar.setStyleSheet("QPushButton { padding: 0; min-width: 0; }")
    qtbot.waitUntil(lambda: label.text() == "Gap 2 of 15")


def test_a_head_is_scrolled_where_it_would_leave_no_room_for_what_is_below(qtbot: QtBot) -> None:
    page, head, below = QWidget(), QWidget(), QListView()
    qtbot.addWidget(page)
    lines = QVBoxLayout(head)
    for number in range(12):
        lines.addWidget(QLabel(f"Line {number}"))
    column = QVBoxLayout(page)
    shrinking = Shrinking(head)
    column.addWidget(shrinking)
    column.addWidget(below, 1)
    page.resize(300, 900)
    page.show()
    assert shrinking.verticalScrollBar().maximum() == 0
    assert shrinking.height() == shrinking.sizeHint().height()
    page.resize(300, 260)
    QApplication.processEvents()
    assert shrinking.verticalScrollBar().maximum() > 0
    assert below.height() >= 70
    assert head.height() >= head.minimumSizeHint().height()
