"""Zotero's own database as a source: its items with their collections, tags, notes and files.

Zotero may be running, and holds its database then. So a copy is read, made anew each time, with
the journal that may lie beside it; the original is never opened. The file is foreign: tables that
are no tables are refused, only plain reading is allowed, and no query may run for long.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from core.base.errors import FormatError
from core.base.messages import Message
from core.formats.detect import ZOTERO_DATABASE
from core.formats.entries import Entry
from core.formats.fields import clean
from core.formats.zotero import NOT_PAPERS, Creator, Item
from core.library.imports.zotero_copy import DatabaseCopy

_BATCH = 500
_SECONDS = 60.0  # for one query
_STEPS = 100_000
_MAX_VALUE_BYTES = 16 * 1024 * 1024
_MAX_DEPTH = 32
_REMEDY = Message("Close Zotero and try again, or export the library from Zotero as RDF or BibTeX.")
BROKEN = (sqlite3.Error, UnicodeDecodeError)  # the latter where a message quotes damaged names
BETTER_BIBTEX = "better-bibtex.sqlite"
_TABLES = {
    *("items", "itemTypes", "itemData", "itemDataValues", "fields", "itemCreators", "creators"),
    *("creatorTypes", "collections", "collectionItems", "tags", "itemTags", "itemAttachments"),
    *("itemNotes", "deletedItems"),
}
_MORE_TABLES = {
    *("version", "libraries", "groups", "deletedCollections", "itemAnnotations"),
}
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}
LISTED = "IN (SELECT value FROM json_each(?))"
_LISTED_TWICE = LISTED.replace("?", "?1")
_ITEMS = f"""
    SELECT i.itemID, i.key, t.typeName FROM items i
    JOIN itemTypes t ON t.itemTypeID = i.itemTypeID
    WHERE i.itemID > ? AND typeof(i.itemID) = 'integer'
    AND i.itemID NOT IN (SELECT itemID FROM deletedItems) {{feeds}}
    AND (NOT t.typeName {LISTED} OR i.itemID IN (
        SELECT itemID FROM itemAttachments WHERE parentItemID IS NULL
        UNION SELECT itemID FROM itemNotes WHERE parentItemID IS NULL))
    ORDER BY i.itemID LIMIT {_BATCH}"""
_NO_FEEDS = "AND i.libraryID NOT IN (SELECT libraryID FROM libraries WHERE type = 'feed')"
_ITEMS_BY_NUMBER = f"""
    SELECT i.itemID, i.key, t.typeName FROM items i
    JOIN itemTypes t ON t.itemTypeID = i.itemTypeID WHERE i.itemID {LISTED} ORDER BY i.itemID"""
_TRASHED = f"""
    SELECT COUNT(*) FROM deletedItems d JOIN items i ON i.itemID = d.itemID
    JOIN itemTypes t ON t.itemTypeID = i.itemTypeID WHERE NOT t.typeName {LISTED}"""
_DATA = f"""
    SELECT d.itemID, d.fieldID, v.value FROM itemData d
    JOIN itemDataValues v ON v.valueID = d.valueID WHERE d.itemID {LISTED}"""
_CREATORS = f"""
    SELECT c.itemID, t.creatorType, n.firstName, n.lastName, n.fieldMode FROM itemCreators c
    JOIN creators n ON n.creatorID = c.creatorID
    JOIN creatorTypes t ON t.creatorTypeID = c.creatorTypeID
    WHERE c.itemID {LISTED} ORDER BY c.itemID, c.orderIndex"""
_TAGS = f"""
    SELECT i.itemID, t.name, i.type FROM itemTags i JOIN tags t ON t.tagID = i.tagID
    WHERE i.itemID {LISTED} ORDER BY t.name"""
_MEMBERS = f"SELECT itemID, collectionID FROM collectionItems WHERE itemID {LISTED}"
_ATTACHMENTS = f"""
    SELECT a.parentItemID, a.path, i.key FROM itemAttachments a JOIN items i ON i.itemID = a.itemID
    WHERE a.parentItemID {LISTED} AND i.itemID NOT IN (SELECT itemID FROM deletedItems)
    AND a.path IS NOT NULL AND COALESCE(a.contentType, '') IN ('', 'application/pdf')
    ORDER BY a.itemID"""
_NOTES = f"""
    SELECT COALESCE(parentItemID, itemID), note FROM itemNotes
    WHERE (parentItemID {_LISTED_TWICE} OR parentItemID IS NULL AND itemID {_LISTED_TWICE})
    AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY itemID"""


def read_entries(path: Path, tell: Callable[[str], None] = lambda _: None) -> Iterator[Entry]:
    """Yield an entry for each item outside Zotero's trash, by number; ``tell`` what is in that.

    Attachments are paths in the folder ``storage`` beside the database, or as they were linked.

    Raises:
        FormatError: The database cannot be copied or opened, or is none of Zotero's.
    """
    source = path / ZOTERO_DATABASE if path.is_dir() else path
    with (
        closing(DatabaseCopy(source)) as copy,
        closing(ZoteroReading(copy, keys_beside(source))) as reading,
    ):
        try:
            if trashed := reading.trashed():
                tell(Message("Left out, in Zotero's trash: {count:,}.", count=trashed))
            yield from reading.entries()
        except BROKEN as error:
            reason = Message("the rest of the database cannot be read ({reason})", reason=error)
            yield Entry(reading.location, None, reason)


def keys_beside(source: Path) -> dict[tuple[int, str], str]:
    """Return the citation keys that Better BibTeX keeps in a database of its own.

    By library and key of the item; none where there is no such database that can be read.
    """
    path = source.with_name(BETTER_BIBTEX)
    if not path.exists():
        return {}
    try:
        with closing(DatabaseCopy(path)) as copy, closing(_connected(copy)) as connection:
            connection.set_authorizer(_allow)
            rows = _limited(connection, "SELECT libraryID, itemKey, citationKey FROM citationkey")
    except (*BROKEN, FormatError):
        return {}
    return {
        (library, get_text(key)): get_text(citation_key)
        for library, key, citation_key in rows
        if citation_key
    }


def _connected(copy: DatabaseCopy) -> sqlite3.Connection:
    """Open a copy, so that it can be read and nothing else."""
    path = copy.path()
    mode = "rw" if copy.has_journal else "ro"  # a journal is carried out first, on the copy
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = lambda raw: raw.decode("utf-8", errors="replace")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE_BYTES)
    return connection


def _opened(copy: DatabaseCopy) -> tuple[sqlite3.Connection, dict[str, frozenset[str]]]:
    """Open the copy of a database of Zotero; return with it the columns of its tables."""
    name = copy.source.name
    connection = _connected(copy)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("SELECT 1 FROM json_each('[]')")  # made now: later it could not be
        kinds = dict(connection.execute("SELECT name, type FROM sqlite_schema").fetchall())
        columns = {
            table: frozenset(
                row[0]
                for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
            )
            for table in _TABLES | _MORE_TABLES
            if kinds.get(table) == "table"
        }
    except BROKEN as error:
        connection.close()
        raise FormatError(
            "“{name}” cannot be opened ({reason}).", name=name, reason=error, remedy=_REMEDY
        ) from error
    if not columns.keys() >= _TABLES:
        connection.close()
        raise FormatError("“{name}” is not a Zotero database.", name=name, remedy=_REMEDY)
    connection.set_authorizer(_allow)
    return connection, columns


def _allow(action: int, *_: object) -> int:
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _limited(
    connection: sqlite3.Connection, query: str, *parameters: object
) -> list[tuple[Any, ...]]:
    until = time.monotonic() + _SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
    return connection.execute(query, parameters).fetchall()


class ZoteroReading:
    """A database of Zotero as it was when it was copied; ``location`` is where a walk stands.

    ``columns`` are those of its tables, as far as they are known here.
    """

    def __init__(self, copy: DatabaseCopy, keys: Mapping[tuple[int, str], str]) -> None:
        """Open a copy; ``keys`` are those of Better BibTeX (``keys_beside``)."""
        self.location = Message("the first item")
        self._keys = keys
        self._connection, self.columns = _opened(copy)
        self._fields: dict[Any, str] | None = None  # Any: a column

    def close(self) -> None:
        """Let go of the copy."""
        self._connection.close()

    def entries(self) -> Iterator[Entry]:
        """Yield the entry of each item, some hundred items a query."""
        collections = {number: name for number, (_, name) in self.collections().items()}
        last = -1
        feeds = _NO_FEEDS if "libraries" in self.columns else ""
        query = _ITEMS.format(feeds=feeds)
        while rows := self.rows(query, last, json.dumps(sorted(NOT_PAPERS))):
            items = self._filled(rows, collections)
            for item in items.values():
                self.location = Message("behind {item}", item=item.location)
                yield _entry(item)
            last = max(items)

    def trashed(self) -> int:
        """Return how many items are in Zotero's trash."""
        (count_row,) = self.rows(_TRASHED, json.dumps(sorted(NOT_PAPERS)))
        return int(count_row[0])

    def find_citation_key(self, library: int, key: str) -> str:
        """Return the citation key that Better BibTeX gave an item, "" if it has none."""
        return self._keys.get((library, key), "")

    def items(self, numbers: Iterable[int]) -> dict[int, Item]:
        """Return items by their numbers, without collections and files."""
        listed = json.dumps(list(numbers))
        return self._filled(self.rows(_ITEMS_BY_NUMBER, listed), {})

    def rows(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:  # Any: a column
        """Return what a query yields; it may not run for long."""
        return _limited(self._connection, query, *parameters)

    def collections(self) -> dict[Any, tuple[Any, str]]:  # Any: a column
        """Return the library and the path of each collection: "Thesis / Chapter 1".

        The path of one in a group begins with the group's name.
        """
        groups = self.groups()
        deleted_collections = set()
        if "deletedCollections" in self.columns:
            deleted_collections = {
                number for (number,) in self.rows("SELECT collectionID FROM deletedCollections")
            }
        library = "libraryID" if "libraryID" in self.columns["collections"] else "NULL"
        rows = self.rows(
            f"SELECT collectionID, collectionName, parentCollectionID, {library} FROM collections"
        )
        collections_by_number = {
            number: (get_text(name), above, of) for number, name, above, of in rows
        }
        paths: dict[Any, tuple[Any, str]] = {}
        for number, (_, _, of) in collections_by_number.items():
            names: list[str] = []
            above, walked = number, [number]
            while above in collections_by_number and len(names) < _MAX_DEPTH:  # a loop has no end
                name, above, _ = collections_by_number[above]
                names.append(name)
                walked.append(above)
            if deleted_collections.isdisjoint(walked):
                parts = [groups.get(of, ""), *reversed(names)]
                paths[number] = of, " / ".join(name for name in parts if name)
        return paths

    def groups(self) -> dict[Any, str]:  # Any: a column
        """Return the names of group libraries by the number of the library."""
        if not self.columns.get("groups", frozenset()) >= {"libraryID", "name"}:
            return {}
        rows = self.rows("SELECT libraryID, name FROM groups")
        return {library: clean(get_text(name)) for library, name in rows}

    def _filled(
        self, rows: Sequence[tuple[Any, ...]], collections: Mapping[Any, str]
    ) -> dict[Any, Item]:
        items = {
            number: Item(Message("item {key}", key=get_text(key)), get_text(kind))
            for number, key, kind in rows
        }
        self._fill(items, collections)
        if self._keys and "libraryID" in self.columns["items"]:
            listed = f"SELECT itemID, libraryID, key FROM items WHERE itemID {LISTED}"
            for item, library, key in self._of(items, listed):
                if citation_key := self._keys.get((library, get_text(key))):
                    item.fields.append(("citationKey", citation_key))
        return items

    def _fill(self, items: dict[Any, Item], collections: Mapping[Any, str]) -> None:
        if self._fields is None:
            rows = self.rows("SELECT fieldID, fieldName FROM fields")
            self._fields = {number: get_text(name) for number, name in rows}
        fields = self._fields
        for item, field, value in self._of(items, _DATA):
            name = fields.get(field, f"field {field}")
            item.fields.append((name, _value(name, get_text(value))))
        for item, role, given_name, family, mode in self._of(items, _CREATORS):
            person = Creator(
                get_text(role), get_text(given_name), get_text(family), whole=mode == 1
            )
            item.creators.append(person)
        for item, collection in self._of(items, _MEMBERS):
            item.collections.append(collections.get(collection, ""))
        for item, name, automatic in self._of(items, _TAGS):
            (item.automatic if automatic == 1 else item.tags).append(get_text(name))
        for item, path, key in self._of(items, _ATTACHMENTS):
            item.attachments.append(_attached(get_text(path), get_text(key)))
        for item, note in self._of(items, _NOTES):
            item.notes.append(get_text(note))

    def _of(self, items: dict[Any, Item], query: str) -> Iterator[tuple[Any, ...]]:  # Any: columns
        """Yield the rows of a query about items, each with its item in place of the number."""
        for number, *columns in self.rows(query, json.dumps(list(items))):
            if number in items:
                yield items[number], *columns


def _entry(item: Item) -> Entry:
    if item.kind in NOT_PAPERS:
        return item.refusal()
    return item.entry()


def _value(name: str, text: str) -> str:
    """Return a date without what Zotero sorts it by ("2016-05-00 May 2016"), else the text."""
    sortable, _, date_text = text.partition(" ")
    return date_text if name == "date" and date_text and sortable.count("-") == 2 else text


def _attached(path: str, key: str) -> str:
    """Return where a stored file lies beside the database, or where a linked one was."""
    kind, _, rest = path.partition(":")
    return f"storage/{key}/{rest}" if kind == "storage" else path


def get_text(value: object) -> str:
    """Return a column as text, whatever a foreign file holds there."""
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return str(value) if isinstance(value, str | int | float) else ""
