"""Backups of a library's database: made while it is in use, checked, and rotated.

Each is a whole database in ``backups/``, named by its time. It is copied beside, opened, checked
through, counted against the snapshot it was copied from, brought to the disk and only then given
its name; older ones go after that. Kept are the newest three, the newest of each of the last seven
days and of the last four weeks that have any, and the newest that was made before an upgrade. If
all these take more than ``MOST_BYTES``, the oldest go, but for the newest two.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.base import space
from core.base.errors import LibraryCorruptError
from core.base.files import (
    bring_to_disk,
    get_file_size,
    make_folder,
    reaching,
    rename_durably,
    unwritten,
)
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.library.database.connection import DATABASE, Database

FOLDER = "backups"
RECENT, DAYS, WEEKS = 3, 7, 4
MOST_BYTES = 8 * 1024**3
EVERY = timedelta(days=1)

_STAMP = "%Y%m%dT%H%M%S%fZ"
# Some places list all names in small letters.
_NAME = re.compile(r"library-(\d{8}T\d{12}Z)(-before-v\d+)?\.db", re.IGNORECASE)
_PAGES_AT_ONCE = 4_000
_ABANDONED_AFTER = timedelta(hours=6)
_NOTHING_CHANGED = Message("Nothing was changed. Choose another backup, or run cocite verify.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A stored backup. ``papers`` are those outside the trash, ``None`` if it cannot be read."""

    path: Path
    made_at: datetime
    before_upgrade: bool
    size: int
    papers: int | None


def take(database: Database, job: Job | None = None, *, before_version: int = 0) -> Backup:
    """Back the database up as it is now, whoever writes meanwhile, and rotate the older ones.

    ``before_version`` is the version of the tables that is about to replace this one, if any.

    Raises:
        DiskFullError: there is no space; the older backups stay.
        LibraryCorruptError: the database is damaged; the older backups stay.
    """
    job = job or SilentJob()
    folder = database.folder / FOLDER
    _make(folder)
    _remove_abandoned(folder)
    space.require(folder, space.for_backup(database.path), Message("the backup"))
    moment = datetime.now(UTC)
    kind = f"-before-v{before_version}" if before_version else ""
    path = folder / f"library-{moment.strftime(_STAMP)}{kind}.db"
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with database.sorted_errors():
            counts = _copy(database.path, new, job)
            _check_copy(new, counts)
        bring_to_disk(new)
        rename_durably(new, path)
    except OSError as error:
        raise unwritten(error, path) from error
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                new.with_name(f"{new.name}{ending}").unlink(missing_ok=True)
    _rotate(folder)
    return _described(path, moment, before_upgrade=bool(kind))


def stored(folder: Path) -> list[Backup]:
    """Return the backups of the library in ``folder``, the newest first."""
    with reaching(folder):
        return [_described(path, at, before_upgrade=early) for path, at, early in _listed(folder)]


def is_due(folder: Path) -> bool:
    """Tell whether the library in ``folder`` changed since its last backup, and that is old."""
    now = datetime.now(UTC)
    # A clock that was wrong once must not put the next one off for years.
    listed = [made_at for _, made_at, _ in _listed(folder) if made_at <= now]
    if not listed:
        return True
    made_at = listed[0]
    if now - made_at < EVERY:
        return False
    return any(
        path.exists() and datetime.fromtimestamp(path.stat().st_mtime, UTC) > made_at
        for path in (folder / DATABASE, folder / f"{DATABASE}-wal")
    )


def check(path: Path) -> Mapping[str, int]:
    """Check a database that nobody writes through, and return the rows of each table.

    Raises:
        LibraryCorruptError: it cannot be read, or something in it is wrong.
    """
    with _readable(path), closing(_opened(path)) as connection:
        check_result = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if check_result != "ok":
            line = str(check_result).splitlines()[-1]
            raise LibraryCorruptError(
                "“{file}” is damaged: {reason}.",
                file=path.name,
                reason=line,
                remedy=_NOTHING_CHANGED,
            )
        return _counts(connection)


