"""Libraries as programs of earlier versions left them, with something in each table they had."""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

from core.base.records import Manuscript, Reference
from core.library.database.connection import DATABASE
from core.library.store.fulltexts import _hashed
from core.manuscript.text.serial import reference_to_json, to_json
from tests.core.library.database.test_migrations import made


def _packed(value: object) -> bytes:
    return zlib.compress(json.dumps(value).encode())


_REFERENCES = tuple(Reference(index=n, label="1", text="[1]", doi="10.55555/w3") for n in range(2))
_SAID = [json.dumps(reference_to_json(each)) for each in _REFERENCES]
_KEY = _hashed("doi:10.55555/w3")
_READ = Manuscript(title="Read", references=_REFERENCES)
_ROWS = (
    "INSERT INTO files (paper, path, sha256) VALUES (2, '/a.pdf', 'aa'), (1, '/b.pdf', 'bb')",
    f"INSERT INTO bibliography VALUES (1, 0, '{_SAID[0]}', NULL, NULL)",
    f"INSERT INTO bibliography VALUES (1, 1, '{_SAID[1]}', 2, 0.9)",
    (
        "INSERT INTO manuscripts (number, sha256, extractor, title, opened_at, parsed)"
        " VALUES (1, 'mm', 'x', 'On moors', '2020-01-01', '{}')"
    ),
    "INSERT INTO decisions VALUES (1, 'k', 1, 'An old sentence.', 'cite', '2020-01-01')",
    "INSERT INTO dismissed_gaps VALUES (1, 'g', 'An old gap.', '2020-01-01')",
    "INSERT INTO readings VALUES (1, 'aa', 'birch', 'read', '', :read, :passages)",
    "INSERT INTO readings VALUES (2, 'bb', 'birch', 'failed', 'Damaged.', NULL, NULL)",
    "INSERT INTO fulltexts VALUES (1, 1, 0)",
    f"INSERT INTO reference_keys VALUES ({_KEY}, 1, 0), ({_KEY}, 1, 1)",
    "INSERT INTO different_papers VALUES (1, 2)",
    "INSERT INTO versions VALUES (1, 1)",
    "INSERT INTO saved_searches VALUES (1, 'Wet', 'words', 'moor')",
    "INSERT INTO notes VALUES (1, 'Read olives', '2020-01-01')",
    (
        "INSERT INTO annotations VALUES (1, 1, 'aa', 'note', 'yellow', '[[0, 1, 2, 3, 4]]', 't',"
        " 'n', '2020-01-01')"
    ),
    "INSERT INTO followed_items VALUES ('u', 'OLDKEY', 1, 'stamp', '', '')",
    "INSERT INTO followed_collections VALUES ('u', 'OLDCOLL', 1, 'Read')",
    "INSERT INTO outside_sources VALUES (1, 'dump', 'f', '[]', '', '2020-01-01', 9, 0)",
    "INSERT INTO outside_citations VALUES (1, 2, 1)",
    "INSERT INTO citations VALUES (1, 2, 'outside:')",
    "INSERT INTO outside_notices VALUES (2, 1, 'retracted', 'x', '', '', '')",
    "INSERT INTO history (made_at, said, takes_back) VALUES ('2020-01-01', 'Done', 0)",
)
"""Each is passed over where a version had no such table."""


def earlier(folder: Path, version: int) -> None:
    """Make a library as a program of some version left it."""
    made(folder, version)
    values = {"read": _packed(to_json(_READ)), "passages": _packed([["", 0, "Olives are read."]])}
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        for statement in _ROWS:
            table = statement.split()[2]
            if table not in there or (table == "citations" and "outside_sources" not in there):
                continue
            connection.execute(statement, values)
            if table == "fulltexts" and "files_came_read" in there:
                # In such a version each paper has the text of its file.
                connection.execute("INSERT INTO fulltexts VALUES (2, 1, 0)")
