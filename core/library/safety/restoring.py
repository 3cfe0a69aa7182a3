"""Restores a damaged or missing database: from a backup, or from the JSON beside it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.base import space
from core.base.errors import LibraryCorruptError, LibraryMissingError, LibraryNewerError
from core.base.files import bring_folder_to_disk, make_folder, reaching, unwritten
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.library.database.connection import DATABASE, Database
from core.library.database.lock import LibraryLock
from core.library.database.migrations import APPLICATION_ID, latest_version, migrate
from core.library.database.recording import LOOKUPS
from core.library.safety import backups, sidecars
from core.library.safety.backups import Backup
from core.library.safety.sidecars import DERIVED, SHARED, Table
from core.library.safety.sidecars import FOLDER as SIDECARS
from core.library.store.inverses import settle_in_rebuilt

# --- restoring a backup; the old files are kept -----------------------------------------------
#
# The database that was there, its log, and the sidecars of it go to ``kept-aside/<time>/``. The
# backup is copied and checked through before anything moves, so a kill at any point leaves either
# the old database, or none and the backups as they were: restoring again is all it takes.


ASIDE = "kept-aside"
INDEXES = ("words", "passages", "contexts", "vectors", "context_vectors")
MAP = "map"
"""The folders that hold nothing but indexes: they are made again from the database."""

_LOGS = (f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-journal")
_CHUNK_BYTES = 8 * 1024**2


def restore(folder: Path, backup: Path, job: Job | None = None) -> Path | None:
    """Let the library in ``folder`` be what it was at a backup.

    Returns where what was there before lies now, ``None`` if nothing was there.

    Raises:
        LibraryBusyError: a program has the library open.
        LibraryCorruptError: the backup is damaged; nothing was changed.
        LibraryNewerError: a later version of Cocite made the backup; nothing was changed.
        LibraryMissingError: there is no such backup.
        DiskFullError: there is no space for the copy; nothing was changed.
    """
    job = job or SilentJob()
    with reaching(backup):
        there = backup.is_file()
    if not there:
        raise LibraryMissingError(
            "There is no backup “{backup}”.",
            backup=backup,
            remedy="To list the backups, run: cocite restore.",
        )
    folder = folder.absolute()
    lock = LibraryLock(folder)
    lock.acquire()
    new = folder / f"{DATABASE}.{os.getpid()}.restored"
    try:
        for unfinished_file in folder.glob(f"{DATABASE}.*.restored"):
            unfinished_file.unlink()  # by a kill: whoever makes one holds the lock
        space.require(folder, backup.stat().st_size, Message("the copy of the backup"))
        _copy(backup, new, job)
        backups.check(new)
        _require_ours(new)
        return put_in_place(folder, new)
    except OSError as error:
        raise unwritten(error, folder / DATABASE) from error
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        lock.release()


def put_in_place(folder: Path, new: Path) -> Path | None:
    """Make a whole database the library's, and put what was there aside. Call it with the lock.

    The sidecars go along with the database that they describe, and the indexes are forgotten:
    they may show what the new one does not hold.
    """
    moved_paths = [
        folder / name for name in (DATABASE, *_LOGS, SIDECARS) if (folder / name).exists()
    ]
    aside = folder / ASIDE / datetime.now(UTC).strftime("%Y-%m-%d %H.%M.%S.%f")
    if moved_paths:
        make_folder(aside)
    for path in moved_paths:
        # One after the other, and there before it is gone here: at a loss of power no database may
        # lie without its log, nor the new one beside the log of the old.
        path.replace(aside / path.name)
        bring_folder_to_disk(aside)
        bring_folder_to_disk(folder)
    for name in (*INDEXES, MAP):
        shutil.rmtree(folder / name, ignore_errors=True)
    new.replace(folder / DATABASE)
    bring_folder_to_disk(folder)
    return aside if moved_paths else None


def _copy(backup: Path, new: Path, job: Job) -> None:
    total, done_bytes = backup.stat().st_size, 0
    with backup.open("rb") as source, new.open("wb") as target:
        while chunk := source.read(_CHUNK_BYTES):
            job.check()
            target.write(chunk)
            done_bytes += len(chunk)
            job.report(done_bytes, total, "copy")
        target.flush()
        os.fsync(target.fileno())


def _require_ours(path: Path) -> None:
    """Raise if a sound database is no library, or one of a later version."""
    application, version = backups.marks(path)
    if application != APPLICATION_ID or not version:
        raise LibraryCorruptError(
            "The file is a database, but not a backup of a library.",
            remedy="Choose another backup.",
        )
    if version > latest_version():
        raise LibraryNewerError(
            "The backup is of version {version}; this version of Cocite reads up to {latest}.",
            version=version,
            latest=latest_version(),
        )


# --- making the database again from the JSON beside it (see ``sidecars``) ---------------------


_Json = dict[str, Any]  # Any: JSON values


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildReport:
    """What became of a rebuild: ``unread`` are lines, ``loose`` rows that nothing belonged to."""

    papers: int
    rows: int
    unread: int
    loose: int
    aside: Path | None


def rebuild(folder: Path, job: Job | None = None) -> RebuildReport:
    """Make the database of the library in ``folder`` from its sidecars; keep the old one aside.

    Vectors, indexes and the texts of PDFs are made again later, from what is there.

    Raises:
        LibraryMissingError: there are no sidecars.
        LibraryNewerError: a later version of Cocite wrote them.
        LibraryBusyError: a program has the library open.
    """
    job = job or SilentJob()
    folder = folder.absolute()
    state = sidecars.stored_state(folder)
    if not state:
        raise LibraryMissingError(
            "“{folder}” contains nothing from which the database could be rebuilt.",
            folder=folder,
            remedy="Restore a backup: cocite restore.",
        )
    if (version := int(state["version"])) > latest_version():
        raise LibraryNewerError(
            "The sidecars are of version {version}; this version of Cocite reads up to {latest}.",
            version=version,
            latest=latest_version(),
        )
    lock = LibraryLock(folder)
    lock.acquire()
    temporary = folder / f".rebuild-{os.getpid()}"
    try:
        for unfinished_folder in folder.glob(
            ".rebuild-*"
        ):  # by a kill: whoever makes one holds the lock
            shutil.rmtree(unfinished_folder, ignore_errors=True)
        temporary.mkdir(exist_ok=True)
        with closing(Database(temporary, write=True)) as database:
            filling = _Filling(database, folder / sidecars.FOLDER, version)
            filling.fill(job)
        papers = backups.check(temporary / DATABASE)["papers"]
        aside = put_in_place(folder, temporary / DATABASE)
    except OSError as error:
        raise unwritten(error, folder / DATABASE) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        lock.release()
    return RebuildReport(
        papers=papers, rows=filling.rows, unread=filling.unread, loose=filling.loose, aside=aside
    )


class _Filling:
    """A new database that is filled from sidecars of some version, and then brought up to date."""

    def __init__(self, database: Database, folder: Path, version: int) -> None:
        self._database = database
        self._folder = folder
        self._version = version
        self._numbers_by_name: dict[tuple[str, str], int] = {}
        self.rows = self.unread = self.loose = 0

    def fill(self, job: Job) -> None:
        database = self._database
        migrate(database, self._version)
        database.execute("PRAGMA foreign_keys = OFF")  # rows come in the order of the files
        tables_by_name = {table.name: table for table in sidecars.tables(database)}
        shared = sorted((self._folder / SHARED).glob("*.jsonl"))
        segments = sorted((self._folder / sidecars.PAPERS).glob("*.jsonl"))
        for path in shared:
            if path.stem in tables_by_name and path.stem != sidecars.SEQUENCES.name:
                with database.transaction():
                    self._insert(tables_by_name[path.stem], self._lines(path))
        for done_count, path in enumerate(segments):
            job.check()
            job.report(done_count, len(segments), "rebuild")
            with database.transaction():
                for line in self._lines(path):
                    for name in line.keys() & tables_by_name.keys():
                        self._insert(tables_by_name[name], line[name])
        with database.transaction():
            self._drop_loose()
            self._continue_numbers()
        migrate(database)
        with database.transaction():
            settle_in_rebuilt(database, DERIVED)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")  # one file, that can be moved

    def _lines(self, path: Path) -> Iterator[_Json]:
        """Yield the lines of a file; what is no JSON object is only counted."""
        with path.open("rb") as file:
            for line in file:
                try:
                    row_values = json.loads(line)
                except ValueError:
                    row_values = None
                if isinstance(row_values, dict):
                    yield row_values
                else:
                    self.unread += 1

    def _insert(self, table: Table, rows: Iterator[_Json] | list[_Json]) -> None:
        columns = ", ".join(f'"{name}"' for name in table.columns)
        placeholders = ", ".join("?" for _ in table.columns)
        self.rows += self._database.execute_many(
            f'INSERT OR REPLACE INTO "{table.name}" ({columns}) VALUES ({placeholders})',
            [self._values(table, row) for row in rows],
        )

    def _values(self, table: Table, row: Mapping[str, Any]) -> list[object]:  # Any: JSON values
        return [self._value(table, column, row.get(column)) for column in table.columns]

    def _value(self, table: Table, column: str, value: object) -> object:
        if value is None:
            return None
        if parent := table.names.get(column, ""):
            return self._number(parent, str(value))
        return bytes.fromhex(str(value)) if column in table.packed else value

    def _number(self, lookup: str, name: str) -> int:
        """Return the number of a name, which is given one if it has none."""
        if (lookup, name) not in self._numbers_by_name:
            self._database.execute(f"INSERT OR IGNORE INTO {lookup} (name) VALUES (?)", name)
            number = self._database.value(f"SELECT number FROM {lookup} WHERE name = ?", name)
            self._numbers_by_name[lookup, name] = number
        return self._numbers_by_name[lookup, name]

    def _drop_loose(self) -> None:
        """Drop rows whose paper, or whatever they belong to, could not be read."""
        while loose_rows := self._database.rows("PRAGMA foreign_key_check"):
            for table, parent in {(row[0], row[2]) for row in loose_rows}:
                for _, _, other, column, key, *_ in self._database.rows(
                    f'PRAGMA foreign_key_list("{table}")'
                ):
                    if other == parent:
                        self.loose += self._database.execute(
                            f'DELETE FROM "{table}" WHERE "{column}" IS NOT NULL'
                            f' AND "{column}" NOT IN (SELECT "{key}" FROM "{parent}")'
                        )

    def _continue_numbers(self) -> None:
        """Go on where the numbers given out ended, so that none is given again."""
        path = self._folder / SHARED / f"{sidecars.SEQUENCES.name}.jsonl"
        sequence_rows = self._lines(path) if path.exists() else iter(())
        for row in sequence_rows:
            name, last = row.get("name"), row.get("seq")
            if name in DERIVED | LOOKUPS:
                continue
            self._database.execute("DELETE FROM sqlite_sequence WHERE name = ?", name)
            self._database.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", name, last)


# --- what the window offers: backups and sidecars ---------------------------------------------


class Recovery:
    """The backups and sidecars of a library that need not open. Calls block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def backups(self) -> list[Backup]:
        """Return the backups, the newest first."""
        return backups.stored(self.folder)

    def rebuildable(self) -> tuple[int, datetime] | None:
        """Return how many papers the sidecars know, and as of when; ``None`` if there are none."""
        state = sidecars.stored_state(self.folder)
        if not state:
            return None
        return int(state["papers"]), datetime.fromisoformat(state["written_at"])

    def restore(self, backup: Path, job: Job) -> None:
        """Put a backup in the place of the database."""
        restore(self.folder, backup, job)

    def rebuild(self, job: Job) -> None:
        """Make the database again from the sidecars."""
        rebuild(self.folder, job)
