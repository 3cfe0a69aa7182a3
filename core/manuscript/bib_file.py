"""The ``.bib`` file of a project: what it holds, where, and how an entry comes into it.

An entry is added behind all others in one write of the whole file, which is otherwise left byte by
byte as it was: a person, a version control system and other programs work on it too.
"""

from __future__ import annotations

import itertools
import logging
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from rapidfuzz import fuzz

from core.base.errors import EngineError
from core.base.files import read_file, replace_bytes, writing
from core.base.identity import title_key
from core.base.records import Paper, PaperRecord
from core.base.stated_keys import read_aliases
from core.formats import bibtex
from core.formats.decoding import decode
from core.manuscript.latex.projects import find_root

logger = logging.getLogger(__name__)

DocumentFormat = Literal["latex", "markdown", "typst", "text", "org", "rst"]

_NAMED: dict[DocumentFormat, re.Pattern[str]] = {
    "latex": re.compile(
        r"\\(?:bibliography|addbibresource|addglobalbib)\s*(?:\[[^\]]*\]\s*)?\{(?P<names>[^{}]+)\}"
    ),
    "markdown": re.compile(r"^bibliography:\s*\[?(?P<names>[^\]\n]+)", re.M),
    "typst": re.compile(r"#bibliography\(\s*\(?(?P<names>[^)]+)"),
    "org": re.compile(r"^[ \t]*#\+bibliography:[ \t]*(?P<names>[^\n]+)", re.M | re.I),
    "rst": re.compile(r"^[ \t]*\.\.[ \t]+bibliography::[ \t]*(?P<names>[^\n]+)", re.M),
}
_ENTRY_START = re.compile(r"^@(?=\w+\s*\{)", re.M)
_SINGLE = re.compile(
    r"\A(?![\s\S]*(?:@\s*(?:string|preamble|comment)\b|\b(?:crossref|xdata|xref)\s*=))", re.I
)
"""A file whose entries can be read one by one: none needs another part of it."""

_FEW_ENTRIES, _KEPT_ENTRIES = 20, 20_000
_BEGUN = re.compile(r"@\s*\w+\s*[{(]\s*(?P<key>[^,\s]+)\s*,")
_LISTED = re.compile(r"^[ \t]*-[ \t]*(?P<name>\S+\.bib)", re.M)
_FORMATS: dict[str, DocumentFormat] = {
    **dict.fromkeys((".tex", ".ltx", ".latex"), "latex"),
    **dict.fromkeys((".md", ".markdown", ".qmd", ".rmd"), "markdown"),
    ".typ": "typst",
    ".org": "org",
    ".rst": "rst",
}
_NEW = "references.bib"
_MOST_BYTES = 32 * 1024 * 1024
_PARENTS = 3
_ALIKE_PERCENT = 70


@dataclass(frozen=True, slots=True)
class BibEntry:
    """An entry of the file; ``offset`` is where it begins."""

    key: str
    record: PaperRecord
    offset: int


@dataclass(frozen=True, slots=True)
class BibContents:
    """What a bibliography held when it was read: entries by key and alias, the first of each.

    ``keys`` leads from DOIs and titles to keys, ``by_lowered`` from keys in small letters.
    """

    entries: Mapping[str, BibEntry] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    by_lowered: Mapping[str, str] = field(default_factory=dict)
    text: str = ""

    @classmethod
    def of(cls, text: str, name: str) -> BibContents:
        """Read the text of a file."""
        entries = _read_entries(text, name)
        keys = {
            name: entry.key
            for entry in reversed(entries.values())
            for name in (title_key(entry.record.title), entry.record.doi.lower())
            if name
        }
        lowered = {key.lower(): entry.key for key, entry in reversed(entries.items())}
        return cls(entries, keys, lowered, text)

    def entry_line(self, key: str) -> int | None:
        """Return the line, from 0, at which an entry begins."""
        entry = self.entries.get(key)
        return None if entry is None else self.text.count("\n", 0, entry.offset)

    def find_key(self, record: PaperRecord, keys: Iterable[str] = ()) -> str | None:
        """Return the key under which the file has a paper already.

        It is found by its DOI, its title, or one of the keys that it is known by.
        """
        by_doi = self.keys.get(record.doi.lower()) if record.doi else None
        key = by_doi or self.keys.get(title_key(record.title))
        if key is not None:
            return key
        keys = list(keys)
        exact = [self.entries[key].key for key in keys if key in self.entries]
        similar = [self.by_lowered[key.lower()] for key in keys if key.lower() in self.by_lowered]
        return next((key for key in (*exact, *similar) if self._may_be(key, record)), None)

    def _may_be(self, key: str, record: PaperRecord) -> bool:
        """Whether nothing in the entry of a key says that it is another paper."""
        entry = self.entries[key].record
        if entry.doi and record.doi:
            return entry.doi.lower() == record.doi.lower()
        one, other = title_key(entry.title), title_key(record.title)
        return one in other or other in one or fuzz.ratio(one, other) >= _ALIKE_PERCENT

    def free_key(self, key: str) -> str:
        """Return a key that no entry has, as like the given one as can be."""
        letters = (f"{key}{chr(97 + n % 26)}{n // 26 or ''}" for n in range(10_000))
        keys = itertools.chain([key], letters)
        return next(variant for variant in keys if variant.lower() not in self.by_lowered)


