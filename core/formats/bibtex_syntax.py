"""BibTeX as a language: from text to entries whose fields are plain LaTeX.

bibtexparser splits the text. Here its blocks are turned into a list in which every entry of the
file occurs, read or refused, with macros and ``#`` resolved and crossrefs inherited. The parser
takes up its work at the next line that starts with ``@``, so a brace that is never closed costs
one entry. Beside what a field says, an entry has what was typed, with the definitions that needs.
"""

from __future__ import annotations

import itertools
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from bibtexparser import model
from bibtexparser.entrypoint import parse_string
from bibtexparser.exceptions import ParsingException

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import SourceField
from core.formats.bibtex_commands import expand_commands, read_commands
from core.formats.bibtex_data import RawEntry, index_by_key, take_over_data
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
_ENTRY_START = re.compile(r"^[ \t]*@[ \t]*\w+\s*[{(]", re.M)
_ANY_BRACE = re.compile(r"[{}]")
_ESCAPED_BRACE = re.compile(r"\\(?=[{}])")
_APART = "\ue000"
"""Stands between a backslash and a brace that counts, while bibtexparser reads a text."""
_HIDDEN_QUOTE = "\ue001"
"""Stands for a quotation mark in braces of a quoted value, while bibtexparser reads a text."""
_QUOTED = re.compile(r'[=#]\s*"')
_QUOTE_OR_BRACE = re.compile(r'(?<!\\)[{}"]')
_LOST_FIELDS = re.compile(r"\s*[,}][\s,}]*[A-Za-z][\w-]*\s*=\s*[{\"\d]")
_BEHIND_VALUE = re.compile(
    r"(?:\s*%[^\n]*)+\s*\Z|(?:\s*%[^\n]*\n)*\s+(?P<name>[A-Za-z][\w-]*)\s*=\s*(?=[{\"\d])"
)
"""A comment, or the next field where the comma before it is missing."""
_FIELD_NAME = re.compile(r"(?:^|,)[ \t]*([A-Za-z][\w-]*)\s*=\s*[{\"\d]", re.M)
_COMMENTS_BEFORE = re.compile(r"(?:%[^\n]*\n\s*)+")
"""Comments that bibtexparser takes for the beginning of a field's name."""
_TYPED_TYPE = re.compile(r"@\s*([^\s{(@]+)")
_DEFINED_COMMAND = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|def|let|gdef)\*?\s*\{?\s*"
    r"(\\(?:[A-Za-z@]+|.))"
)
_MOST_NAMES = 10
_MOST_MACROS = 100
"""Macros that one field may need; they could be made of each other without end."""

NOT_WORKS = frozenset(("xdata", "set"))
"""Types of entries that only lend fields to others, or list them."""

# What a part of a collection does not share with the collection.
_OWN_FIELDS = frozenset(
    {"title", "subtitle", "shorttitle", "abstract", "keywords", "doi", "eprint", "url", "pages"}
    | {"crossref", "xref", "ids", "options", "file", "note", "annote", "annotation"}
)
_DATE_FIELDS = frozenset(("date", "year", "month", "day"))
"""What states one date together: of the year of a volume, the work has no other month."""
_PARTS_OF_DATES = frozenset(("month", "day"))
_PARTS_OF_ONE_AUTHOR = frozenset(("inbook", "bookinbook", "suppbook"))
"""Parts of a book that has authors, not editors: those are its “bookauthor” to the part."""
_TITLE_FIELDS = {
    "periodical": "journaltitle",
    **dict.fromkeys(("mvbook", "mvcollection", "mvproceedings", "mvreference"), "maintitle"),
}
"""What the title of such an entry is to those that name it, as biber has it."""
PARTS_OF_BOOKS = frozenset(
    (
        *("inproceedings", "conference", "incollection", "inbook"),
        *("suppbook", "suppcollection", "bookinbook", "inreference"),
    )
)


@dataclass(slots=True)
class _Macros:
    """The macros of a file so far, in small letters: what each stands for, and as it was typed."""

    values: dict[str, str] = field(default_factory=lambda: dict(_MONTH_MACROS))
    typed: dict[str, tuple[str, str]] = field(default_factory=dict)

    def define(self, name: str, text: str) -> None:
        self.values[name.lower()] = resolve(text, self.values)[:MAX_MACRO_CHARS]
        self.typed[name.lower()] = name, text.strip()

    def needed_definitions(self, text: str) -> tuple[tuple[str, str], ...]:
        """Return the definitions that a value needs, each after those it needs itself."""
        if not self.typed or (text[:1] in "{" and _is_one_group(text)):
            return ()
        needed: dict[str, tuple[str, str]] = {}
        pending = [(name, False) for name in _macro_names(text)]
        while pending and len(needed) < _MOST_MACROS:
            name, is_complete = pending.pop()
            if name not in self.typed or name in needed:
                continue
            if is_complete:
                needed[name] = self.typed[name]
                continue
            macro_names = [
                macro_name for macro_name in _macro_names(self.typed[name][1]) if macro_name != name
            ]
            pending += [
                (name, True),
                *((macro_name, False) for macro_name in macro_names if macro_name not in needed),
            ]
            if len(pending) > _MOST_MACROS:
                return ()
        return tuple(needed.values())


