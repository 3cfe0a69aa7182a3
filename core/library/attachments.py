"""Files that belong to papers: telling them by content, and keeping a copy in the library."""

from __future__ import annotations

import errno
import hashlib
import re
import shutil
from pathlib import Path

from core.errors import DiskFullError, LibraryReadOnlyError, PdfUnreadableError

FILES = "files"

_CHUNK_BYTES = 1024 * 1024
_STEM_CHARS = 60
_ODD = re.compile(r"[^\w.-]+")


def content_hash(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal; raise ``PdfUnreadableError`` if it has none."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                digest.update(chunk)
    except OSError as error:
        raise PdfUnreadableError(
            f"“{path.name}” could not be read: {error.strerror}.",
            remedy="Check that you may open it.",
        ) from error
    return digest.hexdigest()


def is_pdf(path: Path) -> bool:
    """Whether there is a file that begins as a PDF does and that may be read."""
    try:
        with path.open("rb") as file:
            return b"%PDF-" in file.read(1024)
    except (OSError, ValueError):  # ValueError: a name with a null character
        return False


def keep_copy(library: Path, path: Path, sha256: str) -> Path:
    """Copy a file into the library's folder and return where it lies.

    The copy appears whole or not at all. The same content is kept once.
    """
    stem = _ODD.sub("_", path.stem)[:_STEM_CHARS]
    target = library / FILES / f"{stem}-{sha256[:12]}{path.suffix.lower()}"
    if target.exists():
        return target
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(path, part)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        if error.errno == errno.ENOSPC:
            raise DiskFullError(f"No space is left to keep “{path.name}”.") from error
        raise LibraryReadOnlyError(
            f"“{path.name}” cannot be copied to “{target.parent}”: {error.strerror}."
        ) from error
    return target
