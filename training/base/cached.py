"""Arrays that took long to make, stored in a run's folder and reused when it is resumed."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DiskFullError, UsageError
from core.base.files import is_full, unwritten
from core.base.messages import Message


def cached(path: Path, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return the array of the file, made and written first if there is none; memory-mapped."""
    if not path.is_file():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritten(error, path.parent) from error
        write_array(path, make())
    array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    return array


def cached_of_epoch(
    folder: Path, name: str, epoch: int, make: Callable[[], NDArray[Any]]
) -> NDArray[Any]:
    """Return the array of an epoch, made first if there is none.

    Those of epochs before the last one are deleted: with short epochs they would fill the disk.
    """
    array = cached(folder / f"{name}-{epoch}.npy", make)
    for path in folder.glob(f"{name}-*.npy"):
        number = path.stem.removeprefix(f"{name}-")
        if number.isdecimal() and int(number) < epoch - 1:
            with contextlib.suppress(OSError):  # another process may read it still
                path.unlink()
    return array


def write_array(path: Path, array: NDArray[Any]) -> None:
    """Write an array, whole or not at all.

    Raises:
        DiskFullError: there is no space left.
        UsageError: the file cannot be written.
    """
    # Processes of one run may all write it: each its own file, and all the same.
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with new.open("wb") as file:
            np.save(file, array, allow_pickle=False)
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        # NumPy's own says only how much was written.
        if error.errno == errno.ENOSPC or (error.errno is None and is_full(path.parent)):
            raise DiskFullError("Not enough disk space to write “{path}”.", path=path) from error
        message = Message(
            "“{path}” cannot be written: {reason}.", path=path, reason=error.strerror or error
        )
        raise UsageError(
            message, remedy="Choose an existing folder where you have permission to write."
        ) from error
