"""What the first and last bytes of a file say of it, before MuPDF opens it."""

from __future__ import annotations

from pathlib import Path

from core.base.errors import PdfUnreadableError
from core.base.files import open_file

_HEAD = 1024
_TAIL = 4096


def check_bytes(path: Path) -> None:
    """Raise a ``PdfUnreadableError`` that says why a file is no PDF, if it is none."""
    try:
        with open_file(path) as file:
            head = file.read(_HEAD)
            size = file.seek(0, 2)
    except FileNotFoundError as error:
        raise PdfUnreadableError(
            "“{file}” does not exist.", file=path.name, remedy="Check the path and the spelling."
        ) from error
    except OSError as error:
        raise PdfUnreadableError(
            "“{file}” cannot be opened: {reason}.",
            file=path.name,
            reason=error.strerror or error,
            remedy="Check that you have permission to read the file.",
        ) from error
    if size == 0:
        raise PdfUnreadableError(
            "“{file}” is empty.", file=path.name, remedy="Download or export the file again."
        )
    if b"%PDF-" not in head:
        raise PdfUnreadableError(
            "“{file}” is not a PDF.", file=path.name, remedy="Choose a PDF file, or export one."
        )


def was_cut_off(path: Path) -> bool:
    """Say whether the file ends before a PDF does."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        return b"%%EOF" not in file.read()
