"""What an action changes, row by row, as triggers of one connection see it.

The triggers are temporary: they are made from the tables as they are, so a table or column that
is added later is recorded by itself, and they fire only while an action is open. What a new paper
brings along is not recorded: whoever undoes the action moves the paper to the Trash with all of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from core.base.messages import Message

MOST_BYTES = 64 * 1024 * 1024
"""What of rows, as they were before, is held for one action and for all."""

LOOKUPS = frozenset({"venues", "people", "keywords"})
"""Tables of nothing but names. What outlives the file tells rows that lead to them by name."""
_UNRECORDED = LOOKUPS | frozenset(
    {
        *("meta", "encoders", "embeddings", "context_embeddings"),
        *("fulltext_changes", "context_changes", "_sqlite_migrations"),
        *("history", "history_parts", "history_files", "written_entries"),
    }
)
"""Tables of what is counted, named, or made again from other tables."""
_ALL = ("INSERT", "UPDATE", "DELETE")
_OPERATIONS = {
    # What another program said last is no change of a person's; which paper it is of can be.
    "followed_items": ("UPDATE OF paper",),
    "followed_collections": ("UPDATE OF collection",),
    "manuscripts": ("INSERT", "DELETE"),  # reading one again is no change of the library
    "kept_files": ("INSERT", "DELETE"),
    "followed_files": ("INSERT", "DELETE"),
    "followed_entries": ("UPDATE OF paper",),
}
_A_ROW = 200  # bytes, about, that a recorded row takes beside its values

Values = tuple[Any, ...]  # Any: values of columns
Rows = dict[tuple[str, Values], tuple[Values | None, Values | None]]
"""Each changed row, by table and key: as it was before the action, and as it is after it."""


class Action:
    """Something that was done to a library, under the words that tell of it.

    ``said`` may be set anew until the end, when counts are known. ``undoes`` are the numbers of
    actions that this one takes back, ``redoes`` is one that took others back and is itself taken
    back. With ``goes_on`` it is one with the last action, if that has the same words.
    """

    def __init__(
        self,
        description: Message,
        undoes: Sequence[int] = (),
        redoes: int = 0,
        *,
        goes_on: bool = False,
    ) -> None:
        self.description, self.undoes, self.redoes = description, tuple(undoes), redoes
        self.goes_on = goes_on
        self.number = 0
        self.first_paper = 0
        self.bytes = 0

    @property
    def too_large(self) -> bool:
        """Whether so much was changed that it is not kept."""
        return self.bytes > MOST_BYTES


class Part(NamedTuple):
    """What one transaction of an action changed, and the papers that came: first and last."""

    action: Action
    rows: Rows
    first: int
    last: int


class Table(NamedTuple):
    """A table: ``owners`` are the columns that lead to a paper which a row cannot be without."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    owners: tuple[str, ...]

    def select_key(self, values: Values) -> Values:
        """Return what tells a row from the others."""
        return tuple(values[self.columns.index(name)] for name in self.key)


