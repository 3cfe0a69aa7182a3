"""Widgets: tool tips, labels and shares."""

from __future__ import annotations

from PySide6 import QtGui
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets import plain_tip, share_words, text_label
from tests.desktop.ui.foreign_markup import MARKUP, shown


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
