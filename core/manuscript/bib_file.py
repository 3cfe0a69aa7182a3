"""The ``.bib`` file of a project: what it holds, where, and how an entry comes into it.

An entry is added behind all others in one write of the whole file, which is otherwise left byte by
byte as it was: a person, a version control system and other programs work on it too.
"""

from __future__ import annotations

import itertools
import logging
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from rapidfuzz import fuzz

from core.base.errors import EngineError
from core.base.files import read_file, replace_bytes, writing
from core.base.identity import title_key
from core.base.records import LATEX_SUFFIXES, Paper, PaperRecord
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
_PART_START = re.compile(r"^@(?=\w+\s*[{(])", re.M)
_SHARED = re.compile(r"@\s*(?:string|preamble)\b", re.I)
_NOT_ENTRY = re.compile(r"@\s*(?:string|preamble|comment)\b", re.I)
_MACRO = re.compile(r"@\s*string\s*[{(]\s*(?P<name>[^\s=]+)\s*=", re.I)
_MACRO_USE = re.compile(r"[=#]\s*(?P<name>[^\s,={}()\"#\d][^\s,={}()\"#]*)")
_LENDERS = re.compile(
    r"\b(?:crossref|xdata)\s*=\s*(?:\{(?P<braced>[^{}]*)|\"(?P<quoted>[^\"]*))", re.I
)
_LENT_VALUE = re.compile(r"\bxdata\s*=\s*(?P<path>[^\s,={}\"]+)", re.I)
_ALIASES = re.compile(r"\bids\s*=\s*[{\"](?P<keys>[^{}\"]*)", re.I)
_UNREADABLE = re.compile(r"\bcrossref\s*=\s*[^\s{\"]|\bids\s*=\s*[^\s{\"]", re.I)
"""A list of keys that is made of macros."""

