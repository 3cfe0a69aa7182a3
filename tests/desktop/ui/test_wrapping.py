from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont
from pytestqt.qtbot import QtBot

from desktop.ui.wrapping import ElidedLabel, WrappedLabel, slice_utf16, utf16_length, wrapped
from tests.desktop.ui.foreign_markup import MARKUP, shown

FORMULAS = "matrices \U0001d416(\U0001d4d7)\U0001d416, and \U0001d416(\U0001d4d7), computing " * 4


@pytest.mark.parametrize("text", [FORMULAS, "plain words of a sentence " * 6])
def test_the_lines_of_a_text_hold_all_of_it_once(qapp: QCoreApplication, text: str) -> None:
    lines = wrapped(text, QFont(), 160, lines=100)
    assert len(lines) > 3
    assert " ".join(lines).split() == text.split()


def test_what_does_not_fit_ends_the_last_line(qapp: QCoreApplication) -> None:
    first, second = wrapped(FORMULAS, QFont(), 160, lines=2)
    assert FORMULAS.startswith(first)
    assert second.endswith("…")
    assert FORMULAS.removeprefix(first).strip().startswith(second.removesuffix("…").strip())


@pytest.mark.parametrize("text", ["plain", "\U0001d416 and \U0001f600", "half \ud835 of a pair"])
def test_positions_are_counted_as_qt_does(text: str) -> None:
    length = utf16_length(text)
    assert slice_utf16(text, 0, length) == text
    assert [utf16_length(slice_utf16(text, 0, end)) for end in (0, length)] == [0, length]
    assert slice_utf16(text, 2) == slice_utf16(text, 2, length)


def test_labels_that_are_cut_show_markup_in_their_tool_tips(qtbot: QtBot) -> None:
    elided, wrapped = ElidedLabel(), WrappedLabel(lines=1)
    for widget in (elided, wrapped):
        qtbot.addWidget(widget)
    elided.say(MARKUP)
    wrapped.show_text(MARKUP)
    wrapped.resize(40, 20)
    wrapped.show()
    assert shown(elided.toolTip()) == MARKUP
    qtbot.waitUntil(lambda: shown(wrapped.toolTip()) == MARKUP)
