"""Roles of widgets that paint themselves, and tool tips as a screen reader speaks them."""

from __future__ import annotations

import gc

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.accessible_roles import (
    Role,
    install_accessible_roles,
    set_accessible_role,
    set_rich_tip,
)


def role_of(widget: QWidget) -> QAccessible.Role:
    return QAccessible.queryAccessibleInterface(widget).role()


def test_a_widget_is_called_what_it_was_said_to_be(qtbot: QtBot) -> None:
    install_accessible_roles()
    card, plain_widget = QWidget(), QWidget()
    for widget in (card, plain_widget):
        qtbot.addWidget(widget)
    set_accessible_role(card, Role.ListItem)
    card.setAccessibleName("A paper")
    gc.collect()
    assert role_of(card) == Role.ListItem
    assert role_of(plain_widget) == Role.Client
    name = QAccessible.queryAccessibleInterface(card).text(QAccessible.Text.Name)
    assert name == "A paper"


def test_widgets_with_a_role_come_and_go(qtbot: QtBot) -> None:
    install_accessible_roles()
    parent = QWidget()
    qtbot.addWidget(parent)
    for number in range(100):
        child = QWidget(parent)
        set_accessible_role(child, Role.List if number % 2 else Role.Document)
        assert role_of(child) == (Role.List if number % 2 else Role.Document)
        child.deleteLater()
    del child
    qtbot.wait(10)
    gc.collect()
    assert QAccessible.queryAccessibleInterface(parent).childCount() == 0


def test_a_tip_is_spoken_without_its_markup(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    set_rich_tip(widget, "<p>Search</p><table><tr><td>a:</td><td>author</td></tr></table>")
    assert widget.toolTip().startswith("<p>")
    assert "<" not in widget.accessibleDescription()
    assert "author" in widget.accessibleDescription()
    set_rich_tip(widget, "plain")
    assert (widget.toolTip(), widget.accessibleDescription()) == ("plain", "")