def parse(text: str, name: str) -> list[RawEntry]:
    """Return every entry of a BibTeX text, in order; ``name`` is the file for the error.

    Raises:
        FormatError: bibtexparser gives the text up as a whole.
    """
    try:
        library = parse_string(_prepare(_BRACE_APART.sub(r"\1\3\5\2\4", text)), parse_stack=[])
    except ParsingException as error:
        raise FormatError("“{name}” cannot be read as BibTeX.", name=name) from error
    _bring_together(library.blocks)
    macros = _Macros()
    blocks = list(_without_comments(library.blocks, text))
    entries = [entry for block in blocks for entry in _entries(block, macros)]
    _give_preambles(entries, [block.value for block in blocks if isinstance(block, model.Preamble)])
    _make_keys_unique(entries)
    take_over_data(entries)
    _inherit(entries)
    _expand(entries, [block.value for block in blocks if isinstance(block, model.Preamble)])
    return entries


def _expand(entries: Iterable[RawEntry], preambles: Iterable[str]) -> None:
    """Carry out the commands that the file defines for itself."""
    commands = read_commands(preambles)
    for entry in entries:
        for name, value in entry.fields.items():
            if "\\" in value:
                entry.fields[name] = expand_commands(value, commands)


def read_macros(text: str) -> list[tuple[str, str]]:
    """Return the macros that a text defines, each with its value as it is typed."""
    library = parse_string(text, parse_stack=[])
    return [(macro.key, macro.value.strip()) for macro in library.strings]


def _prepare(text: str) -> str:
    """Return a text in which bibtexparser finds the ends of values where BibTeX does.

    BibTeX counts braces behind a backslash. bibtexparser counts none of them, which is what was
    meant where BibTeX would find no end. WORKAROUND bibtexparser 2.1: it ends a quoted value at a
    quotation mark in braces too, and drops the fields behind it.
    """
    if not _ESCAPED_BRACE.search(text) and not _QUOTED.search(text):
        return text
    starts = [match.start() for match in _ENTRY_START.finditer(text)]
    bounds = [0, *starts, len(text)]
    pieces = (text[one:other] for one, other in itertools.pairwise(bounds))
    return "".join(_hide_quotes(_counting_entry(piece)) for piece in pieces)


def _hide_quotes(piece: str) -> str:
    position, hidden = 0, list[int]()
    while start := _QUOTED.search(piece, position):
        depth, inner, position = 0, list[int](), len(piece)
        for mark in _QUOTE_OR_BRACE.finditer(piece, start.end()):
            if mark[0] == '"' and depth:
                inner.append(mark.start())
                continue
            depth += {"{": 1, "}": -1, '"': 0}[mark[0]]
            if depth < 0 or mark[0] == '"':
                position = mark.end()
                hidden += inner if depth == 0 else []
                break
    signs = list(piece) if hidden else []
    for at in hidden:
        signs[at] = _HIDDEN_QUOTE
    return "".join(signs) or piece


def _counting_entry(piece: str) -> str:
    if not _ESCAPED_BRACE.search(piece):
        return piece
    end, plain_end = _group_end(piece, _ANY_BRACE), _group_end(piece, _BRACES)
    if not end or end == plain_end or _FIELD_NAME.search(piece, end):
        return piece
    return _ESCAPED_BRACE.sub(lambda match: match[0] + _APART, piece)


def _group_end(piece: str, braces: re.Pattern[str]) -> int:
    """Return where the first group of a text ends, 0 if it does not."""
    depth = 0
    for brace in braces.finditer(piece):
        depth += 1 if brace[0] == "{" else -1
        if depth <= 0:
            return brace.end() if depth == 0 else 0
    return 0


def _bring_together(blocks: Iterable[model.Block]) -> None:
    """Take out of blocks what ``_prepare`` put in."""
    for block in blocks:
        ignored_block = getattr(block, "ignore_error_block", None) or block
        for part_block in (block, ignored_block, getattr(block, "duplicate_block", None)):
            raw = (part_block.raw or "") if part_block is not None else ""
            if part_block is None or _as_typed(raw) == raw:
                continue
            part_block._raw = _as_typed(raw)  # noqa: SLF001 - it has no setter
            for part in getattr(part_block, "fields", ()):
                part.value = _as_typed(part.value)
            for name in ("value", "comment"):
                if isinstance(getattr(part_block, name, None), str):
                    setattr(part_block, name, _as_typed(getattr(part_block, name)))


