"""Restores a backup in place of a damaged or missing database, and keeps the old files.

The database that was there, its log, and the sidecars of it go to ``kept-aside/<time>/``. The
backup is copied and checked through before anything moves, so a kill at any point leaves either
the old database, or none and the backups as they were: restoring again is all it takes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from core.base import space
from core.base.errors import LibraryCorruptError, LibraryMissingError, LibraryNewerError
from core.base.files import bring_folder_to_disk, make_folder, reaching, unwritten
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.library.database.connection import DATABASE
from core.library.database.lock import LibraryLock
from core.library.database.migrations import APPLICATION_ID, latest_version
from core.library.safety import backups
from core.library.safety.sidecars import FOLDER as SIDECARS

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
