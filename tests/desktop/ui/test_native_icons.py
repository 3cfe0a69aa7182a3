"""Icons of questions and dialogs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import (
    Qt,
)
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QMessageBox,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.ui.file_dialogs import file_dialog
from desktop.ui.native_icons import let_clear, message_box
from desktop.ui.theme import theme
from tests.desktop.ui.foreign_markup import MARKUP


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


def test_a_question_about_a_file_shows_its_name_as_it_is(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    box = message_box(parent, "warning", MARKUP, MARKUP)
    texts = [label for label in box.findChildren(QLabel) if label.text() == MARKUP]
    assert len(texts) == 2
    assert {label.textFormat() for label in texts} == {Qt.TextFormat.PlainText}
