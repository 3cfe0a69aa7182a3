"""Our icons where Qt would draw its own, which are black in the dark too."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QKeySequenceEdit, QLineEdit, QToolButton, QWidget

from desktop.theme import set_icon

_OF_FILES = {
    "backButton": "back",
    "forwardButton": "forward",
    "toParentButton": "up",
    "newFolderButton": "add",
    "listModeButton": "jobs",
    "detailModeButton": "columns",
}


def file_dialog(parent: QWidget | None, title: str, folder: str = "") -> QFileDialog:
    """Return a dialog for files: the system's, or Qt's with our icons.

    No subclass, which would never be the system's.
    """
    dialog = QFileDialog(parent, title, folder)
    for name, icon in _OF_FILES.items():
        button = dialog.findChild(QToolButton, name)
        if isinstance(button, QToolButton):
            set_icon(button, icon)
    return dialog


def let_clear(field: QLineEdit | QKeySequenceEdit) -> None:
    """Give a field the button that empties it."""
    field.setClearButtonEnabled(True)
    action = field.findChild(QAction, "_q_qlineeditclearaction")
    if isinstance(action, QAction):
        set_icon(action, "close")
