"""What holds still, what grows with the texts, and what is remembered of sizes."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QEvent,
    QPoint,
    QSettings,
    QSize,
    Qt,
)
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QStackedWidget,
    QStyleOptionButton,
    QTableWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from desktop.app.main_window import MainWindow, PageArea, PageTabs
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import DARK, LIGHT, style_sheet, theme


def test_news_moves_nothing_of_the_page(runner: TaskRunner, kept: QSettings, qtbot: QtBot) -> None:
    window = MainWindow(runner, kept)
    qtbot.addWidget(window)
    page, button = QWidget(), QPushButton("Press")
    QVBoxLayout(page).addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
    window.show_start(page)
    window.show()
    qtbot.waitExposed(window)
    qtbot.wait(50)  # until the window has found its size
    before = button.mapTo(window, button.rect().topLeft())
    window.news.show_news("Moved 3 papers to the Trash. " * 9, action="Undo", call=lambda: None)
    QApplication.processEvents()
    assert button.mapTo(window, button.rect().topLeft()) == before
    shown = window.news.geometry()
    assert window.news.isVisible()
    assert window.stack.rect().contains(shown)
    assert shown.height() >= window.news.heightForWidth(shown.width())
    window.resize(900, 560)
    QApplication.processEvents()
    assert window.stack.rect().contains(window.news.geometry())


def test_icons_grow_with_the_texts(qtbot: QtBot) -> None:
    for kind in (QPushButton, QToolButton):
        button = kind()
        qtbot.addWidget(button)
        button.show()
        assert button.iconSize() == QSize(16, 16)
        theme().scale_text(200)
        assert button.iconSize() == QSize(32, 32)
        theme().scale_text(100)


def test_tabs_that_are_made_later_have_their_icons_too(qtbot: QtBot) -> None:
    theme().show_icons()
    qtbot.waitUntil(lambda: theme()._icons_ready)
    tabs = PageTabs(["Library", "Models"], ["library", "models"])
    qtbot.addWidget(tabs)
    assert not any(tabs.tabIcon(number).isNull() for number in range(2))


# --- where there is little room ---------------------------------------------------------------


def test_a_page_that_needs_more_room_than_there_is_is_scrolled(qtbot: QtBot) -> None:
    stack, page = QStackedWidget(), QWidget()
    area = PageArea(stack)
    qtbot.addWidget(area)
    column = QVBoxLayout(page)
    buttons = [QPushButton(f"Button {number}") for number in range(9)]
    for button in buttons:
        column.addWidget(button)
    stack.addWidget(page)
    area.resize(400, 600)
    area.show()
    assert page.height() == 600
    area.resize(60, 100)
    QApplication.processEvents()
    places = [button.geometry() for button in buttons]
    assert all(not one.intersects(other) for one, other in pairwise(places))
    assert all(place.height() >= 20 for place in places)
    assert area.verticalScrollBar().maximum() > 0
    area.ensureWidgetVisible(buttons[-1])
    assert area.viewport().rect().bottom() >= buttons[-1].mapTo(area.viewport(), QPoint()).y()
    buttons[0].setText("A button with a long name")
    least = buttons[0].minimumSizeHint().width()
    qtbot.waitUntil(lambda: buttons[0].width() >= least)
    assert area.horizontalScrollBar().maximum() > 0


def test_tabs_of_pages_are_icons_where_their_names_have_no_room(qtbot: QtBot) -> None:
    tabs = PageTabs(["Library", "Manuscript"], ["library", "manuscript"])
    qtbot.addWidget(tabs)
    tabs.show()
    wide = tabs.sizeHint().width()
    tabs.resize(wide, 40)
    assert [tabs.tabText(place) for place in range(2)] == ["Library", "Manuscript"]
    tabs.resize(tabs.minimumSizeHint().width(), 40)
    assert [tabs.tabText(place) for place in range(2)] == ["", ""]
    assert tabs.tabToolTip(1) == "Manuscript (Alt+2)"
    assert tabs.accessibleTabName(1) == "Manuscript"
    tabs.resize(wide + 20, 40)
    assert tabs.tabText(1) == "Manuscript"


# --- what is remembered -----------------------------------------------------------------------


def test_widgets_are_styled_once_for_a_choice_and_not_at_all_for_the_looks_in_force() -> None:
    theme().choose("light", 100)
    styled: list[int] = []
    note = theme().changed.connect(lambda: styled.append(theme().text_percent))
    try:
        theme().choose("dark", 125)
        assert styled == [125]
        theme().choose("dark")
        theme().scale_text(125)
        assert styled == [125]
        theme().choose("dark", 100)
        assert styled == [125, 100]
    finally:
        theme().changed.disconnect(note)
        theme().choose("system", 100)


class StyledLabel(QLabel):
    """Counts how often it is told that its style changed."""

    styled = 0

    @override
    def changeEvent(self, event: QEvent) -> None:
        self.styled += event.type() is QEvent.Type.StyleChange
        super().changeEvent(event)


def test_a_widget_is_styled_as_often_as_one_that_lies_less_deep(qtbot: QtBot) -> None:
    theme().choose("light", 100)
    outer = StyledLabel()
    qtbot.addWidget(outer)
    parent: QWidget = outer
    for _ in range(12):
        parent = QWidget(parent)
    inner = StyledLabel(parent)
    outer.show()
    outer.styled = inner.styled = 0
    try:
        theme().choose("dark")
        assert 0 < inner.styled == outer.styled
        assert inner.palette().color(QPalette.ColorRole.WindowText) == DARK.text
    finally:
        theme().choose("system", 100)


def test_a_list_stays_where_it_was_scrolled_to_in_another_theme(qtbot: QtBot) -> None:
    theme().choose("light", 100)
    rows = QTreeWidget()
    qtbot.addWidget(rows)
    rows.addTopLevelItems([QTreeWidgetItem([f"Paper {number}"]) for number in range(100)])
    rows.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
    rows.resize(200, 300)
    rows.show()
    rows.scrollToBottom()
    before = rows.verticalScrollBar().value()
    try:
        theme().choose("dark")
        qtbot.wait(0)
        assert rows.verticalScrollBar().value() == before > 0
    finally:
        theme().choose("system", 100)


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_the_pictures_of_the_style_sheet_exist(tokens: object) -> None:
    sheet = style_sheet(tokens)  # type: ignore[arg-type]
    paths = [Path(name) for name in re.findall(r"url\(([^)]+)\)", sheet)]
    assert len(paths) >= 4
    assert [path for path in paths if not path.is_file()] == []


def test_a_checked_box_has_a_tick_and_a_drop_down_an_arrow(qtbot: QtBot) -> None:
    box, plain, drop_down = QCheckBox(""), QCheckBox(""), QComboBox()
    box.setChecked(True)
    for widget in (box, plain, drop_down):
        qtbot.addWidget(widget)
        widget.setStyleSheet(style_sheet(LIGHT))
        widget.show()
    option = QStyleOptionButton()
    box.initStyleOption(option)
    indicator = box.style().subElementRect(box.style().SubElement.SE_CheckBoxIndicator, option, box)
    inside = indicator.adjusted(4, 4, -4, -4)
    colours = {_image(box).pixelColor(x, y).name()
               for x in range(inside.left(), inside.right())
               for y in range(inside.top(), inside.bottom())}  # fmt: skip
    assert len(colours) > 1, "a tick on the accent"
    image = _image(drop_down)
    right = range(image.width() - 22, image.width() - 6)
    middle = range(image.height() // 2 - 4, image.height() // 2 + 4)
    assert len({image.pixelColor(x, y).name() for x in right for y in middle}) > 1


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_a_radio_button_is_round_in_every_size_of_texts(qtbot: QtBot, percent: int) -> None:
    button = QRadioButton("")
    qtbot.addWidget(button)
    button.setStyleSheet(style_sheet(LIGHT, percent))
    button.show()
    option = QStyleOptionButton()
    button.initStyleOption(option)
    style = button.style()
    place = style.subElementRect(style.SubElement.SE_RadioButtonIndicator, option, button)
    assert place.width() >= 14 * percent // 100
    image = _image(button)
    colours = {image.pixelColor(place.center().x(), place.top() + row).name() for row in (0, 1)}
    assert len(colours) > 1, "it has an edge"
    corners = (place.topLeft(), place.topRight(), place.bottomLeft(), place.bottomRight())
    outside = image.pixelColor(0, 0).name()
    assert {image.pixelColor(corner).name() for corner in corners} == {outside}


def test_the_corner_of_a_table_has_the_colour_of_its_headings(qtbot: QtBot) -> None:
    table = QTableWidget(2, 2)
    qtbot.addWidget(table)
    table.setStyleSheet(style_sheet(DARK))
    table.show()
    corner = table.verticalHeader().width() // 2, table.horizontalHeader().height() // 2
    assert _image(table).pixelColor(*corner).name() == DARK.surface.name()


def _image(widget: QWidget) -> QImage:
    return widget.grab().toImage()
