"""Watched folders, whose new files are imported automatically.

A look at the folders finds the files that have stopped growing: those that had the same size and
the same time at the look before. What was imported is remembered in the library with size and
time, so a file is taken once, and again only when it has changed; a file that was refused is not
tried again either until it changes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from core.base.errors import UsageError
from core.formats.registry import of_ending
from core.library.database.connection import Database

MAX_FILES = 100_000

_META = "watched folders"

_State = tuple[int, int]  # size in bytes, time of the last change in nanoseconds


class WatchedFolders:
    """The watched folders of one library. Calls may come from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen_states: dict[str, _State] = {}
        self._lock = Lock()

    def folders(self) -> list[Path]:
        """Return the watched folders, by path."""
        return [Path(folder) for folder in sorted(self._load_known_files())]

    def add(self, folder: Path, *, skip_present: bool = False) -> None:
        """Watch a folder and those in it; ``skip_present`` leaves out what lies there now.

        Raises:
            UsageError: It is no folder, or holds the library or lies in it.
        """
        folder = folder.expanduser().absolute()
        library = self._database.folder.absolute()
        if not folder.is_dir():
            raise UsageError(
                "“{folder}” is not a folder.", folder=folder, remedy="Choose an existing folder."
            )
        if folder.is_relative_to(library):
            raise UsageError(
                "The library's own folder cannot be watched: imported files are copied there.",
                remedy="Choose the folder where new papers are saved.",
            )
        present = dict(self._files(folder)) if skip_present else {}
        with self._database.transaction():
            known_files = self._load_known_files()
            known_files.setdefault(str(folder), {}).update(present)
            self._store(known_files)

    def remove(self, folder: Path) -> None:
        """Watch a folder no more; what was imported from it stays."""
        with self._database.transaction():
            known_files = self._load_known_files()
            known_files.pop(str(folder), None)
            self._store(known_files)

    def ready(self) -> list[Path]:
        """Look at the folders and return the new files that have stopped growing, by path."""
        with self._lock:
            current_states: dict[str, _State] = {}
            new: set[str] = set()
            for folder, known_states in self._load_known_files().items():
                for path, state in self._files(Path(folder)):
                    current_states[path] = state
                    if known_states.get(path) != state:
                        new.add(path)
            settled = [path for path in new if current_states[path] == self._seen_states.get(path)]
            self._seen_states = current_states
            return [Path(path) for path in sorted(settled) if current_states[path][0] > 0]

    def note_imported(self, paths: Iterable[Path]) -> None:
        """Remember that files were imported, or refused, as they were when they were found."""
        with self._lock:
            taken_states = {
                str(path): self._seen_states[str(path)]
                for path in paths
                if str(path) in self._seen_states
            }
        with self._database.transaction():
            known_files = self._load_known_files()
            for folder, states in known_files.items():
                missing_paths = [path for path in states if not os.path.lexists(path)]
                for path in missing_paths:
                    del states[path]
                states.update(
                    {
                        path: taken_states[path]
                        for path in taken_states
                        if Path(path).is_relative_to(folder)
                    }
                )
            self._store(known_files)

    def _files(self, folder: Path) -> Iterator[tuple[str, _State]]:
        """Yield path and state of each file that could be imported, in the folder and below it."""
        library = str(self._database.folder.absolute())
        pending, count = [str(folder)], 0
        while pending and count < MAX_FILES:
            for entry in _entries(pending.pop()):
                if entry.name.startswith(".") or entry.path == library:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif of_ending(Path(entry.name)) is not None and (state := _state(entry)):
                    count += 1
                    yield entry.path, state

    def _load_known_files(self) -> dict[str, dict[str, _State]]:
        """Return what is remembered of each folder; what cannot be understood is forgotten."""
        stored = self._database.value("SELECT value FROM meta WHERE name = ?", _META)
        try:
            stored_files = json.loads(stored) if stored else {}
        except (TypeError, ValueError):
            stored_files = {}
        if not isinstance(stored_files, dict):
            return {}
        return {folder: _states(states) for folder, states in stored_files.items()}

    def _store(self, known_files: Mapping[str, Mapping[str, _State]]) -> None:
        text = json.dumps(known_files)  # escapes bear names that are no UTF-8
        self._database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", _META, text)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """Return what is in a folder; nothing of one that is gone or closed to us."""
    try:
        with os.scandir(folder) as listed:
            return list(listed)
    except OSError:
        return []


def _state(entry: os.DirEntry[str]) -> _State | None:
    try:
        file_status = entry.stat()
    except OSError:
        return None
    return file_status.st_size, file_status.st_mtime_ns


def _states(stored: Any) -> dict[str, _State]:  # noqa: ANN401 - JSON
    if not isinstance(stored, dict):
        return {}
    return {
        path: (state[0], state[1])
        for path, state in stored.items()
        if isinstance(state, list) and len(state) == 2 and all(isinstance(n, int) for n in state)
    }
