"""Which reader a file is for: by the end of its name, and by its first lines where that is open."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from core.base.errors import FormatError
from core.formats import bibtex, csl, endnote, jsonl, nbib, ris, zotero_rdf
from core.formats.corpus import is_corpus
from core.formats.entries import Entry
from core.formats.packed import open_plain_or_gzip
from core.formats.text import HEAD_BYTES, decode

Kind = Literal[
    "pdf",
    "bibtex",
    "ris",
    "csl",
    "endnote",
    "endnote-xml",
    "nbib",
    "zotero-rdf",
    "zotero",
    "papers",
    "corpus",
    "folder",
    "archive",
]

READERS: Mapping[Kind, Callable[[Path], Iterator[Entry]]] = MappingProxyType(
    {
        "bibtex": bibtex.read,
        "ris": ris.read,
        "csl": csl.read,
        "endnote": endnote.read_tagged,
        "endnote-xml": endnote.read_xml,
        "nbib": nbib.read,
        "zotero-rdf": zotero_rdf.read,
        "papers": jsonl.read,
    }
)
TEXT_READERS: Mapping[Kind, Callable[[str, str], Iterator[Entry]]] = MappingProxyType(
    {
        "bibtex": bibtex.parse,
        "ris": lambda text, _: ris.parse(text),
        "csl": csl.parse,
        "endnote": lambda text, _: endnote.parse_tagged(text),
        "endnote-xml": lambda text, _: endnote.parse_xml(text),
        "nbib": lambda text, _: nbib.parse(text),
        "zotero-rdf": zotero_rdf.parse,
    }
)
"""The readers of text that is in no file; each is told a name for it."""

ZOTERO_DATABASE = "zotero.sqlite"

_ENDINGS: dict[str, Kind] = {
    ".pdf": "pdf",
    ".bib": "bibtex",
    ".bibtex": "bibtex",
    ".biblatex": "bibtex",
    ".ris": "ris",
    ".enw": "endnote",
    ".nbib": "nbib",
    ".jsonl": "papers",
    ".ndjson": "papers",
    ".zip": "archive",
}
_SNIFFED = (".json", ".txt", ".text", ".xml", ".rdf", ".sqlite", ".bak", "")

_NEVER_PACKED = frozenset({"pdf", "zotero", "archive"})

_BIBTEX = re.compile(r"^[ \t]*@\w+[ \t]*[{(]", re.M)
_RIS = re.compile(r"^[ \t]*TY {1,2}- ?", re.M)
_ENDNOTE = re.compile(r"^\s*%0 \S", re.M)
_NBIB = re.compile(r"^PMID ?- ?\d", re.M)
_ENDNOTE_XML = re.compile(
    r"<records>\s*<record[\s>]|<record>\s*<(?:database|source-app|rec-number)"
)
_ZOTERO_RDF = re.compile(r"<rdf:RDF\b[^>]*http://www\.zotero\.org/namespaces/export#")
_SQLITE = b"SQLite format 3\x00"
_PAPER = re.compile(r'\s*\{[^\n]*"title"\s*:[^\n]*\}\s*(?:\n|$)')
_CSL = re.compile(r"\s*(?:\[\s*(?:\{|\])|\{)")
_CSL_KEYS = re.compile(
    r'"(?:issued|container-title|date-parts|citation-key|items)"\s*:|'
    r'"type"\s*:\s*"(?:article|paper-|book|chapter|thesis|report|webpage|manuscript|document)'
)

_ELSEWHERE = {
    ".gz": "Unpack the file and import what is in it.",
    ".xml": "Export it as RIS or BibTeX from where it came.",
    ".rdf": "Export it as RIS or BibTeX from where it came.",
    ".docx": "Save it as PDF and import that.",
    ".doc": "Save it as PDF and import that.",
}
_KNOWN = (
    "Cocite reads PDF, BibTeX, RIS, CSL-JSON, EndNote (.enw, XML), PubMed (.nbib), "
    "Zotero (RDF, zotero.sqlite) and JSON Lines of paper records, plain, in gzip or in a zip "
    "archive."
)


def kind_of(path: Path) -> Kind | None:
    """Return what ``path`` is to be read as, or ``None`` for no known kind.

    The end of the name decides where it can; a ``.json``, a ``.txt`` and a file without ending are
    looked into, as are XML and SQLite. ``.bib.gz`` is read as ``.bib``. A folder that holds papers,
    full texts or edges is a corpus, one with ``zotero.sqlite`` is what Zotero keeps.

    Raises:
        FormatError: There is nothing at ``path``, or what is there cannot be looked into.
    """
    try:
        if path.is_dir():
            return _kind_of_folder(path)
        if not path.exists():
            raise FormatError(f"There is no file “{path}”.", remedy="Check the name.")
        ending = _ending(path)
        kind = _ENDINGS.get(ending)
        if ending in _SNIFFED:
            kind = _kind_by_content(path)
        return None if kind in _NEVER_PACKED and path.suffix.lower() == ".gz" else kind
    except OSError as error:
        raise FormatError(
            f"“{path}” could not be looked into: {error.strerror or error}.",
            remedy="Check that you may read it.",
        ) from error


def kind_of_text(text: str) -> Kind | None:
    """Return the kind of reference file that a text is the content of, ``None`` for none."""
    if _RIS.search(text):
        return "ris"
    if _CSL.match(text):
        return _kind_of_json(text)
    telling: tuple[tuple[Kind, re.Pattern[str]], ...] = (
        ("bibtex", _BIBTEX),
        ("nbib", _NBIB),
        ("endnote", _ENDNOTE),
        ("endnote-xml", _ENDNOTE_XML),
        ("zotero-rdf", _ZOTERO_RDF),
    )
    return next((kind for kind, pattern in telling if pattern.search(text)), None)


def unknown_kind(path: Path) -> FormatError:
    """Return the error that says that ``path`` is of no known kind, and what to do with it."""
    remedy = _ELSEWHERE.get(path.suffix.lower(), _KNOWN)
    return FormatError(f"“{path.name}” is of no kind that can be imported.", remedy=remedy)


def _ending(path: Path) -> str:
    """Return the end of the name in lower case, of what is in it for a compressed file."""
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() or suffix if suffix == ".gz" else suffix


def _kind_by_content(path: Path) -> Kind | None:
    with open_plain_or_gzip(path) as stream:
        try:
            head = stream.read(16 * HEAD_BYTES)
        except (EOFError, zlib.error, gzip.BadGzipFile):  # which its reader will say
            return None
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(_SQLITE):
        return "zotero" if path.name.startswith(ZOTERO_DATABASE) else None
    return kind_of_text(decode(head))


def _kind_of_folder(path: Path) -> Kind:
    if (path / ZOTERO_DATABASE).is_file():
        return "zotero"
    return "corpus" if is_corpus(path) else "folder"


def _kind_of_json(text: str) -> Kind | None:
    if _PAPER.match(text) and not _CSL_KEYS.search(text.partition("\n")[0]):
        return "papers"
    return "csl" if _CSL_KEYS.search(text) else None
