"""Widgets: tool tips, labels and shares.

Icons of questions and dialogs."""

from __future__ import annotations

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QMessageBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.file_dialogs import file_dialog
from desktop.ui.theme import theme
from desktop.ui.widgets import let_clear, message_box, plain_tip, share_words, text_label
from tests.desktop.ui.foreign_markup import MARKUP, shown

# --- labels, buttons, actions, rows and columns, each made in one expression ------------------


def test_a_tool_tip_is_broken_where_it_would_be_wider_than_a_screen() -> None:
    assert plain_tip("short & plain") == "short & plain"
    assert plain_tip("long " * 40).startswith("<span")
    assert plain_tip("long & " * 40).count("&amp;") == 40


def test_a_tool_tip_shows_markup_as_it_is_written() -> None:
    assert QtGui.Qt.mightBeRichText(MARKUP)
    assert shown(plain_tip(MARKUP)) == MARKUP
    assert plain_tip("p < 0.05") != "p < 0.05", "what may look like markup is never left to chance"
    assert shown(plain_tip("p < 0.05")) == "p < 0.05"
    assert plain_tip("Plain & simple") == "Plain & simple"


def test_a_label_shows_markup_as_it_is_written(qtbot: QtBot) -> None:
    label = text_label(MARKUP)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_shares_are_named() -> None:
    assert [share_words(share) for share in (0.0, 0.1, 0.4, 0.9)] == [
        "none",
        "weak",
        "plausible",
        "strong",
    ]


# --- our icons where Qt would draw its own, which are black in the dark too -------------------


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
