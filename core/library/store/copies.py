"""The copies of files in a library: one is deleted when no paper has it any more.

Only what lies in the library's own folder of files is ever deleted. A copy that was taken off a
paper stays until the library is closed, and as long as the history can bring it back.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.base.errors import EngineError
from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json
from core.library.store.attachments import FILES

logger = logging.getLogger(__name__)

_REFERRED = """SELECT 1 FROM files WHERE path IN (?1, ?2)
               UNION SELECT 1 FROM manuscripts WHERE path IN (?1, ?2)
               UNION SELECT 1 FROM history_files WHERE path = ?1 AND action IS NOT NULL LIMIT 1"""
_NEEDED_NO_MORE = "SELECT DISTINCT path FROM history_files WHERE action IS NULL"


class FileCopies:
    """Knows which copies papers of one library have, and deletes those that none has. Thread-safe.

    Paths are those of the table of files: relative to the library's folder, with slashes.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken_off: set[str] = set()
        self._turn = threading.Lock()
        self._closed = False

    def of(self, papers: Sequence[PaperNumber]) -> list[str]:
        """Return the paths of the files of some papers."""
        return self._database.column(
            "SELECT DISTINCT path FROM files WHERE paper IN (SELECT value FROM json_each(?))",
            as_json(papers),
        )

    def take_off(self, path: str) -> None:
        """Remember a copy that a paper has no longer: it may be put back until the end."""
        with self._turn:
            self._taken_off.add(path)

    def delete_unused(self, paths: Iterable[str]) -> None:
        """Delete those copies that no paper has, but for those that may be put back."""
        with self._turn:
            unused_paths = [path for path in paths if path not in self._taken_off]
        for path in unused_paths:
            self._delete(path)

    def delete_taken_off(self) -> None:
        """Delete the copies that were taken off and not put back; the library is about to close."""
        if self._closed or self._database.read_only:
            return
        self._closed = True
        with self._turn:
            paths, self._taken_off = self._taken_off, set()
        try:
            for path in sorted(paths.union(self._database.column(_NEEDED_NO_MORE))):
                self._delete(path)
            with self._database.transaction():
                self._database.execute("DELETE FROM history_files WHERE action IS NULL")
        except EngineError as error:  # closing goes on; a copy too many harms nothing
            logger.warning("Copies of files were not cleared away: %s", error)

    def _delete(self, path: str) -> None:
        """Delete a copy in the library's folder of files, unless something still refers to it."""
        folder = self._database.folder / FILES
        copy = self._database.folder / path
        if Path(path).is_absolute() or copy.parent != folder or copy.name in ("", "..", "."):
            return
        if self._database.value(_REFERRED, path, str(copy)) is not None:
            return
        try:
            copy.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("“%s” was not deleted: %s", copy.name, error.strerror)
