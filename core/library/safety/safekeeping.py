"""Keeps an open library safe in the background: one call that may be repeated at any time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from core.base.jobs import Job, SilentJob
from core.base.records import PaperNumber
from core.library.database.connection import Database
from core.library.safety import backups
from core.library.safety.backups import Backup
from core.library.safety.sidecars import Sidecars
from core.library.store.papers import PaperStore


class Safekeeping:
    """Checks, sidecars and backups of one open library. Safe from any thread, one at a time."""

    def __init__(self, database: Database, papers: PaperStore, check: Callable[[], None]) -> None:
        """``check`` looks the database through if the last program to write was killed."""
        self._database, self._papers, self._check = database, papers, check
        self._sidecars = Sidecars(database)
        self._turn = threading.Lock()

    def keep(self, job: Job | None = None) -> Backup | None:
        """Do what is due, and return the backup if one was.

        The structure of the database is checked if the last program to write was killed. Sidecars
        follow what changed. Once a day all of them are compared, and a backup is made.

        Raises:
            LibraryCorruptError: the database is damaged.
            DiskFullError: there is no space; the older backups stay.
        """
        job = job or SilentJob()
        with self._turn:
            self._check()
            if self._database.read_only:
                return None
            due = backups.is_due(self._database.folder)
            self._sidecars.follow(job, whole=due)
            return backups.take(self._database, job) if due else None

    def follow(self) -> None:
        """Bring the sidecars in step, as before the library is closed.

        Raises:
            LibraryError: a file cannot be written; the next turn writes it.
        """
        with self._turn:
            if not self._database.read_only:
                self._sidecars.follow()

    def back_up(self, job: Job | None = None) -> Backup:
        """Make a backup now, and bring all sidecars in step."""
        with self._turn:
            if not self._database.read_only:
                self._sidecars.follow(job, whole=True)
            return backups.take(self._database, job)

    def backups(self) -> list[Backup]:
        """Return the backups, the newest first."""
        return backups.stored(self._database.folder)

    def empty_trash(self, days: int) -> int:
        """Delete for good what has been in the trash for so many days; return how many papers.

        Nobody calls it unless the person chose a number of days. A library that is open for
        reading only stays as it is.
        """
        if self._database.read_only:
            return 0
        before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="seconds")
        numbers: list[PaperNumber] = self._database.column(
            "SELECT number FROM papers WHERE trashed_at > '' AND trashed_at < ?", before
        )
        self._papers.purge(numbers)
        return len(numbers)
