"""What a screen reader says of widgets that paint themselves: their roles, and plain texts."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QTextDocumentFragment
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_ROLE = "accessible_role"
Role = QAccessible.Role


def set_accessible_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Let a screen reader call a widget what it is; of a bare widget it says nothing."""
    widget.setProperty(_ROLE, role.value)


def set_rich_tip(widget: QWidget, tip: str) -> None:
    """Show a tool tip with markup, which a screen reader speaks without it."""
    widget.setToolTip(tip)
    plain_text = QTextDocumentFragment.fromHtml(tip).toPlainText() if "<" in tip else ""
    widget.setAccessibleDescription(plain_text)


@cache
def install_accessible_roles() -> None:
    """Answer screen readers with the roles that were set. Called once."""
    QAccessible.installFactory(_make_interface)


def _make_interface(_class_name: str, widget: QObject) -> QAccessibleInterface | None:
    role = widget.property(_ROLE)
    if role is None or not isinstance(widget, QWidget):
        return None
    return QAccessibleWidget(widget, QAccessible.Role(role))
