"""Zotero's database: read from a copy, whole, and without trust."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.formats.entries import Entry
from core.library.imports import zotero_database
from tests import wording

SCHEMA = """
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT, libraryID INT, key TEXT);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT,
    parentCollectionID INT);
CREATE TABLE collectionItems (collectionID INT, itemID INT, orderIndex INT);
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE itemTags (itemID INT, tagID INT, type INT);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT,
    contentType TEXT, path TEXT);
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY);
INSERT INTO itemTypes VALUES (1, 'journalArticle'), (2, 'attachment'), (3, 'note'), (4, 'book');
INSERT INTO fields VALUES (1, 'title'), (2, 'date'), (3, 'DOI'), (4, 'publicationTitle'),
    (5, 'pages'), (6, 'extra'), (7, 'abstractNote'), (8, 'callNumber');
INSERT INTO creatorTypes VALUES (1, 'author'), (2, 'editor');
"""
ITEMS = """
INSERT INTO items VALUES (1, 1, 1, 'AAAA'), (2, 4, 1, 'BBBB'), (3, 2, 1, 'CCCC'), (4, 3, 1, 'DDDD'),
    (5, 1, 1, 'EEEE'), (6, 2, 1, 'FFFF'), (7, 1, 1, 'GGGG'), (8, 2, 1, 'HHHH'),
    (10, 3, 1, 'JJJJ');
