"""The searches that a person saved under a name."""

from __future__ import annotations

from core.base.errors import UsageError
from core.base.library_records import SavedSearch, SearchMode
from core.base.messages import Message
from core.library.database.connection import Database


class SavedSearches:
    """The saved searches of one library. Names are unique whatever their letter case."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[SavedSearch]:
        """Return the searches by name."""
        return [
            SavedSearch(*row)
            for row in self._database.rows(
                "SELECT number, name, mode, query FROM saved_searches ORDER BY name COLLATE NOCASE"
            )
        ]

    def add(self, name: str, mode: SearchMode, query: str) -> SavedSearch:
        """Store a search under a name that no other has."""
        with self._database.change(Message("Saved the search “{name}”", name=name)):
            name = self._free(name, number=None)
            self._database.execute(
                "INSERT INTO saved_searches (name, mode, query) VALUES (?, ?, ?)",
                name,
                mode,
                " ".join(query.split()),
            )
            return next(search for search in self.all() if search.name == name)

    def put_back(self, search: SavedSearch) -> None:
        """Store a search that was removed, under its own number."""
        with self._database.change(Message("Saved the search “{name}”", name=search.name)):
            self._free(search.name, number=search.number)
            self._database.execute(
                """INSERT INTO saved_searches VALUES (?, ?, ?, ?) ON CONFLICT (number) DO UPDATE
                   SET name = excluded.name, mode = excluded.mode, query = excluded.query""",
                search.number,
                search.name,
                search.mode,
                search.query,
            )

    def rename(self, number: int, name: str) -> None:
        """Give a search another name."""
        old = self._name(number)
        description = Message("Renamed the search “{old}” to “{name}”", old=old, name=name)
        with self._database.change(description):
            name = self._free(name, number=number)
            self._database.execute(
                "UPDATE saved_searches SET name = ? WHERE number = ?", name, number
            )

    def remove(self, number: int) -> None:
        """Forget a search; the papers it finds stay."""
        description = Message("Removed the saved search “{name}”", name=self._name(number))
        with self._database.change(description):
            self._database.execute("DELETE FROM saved_searches WHERE number = ?", number)

    def _name(self, number: int) -> str:
        name = self._database.value("SELECT name FROM saved_searches WHERE number = ?", number)
        return str(name or "")

    def _free(self, name: str, *, number: int | None) -> str:
        """Return the name without stray blanks, unless another search has it."""
        name = " ".join(name.split())
        if not name:
            raise UsageError("A saved search needs a name.", remedy="Type a name.")
        holder = self._database.value("SELECT number FROM saved_searches WHERE name = ?", name)
        if holder is not None and holder != number:
            raise UsageError(
                "A saved search named “{name}” already exists.",
                name=name,
                remedy="Choose another name.",
            )
        return name