_NOTHING = BibContents()


@dataclass(slots=True)
class BibFile:
    """A bibliography as it was read last. Calls may come from any thread."""

    path: Path
    _stamp: tuple[int, int] = (0, 0)
    _contents: BibContents = _NOTHING
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def contents(self) -> BibContents:
        """Return what the file holds now; nothing if it cannot be read."""
        with self._lock:
            try:
                state = self.path.stat()
                stamp = (state.st_mtime_ns, state.st_size)
                if stamp != self._stamp:
                    data = read_file(self.path, _MOST_BYTES)
                    text = decode(data).lstrip("\ufeff")
                    self._contents = BibContents.of(text, self.path.name)
                    self._stamp = stamp
            except OSError:
                self._stamp, self._contents = (0, 0), _NOTHING
            return self._contents

    def entries(self) -> Mapping[str, BibEntry]:
        """Return the entries by key."""
        return self.contents().entries

    def entry_line(self, key: str) -> int | None:
        """Return the line, from 0, at which an entry begins."""
        return self.contents().entry_line(key)

    def add(self, entry: str) -> None:
        """Write an entry behind all others.

        Raises:
            LibraryError: the file cannot be read or written; it is as it was.
        """
        with self._lock, writing(self.path):
            path = self.path.resolve()
            before = read_file(path) if path.exists() else b""
            end = b"\r\n" if b"\r\n" in before else b"\n"
            lines = entry.strip().replace("\n", end.decode()).encode() + end
            gap = b"" if not before else end if before.endswith(b"\n") else end + end
            mode = path.stat().st_mode if path.exists() else None
            replace_bytes(path, before + gap + lines)
            if mode is not None:
                path.chmod(mode & 0o777)


def locate_bibliography(document: Path) -> Path:
    """Return the bibliography of a document: as it names it, one near it, or a new one."""
    kind = _FORMATS.get(document.suffix.lower(), "text")
    return find_bibliography(document, "" if kind == "text" else _read_text(document), kind)


def list_named_bibliographies(document: Path) -> list[Path]:
    """Return all files that a document names, [] if it names none or is no text file."""
    kind = _FORMATS.get(document.suffix.lower(), "text")
    return [] if kind == "text" else list_bibliographies(document, _read_text(document), kind)


def keys_in_document(document: Path, papers: Iterable[Paper]) -> list[str]:
    """Return the key of each paper in a document: the one that its bibliography has, else its own.

    A document that is no text file with a bibliography leaves each paper its own.
    """
    contents = _read_bibliography(document)
    return [
        contents.find_key(paper, (paper.citation_key, *paper.aliases)) or paper.citation_key
        for paper in papers
    ]


def records_in_document(document: Path, records: Iterable[PaperRecord]) -> list[PaperRecord]:
    """Return each record as the bibliography of a document has it, else as it is.

    What is printed of an entry tells less: neither its key nor, for certain, its type.
    """
    contents = _read_bibliography(document)
    return [
        record if (key := contents.find_key(record)) is None else contents.entries[key].record
        for record in records
    ]


