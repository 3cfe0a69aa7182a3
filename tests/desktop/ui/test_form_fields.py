"""Fields of forms."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import (
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.ui.form_fields import DropDown
from desktop.ui.theme import theme
from desktop.ui.widgets import vbox


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
