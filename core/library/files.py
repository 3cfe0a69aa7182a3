"""Files that are either wholly written or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from core.errors import DiskFullError, LibraryReadOnlyError


def replace_text(path: Path, text: str) -> None:
    """Write a text file so that a kill leaves the old or the new one, never half of either."""
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, content: bytes) -> None:
    """Write a file beside ``path``, bring it to the disk, and put it in the old one's place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise _sorted_by_cause(error, path) from error


def _sorted_by_cause(error: OSError, path: Path) -> Exception:
    if error.errno == errno.ENOSPC:
        return DiskFullError(f"There is no space left to write “{path.name}”.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return LibraryReadOnlyError(f"“{path}” may not be written.")
    return error
