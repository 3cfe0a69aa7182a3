"""Chooses the reader for a manuscript's file, and makes a fingerprint of its content.

The content decides where it can, the name where it cannot: a PDF says so in its first bytes, a
Word file is a ZIP archive, LaTeX is text that is called so or begins like it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.base.errors import EngineError, FormatError, PdfLimitError, PdfUnreadableError, UsageError
from core.base.messages import Message
from core.base.records import Manuscript
from core.manuscript.text.extractor import EXTRACTOR, LATEX_EXTRACTOR, WORD_EXTRACTOR

Kind = Literal["pdf", "latex", "word"]

_EXTRACTORS: dict[Kind, str] = {"pdf": EXTRACTOR, "latex": LATEX_EXTRACTOR, "word": WORD_EXTRACTOR}
_LATEX_NAMES = frozenset({".tex", ".ltx", ".latex"})
_WORD_NAMES = frozenset({".docx", ".docm", ".dotx", ".doc"})
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_LATEX_SIGNS = (b"\\documentclass", b"\\begin{document}", b"\\documentstyle")
_HEAD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A manuscript's file as it is now.

    ``digest`` changes with anything that ``extractor`` reads of it; ``files`` are the others that
    belong to it, such as chapters and bibliographies.
    """

    kind: Kind
    extractor: str
    digest: str
    files: tuple[Path, ...] = ()


def kind_of(path: Path) -> Kind:
    """Return which reader a file gets; a PDF's says best what is wrong with one of no kind."""
    suffix = path.suffix.lower()
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:  # whoever reads it says why it cannot be
        head = b""
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith((_ZIP, _OLE)) or suffix in _WORD_NAMES:
        return "word"
    if suffix in _LATEX_NAMES or any(sign in head for sign in _LATEX_SIGNS):
        return "latex"
    return "pdf"


def identify(path: Path) -> Source:
    """Return what a manuscript's file is and holds.

    Raises:
        UsageError: it cannot be opened.
        FormatError: it is LaTeX that includes itself or far too much.
    """
    kind = kind_of(path)
    if kind != "latex":
        return Source(kind, _EXTRACTORS[kind], _sha256(path))
    from core.manuscript.latex.files import gather

    _sha256(path)  # refuses a file that cannot be opened in the same words as any other
    files = gather(path).files
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name}\0{_sha256(file)}\n".encode("utf-8", "surrogatepass"))
    return Source(kind, _EXTRACTORS[kind], digest.hexdigest(), files[1:])


def read(path: Path, *, max_pages: int) -> Manuscript:
    """Read a manuscript of any kind. To be called where a hostile file does no harm."""
    kind = kind_of(path)
    if kind == "latex":
        from core.manuscript.latex import document as latex

        return latex.parse(path)
    if kind == "word":
        from core.manuscript.word import document as word

        return word.parse(path)
    from core.manuscript.pdf import assemble

    return assemble.parse(path, max_pages=max_pages)


def too_much_memory(limit_mb: int) -> Message:
    """Return what is said of a file that takes more memory than a paper may."""
    return Message("needs more than {mb:,} MB of memory to read", mb=limit_mb)


def limit_error(path: Path, what: Message) -> EngineError:
    """Return the error for a file that takes more than a paper may."""
    message = Message("“{file}” {what}.", file=path.name, what=what)
    if kind_of(path) == "pdf":
        return PdfLimitError(message)
    return FormatError(message, remedy="Open a single chapter instead of the whole.")


def damage_error(path: Path, what: Message) -> EngineError:
    """Return the error for a file that its parser cannot stand."""
    message = Message("“{file}” {what}.", file=path.name, what=what)
    return PdfUnreadableError(message) if kind_of(path) == "pdf" else FormatError(message)


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UsageError(
            "“{path}” cannot be read: {reason}.",
            path=path,
            reason=error.strerror,
            remedy="Check the file's name and place.",
        ) from error
