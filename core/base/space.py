"""Checks the free space on a disk before a job starts.

The estimates are generous but not exact: a job that meets a full disk all the same still keeps
what it saved.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path

from core.base.errors import DiskFullError
from core.base.files import get_file_size
from core.base.messages import Message

_SPARE_BYTES = 50 * 1024**2
"""What is to be left for everything else on that disk."""
_DATABASE_PER_SOURCE = 3.0
"""Bytes of database and word index for a byte of BibTeX, RIS or JSON Lines; packed ones have more
in them, PDFs less."""
_PACKED = frozenset({".gz", ".zip", ".bz2", ".xz"})
_PACKED_RATIO = 5.0
_PDF_SHARE = 0.25
_INDEX_BYTES_PER_PAPER = 2_000
_MiB, _GiB = 1024**2, 1024**3


def free(folder: Path) -> int | None:
    """Return the bytes left where a folder lies, or will lie; ``None`` if nobody can tell."""
    with contextlib.suppress(OSError):
        for ancestor in (folder, *folder.absolute().parents):
            if ancestor.exists():
                return shutil.disk_usage(ancestor).free
    return None


def require(folder: Path, needed: int, purpose: Message) -> None:
    """Raise ``DiskFullError`` if ``purpose`` needs more than is left where ``folder`` lies."""
    free_bytes = free(folder)
    if free_bytes is None or free_bytes >= needed + _SPARE_BYTES:
        return
    raise DiskFullError(
        "Not enough disk space for {what}: about {needed} are needed, and {left} are free on the "
        "disk of “{folder}”.",
        what=purpose,
        needed=in_words(needed + _SPARE_BYTES),
        left=in_words(free_bytes),
        folder=folder.name or folder,
        remedy="Free some space and try again. Nothing was changed.",
    )


def for_backup(database: Path) -> int:
    """Return the bytes that a backup of a database takes."""
    beside = database.with_name(f"{database.name}-wal")
    return get_file_size(database) + get_file_size(beside)


def for_import(sources: Iterable[Path]) -> int:
    """Return the bytes that importing files and folders takes, judged by their size."""
    estimated_bytes = 0.0
    for source in sources:
        with contextlib.suppress(OSError):  # its drive is gone, as whoever reads it will say
            estimated_bytes += sum(_estimate_size(path) for path in _files(source))
    return int(estimated_bytes)


def for_index(papers: int, dimension: int) -> int:
    """Return the bytes that words and vectors of so many papers take, in database and index."""
    row = 2 * dimension  # float16
    return papers * (_INDEX_BYTES_PER_PAPER + 2 * row)


def in_words(size: int) -> str:
    """Return a number of bytes as a person reads it."""
    if size >= _GiB:
        return f"{size / _GiB:.1f} GB"
    return f"{max(size, 0) / _MiB:.0f} MB"


def _files(source: Path) -> Iterable[Path]:
    if source.is_file():
        return [source]
    return (path for path in source.rglob("*") if path.is_file())


def _estimate_size(path: Path) -> float:
    size = float(get_file_size(path))
    if path.suffix.lower() == ".pdf":
        return size * _PDF_SHARE
    if path.suffix.lower() in _PACKED:
        size *= _PACKED_RATIO
    return size * _DATABASE_PER_SOURCE
