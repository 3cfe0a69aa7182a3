"""The report of a library's last import, kept in its folder so that the next start can show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from PySide6.QtCore import QIODevice, QSaveFile

from core.base.messages import restored, stored
from desktop.library.import_result import ImportResult

NAME = "last-import.json"
_RESULT = TypeAdapter(ImportResult)


def keep(folder: Path, result: ImportResult) -> None:
    """Replace the report by a new one; a disk that takes nothing more costs only it."""
    try:
        content = _RESULT.dump_json(_change_messages(result, stored))
    except ValueError:  # half a surrogate pair is no JSON
        return
    file = QSaveFile(str(folder / NAME))
    if file.open(QIODevice.OpenModeFlag.WriteOnly):
        file.write(content)
        file.commit()


def load_report(folder: Path) -> ImportResult | None:
    """Return the report, ``None`` if there is none that can be read."""
    try:
        return _change_messages(_RESULT.validate_json((folder / NAME).read_bytes()), restored)
    except (OSError, ValidationError):
        return None


def _change_messages(result: ImportResult, change: Callable[[str], str]) -> ImportResult:
    """Return a report with what it says changed: messages as JSON, or as messages again."""
    entries = (
        replace(entry, place=change(entry.place), reason=change(entry.reason))
        for entry in result.entries
    )
    return replace(result, entries=tuple(entries))
