"""The report of a library's last import, kept in its folder so that the next start can show it."""

from __future__ import annotations

import contextlib
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.library.files import replace_text
from desktop.library.importing import ImportResult

NAME = "last-import.json"
_RESULT = TypeAdapter(ImportResult)


def keep(folder: Path, result: ImportResult) -> None:
    """Write a report in place of the one before; a disk that takes nothing more costs only it."""
    if folder.is_dir():
        with contextlib.suppress(OSError, ValueError):  # half a surrogate pair is no JSON
            replace_text(folder / NAME, _RESULT.dump_json(result).decode("utf-8", "replace"))


def read(folder: Path) -> ImportResult | None:
    """Return the report, ``None`` if there is none that can be read."""
    try:
        return _RESULT.validate_json((folder / NAME).read_bytes())
    except (OSError, ValidationError):
        return None
