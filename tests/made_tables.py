"""The tables of a new library, made once in a process and copied for each library after that.

The migrations run step by step, which takes twenty times as long as the copy; they run for the
first library of each process, in every child process, and in the tests of migrations.
"""

from __future__ import annotations

import sqlite3
import uuid
from contextlib import closing

import pytest

from core.library.database.connection import Database
from core.library.database.migrations import is_unmade, migrate

_made: list[bytes] = []


def copy_tables(database: Database) -> None:
    """Make the tables of an empty file; bring another up to date as ever."""
    if not is_unmade(database):
        migrate(database)
    elif not _made:
        migrate(database)
        _made.append(_read_image(database))
    else:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            copy.deserialize(_made[0])
            copy.execute("UPDATE meta SET value = ? WHERE name = 'identity'", (str(uuid.uuid4()),))
            with database.sorted_errors():
                copy.backup(database.connection)


def _read_image(database: Database) -> bytes:
    """Return the file as one without a write-ahead log, which memory cannot have."""
    image = bytearray(database.connection.serialize())
    image[18:20] = b"\x01\x01"
    return bytes(image)


def install(patch: pytest.MonkeyPatch) -> None:
    """Let new libraries of this process be copies."""
    patch.setattr("core.library.library.migrate", copy_tables)
