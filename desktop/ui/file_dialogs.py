"""Dialogs that ask for files and folders: the only way to one.

They start in the folder that was used last, else among the person's documents; never in a folder
of the program, as Qt does by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import platformdirs
from PySide6.QtCore import QDir, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QToolButton, QWidget

from desktop.language.wording import translate
from desktop.ui.remembered_state import keep_text, kept_text
from desktop.ui.theme import set_icon

_KEY = "files/folder"
_ICONS = {
    "backButton": "back",
    "forwardButton": "forward",
    "toParentButton": "up",
    "newFolderButton": "add",
    "listModeButton": "jobs",
    "detailModeButton": "columns",
}


def file_dialog(parent: QWidget | None, title: str, folder: str | Path = "") -> QFileDialog:
    """Return a dialog for files: the system's, or Qt's with our icons.

    It starts in ``folder`` if that exists; the next one starts where something was chosen. It is no
    subclass, which would never be the system's.
    """
    dialog = QFileDialog(parent, title, starting_folder(folder))
    for name, icon_name in _ICONS.items():
        button = dialog.findChild(QToolButton, name)
        if isinstance(button, QToolButton):
            set_icon(button, icon_name)
    dialog.filesSelected.connect(lambda names: _keep_folder(names[:1]))
    return dialog


def choose_folder(
    parent: QWidget, title: str, call: Callable[[Path], object], folder: str | Path = ""
) -> None:
    """Ask for a folder and call with it, unless the person cancels."""
    dialog = file_dialog(parent, title, folder)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: call(Path(name)))
    dialog.open()


def choose_files(parent: QWidget, title: str, kinds: str) -> list[Path]:
    """Ask for files that exist, of the kinds of a filter; none if the person cancels."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, starting_folder(), kinds)
    _keep_folder(names[:1])
    return [Path(name) for name in names]


def choose_target(
    parent: QWidget, title: str, name: str, kinds: str, beside: Path | None = None
) -> Path | None:
    """Ask where to write a file, offering a name in the folder of the file ``beside``, if any."""
    start = Path(starting_folder(beside.parent if beside is not None else "")) / name
    target, _ = QFileDialog.getSaveFileName(parent, title, str(start), kinds)
    if not target:
        return None
    _keep_folder([target])
    return Path(target)


def starting_folder(preference: str | Path = "") -> str:
    """Return where a dialog starts: where it is wanted, else the last folder, else documents."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    for folder in (str(preference), kept_text(_KEY), documents):
        if folder and QDir(folder).exists() and not _is_program_folder(Path(folder)):
            return folder
    return QDir.homePath()


def remember_folder(path: Path) -> None:
    """Let the next dialog start where this file lies, or in this folder."""
    folder = path if path.is_dir() else path.parent
    if not _is_program_folder(folder):
        keep_text(_KEY, str(folder))


def _keep_folder(names: list[str]) -> None:
    for name in names:
        remember_folder(Path(name))


def _is_program_folder(folder: Path) -> bool:
    """Tell whether a folder comes with the program, as that of the sample manuscript does."""
    return folder.absolute().is_relative_to(Path(str(files("resources"))))


# --- default folders for a first library, and the folder of Zotero ----------------------

ZOTERO_DATABASE = "zotero.sqlite"


def suggested_folder() -> Path:
    """Return where a first library may lie."""
    return Path(platformdirs.user_documents_dir()) / translate("Folders", "Cocite library")


def zotero_database() -> Path | None:
    """Return the database of Zotero, if it lies where Zotero puts it."""
    path = Path.home() / "Zotero" / ZOTERO_DATABASE
    return path if path.is_file() else None
