"""BibTeX as a language: from text to entries whose fields are plain LaTeX.

bibtexparser splits the text. Here its blocks are turned into a list in which every entry of the
file occurs, read or refused, with macros and ``#`` resolved and crossrefs inherited. The parser
takes up its work at the next line that starts with ``@``, so a brace that is never closed costs
one entry.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bibtexparser import model
from bibtexparser.entrypoint import parse_string
from bibtexparser.exceptions import ParsingException

from core.base.errors import FormatError
from core.base.messages import Message
from core.formats.fields import MONTHS

logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # its warnings are our problems

MAX_MACRO_CHARS = 100_000  # macros made of macros could grow without bound
_MAX_CROSSREFS = 5

_MONTH_MACROS = {name[:3].lower(): name for name in MONTHS}
_NOT_ENTRIES = ("@comment", "@preamble")

# BibTeX allows blanks and line ends around the type of an entry, bibtexparser does not.
_BRACE_APART = re.compile(r"^([ \t]*@)(\s*)(\w+)(\s*)([{(])", re.M)
_OVERLOOKED = re.compile(r"^[ \t]*@([^\s@{(,]*)[ \t]*[{(]", re.M)
_COMMENTED = re.compile(r"[ \t]*%")
_BRACES = re.compile(r"(?<!\\)[{}]")
_PIECE_END = re.compile(r'(?<!\\)[{}"#]')

# What a part of a collection does not share with the collection.
_OWN_FIELDS = frozenset(
    {"title", "subtitle", "shorttitle", "abstract", "keywords", "doi", "eprint", "url", "pages"}
    | {"crossref", "xref", "ids", "options", "file", "note", "annote", "annotation"}
)
PARTS_OF_BOOKS = {"inproceedings", "conference", "incollection", "inbook", "suppbook"}


@dataclass(slots=True)
class RawEntry:
    """An entry as it stands: lower-case field names, values in LaTeX without their delimiters.

    ``key`` is unique in the file, ``written_key`` is what stands there. With a ``problem`` there
    are no fields.
    """

    line: int
    type: str = ""
    key: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    written_key: str = ""


def parse(text: str, name: str) -> list[RawEntry]:
    """Return every entry of a BibTeX text, in order; ``name`` is the file for the error.

    Raises:
        FormatError: bibtexparser gives the text up as a whole.
    """
    try:
        library = parse_string(_BRACE_APART.sub(r"\1\3\5\2\4", text), parse_stack=[])
    except ParsingException as error:
        raise FormatError("“{name}” cannot be read as BibTeX.", name=name) from error
    macros: dict[str, str] = dict(_MONTH_MACROS)
    blocks = _without_comments(library.blocks, text)
    entries = [entry for block in blocks for entry in _entries(block, macros)]
    _make_keys_unique(entries)
    _inherit(entries)
    return entries


def _without_comments(blocks: Iterable[model.Block], text: str) -> Iterator[model.Block]:
    """Yield the blocks but those of which each line is commented out with a percent sign."""
    lines = text.split("\n")
    for block in blocks:
        start = block.start_line or 0
        first = lines[start] if start < len(lines) else ""
        others = (block.raw or "").split("\n")[1:]
        if not _COMMENTED.match(first) or not all(map(_COMMENTED.match, others)):
            yield block


def _entries(block: model.Block, macros: dict[str, str]) -> Iterator[RawEntry]:
    """Yield what a block holds; a macro it defines goes into ``macros``."""
    if isinstance(block, model.ParsingFailedBlock):
        held = getattr(block, "duplicate_block", None) or block.ignore_error_block
        if held is None:
            yield from _failure(block)
            return
        block = held
    line = (block.start_line or 0) + 1
    if isinstance(block, model.Entry):
        yield _entry(block, line, macros)
    elif isinstance(block, model.String):
        macros[block.key.lower()] = _resolved(block.value, macros)[:MAX_MACRO_CHARS]
    elif isinstance(block, model.ImplicitComment):
        for match in _OVERLOOKED.finditer(block.comment):
            start = line + block.comment.count("\n", 0, match.start())
            yield RawEntry(
                start, problem=Message("“@{kind}” is not a type of entry", kind=match[1][:40])
            )


def _failure(block: model.ParsingFailedBlock) -> Iterator[RawEntry]:
    raw = (block.raw or "").lstrip()
    if raw.lower().startswith(_NOT_ENTRIES):
        return  # a comment that is never closed loses no entry
    reason = getattr(block.error, "abort_reason", "") or "it cannot be read"
    kind, _, rest = raw.partition("{")
    key = re.match(r"[^\s,={}]*", rest)
    reason = " ".join(reason.split()).rstrip(".")
    reason = reason[:1].lower() + reason[1:]
    yield RawEntry(
        (block.start_line or 0) + 1,
        kind.lstrip("@").strip().lower(),
        key[0] if key else "",
        problem=Message("the entry is broken: {reason}", reason=reason),
    )


def _entry(block: model.Entry, line: int, macros: Mapping[str, str]) -> RawEntry:
    entry = RawEntry(line, block.entry_type, " ".join(block.key.split()))
    if not entry.type:
        entry.problem = "the entry has no type"
        return entry
    numbers: Counter[str] = Counter()  # of the fields that occur again
    for held in block.fields:
        name = held.key.lower()
        value = _resolved(held.value, macros)
        if not value.strip():
            continue
        if name in entry.fields and entry.fields[name] != value:
            numbers[name] += 1
            name = f"{name}-{numbers[name] + 1}"
        entry.fields[name] = value
    return entry


def _make_keys_unique(entries: list[RawEntry]) -> None:
    """Give the second and later entries of a key a new one; upper and lower case are one."""
    taken = {entry.key.lower() for entry in entries}
    numbers: Counter[str] = Counter()
    for entry in entries:
        if not entry.key or entry.problem:
            continue
        own = entry.written_key = entry.key
        numbers[own.lower()] += 1
        while entry.key.lower() in taken and numbers[own.lower()] > 1:
            entry.key = f"{own}-{numbers[own.lower()]}"
            numbers[own.lower()] += entry.key.lower() in taken
        taken.add(entry.key.lower())


def _inherit(entries: list[RawEntry]) -> None:
    """Fill in what entries with a ``crossref`` leave to the entry they name."""
    by_key: dict[str, RawEntry] = {}
    for entry in entries:
        by_key.setdefault(entry.key.lower(), entry)
    for entry in entries:
        parent = entry
        for _ in range(_MAX_CROSSREFS):
            named = parent.fields.get("crossref", "").strip().lower()
            if not named or named not in by_key or by_key[named] is entry:
                break
            parent = by_key[named]
            _take_over(entry, parent)


def _take_over(entry: RawEntry, parent: RawEntry) -> None:
    for name, value in parent.fields.items():
        if name not in _OWN_FIELDS and not name.startswith("bdsk-"):
            entry.fields.setdefault(name, value)
    if entry.type in PARTS_OF_BOOKS and "title" in parent.fields:
        entry.fields.setdefault("booktitle", parent.fields["title"])


def _resolved(value: str, macros: Mapping[str, str]) -> str:
    """Return a value without its delimiters, macros replaced and ``#`` carried out."""
    value = value.strip()
    if value.startswith("{") and value.endswith("}") and _is_one_group(value):
        return value[1:-1]
    return "".join(_piece(piece, macros) for piece in _pieces(value))


def _is_one_group(value: str) -> bool:
    """Return whether the first brace is closed by the last."""
    if "{" not in value[1:] and "}" not in value[:-1]:
        return True
    depth = 0
    for brace in _BRACES.finditer(value):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end() == len(value)
    return False


def _pieces(value: str) -> Iterator[str]:
    """Yield what stands between the ``#`` that are neither in braces nor in quotes."""
    depth = start = 0
    quoted = False
    for mark in _PIECE_END.finditer(value):
        if mark[0] == '"':
            quoted ^= depth == 0
        elif mark[0] != "#":
            depth = max(0, depth + (1 if mark[0] == "{" else -1))
        elif depth == 0 and not quoted:
            yield value[start : mark.start()]
            start = mark.end()
    yield value[start:]


def _piece(piece: str, macros: Mapping[str, str]) -> str:
    piece = piece.strip()
    if len(piece) > 1 and (piece[0], piece[-1]) in {("{", "}"), ('"', '"')}:
        return piece[1:-1]
    return macros.get(piece.lower(), piece)
