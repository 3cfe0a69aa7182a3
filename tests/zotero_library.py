"""A data folder such as Zotero keeps, with made-up items: its tables, and what a person does there.

The tables have the columns of Zotero 8 that matter. ``writer`` holds the database as Zotero does.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

SCHEMA = """
CREATE TABLE version (schema TEXT PRIMARY KEY, version INT NOT NULL);
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL, editable INT NOT NULL,
    filesEditable INT NOT NULL, version INT NOT NULL DEFAULT 0);
CREATE TABLE groups (groupID INTEGER PRIMARY KEY, libraryID INT NOT NULL UNIQUE,
    name TEXT NOT NULL, description TEXT NOT NULL, version INT NOT NULL);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL,
    dateAdded TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    dateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0,
    synced INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT,
    UNIQUE (lastName, firstName, fieldMode));
CREATE TABLE itemCreators (itemID INT NOT NULL, creatorID INT NOT NULL,
    creatorTypeID INT NOT NULL DEFAULT 1, orderIndex INT NOT NULL DEFAULT 0,
    PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex));
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT NOT NULL,
    parentCollectionID INT DEFAULT NULL, clientDateModified TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    libraryID INT NOT NULL, key TEXT NOT NULL, version INT DEFAULT 0, synced INT DEFAULT 0);
CREATE TABLE collectionItems (collectionID INT NOT NULL, itemID INT NOT NULL,
    orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (collectionID, itemID));
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT NOT NULL, tagID INT NOT NULL, type INT NOT NULL,
    PRIMARY KEY (itemID, tagID));
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT,
    contentType TEXT, charsetID INT, path TEXT, syncState INT DEFAULT 0, storageModTime INT,
    storageHash TEXT, lastProcessedModificationTime INT);
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE itemAnnotations (itemID INTEGER PRIMARY KEY, parentItemID INT NOT NULL,
    type INTEGER NOT NULL, authorName TEXT, text TEXT, comment TEXT, color TEXT, pageLabel TEXT,
    sortIndex TEXT NOT NULL, position TEXT NOT NULL, isExternal INT NOT NULL);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE deletedCollections (collectionID INTEGER PRIMARY KEY,
    dateDeleted DEFAULT CURRENT_TIMESTAMP);
INSERT INTO version VALUES ('userdata', 129), ('compatibility', 9);
INSERT INTO libraries VALUES (1, 'user', 1, 1, 0), (2, 'group', 1, 1, 0), (3, 'feed', 0, 0, 0);
INSERT INTO groups VALUES (777, 2, 'Peat Group', '', 0);
INSERT INTO itemTypes (itemTypeID, typeName) VALUES (1, 'journalArticle'), (2, 'attachment'),
    (3, 'note'), (4, 'annotation'), (5, 'book'), (6, 'feedItem');
INSERT INTO fields (fieldID, fieldName) VALUES (1, 'title'), (2, 'date'), (3, 'DOI'),
    (4, 'publicationTitle'), (5, 'abstractNote'), (6, 'extra'), (7, 'citationKey'), (8, 'pages');