_FEW_ENTRIES, _KEPT_ENTRIES = 20, 20_000
_MOST_LENT = 10
"""Times a file that its entries may take from one another; then it is read as a whole."""
_BEGUN = re.compile(r"@\s*\w+\s*[{(]\s*(?P<key>[^,\s]+)\s*,")
_KEY = re.compile(r"[^\s{}()\[\],;@\"'#%~\\<>|]{2,200}(?<![.:!?])")
_LISTED = re.compile(r"^[ \t]*-[ \t]*(?P<name>\S+\.bib)", re.M)
_FORMATS: dict[str, DocumentFormat] = {
    **dict.fromkeys(LATEX_SUFFIXES, "latex"),
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
        entries: dict[str, BibEntry] = {}
        keys: dict[str, str] = {}
        aliases: list[tuple[str, BibEntry]] = []
        for start, parsed_entry in _read_entries(text, name):
            key = parsed_entry.key
            if key in entries:
                continue
            entry = BibEntry(key, parsed_entry.record, parsed_entry.offset + start)
            entries[key] = entry
            for title_or_doi in filter(None, parsed_entry.names):
                keys.setdefault(title_or_doi, key)
            aliases += [(alias, entry) for alias in parsed_entry.aliases]
        for alias, entry in aliases:
            entries.setdefault(alias, entry)
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
    """Return what the bibliographies of a document hold, the first before others.

    One that the document does not name is read if it has a key that the document cites.
    """
    kind = _FORMATS.get(document.suffix.lower())
    try:
        if kind is not None and document.is_file():
            text = decode(read_file(document, _MOST_BYTES))
            candidates = list_bibliographies(document, text, kind)
            paths = [path for path in candidates if path.suffix == ".bib" and path.is_file()]
            if not paths:
                near = find_bibliography(document, text, kind)
                paths = [near] if _count_cited(near, text) else []
            return _join_contents([BibFile(path).contents() for path in paths])
    except OSError as error:
        logger.info("%s cannot be read for its bibliography: %s", document.name, error)
    return _NOTHING


def _join_contents(contents: Sequence[BibContents]) -> BibContents:
    """Return several bibliographies as one, of which the first that has a key counts."""
    if len(contents) == 1:
        return contents[0]
    entries: dict[str, BibEntry] = {}
    keys: dict[str, str] = {}
    by_lowered: dict[str, str] = {}
    for one in reversed(contents):
        entries |= one.entries
        keys |= one.keys
        by_lowered |= one.by_lowered
    return BibContents(entries, keys, by_lowered)


def find_bibliography(document: Path, text: str, kind: DocumentFormat) -> Path:
    """Return the project's file: as the document names it, else one near it, else a new one.

    Of several near it that it does not name, it is the one with most of what it cites.

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
    return _find_near(document, text) or document.parent / _NEW


def _find_near(document: Path, text: str) -> Path | None:
    """Return the one file beside a document or above it, or that with most of what it cites."""
    for folder in [document.parent, *document.parent.parents][:_PARENTS]:
        beside = sorted(folder.glob("*.bib"))
        if beside:
            best = max(beside, key=lambda path: _count_cited(path, text))
            return best if len(beside) == 1 or _count_cited(best, text) else None
        if (folder / ".git").exists():
            break
    return None


def _count_cited(path: Path, text: str) -> int:
    """Return how many keys of a bibliography are words of a text."""
    try:
        state = path.stat()
    except OSError:
        return 0
    return len(_list_keys(path, state.st_mtime_ns, state.st_size).intersection(_KEY.findall(text)))


@lru_cache(maxsize=64)
def _list_keys(path: Path, _changed_ns: int, _size: int) -> frozenset[str]:
    return frozenset(match["key"] for match in _BEGUN.finditer(_read_text(path)))


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


# --- entries, each read with what it takes from others ------------------------------------------


@dataclass(frozen=True, slots=True)
class _ParsedEntry:
    """An entry, the names that lead to it besides its key, and the other keys it answers to."""

    key: str
    record: PaperRecord
    offset: int
    names: tuple[str, ...]
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Needs:
    """What a part of a file takes from others: macros and fields of entries, in small letters.

    There may be more than it takes: words that may be macros, keys that may be those of entries.
    ``keys`` are its own.
    """

    keys: frozenset[str]
    macros: frozenset[str]
    lenders: frozenset[str]


def _read_entries(text: str, name: str) -> list[tuple[int, _ParsedEntry]]:
    """Return the entries of a file, each with the offset that its own counts from.

    Those that were read before from the same text are taken over.
    """
    starts = [0, *(match.start() for match in _PART_START.finditer(text))]
    parts = [text[start:end] for start, end in itertools.pairwise([*starts, len(text)])]
    shared = {index for index, part in enumerate(parts) if _SHARED.match(part)}
    needs = [_list_needs(part) for part in parts] if len(parts) > _FEW_ENTRIES else [None]
    if len(shared) < len(_SHARED.findall(text)) or None in needs:
        return [(0, entry) for entry in _read_whole(text, name)]
    needs_by_part = [need for need in needs if need is not None]
    lending = _Lending(parts, needs_by_part, shared)
    readings: list[tuple[int, str, str]] = []
    remaining = _MOST_LENT * len(text)
    for index, (start, part) in enumerate(zip(starts, parts, strict=True)):
        if index not in shared or needs_by_part[index].keys:  # an entry may follow on its line
            context = lending.collect_context(index)
            remaining -= len(context)
            if remaining < 0:
                return [(0, entry) for entry in _read_whole(text, name)]
            readings.append((start, part, context))
    return [
        (start, entry) for start, part, context in readings for entry in _read_part(part, context)
    ]


class _Lending:
    """The parts of a file, and which of them takes something from which others."""

    def __init__(
        self, parts: Sequence[str], needs: Sequence[_Needs], shared: Iterable[int]
    ) -> None:
        self._parts, self._needs = parts, needs
        self._macros: dict[str, list[int]] = {}
        self._preambles: list[int] = []
        for index in sorted(shared):
            if match := _MACRO.match(parts[index]):
                self._macros.setdefault(match["name"].lower(), []).append(index)
            else:
                self._preambles.append(index)
        self._lenders: dict[str, list[int]] = {}
        for index, need in enumerate(needs):
            for key in need.keys:
                self._lenders.setdefault(key, []).append(index)

    def collect_context(self, index: int) -> str:
        """Return the text of all parts that one takes something from."""
        own_keys, has_commands = self._needs[index].keys, "\\" in self._parts[index]
        needed = set(self._preambles) if has_commands else set[int]()
        pending = [index]
        while pending:
            sources = {
                source
                for source in self._list_sources(pending.pop()) - needed
                if own_keys.isdisjoint(self._needs[source].keys)
            }
            needed |= sources
            pending += sources
        return "".join(self._parts[source] for source in sorted(needed)) if needed else ""

    def _list_sources(self, index: int) -> set[int]:
        need = self._needs[index]
        sources = {source for key in need.lenders for source in self._lenders.get(key, ())}
        for macro in need.macros & self._macros.keys() if self._macros else ():
            sources |= {definition for definition in self._macros[macro] if definition < index}
        return sources


@lru_cache(maxsize=_KEPT_ENTRIES)
def _list_needs(part: str) -> _Needs | None:
    """Return what a part needs, ``None`` if only the whole file tells."""
    is_broken = part.count("{") != part.count("}") and _NOT_ENTRY.match(part)
    if is_broken or _UNREADABLE.search(part):
        return None
    lenders = [
        key.strip()
        for match in _LENDERS.finditer(part)
        for key in (match["braced"] or match["quoted"] or "").split(",")
    ]
    for match in _LENT_VALUE.finditer(part):
        pieces = match["path"].split("-")
        lenders += ["-".join(pieces[:end]) for end in range(1, len(pieces))]
    keys = [match["key"] for match in _BEGUN.finditer(part)]
    for match in _ALIASES.finditer(part):
        keys += [key.strip() for key in match["keys"].split(",")]
    return _Needs(
        frozenset(map(str.lower, filter(None, keys))),
        frozenset(match["name"].lower() for match in _MACRO_USE.finditer(part)),
        frozenset(map(str.lower, filter(None, lenders))),
    )


@lru_cache(maxsize=_KEPT_ENTRIES)
def _read_part(part: str, context: str) -> tuple[_ParsedEntry, ...]:
    """Return the entries of a part, which takes something from the entries before it."""
    if not context:
        return _read_whole(part, "")
    own_keys = {match["key"] for match in _BEGUN.finditer(part)}
    return tuple(
        replace(entry, offset=entry.offset - len(context))
        for entry in _read_whole(context + part, "")
        if entry.record.source is not None and entry.record.source.key in own_keys
    )


def _read_whole(text: str, name: str) -> tuple[_ParsedEntry, ...]:
    entries: list[_ParsedEntry] = []
    starts: dict[str, int] = {}
    for match in _BEGUN.finditer(text):
        starts.setdefault(match["key"], match.start())
    try:
        for key, record, _ in bibtex.parse_with_faults(text, name):
            if key:
                names = (title_key(record.title), record.doi.lower())
                aliases = read_aliases(record.extra, key)
                entries.append(_ParsedEntry(key, record, starts.get(key, 0), names, aliases))
    except EngineError as error:
        logger.info("The bibliography %s cannot be read: %s", name, error)
    return tuple(entries)
