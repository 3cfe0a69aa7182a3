"""The record of what was done to a library, in its database: written with each change.

An action has a row in ``history``, what each of its transactions changed lies in
``history_parts``, and the library's copies of files that only it still needs are in
``history_files``. The last 100 actions are kept, as far as they fit into 64 MiB and their files
into 1 GiB; the oldest go first.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from core.base.messages import stored
from core.library.database.recording import MOST_BYTES, Action, Part, Table, Values

MOST_ACTIONS = 100
MOST_FILE_BYTES = 1024 * 1024 * 1024

# What is set by the program, or says when: the same without it is the same.
_VOLATILE = {
    "papers": {"revision", "author_key"},
    "removed": {"revision"},
    "fulltexts": {"unsettled"},
    "notes": {"changed_at"},
    "annotations": {"changed_at"},
    "decisions": {"decided_at"},
    "dismissed_gaps": {"dismissed_at"},
    "manuscripts": {"path", "sha256", "extractor", "title", "opened_at", "parsed"},
    "kept_files": {"written", "written_at", "problem", "edited"},
    "followed_files": {"kind", "options", "state"},
    "merges": {"number", "made_at", "inverse"},
}
_WHETHER = "trashed_at"  # the moment matters to nobody, only whether there is one

Fields = dict[str, Any]  # Any: values of columns


class RowChange(NamedTuple):
    """A row as an action found and left it: ``before`` are the values to put back.

    ``None`` for a row that was not there. ``after`` are marks of the values that the action left,
    ``None`` for a row that is gone. Of a row that stayed, both tell only the columns that changed.
    """

    table: str
    key: Values
    before: Fields | None
    after: Fields | None

    @property
    def was(self) -> Fields | None:
        """Marks as ``after``, of what was there before."""
        return None if self.before is None else marks(self.table, self.before)

    def then(self, later: RowChange) -> RowChange:
        """Return this change and a later one of the same row as one."""
        before = self.before
        if before is not None and self.after is not None and later.before is not None:
            before = {**later.before, **before}
        after = later.after
        if after is not None and self.after is not None:
            after = {**self.after, **after}
        return RowChange(self.table, self.key, before, after)


def marks(table: str, values: Fields) -> Fields:
    """Return what tells the values of a row from others, without those that do not matter."""
    return {name: _mark(name, value) for name, value in _drop_volatile(table, values).items()}


def _drop_volatile(table: str, values: Fields) -> Fields:
    left_out = _VOLATILE.get(table, frozenset[str]())
    return {name: value for name, value in values.items() if name not in left_out}


def _mark(name: str, value: object) -> object:
    if name == _WHETHER:
        return value is not None
    if not isinstance(value, str | bytes):
        return value
    content = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def collect_changes(part: Part, tables: Mapping[str, Table]) -> list[RowChange]:
    """Return what a transaction changed in the end."""
    row_changes = []
    for (name, key), (old, new) in part.rows.items():
        columns = tables[name].columns
        before = None if old is None else dict(zip(columns, old, strict=True))
        after = None if new is None else dict(zip(columns, new, strict=True))
        if before is not None and after is not None:
            different = [column for column in columns if before[column] != after[column]]
            before = {column: before[column] for column in different}
            after = {column: after[column] for column in different}
        change = RowChange(name, key, before, None if after is None else marks(name, after))
        if change.was != change.after:
            row_changes.append(change)
    return row_changes


def packed(changes: Iterable[RowChange]) -> bytes:
    """Return changes as bytes to store."""
    return zlib.compress(json.dumps(list(changes), default=_coded).encode(), 1)


def unpacked(packed_changes: bytes) -> list[RowChange]:
    """Return what ``packed`` made bytes of, without marks that do not matter any more."""
    row_changes = []
    for table, key, before, after in json.loads(
        zlib.decompress(packed_changes), object_hook=_decoded
    ):
        kept_marks = None if after is None else _drop_volatile(table, after)
        if kept_marks != {}:
            row_changes.append(RowChange(table, tuple(key), before, kept_marks))
    return row_changes


class RecordLog:
    """Writes the record through one connection, inside the transaction of the change."""

    def __init__(
        self, connection: sqlite3.Connection, folder: Path, tables: Sequence[Table]
    ) -> None:
        self._run = connection.execute
        self._folder = folder
        self._tables = {table.name: table for table in tables}

    def write(self, parts: Sequence[Part]) -> None:
        """Keep what a transaction changed, and drop what is too much or too long ago."""
        written_parts = [part for part in parts if self._write(part)]
        if written_parts:
            self._prune()

    def rename(self, action: Action) -> None:
        """Keep the words of an action as they are now."""
        self._run(
            "UPDATE history SET said = ? WHERE number = ?",
            (stored(action.description), action.number),
        )

    def _write(self, part: Part) -> bool:
        action = part.action
        changes = collect_changes(part, self._tables)
        if action.redoes:
            self._take_back(action.redoes)
            return True
        came = part.last >= part.first
        if not (changes or came or action.undoes or action.too_large):
            return False
        if not action.number and action.goes_on:
            action.number = self._last_action(action)
        if not action.number:
            self._begin(action)
        self._keep(part, changes)
        return True

    def _last_action(self, action: Action) -> int:
        """Return the last action if it has the same words and still counts, else 0."""
        row = self._run(
            """SELECT number FROM history WHERE number = (SELECT MAX(number) FROM history)
                   AND said = ? AND NOT takes_back AND undone_by IS NULL AND NOT too_large""",
            (stored(action.description),),
        ).fetchone()
        return 0 if row is None else int(row[0])

    def _begin(self, action: Action) -> None:
        cursor = self._run(
            "INSERT INTO history (made_at, said, takes_back) VALUES (?, ?, ?)",
            (_now(), stored(action.description), bool(action.undoes)),
        )
        action.number = cursor.lastrowid or 0
        for number in action.undoes:
            self._run("UPDATE history SET undone_by = ? WHERE number = ?", (action.number, number))

    def _keep(self, part: Part, changes: Sequence[RowChange]) -> None:
        action = part.action
        if action.too_large:
            self._give_up(action.number)
            return
        rows = packed(changes) if changes else b""
        self._run(
            "INSERT INTO history_parts (action, first_paper, last_paper, rows) VALUES (?, ?, ?, ?)",
            (action.number, part.first, part.last, rows),
        )
        files = {
            path: size
            for row_change in changes
            for path, size in self._list_lost_copies(row_change)
        }
        self._run(
            """UPDATE history SET changes = changes + ?, bytes = bytes + ?,
                   file_bytes = file_bytes + ? WHERE number = ?""",
            (len(changes), len(rows), sum(files.values()), action.number),
        )
        for path in files:
            self._run("INSERT INTO history_files VALUES (?, ?)", (action.number, path))

    def _list_lost_copies(self, change: RowChange) -> list[tuple[str, int]]:
        """Return path and size of the copy that a row led to which is gone or leads elsewhere."""
        path = (change.before or {}).get("path") if change.table == "files" else None
        if path is None or Path(path).is_absolute():
            return []
        copy = self._folder / path
        return [(path, copy.stat().st_size)] if copy.is_file() else []

    def _give_up(self, number: int) -> None:
        """Say of an action that it cannot be undone, and keep nothing of it but its words."""
        self._run("DELETE FROM history_parts WHERE action = ?", (number,))
        self._run("UPDATE history_files SET action = NULL WHERE action = ?", (number,))
        self._run(
            "UPDATE history SET too_large = 1, bytes = 0, file_bytes = 0 WHERE number = ?",
            (number,),
        )

    def _take_back(self, number: int) -> None:
        """Let those actions count again that one took back, which is forgotten."""
        self._run("UPDATE history SET undone_by = NULL WHERE undone_by = ?", (number,))
        self._forget([number])

    # --- what is dropped ------------------------------------------------------------------

    def _prune(self) -> None:
        rows = self._run(
            """SELECT number, undone_by, takes_back, bytes, file_bytes FROM history
               ORDER BY number DESC"""
        ).fetchall()
        actions = held_bytes = held_files = 0
        dropped_numbers: list[int] = []
        for number, _, takes_back, size, file_size in rows:
            actions += not takes_back
            held_bytes += size
            held_files += file_size
            if actions > MOST_ACTIONS or held_bytes > MOST_BYTES or held_files > MOST_FILE_BYTES:
                if number == rows[0][0]:
                    self._give_up(number)
                    held_bytes = held_files = 0
                    continue
                dropped_numbers.append(number)
        dropped_numbers += [
            number
            for number, undone_by, *_ in rows
            if undone_by in dropped_numbers and number not in dropped_numbers
        ]
        self._forget(dropped_numbers)

    def _forget(self, numbers: Sequence[int]) -> None:
        """Drop actions. The copies of files that only they needed are cleared away later."""
        for number in numbers:
            self._run("UPDATE history_files SET action = NULL WHERE action = ?", (number,))
            self._run("DELETE FROM history WHERE number = ?", (number,))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _coded(value: object) -> object:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode("ascii")}
    raise TypeError(f"{type(value)} is no value of a column")


def _decoded(value: Fields) -> Any:  # noqa: ANN401 - a mapping, or the bytes it stands for
    return base64.b64decode(value["base64"]) if value.keys() == {"base64"} else value
