"""The folder that Zotero's linked files lie under, where their paths are relative to it.

Zotero keeps it in ``prefs.js`` of its profile, not in the database. Lines are looked for in it;
nothing of it is carried out.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

_PREFS = "prefs.js"
_MOST_BYTES = 8 * 1024 * 1024
_LINE = re.compile(
    r'^user_pref\("extensions\.zotero\.'
    r'(baseAttachmentPath|dataDir|useDataDir)",\s*("(?:[^"\\]|\\.)*"|true|false)\);',
    re.M,
)


def base_folder(data: Path) -> Path | None:
    """Return the base directory of the profile that uses a data folder, ``None`` if it has none."""
    for prefs in _prefs_files(data):
        preferences = _read_preferences(prefs)
        base = preferences.get("baseAttachmentPath")
        if isinstance(base, str) and base and _uses_folder(preferences, prefs, data):
            path = Path(base)
            return path if path.is_absolute() else None
    return None


def profiles_folder() -> Path:
    """Return the folder in which Zotero keeps its profiles on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home)) / "Zotero" / "Zotero" / "Profiles"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Zotero" / "Profiles"
    return home / ".zotero" / "zotero"


def _prefs_files(data: Path) -> Iterator[Path]:
    """Yield the settings of profiles: the one that holds the data folder, then the others."""
    yield data.parent / _PREFS
    try:
        yield from sorted(profiles_folder().glob(f"*/{_PREFS}"))
    except OSError:
        return


def _uses_folder(preferences: Mapping[str, object], prefs: Path, data: Path) -> bool:
    """Whether a profile uses a data folder: one that it names, its own, or Zotero's usual one."""
    data_folder = preferences.get("dataDir")
    if preferences.get("useDataDir") is True and isinstance(data_folder, str) and data_folder:
        return Path(data_folder) == data
    return data in (prefs.parent / "zotero", Path.home() / "Zotero")


def _read_preferences(prefs: Path) -> dict[str, object]:
    try:
        with prefs.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return {}
    preferences = {}
    for name, value in _LINE.findall(text):
        try:
            preferences[name] = json.loads(value)
        except ValueError:  # an escape that JSON does not have
            continue
    return preferences
