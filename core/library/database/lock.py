"""The lock for writing a library: one process at a time, released when the process ends.

The operating system holds the lock itself (``library.lock``), so neither a crash nor a kill
leaves it behind; ``library.owner`` beside it says who holds it, for the message. Only an orderly
end removes that file, so one that is there when the lock is free tells of an end that was none.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from pathlib import Path

from filelock import FileLock, Timeout

from core.base.errors import DiskFullError, LibraryBusyError, LibraryError, LibraryReadOnlyError
from core.base.messages import Message

LOCK = "library.lock"
OWNER = "library.owner"


class LibraryLock:
    """The right to write the library in a folder, held until ``release``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Taken in one thread, released in whichever closes the library.
        self._lock = FileLock(folder / LOCK, timeout=0, thread_local=False)
        self.found_left = False
        """Whether whoever held the lock before ended without letting go of it."""

    def acquire(self) -> None:
        """Take the lock at once, or say who has it (``LibraryBusyError``)."""
        try:
            self._lock.acquire()
        except Timeout as error:
            raise self._busy() from error
        except OSError as error:
            raise _sorted_by_cause(error, self._folder) from error
        if not self._keeps_others_out():
            self._lock.release()
            raise _cannot_be_locked(self._folder, Message("locks have no effect there"))
        try:
            self.found_left = (self._folder / OWNER).exists()
            self._sign()
        except OSError as error:
            self._lock.release()
            raise _sorted_by_cause(error, self._folder) from error

    def release(self) -> None:
        """Give the lock back. Harmless if it is not held."""
        if self._lock.is_locked:
            with contextlib.suppress(OSError):
                (self._folder / OWNER).unlink(missing_ok=True)
            self._lock.release()

    def _keeps_others_out(self) -> bool:
        """Whether the lock cannot be taken twice: on some network drives anybody gets it."""
        second = FileLock(self._folder / LOCK, timeout=0, thread_local=False)
        try:
            second.acquire()
        except (Timeout, OSError):
            return True
        second.release()
        return False

    def _sign(self) -> None:
        owner = {"pid": os.getpid(), "program": _own_name()}
        (self._folder / OWNER).write_text(json.dumps(owner), encoding="utf-8")

    def _busy(self) -> LibraryBusyError:
        pid, program = self._owner()
        name = self._folder.name
        if pid == os.getpid():
            message = Message(
                "The library “{library}” is already open for writing in this program.", library=name
            )
        elif pid:
            message = Message(
                "The library “{library}” is in use by {program} (process {pid}).",
                library=name,
                program=program,
                pid=pid,
            )
        else:
            message = Message("The library “{library}” is in use by another program.", library=name)
        return LibraryBusyError(message)

    def _owner(self) -> tuple[int, str]:
        try:
            owner = json.loads((self._folder / OWNER).read_text(encoding="utf-8"))
            return int(owner["pid"]), str(owner["program"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0, ""


def _own_name() -> str:
    """Return what a person would call this program."""
    script = Path(sys.argv[0]).stem if sys.argv and sys.argv[0] else ""
    if script and script not in ("-c", "-m", "__main__"):
        return script
    return Path(sys.executable).stem or "another program"


def _sorted_by_cause(error: OSError, folder: Path) -> LibraryError:
    if error.errno == errno.ENOSPC:
        return DiskFullError(
            "Not enough disk space for the library “{library}”.", library=folder.name
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return LibraryReadOnlyError("No write permission for the folder “{folder}”.", folder=folder)
    return _cannot_be_locked(folder, error.strerror)


def _cannot_be_locked(folder: Path, reason: str | Message | None) -> LibraryError:
    return LibraryError(
        "The library “{library}” cannot be locked: {reason}.",
        library=folder.name,
        reason=reason,
        remedy="Copy the library to a folder on this computer.",
    )
