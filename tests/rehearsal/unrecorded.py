"""Changes of a library that its history does not know of.

Triggers on the tables and operations that the history records fire while it does not listen.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from weakref import WeakSet

import pytest

from core.library.database.connection import Database
from core.library.database.recording import _ALL, _OPERATIONS, recorded_tables

NOT_OF_A_PERSON = frozenset({"read_waiting", "retry", "rebuild", "restore_library", "_stored"})
"""Who changes what no one undoes: what PDFs and manuscripts say, and whole libraries made anew."""


class Unrecorded:
    """Collects what changes without an action, until ``end``. One at a time."""

    def __init__(self) -> None:
        self._found: dict[str, None] = {}
        self._here = local()
        self._watched: WeakSet[object] = WeakSet()
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(Database, "transaction", self._watching(Database.transaction))
        self._patch.setattr(Database, "unrecorded", self._passing(Database.unrecorded))

    def end(self) -> None:
        """Watch no more."""
        self._patch.undo()

    def taken(self) -> list[str]:
        """Return what was seen, and forget it."""
        found, self._found = list(self._found), {}
        return found

    def _watching(self, real):  # noqa: ANN001, ANN202 - methods of the database
        @contextmanager
        def transaction(database: Database) -> Iterator[None]:
            with real(database):
                self._listen(database)
                yield

        return transaction

    def _passing(self, real):  # noqa: ANN001, ANN202 - as above
        @contextmanager
        def unrecorded(database: Database) -> Iterator[None]:
            self._here.passing = getattr(self._here, "passing", 0) + 1
            try:
                with real(database):
                    yield
            finally:
                self._here.passing -= 1

        return unrecorded

    def _listen(self, database: Database) -> None:
        held = database._local.held
        if held in self._watched:
            return
        connection = database.connection
        tables = recorded_tables(connection)
        if "annotations" not in {table.name for table in tables}:
            return  # the tables are being made
        self._watched.add(held)
        connection.create_function("unrecorded", 2, lambda *what: self._told(database, *what))
        for table in tables:
            for operation in _OPERATIONS.get(table.name, _ALL):
                what = operation.split()[0]
                connection.execute(
                    f'CREATE TEMP TRIGGER "unrecorded_{table.name}_{what}" AFTER {operation}'
                    f' ON main."{table.name}" BEGIN'
                    f" SELECT unrecorded('{table.name}', '{what}'); END"
                )

    def _told(self, database: Database, table: str, what: str) -> None:
        recorder = database._local.held.recorder
        if (recorder and recorder.action) or getattr(self._here, "passing", 0):
            return
        callers = [frame.name for frame in traceback.extract_stack() if "/core/" in frame.filename]
        if not NOT_OF_A_PERSON & set(callers):
            self._found[f"{what} of {table} in {' > '.join(callers[-6:-1])}"] = None
