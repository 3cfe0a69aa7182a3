"""Our icons where Qt would draw its own, which are black in the dark too."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QMessageBox,
    QWidget,
)

from desktop.ui.theme import set_icon, theme

_BOX_ICON = 32


def let_clear(field: QLineEdit | QKeySequenceEdit) -> None:
    """Give a field the button that empties it."""
    field.setClearButtonEnabled(True)
    action = field.findChild(QAction, "_q_qlineeditclearaction")
    if isinstance(action, QAction):
        set_icon(action, "close")


class _IconOfBox(QObject):
    """Lets a box have an icon as buttons have one, which follows the theme; lives with the box."""

    def __init__(self, box: QMessageBox) -> None:
        super().__init__(box)
        self._box = box

    def setIcon(self, icon: QIcon) -> None:
        """Show an icon, as large as the texts are."""
        self._box.setIconPixmap(icon.pixmap(round(_BOX_ICON * theme().text_percent / 100)))


def message_box(parent: QWidget, name: str, text: str, explanation: str) -> QMessageBox:
    """Return a box that shows an icon of ours, with a button for Esc: Cancel.

    The caller adds further buttons and opens it; it is gone when it is answered.
    """
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    set_icon(_IconOfBox(box), name)
    box.setText(text)
    box.setInformativeText(explanation)
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    cancel.setIcon(QIcon())
    box.setEscapeButton(cancel)
    return box
