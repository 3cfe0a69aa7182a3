"""Files that belong to papers: identified by content, and copied into the library."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
from pathlib import Path

from core.base.errors import PdfUnreadableError
from core.base.files import make_folder, open_file, rename_durably, unwritten

FILES = "files"

_CHUNK_BYTES = 1024 * 1024
_STEM_CHARS, _STEM_BYTES = 60, 180
_ODD = re.compile(r"[^\w.-]+")
_NO_ENDING = re.compile(r"[^.a-z0-9]+")  # spaces and colons mean something else on Windows
_ENDING_CHARS = 16


def content_hash(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal; raise ``PdfUnreadableError`` if it has none."""
    digest = hashlib.sha256()
    try:
        with open_file(path) as file:
            while chunk := file.read(_CHUNK_BYTES):
                digest.update(chunk)
    except OSError as error:
        raise PdfUnreadableError(
            "“{file}” could not be read: {reason}.",
            file=path.name,
            reason=error.strerror,
            remedy="Check that you have permission to open it.",
        ) from error
    return digest.hexdigest()


def is_pdf(path: Path) -> bool:
    """Whether there is a file that begins as a PDF does and that may be read."""
    try:
        with open_file(path) as file:
            return b"%PDF-" in file.read(1024)
    except (OSError, ValueError):  # ValueError: a name with a null character
        return False


def keep_copy(library: Path, path: Path, sha256: str) -> Path:
    """Copy a file into the library's folder and return where it lies.

    The copy appears whole or not at all, and is on the disk then. The same content is kept once.

    Raises:
        DiskFullError: there is no space left.
        LibraryError: it cannot be read or written.
    """
    stem = _ODD.sub("_", path.stem)[:_STEM_CHARS]
    stem = stem.encode("utf-8", "ignore")[:_STEM_BYTES].decode("utf-8", "ignore")
    ending = _NO_ENDING.sub("", path.suffix.lower())[:_ENDING_CHARS]
    target = library / FILES / f"{stem}-{sha256[:12]}{ending}"
    if target.exists():
        return target
    part = target.with_name(f"{target.name}.part")
    try:
        make_folder(target.parent)
        with open_file(path) as source, part.open("wb") as copy:
            shutil.copyfileobj(source, copy, _CHUNK_BYTES)
            copy.flush()
            os.fsync(copy.fileno())
        rename_durably(part, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise unwritten(error, target) from error
    return target
