"""A notice over a page."""

from __future__ import annotations

from PySide6.QtCore import (
    Qt,
)
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.ui.notice import Notice


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
