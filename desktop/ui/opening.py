"""Files, folders and addresses that other programs open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from core.base.errors import EngineError
from desktop.language.wording import translate
from desktop.ui.notifications import NotificationBar


def open_file(path: Path | str) -> None:
    """Open a file or folder in the system's program for it, or say that there is none."""
    open_address(QUrl.fromLocalFile(str(path)))


def open_address(url: QUrl) -> None:
    """Open an address in the system's program for it, or say that there is none."""
    if QDesktopServices.openUrl(url) is False:
        name = url.fileName() or url.toDisplayString()
        problem = translate("Opening", "No program was found that opens “{name}”.")
        remedy = translate(
            "Opening", ("Choose one in the settings of your system, or open the file yourself.")
        )
        _show_error(EngineError(problem.format(name=name), remedy=remedy))


def _show_error(error: EngineError) -> None:
    """Show an error in the bar of the window."""
    for window in QApplication.topLevelWidgets():
        bar = window.findChild(NotificationBar)
        if bar is not None:
            bar.show_error(error)
