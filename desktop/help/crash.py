"""Handles unexpected errors: a log entry, and a dialog with a report to copy.

Neither holds a sentence of a manuscript: frames are named without their values, and the message
of an exception is left out where it could quote what the program was reading.
"""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

import PySide6
import shiboken6
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QWidget,
)

from desktop.help.licences import version
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.theme import set_look, use_fixed_width
from desktop.ui.widgets import text_label, vbox

logger = logging.getLogger(__name__)

# Their messages are made of names in the program, not of data.
_TELLING = (ArithmeticError, AttributeError, ImportError, MemoryError, NameError, RecursionError)


def report(error: BaseException) -> str:
    """Return what a person may send to the authors."""
    parts = [
        f"Cocite {version('cocite')}, Python {platform.python_version()}, Qt {PySide6.__version__}"
    ]
    parts.append(f"{platform.system()} {platform.release()} {platform.machine()}")
    seen_ids: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen_ids:
        seen_ids.add(id(current))
        parts.append("")
        for frame in traceback.extract_tb(current.__traceback__):
            parts.append(f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}")
            if frame.line:
                parts.append(f"    {frame.line}")
        parts.append(_headline(current))
        current = current.__cause__ or current.__context__
    return "\n".join(parts)


def install_hook(show: Callable[[str], None]) -> None:
    """Send every bug that nobody caught to the log and to ``show``."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        text = report(error.with_traceback(trace))
        logger.error("A bug:\n%s", text)
        show(text)

    sys.excepthook = hook


class CrashDialog(QDialog):
    """Says that the program failed and shows the report. Not modal: the work stays reachable."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Cocite made a mistake"))
        resize_with_text(self, 720, 480)
        title = text_label(self.tr("An error occurred in Cocite"), "title")
        explanation = text_label(
            self.tr(
                "Your library is safe. The report below contains no text of your manuscripts; "
                "please send it to the authors. Restart Cocite if it behaves oddly."
            ),
            wrap=True,
        )
        self.report = QPlainTextEdit(text)
        self.report.setReadOnly(True)
        self.report.setAccessibleName(self.tr("Report"))
        use_fixed_width(self.report)
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        buttons = QDialogButtonBox()
        copy = buttons.addButton(self.tr("Copy report"), QDialogButtonBox.ButtonRole.ActionRole)
        set_look(copy, "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Close)
        copy.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        layout = vbox(of=self, margins=16, spacing=16)
        for part in (title, explanation, self.report, buttons):
            layout.addWidget(part)

    def add(self, text: str) -> None:
        """Show another report below those that are there."""
        self.report.appendPlainText(f"\n{text}")

    def copy(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self.report.toPlainText())


def _headline(error: BaseException) -> str:
    name = type(error).__name__
    if isinstance(error, OSError):
        return f"{name}: {error.strerror or 'no reason given'}"
    if isinstance(error, _TELLING):
        return f"{name}: {error}"
    return f"{name} (its message is left out: it may quote a text)"


def _short(path: str) -> str:
    """Return a file name without the folders of the person who runs the program."""
    parts = path.replace("\\", "/").split("/")
    for root in ("site-packages", "desktop", "core", "tests"):
        if root in parts:
            return "/".join(parts[parts.index(root) :])
    return parts[-1]


def show_over(window: QWidget) -> None:
    """Show each bug in one dialog over a window; later ones are added to it.

    While a modal dialog is open the report stands over that one, which would block it otherwise,
    and over the window again when that one is closed.
    """
    dialogs: list[CrashDialog] = []

    def is_shown() -> bool:
        return bool(dialogs) and shiboken6.isValid(dialogs[0]) and dialogs[0].isVisible()

    def bring_over() -> None:
        dialog, modal = dialogs[0], QApplication.activeModalWidget()
        if dialog.parentWidget() is not (modal or window):
            dialog.setParent(modal or window, dialog.windowFlags())
            if isinstance(modal, QDialog):
                modal.finished.connect(lambda: bring_over() if is_shown() else None)
        dialog.show()

    def show(text: str) -> None:
        if is_shown():
            dialogs[0].add(text)
        else:
            dialogs[:] = [CrashDialog(text)]
        bring_over()

    install_hook(show)
