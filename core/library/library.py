"""A library: one folder, one database, one writer at a time; gives access to all its stores."""

from __future__ import annotations

import errno
from pathlib import Path
from types import TracebackType
from typing import Self

from core.base.errors import (
    DiskFullError,
    LibraryCorruptError,
    LibraryError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryReadOnlyError,
)
from core.base.files import make_folder, reaching, writing
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.library.database.connection import DATABASE, Database
from core.library.database.lock import LibraryLock
from core.library.database.migrations import (
    is_foreign,
    is_unmade,
    latest_version,
    migrate,
    stored_version,
)
from core.library.duplicates.pairs import DuplicateStore
from core.library.duplicates.taking_apart import ImportMerges
from core.library.safety import backups
from core.library.safety.safekeeping import Safekeeping
from core.library.safety.sidecars import stored_state
from core.library.safety.verify import VerifyReport, verify
from core.library.store.citation_keys import CitationKeys
from core.library.store.citations import CitationStore
from core.library.store.contexts import ContextStore
from core.library.store.embeddings import CONTEXTS, PAPERS, EmbeddingStore
from core.library.store.fulltexts import FullTextStore
from core.library.store.groups import GroupStore
from core.library.store.history import History
from core.library.store.manuscripts import ManuscriptStore
from core.library.store.outside import OutsideStore
from core.library.store.papers import PaperStore

UNCHECKED = "library.unchecked"
"""A file that is there from an unclean end until the database was found sound after it."""

_ANOTHER_PLACE = Message("Choose another place for the library.")


class Library:
    """An open library; ``close`` it, or use it as a context manager. Safe from any thread.

    ``identity`` names the library for as long as it lives, wherever its folder moves.
    """

    def __init__(self, folder: Path, database: Database, lock: LibraryLock | None) -> None:
        self.folder = folder
        self.read_only = lock is None
        self.database = database
        self._lock = lock
        self.identity = str(database.value("SELECT value FROM meta WHERE name = 'identity'"))
        self.papers = PaperStore(database)
        self.collections = GroupStore(database, "collection")
        self.tags = GroupStore(database, "tag")
        self.citations = CitationStore(database)
        self.outside = OutsideStore(database)
        self.manuscripts = ManuscriptStore(database)
        self.contexts = ContextStore(database)
        self.embeddings = EmbeddingStore(database, PAPERS)
        self.context_embeddings = EmbeddingStore(database, CONTEXTS)
        self.fulltexts = FullTextStore(database, self.citations)
        self.safekeeping = Safekeeping(database, self.papers, self.check_after_unclean_end)
        self.duplicates = DuplicateStore(database)
        self.import_merges = ImportMerges(database, self.duplicates)
        self.citation_keys = CitationKeys(database)
        self.history = History(database)

    @classmethod
    def open(cls, folder: Path, *, write: bool = True, create: bool = False) -> Self:
        """Open the library in a folder.

        For writing it takes the lock (``LibraryBusyError`` names its holder) and brings older
        files up to date; with ``create`` it makes folder and database where there are none.
        For reading it needs no lock and changes nothing, so it works beside a writer and in a
        folder that forbids writing.
        """
        folder = folder.absolute()
        with reaching(folder):
            if write:
                return cls._open_for_writing(folder, create=create)
            return cls._open_for_reading(folder)

    @property
    def ended_uncleanly(self) -> bool:
        """Whether the last program that wrote was killed and nobody has checked since."""
        return (self.folder / UNCHECKED).exists()

    def check_after_unclean_end(self) -> None:
        """Check the structure of the database, if that is due. Takes seconds for a large one.

        Raises:
            LibraryCorruptError: it is damaged; the check stays due.
        """
        if not self.ended_uncleanly:
            return
        check_result = self.database.value("PRAGMA quick_check(1)")
        if check_result != "ok":
            line = str(check_result).splitlines()[-1]
            raise LibraryCorruptError(
                "The database “{path}” is damaged: {reason}.", path=self.database.path, reason=line
            )
        if not self.read_only:
            with writing(self.folder / UNCHECKED):
                (self.folder / UNCHECKED).unlink(missing_ok=True)

    def verify(self, job: Job | None = None) -> VerifyReport:
        """Check the whole database: its structure, its references, what should not be there."""
        return verify(self.database, job or SilentJob())

    def close(self) -> None:
        """Close the database and let others write. May be called again."""
        self.papers.close()
        self.database.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @classmethod
    def _open_for_reading(cls, folder: Path) -> Self:
        _require_database(folder)
        database = Database(folder, write=False)
        try:
            _check_version(database, oldest=latest_version())
            return cls(folder, database, None)
        except BaseException:
            database.close()
            raise

    @classmethod
    def _open_for_writing(cls, folder: Path, *, create: bool) -> Self:
        if create:
            _make_folder(folder)
        else:
            _require_database(folder)
        _refuse_lost_database(folder)
        lock = LibraryLock(folder)
        lock.acquire()
        database: Database | None = None
        try:
            if lock.found_left:
                with writing(folder / UNCHECKED):
                    (folder / UNCHECKED).touch()
            database = Database(folder, write=True)
            _check_version(database, oldest=0)
            _upgrade(database)
            return cls(folder, database, lock)
        except BaseException:
            if database is not None:
                database.close()
            lock.release()
            raise