def _as_typed(text: str) -> str:
    return text.replace(_APART, "").replace(_HIDDEN_QUOTE, '"')


def _without_comments(blocks: Iterable[model.Block], text: str) -> Iterator[model.Block]:
    """Yield the blocks but those of which each line is commented out with a percent sign."""
    lines = text.split("\n")
    for block in blocks:
        start = block.start_line or 0
        first = lines[start] if start < len(lines) else ""
        other_lines = (block.raw or "").split("\n")[1:]
        if not _COMMENTED.match(first) or not all(map(_COMMENTED.match, other_lines)):
            yield block


def _give_preambles(entries: Iterable[RawEntry], preambles: Iterable[str]) -> None:
    """Give each entry the preambles that define a command which a field of it uses."""
    defining = {
        text.strip(): re.compile(
            "|".join(rf"{re.escape(name)}(?![A-Za-z@])" for name in set(names))
        )
        for text in preambles
        if (names := _DEFINED_COMMAND.findall(text))
    }
    for entry in entries if defining else ():
        typed = "\n".join(
            source_field.text for _, source_field in entry.typed if "\\" in source_field.text
        )
        if typed:
            entry.preambles = tuple(t for t, names in defining.items() if names.search(typed))


def _entries(block: model.Block, macros: _Macros) -> Iterator[RawEntry]:
    """Yield what a block holds; a macro it defines goes into ``macros``."""
    if isinstance(block, model.ParsingFailedBlock):
        inner_block = getattr(block, "duplicate_block", None) or block.ignore_error_block
        if inner_block is None:
            yield from _failure(block)
            return
        block = inner_block
    line = (block.start_line or 0) + 1
    if isinstance(block, model.Entry):
        yield _entry(block, line, macros)
    elif isinstance(block, model.String):
        macros.define(block.key, block.value)
    elif isinstance(block, model.ImplicitComment):
        if _LOST_FIELDS.match(block.comment):
            names = ", ".join(_FIELD_NAME.findall(block.comment)[:_MOST_NAMES])
            lost = Message(
                "the previous entry ends too early because of an extra brace: {names}", names=names
            )
            yield RawEntry(line, problem=lost)
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


def _entry(block: model.Entry, line: int, macros: _Macros) -> RawEntry:
    entry = RawEntry(line, block.entry_type, " ".join(block.key.split()), raw=block.raw or "")
    typed_type = _TYPED_TYPE.match((block.raw or "").lstrip())
    is_same = typed_type is not None and typed_type[1].lower() == entry.type
    entry.typed_type = typed_type[1] if typed_type and is_same else entry.type
    if not entry.type:
        entry.problem = "the entry has no type"
        return entry
    numbers: Counter[str] = Counter()  # of the fields that occur again
    for bib_field in _divide_fields(block.fields):
        typed_name = _COMMENTS_BEFORE.sub("", bib_field.key)
        if typed_name.startswith("%"):  # commented out
            continue
        name = typed_name.lower()
        value = resolve(bib_field.value, macros.values)
        is_usable = _is_balanced(bib_field.value)
        typed = SourceField(
            typed_name, bib_field.value, macros=macros.needed_definitions(bib_field.value)
        )
        if not value.strip():
            entry.typed += [("", typed)] if is_usable else []
            continue
        if name in entry.fields and entry.fields[name] != value:
            numbers[name] += 1
            name = f"{name}-{numbers[name] + 1}"
        entry.fields[name] = value
        entry.typed += [(name, typed)] if is_usable else []
    return entry


def _divide_fields(fields: Iterable[model.Field]) -> Iterator[model.Field]:
    """Yield fields, without the comments behind their values, where a comma is missing too."""
    for bib_field in fields:
        key, value = bib_field.key, bib_field.value
        while (rest := _BEHIND_VALUE.match(value, _find_value_end(value))) and rest.end() > 0:
            end = rest.start()
            yield model.Field(key, value[:end].strip(), bib_field.start_line)
            key, value = rest["name"] or "", value[rest.end() :].strip()
            if not key:
                break
        else:
            yield bib_field if key == bib_field.key else model.Field(key, value)


def _find_value_end(value: str) -> int:
    """Return where the first group, string or number of a value ends, its length if it is all."""
    if value[:1] == "{":
        depth = 0
        for brace in _BRACES.finditer(value):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return brace.end()
    elif value[:1] == '"' or value[:1].isdigit():
        end = re.compile(r'"(?:[^"{}\\]|\\.)*"|\d+').match(value)
        return end.end() if end else len(value)
    return len(value)