INSERT INTO itemDataValues VALUES (1, 'Walks on <i>graphs</i>'), (2, '2016-05-00 May 2016'),
    (3, '10.1234/abc'), (4, 'Annals of Walks'), (5, '1-9'), (6, 'Citation Key: roe2016
PMID: 77'), (7, 'Far.'), (8, 'Roses'), (9, 'In the trash'), (10, 'QA 1'), (11, 1984);
INSERT INTO itemData VALUES (1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 4), (1, 5, 5), (1, 6, 6),
    (1, 7, 7), (1, 8, 10), (2, 1, 8), (2, 2, 11), (5, 1, 9);
INSERT INTO creators VALUES (1, 'Ann', 'Roe', 0), (2, '', 'The Data Group', 1), (3, 'Jo', 'Doe', 0);
INSERT INTO itemCreators VALUES (1, 2, 1, 1), (1, 1, 1, 0), (1, 3, 2, 2);
INSERT INTO collections VALUES (1, 'Thesis', NULL), (2, 'Graphs', 1), (3, 'Loop', 4),
    (4, 'Pool', 3);
INSERT INTO collectionItems VALUES (2, 1, 0), (1, 2, 0), (3, 2, 0);
INSERT INTO tags VALUES (1, 'mine'), (2, 'graph theory');
INSERT INTO itemTags VALUES (1, 1, 0), (1, 2, 1);
INSERT INTO itemAttachments VALUES (3, 1, 0, 'application/pdf', 'storage:a b.pdf'),
    (6, NULL, 0, 'application/pdf', 'storage:alone.pdf'), (8, 1, 2, 'application/pdf', '/x/y.pdf');
INSERT INTO itemNotes VALUES (4, 1, '<p>my note</p>', ''), (10, NULL, '<p>Ask Ann</p>', '');
INSERT INTO deletedItems VALUES (5);
"""


@pytest.fixture
def zotero(tmp_path: Path) -> Path:
    folder = tmp_path / "Zotero"
    folder.mkdir()
    return database(folder / "zotero.sqlite", SCHEMA + ITEMS)


def database(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path


def test_items_are_read_whole(zotero: Path) -> None:
    article, book, alone, untitled, note = zotero_database.read_entries(zotero.parent)
    record = article.record
    assert record is not None
    assert (article.location, record.title) == ("item AAAA", "Walks on graphs")
    assert record.authors == ("Ann Roe", "The Data Group")
    assert (record.year, record.doi, record.venue) == (2016, "10.1234/abc", "Annals of Walks")
    assert record.keywords == ("graph theory", "mine")
    assert article.tags == ("mine",)
    assert article.collections == ("Thesis / Graphs",)
    assert article.attachments == ("storage/CCCC/a b.pdf", "/x/y.pdf")
    assert dict(record.extra) == {
        "type": "article-journal",
        "citation_key": "roe2016",
        "PMID": "77",
        "editor": ["Jo Doe"],
        "page": "1–9",
        "annote": "my note",
        "issued": "2016-05",
        "call-number": "QA 1",
        "family_names": {"The Data Group": "The Data Group"},
    }
    assert book.record is not None
    assert (book.record.title, book.record.year) == ("Roses", 1984)
    assert book.collections[0] == "Thesis"
    assert len(book.collections) == 2  # a loop of collections ends
    assert alone.problem == wording.fill(wording.UNNAMED_FILE_WITHOUT_RECORD)
    assert note.problem == wording.fill(wording.NOTE_WITHOUT_RECORD, start="Ask Ann")
    assert untitled.problem == wording.fill(wording.ITEM_WITHOUT_TITLE)


def test_what_is_in_the_trash_is_left_out_and_told(zotero: Path) -> None:
    said: list[str] = []
    entries = list(zotero_database.read_entries(zotero, said.append))
    assert not any(each.record and each.record.title == "In the trash" for each in entries)
    assert said == [wording.fill(wording.LEFT_OUT_IN_TRASH, count=1)]


def test_the_database_of_a_running_zotero_is_read_and_left_alone(zotero: Path) -> None:
    with closing(sqlite3.connect(zotero, isolation_level=None)) as running:
        running.execute("PRAGMA journal_mode = WAL")
        running.execute("PRAGMA locking_mode = EXCLUSIVE")
        running.execute("UPDATE itemDataValues SET value = 'Lilies' WHERE valueID = 8")
        before = {path.name: path.read_bytes() for path in zotero.parent.iterdir()}
        titles = [each.record.title for each in zotero_database.read_entries(zotero) if each.record]
        assert titles == ["Walks on graphs", "Lilies"]
        assert {path.name: path.read_bytes() for path in zotero.parent.iterdir()} == before


def test_many_items_are_read_in_batches(zotero: Path) -> None:
    values = ",".join(f"({n}, 4, 1, 'K{n}')" for n in range(100, 1_300))
    data = ",".join(f"({n}, 1, 8)" for n in range(100, 1_300))
    database(zotero, f"INSERT INTO items VALUES {values}; INSERT INTO itemData VALUES {data};")
    assert sum(1 for each in zotero_database.read_entries(zotero) if each.record) == 1_202


@pytest.mark.parametrize(
    "script",
    [
        "",
        SCHEMA.replace("CREATE TABLE tags", "CREATE TABLE other"),
        SCHEMA + "DROP TABLE tags; CREATE VIEW tags AS WITH RECURSIVE n(x) AS "
        "(SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS tagID, 'a' AS name FROM n;",
    ],
)
def test_another_database_is_refused(tmp_path: Path, script: str) -> None:
    path = database(tmp_path / "zotero.sqlite", script)
    with pytest.raises(FormatError):
        list(zotero_database.read_entries(path))


def test_what_runs_without_end_is_stopped(zotero: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zotero_database, "_SECONDS", 0.0)
    monkeypatch.setattr(zotero_database, "_STEPS", 1)
    (entry,) = zotero_database.read_entries(zotero)
    assert (
        wording.fill("core.library.imports.zotero_database:read_entries", reason="interrupted")
        in entry.problem
    )


def test_columns_may_hold_anything(zotero: Path) -> None:
    database(
        zotero,
        """UPDATE itemDataValues SET value = x'ff00fe' WHERE valueID = 8;
        UPDATE itemTags SET itemID = '1'; UPDATE items SET key = NULL;
        UPDATE creators SET lastName = 3.5; INSERT INTO itemTags VALUES (99, 1, 'x');
        UPDATE collections SET parentCollectionID = 'x'""",
    )
    entries = list(zotero_database.read_entries(zotero))
    assert len(entries) == 5
    assert entries[0].record is not None
    assert entries[0].record.authors == ("Ann 3.5",) or len(entries[0].record.authors) == 2


def test_a_damaged_file_raises_only_what_is_expected(zotero: Path) -> None:
    draw = random.Random(7)
    whole = zotero.read_bytes()
    read = refused = 0
    for _ in range(120):
        damaged = bytearray(whole)
        for _ in range(draw.choice([1, 3, 30])):
            place = draw.randrange(len(damaged))
            damaged[place] = draw.randrange(256)
        if draw.random() < 0.2:
            del damaged[draw.randrange(len(damaged)) :]
        zotero.write_bytes(damaged)
        try:
            entries = list(zotero_database.read_entries(zotero))
        except FormatError:
            refused += 1
            continue
        read += 1
        assert all(_is_whole(entry) for entry in entries)
    assert read > 20
    assert refused


def _is_whole(entry: Entry) -> bool:
    return bool(entry.location) and (entry.record is None) == bool(entry.problem)
