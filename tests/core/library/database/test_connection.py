"""Connections, transactions, and SQLite's failures by cause."""

from __future__ import annotations

import gc
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.base.errors import LibraryBusyError, LibraryError, LibraryReadOnlyError
from core.library.database import connection as database_module
from core.library.database.connection import DATABASE, Database, as_json


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path, write=True)
    database.execute("CREATE TABLE notes (number INTEGER PRIMARY KEY, text TEXT UNIQUE)")
    yield database
    database.close()


def notes(database: Database) -> list[str]:
    return database.column("SELECT text FROM notes ORDER BY number")


def write(database: Database, text: str) -> None:
    database.execute("INSERT INTO notes (text) VALUES (?)", text)


def test_a_block_is_committed_whole_or_not_at_all(database: Database) -> None:
    with database.transaction():
        write(database, "kept")
    with pytest.raises(sqlite3.IntegrityError), database.transaction():
        database.execute_many("INSERT INTO notes (text) VALUES (?)", [("lost",), ("kept",)])
    assert notes(database) == ["kept"]


def test_a_block_inside_a_block_is_part_of_it(database: Database) -> None:
    def outer() -> None:
        with database.transaction():
            with database.transaction():
                write(database, "inner")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        outer()
    assert notes(database) == []


def test_a_mistake_of_ours_is_no_expected_failure(database: Database) -> None:
    write(database, "once")
    with pytest.raises(sqlite3.IntegrityError):
        write(database, "once")
    with pytest.raises(sqlite3.OperationalError):
        database.rows("SELECT nothing FROM nowhere")


def test_threads_write_one_after_the_other_and_lose_nothing(database: Database) -> None:
    def work(thread: int) -> None:
        for n in range(20):
            with database.transaction():
                write(database, f"{thread}.{n}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(notes(database)) == 80


def test_readers_see_the_last_commit_while_another_thread_writes(database: Database) -> None:
    write(database, "committed")
    with database.transaction(), ThreadPoolExecutor(1) as pool:
        write(database, "open")
        assert pool.submit(notes, database).result() == ["committed"]


def test_a_connection_ends_with_its_thread(database: Database) -> None:
    held: list[sqlite3.Connection] = []
    thread = threading.Thread(target=lambda: held.append(database.connection))
    thread.start()
    thread.join()
    gc.collect()
    assert held[0] is not database.connection
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        held[0].execute("SELECT 1")


def test_a_closed_database_says_so(database: Database) -> None:
    database.close()
    with pytest.raises(ValueError, match="closed"):
        database.rows("SELECT 1")


def test_integers_come_packed_in_the_order_of_the_query(database: Database) -> None:
    database.execute_many(
        "INSERT INTO notes VALUES (?, ?)", [(n, f"{n * 7 % 10}") for n in range(10)]
    )
    query = "SELECT number FROM notes ORDER BY text DESC"
    assert database.integers(query) == database.column(query)
    assert len(database.integers(query)) == 10
    assert database.integers(f"{query} LIMIT 0") == []
    assert database.column(
        "SELECT text FROM notes WHERE number IN (SELECT value FROM json_each(?))", as_json([3])
    ) == ["1"]


def test_reading_only_means_reading_only(database: Database, tmp_path: Path) -> None:
    reader = Database(tmp_path, write=False)
    with pytest.raises(LibraryReadOnlyError), reader.transaction():
        pass
    with pytest.raises(LibraryReadOnlyError):
        write(reader, "no")
    reader.close()


def test_another_writer_is_named_as_the_cause(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "_BUSY_SECONDS", 0.01)
    other = Database(tmp_path, write=True)
    with database.transaction(), pytest.raises(LibraryBusyError), other.transaction():
        pass
    other.close()


def test_a_folder_in_place_of_the_file_is_a_failure_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / DATABASE).mkdir()
    with pytest.raises(LibraryError) as caught:
        Database(tmp_path, write=True)
    assert str(tmp_path) in str(caught.value)
