"""The report of a library's last import, kept in its folder so that the next start can show it."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from PySide6.QtCore import QIODevice, QSaveFile

from desktop.library.import_result import ImportResult

NAME = "last-import.json"
_RESULT = TypeAdapter(ImportResult)


def keep(folder: Path, result: ImportResult) -> None:
    """Replace the report by a new one; a disk that takes nothing more costs only it."""
    try:
        content = _RESULT.dump_json(result)
    except ValueError:  # half a surrogate pair is no JSON
        return
    file = QSaveFile(str(folder / NAME))
    if file.open(QIODevice.OpenModeFlag.WriteOnly):
        file.write(content)
        file.commit()


def read(folder: Path) -> ImportResult | None:
    """Return the report, ``None`` if there is none that can be read."""
    try:
        return _RESULT.validate_json((folder / NAME).read_bytes())
    except (OSError, ValidationError):
        return None
