"""What dialogs have in common: an explanation, a line for what went wrong, buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QWidget

from core.base.errors import EngineError
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.widgets import Item, text_label, vbox


class ExplainedDialog(QDialog):
    """A dialog with an explanation at the top; the subclass makes the parts below it.

    It is deleted when it is closed, unless it is to be shown more than once.
    """

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        explanation: str,
        *,
        size: tuple[int, int],
        is_reused: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, not is_reused)
        resize_with_text(self, *size)
        self.explanation = text_label(explanation, "muted", wrap=True)
        self.problem = text_label("", "warning", wrap=True)
        self.problem.hide()

    def lay_out(self, *parts: Item, spacing: int = 12) -> None:
        """Put the parts below the explanation; a problem is shown above the last one."""
        *upper, buttons = parts
        items = (self.explanation, *upper, self.problem, buttons)
        vbox(*items, of=self, margins=16, spacing=spacing)

    def show_problem(self, error: EngineError) -> None:
        """Say what went wrong, until it is hidden."""
        self.problem.setText(f"{error} {error.remedy}".strip())
        self.problem.show()


def close_button(dialog: QDialog) -> QDialogButtonBox:
    """Return a button that closes a dialog."""
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    box.rejected.connect(dialog.reject)
    return box


def add_accept_button(
    dialog: QDialog, button: QPushButton, call: Callable[[], object]
) -> QDialogButtonBox:
    """Return a box of this button, which calls, and of one that cancels a dialog."""
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    box.addButton(button, QDialogButtonBox.ButtonRole.AcceptRole)
    box.accepted.connect(call)
    box.rejected.connect(dialog.reject)
    return box
