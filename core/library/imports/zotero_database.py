"""Zotero's own database as a source: its items with their collections, tags, notes and files.

Zotero may be running, and holds its database then. So a copy is read, made anew each time, with
the journal that may lie beside it; the original is never opened. The file is foreign: tables that
are no tables are refused, only plain reading is allowed, and no query may run for long.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from core.base.errors import FormatError
from core.base.messages import Message
from core.formats.decoding import unreadable
from core.formats.detect import ZOTERO_DATABASE
from core.formats.entries import Entry
from core.formats.zotero import NOT_PAPERS, Creator, Item

_BATCH = 500
_SECONDS = 60.0  # for one query
_STEPS = 100_000
_MAX_VALUE_BYTES = 16 * 1024 * 1024
_MAX_DEPTH = 32
_REMEDY = Message("Close Zotero and try again, or export the library from Zotero as RDF or BibTeX.")
_BROKEN = (sqlite3.Error, UnicodeDecodeError)  # the latter where a message quotes damaged names
_JOURNALS = ("-wal", "-journal")
_TABLES = {
    *("items", "itemTypes", "itemData", "itemDataValues", "fields", "itemCreators", "creators"),
    *("creatorTypes", "collections", "collectionItems", "tags", "itemTags", "itemAttachments"),
    *("itemNotes", "deletedItems"),
}
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}
_LISTED = "IN (SELECT value FROM json_each(?))"
_ITEMS = f"""
    SELECT i.itemID, i.key, t.typeName FROM items i
    JOIN itemTypes t ON t.itemTypeID = i.itemTypeID
    WHERE i.itemID > ? AND typeof(i.itemID) = 'integer'
    AND i.itemID NOT IN (SELECT itemID FROM deletedItems)
    AND (NOT t.typeName {_LISTED} OR i.itemID IN (
        SELECT itemID FROM itemAttachments WHERE parentItemID IS NULL))
    ORDER BY i.itemID LIMIT {_BATCH}"""
_DATA = f"""
    SELECT d.itemID, d.fieldID, v.value FROM itemData d
    JOIN itemDataValues v ON v.valueID = d.valueID WHERE d.itemID {_LISTED}"""
_CREATORS = f"""
    SELECT c.itemID, t.creatorType, n.firstName, n.lastName, n.fieldMode FROM itemCreators c
    JOIN creators n ON n.creatorID = c.creatorID
    JOIN creatorTypes t ON t.creatorTypeID = c.creatorTypeID
    WHERE c.itemID {_LISTED} ORDER BY c.itemID, c.orderIndex"""
_TAGS = f"""
    SELECT i.itemID, t.name, i.type FROM itemTags i JOIN tags t ON t.tagID = i.tagID
    WHERE i.itemID {_LISTED} ORDER BY t.name"""
_MEMBERS = f"SELECT itemID, collectionID FROM collectionItems WHERE itemID {_LISTED}"
_ATTACHMENTS = f"""
    SELECT a.parentItemID, a.path, i.key FROM itemAttachments a JOIN items i ON i.itemID = a.itemID
    WHERE a.parentItemID {_LISTED} AND i.itemID NOT IN (SELECT itemID FROM deletedItems)
    AND a.path IS NOT NULL AND COALESCE(a.contentType, '') IN ('', 'application/pdf')
    ORDER BY a.itemID"""
_NOTES = f"SELECT parentItemID, note FROM itemNotes WHERE parentItemID {_LISTED} ORDER BY itemID"


def read(path: Path) -> Iterator[Entry]:
    """Yield an entry for each item outside Zotero's trash, by number.

    Attachments are paths in the folder ``storage`` beside the database, or as they were linked.

    Raises:
        FormatError: The database cannot be copied or opened, or is none of Zotero's.
    """
    source = path / ZOTERO_DATABASE if path.is_dir() else path
    with (
        tempfile.TemporaryDirectory(prefix="cocite-zotero-") as folder,
        closing(_opened(_copied(source, Path(folder)), source.name)) as connection,
    ):
        reading = _Reading(connection)
        try:
            yield from reading.entries()
        except _BROKEN as error:
            reason = Message("the database cannot be read on from here ({reason})", reason=error)
            yield Entry(reading.location, None, reason)


def _copied(source: Path, folder: Path) -> Path:
    """Copy the database, and the journal without which the copy would not be whole."""
    parts = [source, *(source.with_name(source.name + each) for each in _JOURNALS)]
    try:
        parts = [part for part in parts if part == source or part.exists()]
        size = sum(part.stat().st_size for part in parts)
        if size > shutil.disk_usage(folder).free:
            raise FormatError(
                "There is no room to copy “{source}”, which is read from a copy.",
                source=source.name,
                remedy="Free {size} MB where temporary files lie ({parent}).",
                size=size // 2**20 + 1,
                parent=folder.parent,
            )
        for part in parts:
            shutil.copyfile(part, folder / part.name)
    except OSError as error:
        raise unreadable(source, error) from error
    return folder / source.name


def _opened(copy: Path, name: str) -> sqlite3.Connection:
    """Open the copy, so that it can be read and nothing else."""
    connection = sqlite3.connect(copy, isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", errors="replace")
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("SELECT 1 FROM json_each('[]')")  # made now: later it could not be
        kinds = dict(connection.execute("SELECT name, type FROM sqlite_schema").fetchall())
    except _BROKEN as error:
        connection.close()
        raise FormatError(
            "“{name}” cannot be opened ({reason}).", name=name, reason=error, remedy=_REMEDY
        ) from error
    if any(kinds.get(table) != "table" for table in _TABLES):
        connection.close()
        raise FormatError("“{name}” is no database of Zotero.", name=name, remedy=_REMEDY)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE_BYTES)
    connection.set_authorizer(
        lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
    )
    return connection


class _Reading:
    """One walk through a database; ``location`` is where it stands."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.location = Message("the first item")
        self._connection = connection
        self._until = 0.0
        connection.set_progress_handler(lambda: time.monotonic() > self._until, _STEPS)

    def entries(self) -> Iterator[Entry]:
        """Yield the entry of each item, some hundred items a query."""
        fields = {
            number: _text(name)
            for number, name in self._rows("SELECT fieldID, fieldName FROM fields")
        }
        collections = self._collections()
        last = -1
        while rows := self._rows(_ITEMS, last, json.dumps(sorted(NOT_PAPERS))):
            items = {
                number: Item(Message("item {key}", key=_text(key)), _text(kind))
                for number, key, kind in rows
            }
            self._fill(items, fields, collections)
            for item in items.values():
                self.location = Message("behind {item}", item=item.location)
                yield _entry(item)
            last = max(items)

    def _rows(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:  # Any: a column
        self._until = time.monotonic() + _SECONDS
        return self._connection.execute(query, parameters).fetchall()

    def _collections(self) -> dict[Any, str]:  # Any: a column
        """Return the path of each collection: "Thesis / Chapter 1"."""
        rows = self._rows(
            "SELECT collectionID, collectionName, parentCollectionID FROM collections"
        )
        held = {number: (_text(name), above) for number, name, above in rows}
        paths = {}
        for number in held:
            names: list[str] = []
            above = number
            while above in held and len(names) < _MAX_DEPTH:  # a loop has no end
                name, above = held[above]
                names.append(name)
            paths[number] = " / ".join(name for name in reversed(names) if name)
        return paths

    def _fill(
        self, items: dict[Any, Item], fields: dict[Any, str], collections: dict[Any, str]
    ) -> None:
        for item, field, value in self._of(items, _DATA):
            name = fields.get(field, f"field {field}")
            item.fields.append((name, _value(name, _text(value))))
        for item, role, given, family, mode in self._of(items, _CREATORS):
            person = Creator(_text(role), _text(given), _text(family), whole=mode == 1)
            item.creators.append(person)
        for item, collection in self._of(items, _MEMBERS):
            item.collections.append(collections.get(collection, ""))
        for item, name, automatic in self._of(items, _TAGS):
            (item.automatic if automatic == 1 else item.tags).append(_text(name))
        for item, path, key in self._of(items, _ATTACHMENTS):
            item.attachments.append(_attached(_text(path), _text(key)))
        for item, note in self._of(items, _NOTES):
            item.notes.append(_text(note))

    def _of(self, items: dict[Any, Item], query: str) -> Iterator[tuple[Any, ...]]:  # Any: columns
        """Yield the rows of a query about items, each with its item in place of the number."""
        for number, *columns in self._rows(query, json.dumps(list(items))):
            if number in items:
                yield items[number], *columns


def _entry(item: Item) -> Entry:
    if item.kind in NOT_PAPERS:
        return Entry(
            item.location, None, Message("a file without a record; import the file itself")
        )
    return item.entry()


def _value(name: str, text: str) -> str:
    """Return a date without what Zotero sorts it by ("2016-05-00 May 2016"), else the text."""
    sortable, _, written = text.partition(" ")
    return written if name == "date" and written and sortable.count("-") == 2 else text


def _attached(path: str, key: str) -> str:
    """Return where a stored file lies beside the database, or where a linked one was."""
    kind, _, rest = path.partition(":")
    return f"storage/{key}/{rest}" if kind == "storage" else path


def _text(value: object) -> str:
    """Return a column as text, whatever a foreign file holds there."""
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return str(value) if isinstance(value, str | int | float) else ""