class Recorder:
    """Records for one connection. Its transactions tell it when they begin and end."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.action: Action | None = None
        self.unsettled = connection.in_transaction
        """Whether the triggers go if the transaction is rolled back."""
        self.tables = recorded_tables(connection)
        self._rows: Rows = {}
        self._finished_parts: list[Part] = []
        self._last = 0
        connection.create_function("recorded", -1, self._record)
        connection.execute("CREATE TEMP TABLE recorded_from (paper INTEGER NOT NULL)")
        connection.execute("INSERT INTO temp.recorded_from VALUES (0)")
        for position, table in enumerate(self.tables):
            for operation in _OPERATIONS.get(table.name, _ALL):
                connection.execute(_trigger(position, table, operation))

    def enter(self, action: Action) -> None:
        """Record for an action from now on."""
        self.action = action
        if self.connection.in_transaction:
            self.begin()

    def leave(self) -> None:
        """Record no more; what was recorded in an open transaction is kept with it."""
        self._finish()
        self.action = None
        self.listen(on=False)

    def begin(self) -> None:
        """Take notice of a transaction that began."""
        if self.action is not None:
            self._last = self._last_paper()
            self.action.first_paper = self.action.first_paper or self._last + 1
            self.listen(on=True)

    def listen(self, *, on: bool) -> None:
        """Record the changes of rows, or let them pass."""
        first = self.action.first_paper if on and self.action is not None else 0
        self.connection.execute("UPDATE temp.recorded_from SET paper = ?", (first,))

    def take(self) -> list[Part]:
        """Return what the transaction changed, which is about to be committed."""
        self._finish()
        finished_parts, self._finished_parts = self._finished_parts, []
        return finished_parts

    def settle(self) -> None:
        """Take notice that the transaction was committed."""
        self.unsettled = False

    def forget(self) -> None:
        """Forget what was recorded: the transaction was rolled back."""
        self._rows, self._finished_parts = {}, []

    def _finish(self) -> None:
        """Close the part of the action in the transaction, if there is one."""
        if self.action is not None and self.connection.in_transaction:
            last = self._last_paper()
            self._finished_parts.append(Part(self.action, self._rows, self._last + 1, last))
            self._rows, self._last = {}, last

    def _record(self, operation: int, position: int, *values: object) -> None:
        action = self.action
        if action is None or action.too_large:
            return
        table = self.tables[position]
        width = len(table.columns)
        old = values[:width] if operation else None
        new = values[-width:] if operation != _ALL.index("DELETE") else None
        old, new = self._filter_row(table, old, action), self._filter_row(table, new, action)
        if old is not None and new is not None and table.select_key(old) != table.select_key(new):
            self._put(table, old, None)
            self._put(table, None, new)
        elif old is not None or new is not None:
            self._put(table, old, new)

    def _filter_row(self, table: Table, values: Values | None, action: Action) -> Values | None:
        """Return a row unless it belongs to a paper that came with the action."""
        if values is None:
            return None
        owners = (values[table.columns.index(name)] for name in table.owners)
        return None if any(owner >= action.first_paper for owner in owners) else values

    def _put(self, table: Table, old: Values | None, new: Values | None) -> None:
        assert self.action is not None
        key = table.name, table.select_key(old if old is not None else new or ())
        recorded_row = self._rows.get(key)
        if recorded_row is None:
            self.action.bytes += _A_ROW + _size(old)
            if self.action.too_large:
                self._rows.clear()
                return
        self._rows[key] = (old if recorded_row is None else recorded_row[0], new)

    def _last_paper(self) -> int:
        row = self.connection.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'papers'"
        ).fetchone()
        return 0 if row is None else int(row[0])


def recorded_tables(connection: sqlite3.Connection) -> list[Table]:
    """Return the tables whose changes can be undone."""
    names = connection.execute(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%'"
        " ESCAPE '\\' ORDER BY name"
    ).fetchall()
    return [_table(connection, name) for (name,) in names if name not in _UNRECORDED]


def _table(connection: sqlite3.Connection, name: str) -> Table:
    columns = connection.execute(
        'SELECT name, pk, "notnull" FROM pragma_table_info(?)', (name,)
    ).fetchall()
    key = [column for column, place, _ in sorted(columns, key=lambda row: row[1]) if place]
    required = {column for column, _, must in columns if must} | set(key)
    to_papers = connection.execute(
        """SELECT "from" FROM pragma_foreign_key_list(?) WHERE "table" = 'papers'""", (name,)
    ).fetchall()
    owners = (
        ["number"]
        if name == "papers"
        else [owner_column for (owner_column,) in to_papers if owner_column in required]
    )
    return Table(name, tuple(column for column, *_ in columns), tuple(key), tuple(owners))


def _trigger(position: int, table: Table, operation: str) -> str:
    kind = operation.split(maxsplit=1)[0]
    images = {"INSERT": ("new",), "DELETE": ("old",)}.get(kind, ("old", "new"))
    values = ", ".join(f'{image}."{column}"' for image in images for column in table.columns)
    least = _extreme("MIN", [_extreme("MAX", _columns(image, table.owners)) for image in images])
    condition = f"{least} < " if table.owners else "0 < "
    return f"""CREATE TEMP TRIGGER recorded_{table.name}_{kind} AFTER {operation}
        ON main."{table.name}" WHEN {condition} (SELECT paper FROM recorded_from)
        BEGIN SELECT recorded({_ALL.index(kind)}, {position}, {values}); END"""


def _columns(image: str, names: Iterable[str]) -> list[str]:
    return [f'{image}."{name}"' for name in names]


def _extreme(function: str, values: Sequence[str]) -> str:
    return values[0] if len(values) == 1 else f"{function}({', '.join(values)})" if values else ""


def _size(values: Values | None) -> int:
    return sum(len(value) for value in values or () if isinstance(value, str | bytes))