INSERT INTO creatorTypes VALUES (1, 'author'), (2, 'editor');
"""
TYPES = {"journalArticle": 1, "attachment": 2, "note": 3, "annotation": 4, "book": 5}
FIELDS = {
    "title": 1,
    "date": 2,
    "DOI": 3,
    "publicationTitle": 4,
    "abstractNote": 5,
    "extra": 6,
    "citationKey": 7,
    "pages": 8,
}
GROUP = 2


class ZoteroLibrary:
    """The data folder of a Zotero. Every change moves its clock by a minute, far in the past."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.path = folder / "zotero.sqlite"
        self._minutes = 0
        with self.changing() as database:
            database.executescript(SCHEMA)

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection, whose changes are committed when the block ends."""
        with closing(sqlite3.connect(self.path)) as database, database:
            yield database

    @contextmanager
    def writer(self) -> Iterator[sqlite3.Connection]:
        """Hold the database as a running Zotero does: alone, its changes in the log."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as database:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("PRAGMA journal_mode = WAL")
            yield database

    def item(
        self, title: str, *, kind: str = "journalArticle", library: int = 1, **fields: str
    ) -> int:
        """Make an item and return its number."""
        with self.changing() as database:
            number = self._new(database, kind, library)
            self._say(database, number, {"title": title, **fields})
            return number

    def items(self, titles: Sequence[str], **fields: str) -> None:
        """Make many items at once, each with an author."""
        with self.changing() as database:
            for title in titles:
                number = self._new(database, "journalArticle", 1)
                self._say(database, number, {"title": title, **fields})
                self._credit(database, number, ["Ann Roe"])

    def say(self, number: int, **fields: str | None) -> None:
        """Change fields of an item; ``None`` empties one."""
        with self.changing() as database:
            self._say(database, number, fields)
            self.touch(database, number)

    def credit(self, number: int, *authors: str) -> None:
        """Set the authors of an item: "Given Family"."""
        with self.changing() as database:
            self._credit(database, number, authors)
            self.touch(database, number)

    def attach(self, item: int, pdf: Path | str, *, linked: bool = False) -> int:
        """Attach a file: a name in the storage, or the path of a linked one."""
        with self.changing() as database:
            number = self._new(database, "attachment", self._library(database, item))
            path = str(pdf) if linked else f"storage:{pdf}"
            database.execute(
                "INSERT INTO itemAttachments (itemID, parentItemID, linkMode, contentType, path)"
                " VALUES (?, ?, ?, 'application/pdf', ?)",
                (number, item, 2 if linked else 0, path),
            )
            return number

    def stored(self, attachment: int, name: str) -> Path:
        """Return where the file of an attachment lies."""
        folder = self.folder / "storage" / self.key(attachment)
        folder.mkdir(parents=True, exist_ok=True)
        return folder / name

    def note(self, item: int, html: str) -> int:
        """Write a note on an item."""
        with self.changing() as database:
            number = self._new(database, "note", self._library(database, item))
            database.execute("INSERT INTO itemNotes VALUES (?, ?, ?, '')", (number, item, html))
            return number

    def annotate(self, attachment: int, text: str, comment: str = "", **position: object) -> int:
        """Highlight something in a file."""
        position = position or {"pageIndex": 0, "rects": [[72, 700, 200, 712]]}
        with self.changing() as database:
            number = self._new(database, "annotation", self._library(database, attachment))
            database.execute(
                "INSERT INTO itemAnnotations VALUES (?, ?, 1, '', ?, ?, '#5fb236', '1', '', ?, 0)",
                (number, attachment, text, comment, json.dumps(position)),
            )
            return number

    def comment(self, annotation: int, comment: str) -> None:
        """Change the comment of an annotation."""
        with self.changing() as database:
            database.execute(
                "UPDATE itemAnnotations SET comment = ? WHERE itemID = ?", (comment, annotation)
            )
            self.touch(database, annotation)

    def collection(self, name: str, *, above: int | None = None, library: int = 1) -> int:
        """Make a collection."""
        with self.changing() as database:
            number = self._free(database, "collections", "collectionID")
            database.execute(
                "INSERT INTO collections (collectionID, collectionName, parentCollectionID,"
                " libraryID, key) VALUES (?, ?, ?, ?, ?)",
                (number, name, above, library, f"COLL{number:04}"),
            )
            return number

    def collect(self, collection: int, item: int, *, member: bool = True) -> None:
        """Put an item into a collection, or take it out."""
        with self.changing() as database:
            if member:
                database.execute("INSERT INTO collectionItems VALUES (?, ?, 0)", (collection, item))
            else:
                database.execute(
                    "DELETE FROM collectionItems WHERE collectionID = ? AND itemID = ?",
                    (collection, item),
                )

    def tag(self, item: int, name: str, *, automatic: bool = False) -> None:
        """Tag an item."""
        with self.changing() as database:
            database.execute("INSERT OR IGNORE INTO tags (name) VALUES (?)", (name,))
            database.execute(
                "INSERT INTO itemTags SELECT ?, tagID, ? FROM tags WHERE name = ?",
                (item, int(automatic), name),
            )
            self.touch(database, item)

    def run(self, statement: str, *given: object) -> None:
        """Change anything else."""
        with self.changing() as database:
            database.execute(statement, given)

    def trash(self, item: int) -> None:
        """Move an item to Zotero's trash."""
        self.run("INSERT INTO deletedItems (itemID) VALUES (?)", item)

    def delete(self, *items: int) -> None:
        """Delete items for good."""
        with self.changing() as database:
            for table in ("items", "itemData", "itemCreators", "itemTags", "collectionItems"):
                database.executemany(
                    f"DELETE FROM {table} WHERE itemID = ?", [(item,) for item in items]
                )

    def key(self, item: int) -> str:
        """Return the key of an item."""
        with self.changing() as database:
            (found,) = database.execute(
                "SELECT key FROM items WHERE itemID = ?", (item,)
            ).fetchone()
            return str(found)

    def touch(self, database: sqlite3.Connection, number: int) -> None:
        """Say that an item was changed now."""
        database.execute(
            "UPDATE items SET dateModified = ?1, clientDateModified = ?1 WHERE itemID = ?2",
            (self._now(), number),
        )

    def content(self) -> dict[str, bytes]:
        """Return every file of the folder."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file()
        }

    def _now(self) -> str:
        self._minutes += 1
        return f"{datetime(2020, 1, 1) + timedelta(minutes=self._minutes):%Y-%m-%d %H:%M:%S}"

    def _new(self, database: sqlite3.Connection, kind: str, library: int) -> int:
        number = self._free(database, "items", "itemID")
        database.execute(
            "INSERT INTO items (itemID, itemTypeID, dateModified, clientDateModified, libraryID,"
            " key) VALUES (?, ?, ?, ?, ?, ?)",
            (number, TYPES[kind], self._now(), self._now(), library, f"ITEM{number:04}"),
        )
        return number

    def _free(self, database: sqlite3.Connection, table: str, column: str) -> int:
        (last,) = database.execute(f"SELECT COALESCE(MAX({column}), 0) FROM {table}").fetchone()
        return int(last) + 1

    def _library(self, database: sqlite3.Connection, item: int) -> int:
        found = database.execute("SELECT libraryID FROM items WHERE itemID = ?", (item,)).fetchone()
        return int(found[0])

    def _say(
        self, database: sqlite3.Connection, number: int, fields: dict[str, str | None]
    ) -> None:
        for name, text in fields.items():
            database.execute(
                "DELETE FROM itemData WHERE itemID = ? AND fieldID = ?", (number, FIELDS[name])
            )
            if text is not None:
                database.execute("INSERT OR IGNORE INTO itemDataValues (value) VALUES (?)", (text,))
                database.execute(
                    "INSERT INTO itemData SELECT ?, ?, valueID FROM itemDataValues WHERE value = ?",
                    (number, FIELDS[name], text),
                )

    def _credit(self, database: sqlite3.Connection, number: int, authors: Sequence[str]) -> None:
        database.execute("DELETE FROM itemCreators WHERE itemID = ?", (number,))
        for place, name in enumerate(authors):
            given, _, family = name.rpartition(" ")
            database.execute(
                "INSERT OR IGNORE INTO creators (firstName, lastName, fieldMode) VALUES (?, ?, 0)",
                (given, family),
            )
            database.execute(
                "INSERT INTO itemCreators SELECT ?, creatorID, 1, ? FROM creators"
                " WHERE firstName = ? AND lastName = ?",
                (number, place, given, family),
            )