def _make_keys_unique(entries: list[RawEntry]) -> None:
    """Give the second and later entries of a key a new one.

    Keys that differ by case alone are two, as for biber and BibTeX.
    """
    used_keys = {entry.key.lower() for entry in entries}
    numbers: Counter[str] = Counter()
    for entry in entries:
        if not entry.key or entry.problem:
            continue
        own = entry.written_key = entry.key
        numbers[own] += 1
        while entry.key.lower() in used_keys and numbers[own] > 1:
            entry.key = f"{own}-{numbers[own]}"
            numbers[own] += entry.key.lower() in used_keys
        used_keys.add(entry.key.lower())


def _inherit(entries: list[RawEntry]) -> None:
    """Fill in what entries with a ``crossref`` leave to the entry they name."""
    by_key = index_by_key(entries)
    exact = {entry.key: entry for entry in reversed(entries)}
    for entry in entries:
        parent = entry
        for _ in range(_MAX_CROSSREFS):
            parent_key = parent.fields.get("crossref", "").strip()
            next_entry = exact.get(parent_key) or by_key.get(parent_key.lower())
            if not parent_key or next_entry is None or next_entry is entry:
                break
            parent = next_entry
            _take_over(entry, parent)


def _take_over(entry: RawEntry, parent: RawEntry) -> None:
    inherited = _list_inherited(entry, parent)
    typed = dict(reversed(parent.typed))
    for name, of_parent in inherited.items():
        if name not in entry.fields:
            entry.fields[name] = parent.fields[of_parent]
            if of_parent not in typed:
                continue
            field_name = name if of_parent != name else typed[of_parent].name
            inherited_field = replace(typed[of_parent], name=field_name, inherited=True)
            entry.typed.append((name, inherited_field))


def _list_inherited(entry: RawEntry, parent: RawEntry) -> dict[str, str]:
    """Return what an entry may take from its parent: names there, by the names it gets here."""
    not_shared = _OWN_FIELDS
    if {"date", "year"} & entry.fields.keys():
        not_shared |= _DATE_FIELDS
    elif _PARTS_OF_DATES & entry.fields.keys():
        not_shared |= _PARTS_OF_DATES
    if _TITLE_FIELDS.get(parent.type) == "maintitle":
        not_shared |= {"isbn"}  # of all volumes together
    renamed = _rename_inherited(entry, parent)
    not_shared |= set(renamed.values()) - {"author"}
    shared = [name for name in parent.fields if name not in not_shared and name[:5] != "bdsk-"]
    return {name: name for name in shared} | renamed


def _rename_inherited(entry: RawEntry, parent: RawEntry) -> dict[str, str]:
    """Return what is the title of the whole to a part, and its author who has the book's."""
    title_field = _TITLE_FIELDS.get(parent.type)
    if entry.type in PARTS_OF_BOOKS and "booktitle" not in entry.fields:
        title_field = "booktitle"
    names = {}
    if title_field and "title" in parent.fields:
        parts = ("title", "subtitle", "titleaddon")
        whole = title_field.removesuffix("title")
        names = {f"{whole}{part}": part for part in parts if part in parent.fields}
    if entry.type in _PARTS_OF_ONE_AUTHOR and "author" in entry.fields.keys() & parent.fields:
        names["bookauthor"] = "author"
    return {name: part for name, part in names.items() if name not in parent.fields}


def resolve(value: str, macros: Mapping[str, str]) -> str:
    """Return a value without its delimiters, macros replaced and ``#`` carried out."""
    value = value.strip()
    if value.startswith("{") and value.endswith("}") and _is_one_group(value):
        return value[1:-1]
    return "".join(_piece(piece, macros) for piece in _pieces(value))


def _is_balanced(value: str) -> bool:
    """Return whether BibTeX, to which a brace is one behind a backslash too, finds all closed."""
    depth = 0
    for piece in value.split("}")[:-1]:
        depth += piece.count("{") - 1
        if depth < 0:
            return False
    return value.count("{") == value.count("}")


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


def _macro_names(value: str) -> list[str]:
    """Return the names of macros in a value, in small letters."""
    pieces = (piece.strip() for piece in _pieces(value))
    return [piece.lower() for piece in pieces if piece and piece[0] not in '{"']


def _piece(piece: str, macros: Mapping[str, str]) -> str:
    piece = piece.strip()
    if len(piece) > 1 and (piece[0], piece[-1]) in {("{", "}"), ('"', '"')}:
        return piece[1:-1]
    return macros.get(piece.lower(), piece)