def _require_database(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise LibraryMissingError(
            "“{folder}” is a file, not a folder with a library in it.", folder=folder
        )
    if not (folder / DATABASE).is_file():
        _refuse_lost_database(folder)
        if not folder.exists():
            raise LibraryMissingError(
                "“{folder}” holds no library: the folder does not exist.",
                folder=folder,
                remedy=Message(
                    "If the library was moved or renamed, choose its new folder. If it is on"
                    " another drive, connect that drive first."
                ),
            )
        raise LibraryMissingError("There is no library in “{folder}”.", folder=folder)


def _refuse_lost_database(folder: Path) -> None:
    """Raise if there is what to restore but no database: a new one would hide that it was lost."""
    if not (folder / DATABASE).exists() and (stored_state(folder) or backups.stored(folder)):
        raise LibraryCorruptError(
            "The database of the library in “{folder}” is missing.", folder=folder
        )


def _upgrade(database: Database) -> None:
    """Bring an older file up to date, after a backup of it; a failure leaves it as it was."""
    version = stored_version(database)
    if version == latest_version():
        return
    if version:
        backups.take(database, before_version=latest_version())
    migrate(database)


def _make_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise LibraryMissingError(
            "“{folder}” is a file, not a folder with a library in it.", folder=folder
        )
    try:
        make_folder(folder)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFullError(
                "Not enough disk space to create “{folder}”.", folder=folder
            ) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise LibraryReadOnlyError(
                "The folder “{folder}” cannot be created: you have no permission to write there.",
                folder=folder,
                remedy=_ANOTHER_PLACE,
            ) from error
        raise LibraryError(
            "The folder “{folder}” cannot be created: {reason}.",
            folder=folder,
            reason=error.strerror,
            remedy=_ANOTHER_PLACE,
        ) from error


def _check_version(database: Database, *, oldest: int) -> None:
    """Raise if the file is of another program, or of a version this one cannot use."""
    name = database.folder.name
    if is_foreign(database):
        raise LibraryCorruptError(
            "The database “{path}” belongs to another program.",
            path=database.path,
            remedy="Choose another folder for the library.",
        )
    version, latest = stored_version(database), latest_version()
    if version > latest:
        raise LibraryNewerError(
            "The library “{library}” is of version {version}; this version of Cocite reads up to"
            " {latest}.",
            library=name,
            version=version,
            latest=latest,
        )
    if version < oldest and is_unmade(database):
        raise LibraryMissingError("There is no library in “{folder}” yet.", folder=database.folder)
    if version < oldest:
        raise LibraryReadOnlyError(
            "The library “{library}” was made by an older version and needs to be upgraded.",
            library=name,
            remedy="Open it once for writing.",
        )
