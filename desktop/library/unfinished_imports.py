"""Imports that run, kept in the library's folder: those that a close or a crash cut off are told.

What they had taken is in the library, and importing a file again adds nothing twice.
"""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile

NAME = "unfinished-imports.json"
_LONGEST_TEXT = 1_000_000

Sources = tuple[Path | str, ...]


def add_import(folder: Path, key: str, sources: Sequence[Path | str]) -> None:
    """Note that an import begins; ``sources`` are files, folders and pasted texts."""
    noted: list[dict[str, object]] = [
        {"path": str(source.absolute())} if isinstance(source, Path) else {"text": source}
        for source in sources
        if isinstance(source, Path) or len(source) <= _LONGEST_TEXT
    ]
    _save(folder, {**_load(folder), key: noted})


def remove_import(folder: Path, key: str) -> None:
    """Note that an import has ended."""
    imports = _load(folder)
    if imports.pop(key, None) is not None:
        _save(folder, imports)


def take_unfinished(folder: Path, running: Set[str] = frozenset()) -> Sources:
    """Return what the imports were given that did not end, each once, and forget them.

    Those ``running`` now are no part of them.
    """
    sources: dict[Path | str, None] = {}
    imports = _load(folder)
    for key, entries in imports.items():
        if key in running:
            continue
        for entry in entries:
            path, text = (entry.get(name) for name in ("path", "text"))
            if isinstance(path, str):
                sources[Path(path)] = None
            elif isinstance(text, str):
                sources[text] = None
    if sources:
        _save(folder, {key: entries for key, entries in imports.items() if key in running})
    return tuple(sources)


def _load(folder: Path) -> dict[str, list[dict[str, object]]]:
    """Return what each import was given; of a file that is not as we write it, nothing."""
    try:
        imports = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(imports, dict):
        return {}
    return {key: entries for key, entries in imports.items() if isinstance(entries, list)}


def _save(folder: Path, imports: dict[str, list[dict[str, object]]]) -> None:
    """Replace the file, or delete it; a disk that takes nothing more costs only the notice."""
    if not imports:
        (folder / NAME).unlink(missing_ok=True)
        return
    file = QSaveFile(str(folder / NAME))
    if file.open(QIODevice.OpenModeFlag.WriteOnly):
        file.write(json.dumps(imports).encode("utf-8", "replace"))
        file.commit()
