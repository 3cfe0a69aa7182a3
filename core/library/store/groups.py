"""Collections, tags and saved searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from core.base.errors import UsageError
from core.base.library_records import SavedSearch, SearchMode
from core.base.messages import Message
from core.base.records import Group, PaperNumber
from core.library.database.connection import Database, as_json
from core.library.store.paper_rows import describe_papers

# --- collections and tags: named groups of papers, which differ in nothing but their name -----


Kind = Literal["collection", "tag"]

_KINDS = {"collection": Message("collection"), "tag": Message("tag")}


class _Words(NamedTuple):
    """What the history says of a change."""

    created: Message
    renamed: Message
    removed: Message
    put_in: Message
    taken_out: Message


def _of_collection(name: str, new: str, papers: str) -> _Words:
    return _Words(
        Message("Created the collection “{name}”", name=name),
        Message("Renamed the collection “{name}” to “{new}”", name=name, new=new),
        Message("Removed the collection “{name}”", name=name),
        Message("Added {papers} to “{name}”", papers=papers, name=name),
        Message("Removed {papers} from “{name}”", papers=papers, name=name),
    )


def _of_tag(name: str, new: str, papers: str) -> _Words:
    return _Words(
        Message("Created the tag “{name}”", name=name),
        Message("Renamed the tag “{name}” to “{new}”", name=name, new=new),
        Message("Removed the tag “{name}”", name=name),
        Message("Tagged {papers} as “{name}”", papers=papers, name=name),
        Message("Removed the tag “{name}” from {papers}", papers=papers, name=name),
    )


class GroupStore:
    """The groups of one kind. Names are unique whatever their letter case."""

    def __init__(self, database: Database, kind: Kind) -> None:
        self._database = database
        self._kind = kind

    def all(self) -> list[Group]:
        """Return the groups by name, with how many papers outside the trash each holds."""
        return self._groups("1", ())

    def of(self, paper: PaperNumber) -> list[Group]:
        """Return the groups a paper is in, by name."""
        mine = f"g.number IN (SELECT {self._kind} FROM {self._kind}_papers WHERE paper = ?)"
        return self._groups(mine, (paper,))

    def add(self, name: str, papers: Sequence[PaperNumber] = ()) -> int:
        """Return the number of the group of that name, which is made if there is none.

        It holds the papers then, beside those it held.
        """
        name = self._checked(name)
        with self._database.change(self._words(name).created):
            self._database.execute(f"INSERT OR IGNORE INTO {self._kind}s (name) VALUES (?)", name)
            number = self._database.value(f"SELECT number FROM {self._kind}s WHERE name = ?", name)
            self.assign(number, papers)
            return int(number)

    def put_back(self, number: int, name: str, papers: Sequence[PaperNumber]) -> None:
        """Make a group that was removed anew, under its own number, with its papers."""
        with self._database.change(self._words(name).created):
            self._database.execute(
                f"INSERT OR IGNORE INTO {self._kind}s (number, name) VALUES (?, ?)", number, name
            )
            self.add(name, papers)  # there may be one of that name again

    def members(self, number: int) -> list[PaperNumber]:
        """Return the papers of a group, those in the trash too."""
        return self._database.column(
            f"SELECT paper FROM {self._kind}_papers WHERE {self._kind} = ?", number
        )

    def fingerprint(self, number: int) -> int:
        """Return a number that is another one, in this process, where a group's papers differ."""
        # SQLite writes them as one text: 100,000 papers take 7 ms, and 30 ms as numbers in a set.
        return hash(
            self._database.value(
                f"SELECT group_concat(paper) FROM {self._kind}_papers WHERE {self._kind} = ?",
                number,
            )
        )

    def rename(self, number: int, name: str) -> None:
        """Give a group another name; its papers stay in it."""
        name = self._checked(name)
        with self._database.change(self._words(self._name(number), name).renamed):
            name_exists = self._database.value(
                f"SELECT 1 FROM {self._kind}s WHERE name = ? AND number <> ?", name, number
            )
            if name_exists:
                raise UsageError(
                    "A {kind} named “{name}” already exists.",
                    kind=_KINDS[self._kind],
                    name=name,
                    remedy="Choose another name.",
                )
            self._database.execute(
                f"UPDATE {self._kind}s SET name = ? WHERE number = ?", name, number
            )

    def remove(self, number: int) -> None:
        """Remove a group; its papers stay in the library."""
        with self._database.change(self._words(self._name(number)).removed):
            self._database.execute(f"DELETE FROM {self._kind}s WHERE number = ?", number)

    def assign(self, number: int, papers: Sequence[PaperNumber], *, member: bool = True) -> None:
        """Put papers into a group, or take them out. Unknown papers and groups are passed over."""
        listed = "SELECT value FROM json_each(?)"
        if member:
            statement = f"""INSERT OR IGNORE INTO {self._kind}_papers
                SELECT g.number, p.number FROM {self._kind}s g, papers p
                WHERE g.number = ? AND p.number IN ({listed})"""
        else:
            statement = (
                f"DELETE FROM {self._kind}_papers WHERE {self._kind} = ? AND paper IN ({listed})"
            )
        words = self._words(self._name(number), papers=describe_papers(self._database, papers))
        with self._database.change(words.put_in if member else words.taken_out):
            self._database.execute(statement, number, as_json(papers))

    def _name(self, number: int) -> str:
        name = self._database.value(f"SELECT name FROM {self._kind}s WHERE number = ?", number)
        return str(name or "")

    def _words(self, name: str, new: str = "", papers: str = "") -> _Words:
        return (_of_collection if self._kind == "collection" else _of_tag)(name, new, papers)

    def _groups(self, condition: str, parameters: Sequence[object]) -> list[Group]:
        rows = self._database.rows(
            f"""SELECT g.number, g.name, COUNT(p.number)
                FROM {self._kind}s g
                LEFT JOIN {self._kind}_papers m ON m.{self._kind} = g.number
                LEFT JOIN papers p ON p.number = m.paper AND p.trashed_at IS NULL
                WHERE {condition} GROUP BY g.number ORDER BY g.name COLLATE NOCASE""",
            *parameters,
        )
        return [Group(*row) for row in rows]

    def _checked(self, name: str) -> str:
        name = " ".join(name.split())
        if not name:
            raise UsageError(
                "A {kind} needs a name.", kind=_KINDS[self._kind], remedy="Type a name."
            )
        return name


# --- the searches that a person saved under a name --------------------------------------------


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
