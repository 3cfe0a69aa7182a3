"""The SQLite file of a library: a connection for each thread, transactions, and errors by cause.

Statements run in autocommit mode; whatever changes the library does so inside ``transaction``.
A connection belongs to the thread that asked for it and is closed when that thread ends.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import shutil
import sqlite3
import sys
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import (
    DiskFullError,
    EngineError,
    LibraryBusyError,
    LibraryCorruptError,
    LibraryError,
    LibraryReadOnlyError,
)
from core.base.messages import Message
from core.library.database.record_log import RecordLog
from core.library.database.recording import Action, Recorder

DATABASE = "library.db"

_BUSY_SECONDS = 15.0
_CACHE_KIB = 16_384
_CHECKPOINT_PAGES = 8_000  # about one batch of an import
_WAL_LIMIT_BYTES = 64 * 1024 * 1024
_LITTLE_SPACE_BYTES = 1024 * 1024
_HEADER = b"SQLite format 3\x00"
_CONNECTED = Message(
    "Check that the disk is connected and that you have permission to open the folder."
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_READ, _WRITE, _FROZEN = "mode=ro", "mode=rwc", "mode=ro&immutable=1"

Row = tuple[Any, ...]  # Any: a column may hold text, a number, bytes or nothing


class Database:
    """The database in a library folder, for use from any thread. ``close`` it in the end."""

    def __init__(self, folder: Path, *, write: bool) -> None:
        """Open the file; nothing is made, changed or migrated yet.

        For reading beside a writer the file is opened read-only; where the folder forbids even
        the shared memory that WAL needs, it is opened as it lies, without the WAL.
        """
        self.folder = folder
        self.path = folder / DATABASE
        self.read_only = not write
        self._mode = _WRITE if write else _READ
        self._local = threading.local()
        self._open_connections: weakref.WeakSet[_Held] = weakref.WeakSet()
        self._guard = threading.Lock()
        self._writing = threading.RLock()
        self._closed = False
        with self.sorted_errors():
            self._probe()

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        open_connection: _Held | None = getattr(self._local, "held", None)
        if open_connection is None or not open_connection.alive:
            open_connection = self._connect()
            self._local.held = open_connection
        return open_connection.connection

    def rows(self, statement: str, *parameters: object) -> list[Row]:
        """Return every row a query yields."""
        with self.sorted_errors():
            return self.connection.execute(statement, parameters).fetchall()

    def value(self, statement: str, *parameters: object) -> Any:  # noqa: ANN401 - see Row
        """Return the first column of the first row, ``None`` if there is no row."""
        with self.sorted_errors():
            row = self.connection.execute(statement, parameters).fetchone()
        return None if row is None else row[0]

    def column(self, statement: str, *parameters: object) -> list[Any]:  # Any: see Row
        """Return the first column of every row."""
        return [row[0] for row in self.rows(statement, *parameters)]

    def integers(self, query: str, *parameters: object) -> list[Any]:  # Any: NewTypes of int
        """Return a query's only column, of integers, named ``number``, in the query's order.

        SQLite writes the numbers as one JSON text, so 100,000 of them take half the time.
        """
        packed: str = self.value(f"SELECT json_group_array(number) FROM ({query})", *parameters)
        numbers: list[Any] = json.loads(packed)  # Any: as above
        return numbers

    def table(self, query: str, *parameters: object) -> NDArray[np.int64]:
        """Return every row of a query whose columns are integers: (rows, columns).

        No row is a Python object for longer than a moment, so no other thread waits for all.
        """
        with self.sorted_errors():
            cursor = self.connection.execute(query, parameters)
            values = np.fromiter(itertools.chain.from_iterable(cursor), np.int64)
        return values.reshape(-1, len(cursor.description))

    def execute(self, statement: str, *parameters: object) -> int:
        """Run a statement that changes something and return how many rows it changed."""
        with self.sorted_errors():
            return self.connection.execute(statement, parameters).rowcount

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> int:
        """Run a statement once for each row of parameters."""
        with self.sorted_errors():
            return self.connection.executemany(statement, rows).rowcount

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what the block does as one change, or nothing of it.

        Inside another transaction of the same thread the block becomes part of that one. Other
        threads wait for their turn.
        """
        if self.read_only:
            raise LibraryReadOnlyError(
                "The library “{library}” is open for reading only.", library=self.folder.name
            )
        with self._writing:
            connection = self.connection
            if connection.in_transaction:
                yield
                return
            with self.sorted_errors():
                connection.execute("BEGIN IMMEDIATE")
            open_connection = self._local.held
            try:
                with self.sorted_errors():
                    open_connection.note_transaction()
                yield
                with self.sorted_errors():
                    self._keep_record(open_connection)
                    connection.execute("COMMIT")
                open_connection.committed()
            except BaseException:
                _roll_back(connection)
                open_connection.rolled_back()
                raise

    @contextmanager
    def action(
        self,
        description: Message,
        *,
        undoes: Sequence[int] = (),
        redoes: int = 0,
        goes_on: bool = False,
    ) -> Iterator[Action]:
        """Record what this thread's transactions in the block change, so that it can be undone.

        ``description`` tells what was done; it may be set anew on the action. Inside another action
        the block becomes part of that one. With ``goes_on`` it becomes part of the last action, if
        that has the same words: typing with pauses is one action.
        """
        connection = self.connection
        recorder = self._local.held.recorder
        if recorder is None and not self.read_only:
            with self.sorted_errors():
                recorder = self._local.held.recorder = Recorder(connection)
        action = Action(description, undoes, redoes, goes_on=goes_on)
        if recorder is None or recorder.action is not None:
            yield action if recorder is None or recorder.action is None else recorder.action
            return
        recorder.enter(action)
        try:
            yield action
        finally:
            recorder.leave()
            if action.number and action.description != description:
                with contextlib.suppress(EngineError), self.transaction():
                    self._log(recorder).rename(action)

    @contextmanager
    def change(self, description: Message, *, goes_on: bool = False) -> Iterator[Action]:
        """Make the block one transaction, and an action that can be undone."""
        with self.action(description, goes_on=goes_on) as action, self.transaction():
            yield action

    @contextmanager
    def unrecorded(self) -> Iterator[None]:
        """Let the changes of the block be no part of an action: they follow from others."""
        recorder = self._recorder_here()
        if recorder is None or recorder.action is None:
            yield
            return
        recorder.listen(on=False)
        try:
            yield
        finally:
            recorder.listen(on=True)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let this thread's reads in the block see one state, whatever others write meanwhile."""
        connection = self.connection
        if connection.in_transaction:
            yield
            return
        with self.sorted_errors():
            connection.execute("BEGIN")
        try:
            yield
        finally:
            _roll_back(connection)

    def _recorder_here(self) -> Recorder | None:
        open_connection: _Held | None = getattr(self._local, "held", None)
        return None if open_connection is None else open_connection.recorder

    def _keep_record(self, open_connection: _Held) -> None:
        if open_connection.recorder is not None and (parts := open_connection.recorder.take()):
            self._log(open_connection.recorder).write(parts)

    def _log(self, recorder: Recorder) -> RecordLog:
        return RecordLog(recorder.connection, self.folder, recorder.tables)

    def close(self) -> None:
        """Close the connections of all threads. Nobody may be in a call at that time."""
        with self._guard:
            self._closed = True
            for open_connection in list(self._open_connections):
                open_connection.close()

    def _probe(self) -> None:
        """Touch the schema, so that a file that cannot be read is found out now."""
        _refuse_foreign_file(self.path)
        try:
            self._read_schema()
        except sqlite3.OperationalError as error:
            blocked = _primary(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not (self.read_only and blocked and self.path.exists()):
                raise
            self._local.held.close()
            self._mode = _FROZEN
            self._read_schema()

    def _read_schema(self) -> None:
        self.connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()

    def _connect(self) -> _Held:
        uri = f"{self.path.absolute().as_uri()}?{self._mode}"
        with self._guard:
            if self._closed:
                raise ValueError("the library is closed")
            connection = sqlite3.connect(
                uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            open_connection = _Held(connection)
            self._local.held = open_connection
            self._open_connections.add(open_connection)
        _configure(connection, write=not self.read_only)
        return open_connection

    @contextmanager
    def sorted_errors(self) -> Iterator[None]:
        """Turn what SQLite raises in the block into the expected failure it stands for."""
        try:
            yield
        except sqlite3.Error as error:
            expected = self._expected(error)
            if expected is None:
                raise
            raise expected from error

    def _expected(self, error: sqlite3.Error) -> EngineError | None:
        """Return what a failure of SQLite means to the user; ``None`` if it is a bug of ours."""
        name = self.folder.name
        match _primary(error):
            case sqlite3.SQLITE_FULL:
                engine_error: EngineError = DiskFullError(
                    "Not enough disk space for the library “{library}”.", library=name
                )
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                engine_error = LibraryBusyError(
                    "Another program is writing to the library “{library}”.", library=name
                )
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
                engine_error = LibraryReadOnlyError(
                    "No write permission for the library “{library}”.", library=name
                )
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                engine_error = LibraryCorruptError(
                    "The database “{path}” is damaged: {reason}.", path=self.path, reason=error
                )
            case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN:
                engine_error = self._unreachable(error)
            case _:
                return None
        return engine_error

    def _unreachable(self, error: sqlite3.Error) -> EngineError:
        if _space_left(self.folder) < _LITTLE_SPACE_BYTES:
            return DiskFullError(
                "Not enough disk space for the library “{library}”.", library=self.folder.name
            )
        if getattr(error, "sqlite_errorcode", 0) in _SHARING:
            return LibraryError(
                "A library cannot be used in “{folder}”: this file system does not support "
                "shared memory.",
                folder=self.folder,
                remedy="Copy the library to a folder on this computer.",
            )
        return LibraryError(
            "The database “{path}” cannot be read or written: {reason}.",
            path=self.path,
            reason=error,
            remedy=_CONNECTED,
        )


class _Held:
    """A connection that closes itself when the thread that holds it ends."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.recorder: Recorder | None = None
        self._finalizer = weakref.finalize(self, connection.close)

    @property
    def alive(self) -> bool:
        return self._finalizer.alive

    def close(self) -> None:
        self._finalizer()

    def note_transaction(self) -> None:
        """Let the recorder know that a transaction began."""
        if self.recorder is not None:
            self.recorder.begin()

    def committed(self) -> None:
        """Let the recorder know that a transaction is there to stay."""
        if self.recorder is not None:
            self.recorder.settle()

    def rolled_back(self) -> None:
        """Let the recorder know that nothing of a transaction is left."""
        if self.recorder is not None:
            self.recorder.forget()
            if self.recorder.unsettled:
                self.recorder = None


def as_json(values: Iterable[object]) -> str:
    """Return values as the JSON list that ``IN (SELECT value FROM json_each(?))`` takes apart."""
    return json.dumps(list(values))


def storable(text: str) -> str:
    """Return a text with a mark (U+FFFD) for each half of a surrogate pair, as long as it was.

    PDFs have them; SQLite keeps UTF-8, in which they cannot be written.
    """
    return _SURROGATES.sub("\ufffd", text)


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:  # after some failures SQLite has done it already
        connection.execute("ROLLBACK")


def _configure(connection: sqlite3.Connection, *, write: bool) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    connection.execute("PRAGMA temp_store = MEMORY")
    if write:
        connection.execute("PRAGMA journal_mode = WAL")
        # NORMAL would bring a change to the disk with the next checkpoint, hours later.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT_BYTES}")


def _refuse_foreign_file(path: Path) -> None:
    """Raise if the file is there, is not empty and does not begin as SQLite files do.

    SQLite itself would only say so after it made files of its own beside it.
    """
    try:
        with path.open("rb") as file:
            begin = file.read(len(_HEADER))
    except FileNotFoundError:
        return
    except PermissionError as error:
        raise LibraryReadOnlyError(
            "No permission to read “{path}”.",
            path=path,
            remedy="Ask the owner of the folder for permission.",
        ) from error
    except OSError as error:
        raise LibraryError(
            "“{file}” could not be read: {reason}.",
            file=path,
            reason=error.strerror,
            remedy=_CONNECTED,
        ) from error
    if begin and begin != _HEADER:
        raise LibraryCorruptError(
            "The database “{path}” is damaged: it is not an SQLite file.", path=path
        )


_SHARING = frozenset(
    {
        *(sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE),
        *(sqlite3.SQLITE_IOERR_SHMLOCK, sqlite3.SQLITE_IOERR_SHMMAP),
    }
)
"""What SQLite says where its log cannot be shared, as on many network drives."""


def _primary(error: sqlite3.Error) -> int:
    """Return SQLite's primary code; errors of the Python module itself have none (0)."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _space_left(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return sys.maxsize
