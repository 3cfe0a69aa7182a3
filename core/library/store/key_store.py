"""The citation keys of a library: the pattern of new ones."""

from __future__ import annotations

from core.library.database.connection import Database
from core.library.store.citation_keys import (
    PATTERN,
    stored_pattern,
)
from core.library.store.key_patterns import check_pattern


class CitationKeys:
    """The pattern of citation keys: another one is for papers to come, and changes no key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pattern(self) -> str:
        """Return the pattern of the keys of new papers."""
        return stored_pattern(self._database)

    def set_pattern(self, pattern: str) -> None:
        """Set the pattern; raise ``UsageError`` if it is none."""
        pattern = check_pattern(pattern)
        with self._database.transaction():
            self._database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", PATTERN, pattern)