def _read_bibliography(document: Path) -> BibContents:
    """Return what the bibliography of a document holds; nothing if there is none."""
    kind = _FORMATS.get(document.suffix.lower())
    try:
        if kind is not None and document.is_file():
            text = decode(read_file(document, _MOST_BYTES))
            path = find_bibliography(document, text, kind)
            return BibFile(path).contents() if path.is_file() else _NOTHING
    except OSError as error:
        logger.info("%s cannot be read for its bibliography: %s", document.name, error)
    return _NOTHING


def find_bibliography(document: Path, text: str, kind: DocumentFormat) -> Path:
    """Return the project's file: as the document names it, else one near it, else a new one.

    A chapter of a LaTeX project has that of the project's main file.
    """
    pattern = _NAMED.get(kind)
    match = pattern.search(text) if pattern else None
    if match is None and kind == "latex" and (root := find_root(document, text)) is not None:
        document, text = root, _read_text(root)
        match = pattern.search(text) if pattern else None
    names = re.split(r"[,\s]+", match["names"]) if match else []
    names += [match["name"] for match in _LISTED.finditer(text)] if kind == "markdown" else []
    file_names = [name.strip("\"' ") for name in names if name.strip("\"' ")]
    paths = [document.parent / (n if n.endswith(".bib") else f"{n}.bib") for n in file_names]
    first_file = next((path for path in paths if path.is_file()), None)
    if first_file is not None:
        return first_file
    if paths and kind != "markdown":
        return paths[0]
    for folder in [document.parent, *document.parent.parents][:_PARENTS]:
        beside = sorted(folder.glob("*.bib"))
        if beside:
            return beside[0]
        if (folder / ".git").exists():
            break
    return document.parent / _NEW


def list_bibliographies(document: Path, text: str, kind: DocumentFormat) -> list[Path]:
    """Return all files that a document names, those that do not exist too; [] if it names none."""
    pattern = _NAMED.get(kind)
    matches = list(pattern.finditer(text)) if pattern else []
    if not matches and kind == "latex" and (root := find_root(document, text)) is not None:
        document, text = root, _read_text(root)
        matches = list(pattern.finditer(text)) if pattern else []
    names = [name for match in matches for name in re.split(r"[,\s]+", match["names"])]
    names += [match["name"] for match in _LISTED.finditer(text)] if kind == "markdown" else []
    file_names = dict.fromkeys(name.strip("\"' ") for name in names if name.strip("\"' "))
    return [document.parent / (n if Path(n).suffix else f"{n}.bib") for n in file_names]


def _read_text(path: Path) -> str:
    try:
        return decode(read_file(path, _MOST_BYTES))
    except OSError:
        return ""


def _read_entries(text: str, name: str) -> dict[str, BibEntry]:
    """Return the entries of a file; those read before from the same text are taken over."""
    if not _SINGLE.search(text):
        return _read_whole(text, name)
    starts = [match.start() for match in _ENTRY_START.finditer(text)]
    if len(starts) < _FEW_ENTRIES:
        return _read_whole(text, name)
    parts = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    if any(part.count("{") != part.count("}") for part in parts):
        return _read_whole(text, name)
    entries: dict[str, BibEntry] = {}
    for start, part in zip(starts, parts, strict=True):
        for key, entry in _read_part(part).items():
            entries.setdefault(key, replace(entry, offset=entry.offset + start))
    return entries


@lru_cache(maxsize=_KEPT_ENTRIES)
def _read_part(text: str) -> Mapping[str, BibEntry]:
    return _read_whole(text, "")


def _read_whole(text: str, name: str) -> dict[str, BibEntry]:
    entries: dict[str, BibEntry] = {}
    starts: dict[str, int] = {}
    for match in _BEGUN.finditer(text):
        starts.setdefault(match["key"], match.start())
    try:
        for entry in bibtex.parse(text, name):
            key = str(entry.record.extra.get("citation_key", "")) if entry.record else ""
            if entry.record is not None and key:
                entries.setdefault(key, BibEntry(key, entry.record, starts.get(key, 0)))
    except EngineError as error:
        logger.info("The bibliography %s cannot be read: %s", name, error)
    for bib_entry in list(entries.values()):
        for alias in read_aliases(bib_entry.record.extra, bib_entry.key):
            entries.setdefault(alias, bib_entry)
    return entries
