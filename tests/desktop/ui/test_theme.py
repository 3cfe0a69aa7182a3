"""What holds still, what grows with the texts, and what is remembered of sizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QByteArray,
    QDataStream,
    QIODevice,
    QPoint,
    QRect,
    QSettings,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.app.main_window import MainWindow, PageArea, PageTabs
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.form_fields import DropDown
from desktop.ui.native_icons import let_clear, message_box
from desktop.ui.notice import Notice
from desktop.ui.remembered_state import _store, remember_panes, resize_with_text, set_store
from desktop.ui.responsive import ModestSplitter, NarrowBar, Shrinking
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme
from desktop.ui.widgets import text_label, vbox


@pytest.fixture(autouse=True)
def kept(tmp_path: Path) -> Iterator[QSettings]:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    set_store(settings)
    yield settings
    _store.clear()


def test_news_moves_nothing_of_the_page(runner: TaskRunner, kept: QSettings, qtbot: QtBot) -> None:
    window = MainWindow(runner, kept)
    qtbot.addWidget(window)
    page, button = QWidget(), QPushButton("Press")
    QVBoxLayout(page).addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
    window.show_start(page)
    window.show()
    qtbot.waitExposed(window)
    QApplication.processEvents()
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


def test_a_notice_over_a_page_takes_no_room_of_it(qtbot: QtBot) -> None:
    page, inner, notice = QWidget(), QLabel("text"), Notice("trouble")
    qtbot.addWidget(page)
    QVBoxLayout(page).addWidget(inner)
    notice.float_over(page)
    page.resize(600, 400)
    page.show()
    assert notice.text == ""
    before = inner.geometry()
    notice.say("The file was changed.", action="Read it again")
    QApplication.processEvents()
    assert inner.geometry() == before
    assert page.rect().contains(notice.geometry())


def test_a_notice_over_a_page_can_be_closed_and_is_not_said_again(qtbot: QtBot) -> None:
    page, notice = QWidget(), Notice("trouble")
    qtbot.addWidget(page)
    notice.float_over(page)
    page.resize(600, 400)
    page.show()
    notice.keep_saying("It ended without a word.")
    qtbot.mouseClick(notice.close_button, Qt.MouseButton.LeftButton)
    assert notice.text == ""
    notice.keep_saying("It ended without a word.")
    assert notice.text == ""
    notice.keep_saying("It ended.")
    assert notice.text == "It ended."
    notice.clear()
    notice.keep_saying("It ended.")
    assert notice.text == "It ended."


@pytest.mark.parametrize("count", [2, 5])
def test_the_last_entry_of_a_drop_down_is_whole(count: int, qtbot: QtBot) -> None:
    for percent in (100, 200):
        theme().scale_text(percent)
        form, box = QWidget(), DropDown()
        vbox(box, of=form)
        qtbot.addWidget(form)
        box.addItems(["one", "two", "three", "four", "five"][:count])
        form.resize(300, 200)
        form.show()
        qtbot.wait(50)
        box.showPopup()
        qtbot.wait(50)
        view = box.view()
        last = view.visualRect(box.model().index(count - 1, 0))
        assert last.bottom() < view.viewport().height(), percent
        assert view.verticalScrollBar().maximum() == 0
        box.hidePopup()
    theme().scale_text(100)


def test_icons_grow_with_the_texts(qtbot: QtBot) -> None:
    for kind in (QPushButton, QToolButton):
        button = kind()
        qtbot.addWidget(button)
        button.show()
        assert button.iconSize() == QSize(16, 16)
        theme().scale_text(200)
        assert button.iconSize() == QSize(32, 32)
        theme().scale_text(100)


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


class _Dialog(QDialog):
    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        resize_with_text(self, width, height)


def test_a_dialog_opens_in_the_size_it_was_given_last(qtbot: QtBot) -> None:
    first = _Dialog(300, 200)
    qtbot.addWidget(first)
    first.show()
    assert first.size() == QSize(300, 200)
    first.resize(420, 260)
    first.close()
    again = _Dialog(300, 200)
    qtbot.addWidget(again)
    assert again.size() == QSize(420, 260)


def test_a_dialog_saved_on_a_large_screen_fits_a_small_one(qtbot: QtBot) -> None:
    kept_size = QSize(5000, 4000)
    _store[0].setValue("dialogs/_Dialog", kept_size)
    dialog = _Dialog(300, 200)
    qtbot.addWidget(dialog)
    room = dialog.screen().availableSize()
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()


def test_panes_come_back_as_they_were_left(qtbot: QtBot) -> None:
    def make() -> QSplitter:
        splitter = QSplitter()
        qtbot.addWidget(splitter)
        for _ in range(2):
            splitter.addWidget(QLabel("pane"))
        splitter.resize(600, 100)
        splitter.setSizes([300, 300])
        remember_panes(splitter, "test")
        splitter.show()
        return splitter

    first = make()
    first.moveSplitter(150, 1)
    assert make().sizes()[0] == first.sizes()[0] != 300


def _lightness(button: QToolButton) -> int:
    return _seen_lightness(button.icon().pixmap(16, 16).toImage())


def test_tabs_that_are_made_later_have_their_icons_too(qtbot: QtBot) -> None:
    theme().show_icons()
    qtbot.waitUntil(lambda: theme()._icons_ready)
    tabs = PageTabs(["Library", "Models"], ["library", "models"])
    qtbot.addWidget(tabs)
    assert not any(tabs.tabIcon(number).isNull() for number in range(2))


def test_icons_of_dialogs_and_fields_can_be_seen_in_the_dark_that_comes_later(
    qtbot: QtBot,
) -> None:
    theme().choose("light")
    theme().show_icons()
    qtbot.waitUntil(lambda: theme()._icons_ready)
    dialog, field = file_dialog(None, "Files"), QLineEdit()
    qtbot.addWidget(dialog)
    qtbot.addWidget(field)
    let_clear(field)
    buttons = [*dialog.findChildren(QToolButton), *field.findChildren(QToolButton)]
    assert len(buttons) == 7
    qtbot.waitUntil(lambda: all(_lightness(button) < 100 for button in buttons))
    theme().choose("dark")
    qtbot.waitUntil(lambda: all(_lightness(button) > 150 for button in buttons))
    theme().choose("system")


def _seen_lightness(picture: QImage) -> int:
    places = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
    return max((picture.pixelColor(*place) for place in places), key=QColor.alpha).lightness()


@pytest.mark.parametrize("name", ["help", "warning", "info"])
def test_a_question_has_an_icon_that_follows_the_theme_and_none_on_its_buttons(
    name: str, qtbot: QtBot
) -> None:
    theme().choose("light")
    theme().show_icons()
    qtbot.waitUntil(lambda: theme()._icons_ready)
    parent = QWidget()
    qtbot.addWidget(parent)
    box = message_box(parent, name, "Merge 4 papers into 2?", "It can be undone.")
    box.addButton("Merge", QMessageBox.ButtonRole.AcceptRole)
    box.open()
    qtbot.waitUntil(lambda: not box.iconPixmap().isNull())
    assert _seen_lightness(box.iconPixmap().toImage()) < 100
    theme().choose("dark")
    qtbot.waitUntil(lambda: _seen_lightness(box.iconPixmap().toImage()) > 150)
    assert all(button.icon().isNull() for button in box.buttons())
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible()
    theme().choose("system")


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


# --- what is remembered -----------------------------------------------------------------------


def _geometry(frame: QRect, screen_width: int) -> QByteArray:
    """Return what ``QWidget.saveGeometry`` keeps of a window on a screen."""
    data = QByteArray()
    stream = QDataStream(data, QIODevice.OpenModeFlag.WriteOnly)
    stream.setVersion(QDataStream.Version.Qt_4_0)
    stream.writeUInt32(0x1D9D0CB)
    for number in (3, 0):
        stream.writeUInt16(number)
    for _ in range(2):
        stream << frame
    stream.writeInt32(0)
    for flag in (0, 0):
        stream.writeUInt8(flag)
    stream.writeInt32(screen_width)
    stream << frame
    return data


@pytest.mark.parametrize("screen_width", [0, 5120])
@pytest.mark.parametrize(
    "frame", [QRect(100, 100, 4000, 3000), QRect(6000, 2000, 900, 600), QRect(-5000, 0, 900, 600)]
)
def test_a_window_left_on_a_screen_that_is_gone_comes_back_on_this_one(
    frame: QRect, screen_width: int, runner: TaskRunner, kept: QSettings, qtbot: QtBot
) -> None:
    kept.setValue("window/geometry", _geometry(frame, screen_width or 800))
    window = MainWindow(runner, kept)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    assert window.screen().availableGeometry().contains(window.geometry())


def test_a_window_is_no_larger_than_a_small_screen_and_shows_all_of_its_bar(
    runner: TaskRunner, kept: QSettings, qtbot: QtBot
) -> None:
    window = MainWindow(runner, kept)
    qtbot.addWidget(window)
    window.resize(640, 324)
    window.show()
    QApplication.processEvents()
    assert (window.width(), window.height()) == (640, 324)
    field = window.search.geometry()
    assert not field.intersects(window.page_bar.geometry())
    assert window.rect().contains(field.translated(window.search.parentWidget().pos()))


def test_the_jobs_are_open_and_as_high_as_they_were_left(
    runner: TaskRunner, kept: QSettings, qtbot: QtBot
) -> None:
    def opened() -> MainWindow:
        window = MainWindow(runner, kept)
        qtbot.addWidget(window)
        window.resize(780, 700)
        window.show()
        QApplication.processEvents()
        return window

    window = opened()
    assert not window.jobs_panel.isVisible()
    window.toggle_jobs()
    QApplication.processEvents()
    parts = window.jobs_panel.parentWidget()
    assert isinstance(parts, QSplitter)
    usual = window.jobs_panel.height()
    parts.moveSplitter(parts.height() - usual - 80, 1)
    left = window.jobs_panel.height()
    assert left > usual + 40
    window.close()
    again = opened()
    assert again.jobs_panel.isVisible()
    assert abs(again.jobs_panel.height() - left) <= 2
    again.toggle_jobs()
    again.close()
    assert not opened().jobs_panel.isVisible()


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
