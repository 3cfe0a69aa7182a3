"""Files and folders that are either wholly written or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from core.base.errors import (
    DiskFullError,
    EngineError,
    LibraryError,
    LibraryReadOnlyError,
    UsageError,
)
from core.base.messages import Message

_LITTLE_SPACE_BYTES = 1024 * 1024
_RIGHTS = Message("Give yourself the right to write there, or choose another folder.")


def is_full(folder: Path) -> bool:
    """Tell whether hardly any space is left where a folder lies."""
    try:
        return shutil.disk_usage(folder).free < _LITTLE_SPACE_BYTES
    except OSError:
        return False


def replace_text(path: Path, text: str) -> None:
    """Write a text file so that a kill leaves the old or the new one, never half of either."""
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, content: bytes) -> None:
    """Write a file beside ``path``, bring it to the disk, and replace the old one."""
    replace_parts(path, [content])


def replace_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Do as ``replace_bytes`` with the parts, one after the other."""
    new = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise unwritten(error, path) from error


def path_text(path: Path) -> str:
    """Return a path as the library stores it.

    Raises:
        UsageError: its bytes are no UTF-8, as they may be on Linux.
    """
    text = str(path)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        shown = text.encode("utf-8", "replace").decode()
        raise UsageError(
            "The name of “{shown}” is no valid text, so the file cannot be remembered.",
            shown=shown,
            remedy="Rename it, or the folder in which it lies.",
        ) from error
    return text


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give the block a folder to fill, which becomes ``folder`` if the block ends well.

    Raises:
        UsageError: something lies there already; an empty folder may.
        LibraryError: the folder cannot be written.
    """
    folder = folder.absolute()
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}.unfinished")
    try:
        require_empty(folder)
        shutil.rmtree(unfinished, ignore_errors=True)  # left where nothing could be deleted
        unfinished.mkdir(parents=True)
        yield unfinished
        if folder.exists():
            folder.rmdir()
        unfinished.rename(folder)
    except OSError as error:
        raise unwritten(error, folder) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def require_empty(folder: Path) -> None:
    """Raise ``UsageError`` unless a folder is empty or does not exist."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            "“{folder}” is there already and no empty folder.",
            folder=folder,
            remedy="Name a folder that does not exist yet.",
        )


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn a failure of the system in the block, which changes ``path``, into an expected one."""
    try:
        yield
    except OSError as error:
        raise unwritten(error, path) from error


def unwritten(error: OSError, path: Path) -> EngineError:
    """Return the expected failure for a file or folder that could not be written."""
    if error.errno == errno.ENOSPC:
        return DiskFullError("No space is left to write “{path}”.", path=path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return LibraryReadOnlyError("“{path}” may not be written.", path=path, remedy=_RIGHTS)
    return LibraryError(
        "“{path}” cannot be written: {reason}.", path=path, reason=error.strerror, remedy=_RIGHTS
    )
