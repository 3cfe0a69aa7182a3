"""What goes to other programs: files, addresses, citations on the clipboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication

from core.base.errors import EngineError
from desktop.language.wording import translate
from desktop.ui.notifications import NotificationBar

if TYPE_CHECKING:
    from core.formats.cite import Copied


# --- files, folders and addresses that other programs open ------------------------------------


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


# --- citations on the clipboard ---------------------------------------------------------------


_RICH = (
    "text/rtf",
    "application/rtf",
    'application/x-qt-windows-mime;value="Rich Text Format"',  # Word knows it by this name alone
)


def copy_citation(copied: Copied) -> None:
    """Put a citation on the clipboard, for word processors as a field too."""
    data = QMimeData()
    data.setText(copied.text)
    for kind in _RICH if copied.rich else ():
        data.setData(kind, copied.rich.encode("ascii"))
    QGuiApplication.clipboard().setMimeData(data)
