"""What the style sheet names is there: Qt draws nothing for a picture that it does not find."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QComboBox, QStyleOptionButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.theme import DARK, LIGHT, style_sheet


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


def _image(widget: QWidget) -> QImage:
    return widget.grab().toImage()
