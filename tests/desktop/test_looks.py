"""What holds still, what grows with the texts, and what is remembered of sizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.flow import FlowLayout
from desktop.main_window import MainWindow
from desktop.native_icons import file_dialog, let_clear, message_box
from desktop.notice import Notice
from desktop.remembered import _store, remember_in, remember_panes, resize_with_text
from desktop.tasks import TaskRunner
from desktop.theme import theme


@pytest.fixture(autouse=True)
def kept(tmp_path: Path) -> Iterator[QSettings]:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    remember_in(settings)
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


def test_the_last_entry_of_a_drop_down_is_whole(qtbot: QtBot) -> None:
    for percent in (100, 200):
        theme().scale_text(percent)
        box = QComboBox()
        qtbot.addWidget(box)
        box.addItems(["one", "two", "three", "four", "five"])
        box.show()
        box.showPopup()
        QApplication.processEvents()
        view = box.view()
        last = view.visualRect(box.model().index(4, 0))
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


def test_a_question_has_an_icon_in_the_colours_of_the_theme_and_none_on_its_buttons(
    qtbot: QtBot,
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    for choice, lightness in (("light", range(100)), ("dark", range(150, 256))):
        theme().choose(choice)  # type: ignore[arg-type]
        for name in ("help", "warning", "info"):
            box = message_box(parent, name, "Merge 4 papers into 2?", "It can be undone.")
            box.addButton("Merge", QMessageBox.ButtonRole.AcceptRole)
            box.open()
            assert _seen_lightness(box.iconPixmap().toImage()) in lightness
            assert all(button.icon().isNull() for button in box.buttons())
            qtbot.keyClick(box, Qt.Key.Key_Escape)
            assert not box.isVisible()
    theme().choose("system")