def marks(path: Path) -> tuple[int, int]:
    """Return the mark of the program and the version of the tables in a sound database.

    Raises:
        LibraryCorruptError: it cannot be read.
    """
    with _readable(path), closing(_opened(path)) as connection:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    return int(application), int(version)


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn what SQLite raises of the file in the block into an expected failure."""
    try:
        yield
    except sqlite3.Error as error:
        raise LibraryCorruptError(
            "“{file}” could not be read: {reason}.",
            file=path.name,
            reason=error,
            remedy=_NOTHING_CHANGED,
        ) from error


def _copy(source: Path, target: Path, job: Job) -> Mapping[str, int]:
    """Copy a database page by page and return the rows of each table of what was copied."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live,
        closing(sqlite3.connect(target)) as copy,
        _snapshot(live),
    ):

        def progress(_status: int, remaining: int, total: int) -> None:
            job.check()
            job.report(total - remaining, total, "backup")

        live.backup(copy, pages=_PAGES_AT_ONCE, progress=progress)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, that needs no other
        return _counts(live)


@contextmanager
def _snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Hold one state of the database, so that writers do not make the copy begin again."""
    connection.isolation_level = None
    connection.execute("BEGIN")
    connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _check_copy(path: Path, counts: Mapping[str, int]) -> None:
    copied = check(path)
    wrong = [table for table in counts if copied.get(table) != counts[table]]
    if wrong or len(copied) != len(counts):
        raise LibraryCorruptError(
            "The backup “{file}” does not hold what the library holds ({wrong}).",
            file=path.name,
            wrong=", ".join(wrong) or Message("tables differ"),
            remedy=_NOTHING_CHANGED,
        )


def _counts(connection: sqlite3.Connection) -> dict[str, int]:
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%'"
        " ESCAPE '\\' ORDER BY name"
    ).fetchall()
    return {
        name: connection.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0]
        for (name,) in tables
    }


def _opened(path: Path) -> sqlite3.Connection:
    """Open a file that nobody writes, without making files beside it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _described(path: Path, made_at: datetime, *, before_upgrade: bool) -> Backup:
    papers: int | None = None
    with contextlib.suppress(sqlite3.Error), closing(_opened(path)) as connection:
        query = "SELECT COUNT(*) FROM papers WHERE trashed_at IS NULL"
        papers = connection.execute(query).fetchone()[0]
    return Backup(
        path=path,
        made_at=made_at,
        before_upgrade=before_upgrade,
        size=get_file_size(path),
        papers=papers,
    )


def _listed(folder: Path) -> list[tuple[Path, datetime, bool]]:
    """Return the backups by name alone, the newest first: path, time, made before an upgrade."""
    backups = []
    with contextlib.suppress(OSError):
        for path in (folder / FOLDER).iterdir():
            if match := _NAME.fullmatch(path.name):
                made_at = datetime.strptime(match[1].upper(), _STAMP).replace(tzinfo=UTC)
                backups.append((path, made_at, match[2] is not None))
    return sorted(backups, key=lambda backup: backup[1], reverse=True)


def _rotate(folder: Path) -> None:
    listed = _listed(folder.parent)
    kept_paths = _retained(listed)
    while len(kept_paths) > 2 and sum(path.stat().st_size for path in kept_paths) > MOST_BYTES:
        kept_paths.pop()
    for path, _, _ in listed:
        if path not in kept_paths:
            with contextlib.suppress(OSError):  # another program rotates too, or it is locked
                path.unlink()


def _retained(listed: Sequence[tuple[Path, datetime, bool]]) -> list[Path]:
    """Return the backups that stay, the newest first."""
    kept_paths = {path for path, _, _ in listed[:RECENT]}
    kept_paths.update(_select_newest(((at.date(), path) for path, at, _ in listed), DAYS))
    kept_paths.update(
        _select_newest(((at.isocalendar()[:2], path) for path, at, _ in listed), WEEKS)
    )
    kept_paths.update([path for path, _, early in listed if early][:1])
    return [path for path, _, _ in listed if path in kept_paths]


def _select_newest(dated: Iterable[tuple[object, Path]], most: int) -> list[Path]:
    newest: dict[object, Path] = {}
    for period, path in dated:
        newest.setdefault(period, path)
    return list(newest.values())[:most]


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise unwritten(error, folder) from error


def _remove_abandoned(folder: Path) -> None:
    """Remove what a kill left half made."""
    before = (datetime.now(UTC) - _ABANDONED_AFTER).timestamp()
    for path in folder.glob("*.new*"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
