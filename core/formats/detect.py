"""Detects the format of a file or folder by its name, else by its first lines."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import LATEX_SUFFIXES
from core.formats import registry
from core.formats.corpus import is_corpus
from core.formats.decoding import HEAD_BYTES, decode
from core.formats.packed import open_plain_or_gzip

ZOTERO_DATABASE = "zotero.sqlite"

# Files with these endings are looked into: several formats use them, and other programs too.
_AMBIGUOUS = frozenset(
    (".json", ".xml", ".rdf", ".txt", ".text", ".yml", ".yaml", ".sqlite", ".bak", "")
)
# Formats whose first line leaves no doubt, whatever their file is called.
_TELLING = ("ris", "nbib", "wos", "endnote", "bibtex")
_BEFORE_START = re.compile(r"\A(?:[\ufeff\s]|%[ %][^\n]*)*")
_SQLITE = b"SQLite format 3\x00"

_MENDELEY = "@www.mendeley.com"  # in the name of its database, behind the person's address
_FROM_MENDELEY = Message(
    "It is Mendeley's own database. Export the library from Mendeley as BibTeX and import that."
)
_FROM_ENDNOTE = Message(
    "In EndNote, choose “File”, “Export” and the type XML, and import the file that it writes."
)
_CITAVI = re.compile(r"\.ct[vt]\d*(?:bak)?", re.I)  # its projects, backups and projects of a team
_FROM_CITAVI = Message(
    "In Citavi, choose “File”, “Export” and BibTeX or RIS, and import the file that it writes."
)
_ELSEWHERE = {
    ".gz": Message("Unpack the file and import its contents."),
    ".xml": Message("Export it as RIS or BibTeX from the original program."),
    ".rdf": Message("Export it as RIS or BibTeX from the original program."),
    ".enl": _FROM_ENDNOTE,
    ".enlx": _FROM_ENDNOTE,
}
_MANUSCRIPTS = frozenset(
    (".docx", ".docm", ".dotx", ".doc", ".odt", ".ott", ".rtf", ".md", ".markdown", ".rmd", ".qmd",
     ".ipynb", ".lyx", ".org", ".rst", ".html", ".htm", ".xhtml", ".typ", *LATEX_SUFFIXES)
)  # fmt: skip
_FROM_MANUSCRIPT = Message(
    "If it is a manuscript, open it as one. To import it as a paper, import it as PDF."
)


def detect_kind(path: Path) -> str | None:
    """Return the name of the format of a file, "corpus", "folder", or ``None`` for no known kind.

    The end of the name decides, unless it could be that of several or the file begins as another
    format does. ``.bib.gz`` is read as ``.bib``. A folder that holds papers, full texts or edges is
    a corpus, one with ``zotero.sqlite`` is what Zotero keeps.

    Raises:
        FormatError: There is nothing at ``path``, or what is there cannot be looked into.
    """
    try:
        if path.is_dir():
            return _kind_of_folder(path)
        if not path.exists():
            raise FormatError("There is no file “{path}”.", path=path, remedy="Check the name.")
        if registry.ending(path) in _AMBIGUOUS:
            return _kind_by_content(path)
        matching_format = registry.of_ending(path)
        if matching_format is None:
            return _kind_behind_any_name(path)
        return (_kind_behind_wrong_name(path) if matching_format.parser else None) or (
            matching_format.name
        )
    except OSError as error:
        raise FormatError(
            "“{path}” could not be looked into: {reason}.",
            path=path,
            reason=error.strerror or error,
            remedy="Check that you have permission to read it.",
        ) from error


def kind_of_text(text: str) -> str | None:
    """Return the name of the format that a text is in, ``None`` for none."""
    matching_format = registry.of_text(text)
    return matching_format.name if matching_format else None


def unknown_kind(path: Path) -> FormatError:
    """Return the error that says that ``path`` is of no known kind, and what to do with it."""
    default_remedy = Message(
        "Cocite reads {formats}, also packed with gzip.", formats=registry.listed()
    )
    suffix = path.suffix.lower()
    remedy = _FROM_MANUSCRIPT if suffix in _MANUSCRIPTS else default_remedy
    remedy = _ELSEWHERE.get(suffix, remedy)
    if _MENDELEY in path.name:
        remedy = _FROM_MENDELEY
    elif _CITAVI.fullmatch(path.suffix):
        remedy = _FROM_CITAVI
    return FormatError(
        "“{file}” is not a type of file that can be imported.", file=path.name, remedy=remedy
    )


def _kind_by_content(path: Path) -> str | None:
    with open_plain_or_gzip(path) as stream:
        try:
            head = stream.read(16 * HEAD_BYTES)
        except (EOFError, zlib.error, gzip.BadGzipFile):  # which its reader will say
            return None
    packed = path.suffix.lower() == ".gz"
    if b"%PDF-" in head[:1024]:
        return None if packed else "pdf"
    if head.startswith(_SQLITE):
        return "zotero" if path.name.startswith(ZOTERO_DATABASE) and not packed else None
    return kind_of_text(decode(head))


def _kind_behind_any_name(path: Path) -> str | None:
    """Return the kind of a file whose name says nothing, if it begins as references do.

    Publishers send RIS under the name of a script, and programs write it with endings of their own.
    """
    if path.suffix.lower() in _ELSEWHERE:
        return None
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if b"\0" in head[:HEAD_BYTES]:
        return None
    return _kind_at_start(decode(head))


def _kind_at_start(text: str) -> str | None:
    """Return the kind of references that a text begins with, behind blank lines and comments."""
    text = _BEFORE_START.sub("", text)
    return next(
        (name for name in _TELLING if re.match(registry.get_format(name).begins, text, re.M)), None
    )


def _kind_behind_wrong_name(path: Path) -> str | None:
    """Return the kind of a file that is called otherwise, ``None`` if its name may be right.

    PubMed's records are kept as ".ris", BibTeX as ".txt.ris", by people and by programs.
    """
    matching_format = registry.of_ending(path)
    with open_plain_or_gzip(path) as stream:
        try:
            text = decode(stream.read(16 * HEAD_BYTES))
        except (EOFError, zlib.error, gzip.BadGzipFile):  # which its reader will say
            return None
    if matching_format is None or re.search(matching_format.begins, text, re.M):
        return None
    return _kind_at_start(text)


def _kind_of_folder(path: Path) -> str:
    if (path / ZOTERO_DATABASE).is_file():
        return "zotero"
    return "corpus" if is_corpus(path) else "folder"
