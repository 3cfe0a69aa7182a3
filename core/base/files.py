"""Files and folders that are either wholly written or not at all."""

from __future__ import annotations

import contextlib
import errno
import glob
import io
import os
import shutil
import stat
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import platformdirs

from core.base.errors import (
    DiskFullError,
    EngineError,
    LibraryError,
    LibraryReadOnlyError,
    UsageError,
)
from core.base.messages import Message

_LITTLE_SPACE_BYTES = 1024 * 1024
_UNKNOWN_SYNC = (errno.EINVAL, errno.EOPNOTSUPP, errno.EBADF, errno.EACCES)
"""What file systems say that know no sync of a folder, or of none that may not be listed."""
_RIGHTS = Message("Get write permission for the folder, or choose another one.")


def data_folder() -> Path:
    """Return the folder of this user that holds models, logs and the sample library."""
    return Path(platformdirs.user_data_dir("cocite", appauthor=False))


def is_full(folder: Path) -> bool:
    """Tell whether hardly any space is left where a folder lies."""
    try:
        return shutil.disk_usage(folder).free < _LITTLE_SPACE_BYTES
    except OSError:
        return False


def open_file(path: Path) -> io.BufferedReader:
    """Open a file for reading; a folder, a pipe, a device or a socket is no file.

    Opening a pipe, or reading a device, would wait for ever.

    Raises:
        OSError: the path cannot be opened, or is no regular file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "It is a pipe or a device, not a file", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_file(path: Path, most: int | None = None) -> bytes:
    """Return what a file holds; nothing of one with more than ``most`` bytes.

    Raises:
        OSError: the path cannot be read, or is no regular file.
    """
    with open_file(path) as file:
        if most is not None and os.fstat(file.fileno()).st_size > most:
            return b""
        return file.read()


def get_file_size(path: Path) -> int:
    """Return the bytes of a file, 0 if it is not there or its drive is gone."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def replace_text(path: Path, text: str) -> None:
    """Write a text file so that a kill leaves the old or the new one, never half of either."""
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, content: bytes) -> None:
    """Write a file beside ``path``, bring it to the disk, and replace the old one."""
    replace_parts(path, [content])


def replace_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Do as ``replace_bytes`` with the parts, one after the other."""
    new = unfinished_name(path)
    try:
        make_folder(path.parent)
        with new.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        rename_durably(new, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise unwritten(error, path) from error


def unfinished_name(path: Path) -> Path:
    """Return where a file is written before it becomes ``path``."""
    return path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.new")


def remove_unfinished(folder: Path) -> None:
    """Remove what other processes, all gone by now, left half written in a folder."""
    own = f".{os.getpid()}-"
    for unfinished_file in folder.glob("*.new"):
        if own not in unfinished_file.name:
            with contextlib.suppress(OSError):
                unfinished_file.unlink()


def rename_durably(new: Path, path: Path) -> None:
    """Give what is on the disk already its name, in place of what had it, for good.

    Without the sync of the folder a loss of power may bring the old file back, or neither.
    """
    new.replace(path)
    bring_folder_to_disk(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless they are there, so that power may be lost."""
    missing = [ancestor for ancestor in (folder, *folder.parents) if not ancestor.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for ancestor in missing:
        bring_folder_to_disk(ancestor.parent)


def bring_to_disk(path: Path) -> None:
    """Make the content of a file, or of a folder with all below it, survive a loss of power."""
    if path.is_dir():
        for child in path.iterdir():
            bring_to_disk(child)
        bring_folder_to_disk(path)
        return
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def bring_folder_to_disk(folder: Path) -> None:
    """Make names given in a folder survive a loss of power, where the system knows how."""
    if sys.platform == "win32":  # which can open no folder
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _UNKNOWN_SYNC:
            raise


def path_text(path: Path) -> str:
    """Return a path as the library stores it.

    Raises:
        UsageError: its bytes are no UTF-8, as they may be on Linux.
    """
    text = str(path)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        display_name = text.encode("utf-8", "replace").decode()
        raise UsageError(
            "The name of “{shown}” is not valid text, so the file cannot be remembered.",
            shown=display_name,
            remedy="Rename the file or its folder.",
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
        bring_to_disk(unfinished)
        if folder.exists():
            folder.rmdir()
        unfinished.rename(folder)
        bring_folder_to_disk(folder.parent)
        for stale_folder in folder.parent.glob(f".{glob.escape(folder.name)}.*.unfinished"):
            shutil.rmtree(
                stale_folder, ignore_errors=True
            )  # by a kill; none of them can become it now
    except OSError as error:
        raise unwritten(error, folder) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def require_empty(folder: Path) -> None:
    """Raise ``UsageError`` unless a folder is empty or does not exist."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            "“{folder}” already exists and is not empty.",
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


@contextlib.contextmanager
def reaching(path: Path) -> Iterator[None]:
    """Turn a failure of the system in the block, which looks at ``path``, into an expected one."""
    try:
        yield
    except OSError as error:
        raise LibraryError(
            "“{path}” cannot be reached: {reason}.",
            path=path,
            reason=error.strerror,
            remedy="Check that the disk or the network drive is connected, and try again.",
        ) from error


def unwritten(error: OSError, path: Path) -> EngineError:
    """Return the expected failure for a file or folder that could not be written."""
    if error.errno == errno.ENOSPC:
        return DiskFullError("Not enough disk space to write “{path}”.", path=path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return LibraryReadOnlyError("No permission to write “{path}”.", path=path, remedy=_RIGHTS)
    return LibraryError(
        "“{path}” cannot be written: {reason}.", path=path, reason=error.strerror, remedy=_RIGHTS
    )
