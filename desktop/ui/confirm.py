"""Asks before what cannot be undone. The button names what it does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from desktop.ui.native_icons import message_box


def confirm(
    parent: QWidget, question: str, explanation: str, action: str, call: Callable[[], None]
) -> QMessageBox:
    """Ask, and do ``call`` when the button named ``action`` is pressed; Esc does nothing."""
    box = message_box(parent, "warning", question, explanation)
    button = box.addButton(action, QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    button.clicked.connect(call)
    box.open()
    return box


def ask_name(
    parent: QWidget,
    title: str,
    label: str,
    call: Callable[[str], None],
    *,
    name: str = "",
    action: str = "",
) -> QInputDialog:
    """Ask for a name and call with it, unless it is empty; the button says ``action``."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(name)
    dialog.setOkButtonText(action or title)

    def chosen(text: str) -> None:
        if text.strip():
            call(text.strip())

    dialog.textValueSelected.connect(chosen)
    dialog.open()
    return dialog
