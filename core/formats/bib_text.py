"""The text of a ``.bib`` file that is edited in place: entries, their positions, and new text.

Only the spans that change are written; all other bytes stay, whatever the line ends and the
encoding. What is written takes over the file's own style: delimiters, the case of the names of
fields, indents. Pure: reads and writes no file.
"""

from __future__ import annotations

import bisect
import codecs
import difflib
import hashlib
import itertools
import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.base.errors import FormatError, UsageError
from core.base.library_records import BibOptions
from core.base.records import Paper, PaperNumber, PaperRecord, SourceField
from core.base.stated_keys import ALIASES, FIELD
from core.formats import bibtex, bibtex_syntax, decoding
from core.formats.biblatex import BibLaTeX
from core.formats.bibtex_data import RawEntry
from core.formats.bibtex_editing import lay_out_entry, replace_fields
from core.formats.bibtex_entries import Dialect, ValueField, WrittenEntry, write_entries
from core.formats.bibtex_writer import BibTeX
from core.formats.jabref import Groups
from core.formats.journals import abbreviate_journal
from core.formats.latex import encode_letters

_MACRO = re.compile(r"@string\s*[{(]\s*([^\s=]+)\s*=", re.I)
_ENTRY_HEAD = re.compile(r"(\s*@\s*[^\s{(@]+\s*[{(]\s*)([^,\s}]*)")
_BLANK_LINES = re.compile(r"[ \t]*\n{0,2}")
_LATIN = ("utf-8", "cp1252", "mac_roman", "latin-1")
_BIBLATEX_NAMES = frozenset(("date", "journaltitle"))
_VERBATIM = frozenset(("url", "doi", "eprint", "file", "crossref", "xref", "ids", "xdata"))
_TITLES = frozenset(("title", "booktitle", "maintitle", "subtitle"))
_PRIVATE = frozenset(("annote",))
"""What a person remarks for themselves: written only where the file has such a field."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A span of the text, with line feeds alone as line ends, and what is to stand there."""

    start: int
    end: int
    text: str


class FileEntry:
    """An entry of the file; ``start`` is where it begins, -1 if it cannot be edited in place."""

    __slots__ = ("_record", "digest", "key", "raw", "start")

    def __init__(self, raw: RawEntry, start: int) -> None:
        self.raw, self.start = raw, start
        self.key = raw.key
        self.digest = _digest_entry(raw)
        self._record: PaperRecord | None = None

    @property
    def record(self) -> PaperRecord | None:
        """What the entry says; ``None`` if that makes no paper."""
        if self._record is None:
            self._record = bibtex.read_entry(self.raw, Groups()).record
        return self._record

    @property
    def end(self) -> int:
        """Where the entry ends."""
        return self.start + len(self.raw.raw)

    @property
    def problem(self) -> str:
        """Why the entry makes no paper."""
        return bibtex.read_entry(self.raw, Groups()).problem


class BibText:
    """A bibliography as it stands."""

    def __init__(self, content: bytes, name: str) -> None:
        """Read it.

        Raises:
            UsageError: an entry is never closed, as while somebody types it or while it is saved.
        """
        self._name = name
        self._original, self._encoding, self._mark = _decode(content)
        self.text = self._original.replace("\r\n", "\n").replace("\r", "\n")
        self._returns = [
            match.start() - number
            for number, match in enumerate(re.finditer(r"\r(?=\n)", self._original))
        ]
        self.entries: dict[str, FileEntry] = {}
        self.unread: list[FileEntry] = []
        raw_entries = self._parse()
        position = 0
        for raw in raw_entries:
            if raw.problem or not raw.key or raw.type in bibtex_syntax.NOT_WORKS:
                continue
            start = self.text.find(raw.raw, position) if raw.raw else -1
            position = start + len(raw.raw) if start >= 0 else position
            entry = FileEntry(raw, start)
            self.entries.setdefault(entry.key, entry)
        self.keys = [raw.written_key or raw.key for raw in raw_entries if raw.key]
        self.macros = dict(bibtex_syntax.read_macros(self.text) if _MACRO.search(self.text) else ())
        self._style: _FileStyle | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in the file."""
        return not self.text.strip()

    @property
    def kind(self) -> str:
        """The format that most entries are typed in: "bibtex" or "biblatex"."""
        names = Counter(
            "biblatex" if field.name.lower() in _BIBLATEX_NAMES else "bibtex"
            for entry in self.entries.values()
            for _, field in entry.raw.typed
            if field.name.lower() in _BIBLATEX_NAMES | {"year", "journal"}
        )
        return "biblatex" if names["biblatex"] > names["bibtex"] else "bibtex"

    def require_writable(self) -> None:
        """Raise ``UsageError`` if nothing can be written without changing other bytes."""
        if not self._encoding:
            raise UsageError(
                "“{file}” mixes encodings, so nothing is written into it.",
                file=self._name,
                remedy="Save it in UTF-8 in your editor.",
            )

    def apply(self, edits: Iterable[Edit]) -> bytes:
        """Return the content of the file with some spans replaced."""
        line_end = self._line_end()
        pieces, position = [], 0
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
            start, end = self._original_position(edit.start), self._original_position(edit.end)
            pieces += [self._original[position:start], edit.text.replace("\n", line_end)]
            position = end
        text = "".join([*pieces, self._original[position:]])
        return self._mark + text.encode(self._encoding)

    def can_encode(self, text: str) -> bool:
        """Whether the encoding of the file has all letters of a text."""
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    # --- edits of entries -----------------------------------------------------------------

    def edit_entry(self, entry: FileEntry, target: PaperRecord, options: BibOptions) -> list[Edit]:
        """Return the edits that let an entry say what ``target`` says, one for each changed line.

        ``target`` has the values of the entry but for those that are to change, and its source.
        """
        if entry.start < 0:
            return []
        expected = self._write(entry, target, options)
        if entry.record is not None:
            _leave_unchanged(entry, expected, self._write(entry, entry.record, options))
        standing = [field for _, field in bibtex_syntax.parse(entry.raw.raw, "")[0].typed]
        fields = self._fields_in_place(entry, standing, expected.fields, options)
        raw = entry.raw.raw
        text = replace_fields(raw, standing, fields, expected.kind)
        if text is None:
            text = lay_out_entry(expected.kind, entry.key, fields, raw, standing)
        return [
            Edit(entry.start + edit.start, entry.start + edit.end, edit.text)
            for edit in _compare_lines(raw, text)
        ]

    def rename_entry(self, entry: FileEntry, key: str) -> Edit | None:
        """Return the edit that gives an entry another key."""
        match = _ENTRY_HEAD.match(self.text, entry.start) if entry.start >= 0 else None
        if match is None or match[2] != entry.raw.written_key:
            return None
        return Edit(*match.span(2), key)

    def remove_entry(self, entry: FileEntry) -> Edit | None:
        """Return the edit that takes an entry out with the blank line behind it."""
        if entry.start < 0:
            return None
        end = entry.end
        if ending := _BLANK_LINES.match(self.text, end):
            end = ending.end()
        return Edit(entry.start, end, "")

    def add_entries(self, papers: Sequence[Paper], kind: str, options: BibOptions) -> list[Edit]:
        """Return the edits that add papers, each under its citation key, which must be free."""
        dialect: Dialect = BibLaTeX() if kind == "biblatex" else BibTeX()
        style = self._get_style(options)
        public_papers = [_prepare(paper, options) for paper in papers]
        template = self._find_template()
        texts: list[tuple[str, str]] = []
        pairs = write_entries(public_papers, dialect, self.macros, self.keys)
        for paper, (new_entry, _) in zip(public_papers, pairs, strict=True):
            source = () if paper.source is None else paper.source.fields
            typed_texts = {field.text for field in source}
            fields = [
                field
                if field.text in typed_texts and field.name
                else replace(
                    field,
                    name=style.case_name(field.name),
                    text=style.delimit(self._spell(field, options)),
                )
                for field in new_entry.fields
                if not field.inherited and field.name.lower() not in _left_out(options)
            ]
            raw, typed = ("", ()) if template is None else template
            kind = (
                new_entry.kind if new_entry.kind in typed_texts else style.case_kind(new_entry.kind)
            )
            text = lay_out_entry(kind, new_entry.key, fields, raw, typed)
            preambles = [
                f"@preamble{{{preamble}}}\n\n"
                for preamble in new_entry.preambles
                if preamble not in self.text
            ]
            texts.append((new_entry.key, "".join([*preambles, text])))
        return list(self.place_texts(texts, options))

    def _write(self, entry: FileEntry, target: PaperRecord, options: BibOptions) -> WrittenEntry:
        """Return what an entry should say: what was typed where nothing changed."""
        key = entry.raw.written_key or entry.key
        typed_extra = {} if entry.record is None else entry.record.extra
        extra = {name: value for name, value in target.extra.items() if name != ALIASES}
        extra |= {FIELD: key} | {k: v for k, v in typed_extra.items() if k == ALIASES}
        values = {name: getattr(target, name) for name in PaperRecord.__dataclass_fields__}
        paper = Paper(**values | {"extra": extra}, number=PaperNumber(0), ids=(), citation_key=key)
        if options.short_journals and entry.record is not None:
            paper = _with_short_journal(paper, entry.record.venue)
        names = {field.name.lower() for _, field in entry.raw.typed}
        dialect = _InPlace(is_biblatex=bool(names & _BIBLATEX_NAMES) and "year" not in names)
        ((new_entry, _),) = write_entries([paper], dialect, self.macros, self.keys)
        return new_entry

    def _fields_in_place(
        self,
        entry: FileEntry,
        standing: Sequence[SourceField],
        expected: Sequence[SourceField],
        options: BibOptions,
    ) -> list[SourceField]:
        """Return the fields as they are to stand, in the style that each has now."""
        style = self._get_style(options)
        typed: defaultdict[str, list[str]] = defaultdict(list)
        for _, field in entry.raw.typed:
            if not field.inherited:
                typed[field.name.lower()].append(field.text)
        pending: defaultdict[str, list[SourceField]] = defaultdict(list)
        for field in expected:
            if not field.inherited:
                pending[field.name.lower()].append(field)
        fields: list[SourceField] = []
        for field in standing:
            name = field.name.lower()
            if pending[name]:
                fields.append(self._imitate(field, pending[name].pop(0), style, options))
            elif name not in typed:
                fields.append(field)  # what the file's reader resolves elsewhere, such as xdata
        left_out = _left_out(options)
        return fields + [
            replace(
                field,
                name=style.case_name(field.name),
                text=style.delimit(self._spell(field, options)),
            )
            for field in expected
            if field in pending[field.name.lower()]
            and field.text not in typed.get(field.name.lower(), ())
            and field.name.lower() not in left_out
        ]

    def _imitate(
        self, before: SourceField, new: SourceField, style: _FileStyle, options: BibOptions
    ) -> SourceField:
        """Return a field with a new text, written as it is now."""
        if new.text == before.text:
            return before
        text = style.imitate(before, self._spell(new, options))
        return replace(new, name=before.name, text=text)

    def _spell(self, field: SourceField, options: BibOptions) -> SourceField:
        """Return a field in the letters that the file can have."""
        if field.name.lower() in _VERBATIM or field.text.isascii():
            return field
        if options.ascii or not self.can_encode(field.text):
            return replace(field, text=encode_letters(field.text))
        return field

    def place_texts(self, texts: Sequence[tuple[str, str]], options: BibOptions) -> Iterator[Edit]:
        """Yield the edits that add the texts of entries, given with their keys."""
        placed = sorted(
            (entry for entry in self.entries.values() if entry.start >= 0),
            key=lambda entry: entry.start,
        )
        gap = self._find_gap(placed)
        by_position: defaultdict[int, list[str]] = defaultdict(list)
        for key, text in (
            sorted(texts, key=lambda pair: pair[0].lower()) if options.sorted else texts
        ):
            position = self._end_line(placed[-1]) if placed else -1
            if options.sorted and placed:
                index = next(
                    (n for n, entry in enumerate(placed) if entry.key.lower() > key.lower()),
                    len(placed),
                )
                position = self._end_line(placed[index - 1]) if index else placed[0].start
            by_position[position].append(text)
        for position, listed in by_position.items():
            joined = gap.join(listed)
            if position < 0:
                before = self.text
                start = "" if not before else "\n" if before.endswith("\n") else "\n\n"
                yield Edit(len(before), len(before), f"{start}{joined}\n")
            elif placed and position == placed[0].start:
                yield Edit(position, position, f"{joined}{gap}")
            else:
                yield Edit(position, position, f"{gap}{joined}")

    def _end_line(self, entry: FileEntry) -> int:
        """Return where the line of an entry ends, or the entry if another one follows in it."""
        end = self.text.find("\n", entry.end)
        end = len(self.text) if end < 0 else end
        return entry.end if "@" in self.text[entry.end : end] else end

    def _find_gap(self, placed: Sequence[FileEntry]) -> str:
        """Return what stands between entries: the usual blank lines of the file."""
        gaps = Counter(
            self.text[one.end : other.start] for one, other in itertools.pairwise(placed)
        )
        blank = [
            (gap, count) for gap, count in gaps.items() if gap and not gap.strip() and "\n" in gap
        ]
        return max(blank, key=lambda pair: pair[1])[0] if blank else "\n\n"

    def _find_template(self) -> tuple[str, list[SourceField]] | None:
        """Return the text and fields of the last entry of several fields, to lay out others."""
        for entry in reversed(self.entries.values()):
            if entry.start >= 0 and len(entry.raw.typed) > 1:
                standing = [field for _, field in bibtex_syntax.parse(entry.raw.raw, "")[0].typed]
                return entry.raw.raw, standing
        return None

    def _get_style(self, options: BibOptions) -> _FileStyle:
        if self._style is None:
            self._style = _FileStyle.of(self.entries.values(), options)
        return self._style

    def _parse(self) -> list[RawEntry]:
        try:
            raw_entries = bibtex_syntax.parse(self.text, self._name)
        except FormatError as error:
            raise UsageError(error.message, remedy=error.remedy) from error
        broken = [raw for raw in raw_entries if raw.problem and not raw.raw and raw.type]
        if broken:
            raise UsageError(
                "“{file}” has a broken entry at line {line}, so nothing is taken from it or "
                "written into it.",
                file=self._name,
                line=broken[0].line,
                remedy="Correct the entry in your editor.",
            )
        return raw_entries

    def _line_end(self) -> str:
        if "\r" not in self._original:
            return "\n"
        feeds = self._original.count("\n")
        if not feeds:
            return "\r"
        return "\r\n" if len(self._returns) * 2 > feeds else "\n"

    def _original_position(self, position: int) -> int:
        return position + bisect.bisect_left(self._returns, position)


class _InPlace(Dialect):
    """Writes values as the entry is typed, in BibTeX's or BibLaTeX's way, and converts nothing."""

    def __init__(self, *, is_biblatex: bool) -> None:
        self._dialect: Dialect = BibLaTeX() if is_biblatex else BibTeX()

    def write_values(
        self, paper: Paper, stated: Collection[str] = ()
    ) -> tuple[str, list[ValueField]]:
        """Return the type and the fields that the values of a paper make."""
        return self._dialect.write_values(paper, stated)


@dataclass(frozen=True, slots=True)
class _FileStyle:
    """How a file writes its entries: quotes or braces, and the case of names."""

    quotes: bool
    case: str
    kind_case: str

    @classmethod
    def of(cls, entries: Iterable[FileEntry], options: BibOptions) -> _FileStyle:
        """Tell the style by what most entries have."""
        delimiters: Counter[str] = Counter()
        cases: Counter[str] = Counter()
        kind_cases: Counter[str] = Counter()
        for entry in entries:
            kind_cases[_detect_case(entry.raw.typed_type)] += 1
            for _, field in entry.raw.typed:
                delimiters[field.text[:1]] += 1
                cases[_detect_case(field.name)] += 1
        quotes = delimiters['"'] > delimiters["{"]
        if options.delimiters:
            quotes = options.delimiters == "quotes"
        case = cases.most_common(1)[0][0] if cases else "lower"
        kind_case = kind_cases.most_common(1)[0][0] if kind_cases else "lower"
        return cls(quotes, case, kind_case)

    def case_name(self, name: str) -> str:
        """Return the name of a field in the case that the file has."""
        return _in_case(name, self.case)

    def case_kind(self, kind: str) -> str:
        """Return the type of an entry in the case that the file has."""
        return _in_case(kind, self.kind_case)

    def delimit(self, spelled: SourceField) -> str:
        """Return the text of a new field between the delimiters of the file."""
        return _quote(spelled.text) if self.quotes else spelled.text

    def imitate(self, before: SourceField, spelled: SourceField) -> str:
        """Return the new text of a field between the delimiters that it has."""
        text, old = spelled.text, before.text
        inner = text[1:-1] if text[:1] == "{" and text[-1:] == "}" else None
        if inner is None:
            return text
        if old.isdecimal() and inner.isdecimal():
            return inner
        name = before.name.lower()
        is_double = old[:2] in ("{{", '"{') and old[-2:] in ("}}", '}"') and _is_group(old[1:-1])
        if name in _TITLES and is_double and not _is_group(inner):
            text = f"{{{{{inner}}}}}"
        return _quote(text) if old[:1] == '"' else text


def _leave_unchanged(entry: FileEntry, expected: WrittenEntry, before: WrittenEntry) -> None:
    """Let fields stand as they are typed that would be written otherwise without any change."""
    typed = {field.name.lower(): field for _, field in entry.raw.typed if not field.inherited}
    written_before = {field.name.lower(): field.text for field in before.fields}
    fields = []
    for field in expected.fields:
        name = field.name.lower()
        if written_before.get(name) != field.text:
            fields.append(field)
        elif name in typed:
            fields.append(typed[name])
    expected.fields = fields
    if expected.kind == before.kind:
        expected.kind = entry.raw.typed_type


def _compare_lines(before: str, after: str) -> Iterator[Edit]:
    """Yield what makes a text another one, without what both have in common."""
    lines, new_lines = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, lines))]
    matcher = difflib.SequenceMatcher(None, lines, new_lines, autojunk=False)
    for operation, first, last, new_first, new_last in matcher.get_opcodes():
        if operation == "equal":
            continue
        old, new = "".join(lines[first:last]), "".join(new_lines[new_first:new_last])
        same = _count_common(old, new)
        same_end = _count_common(old[same:][::-1], new[same:][::-1])
        start, end = starts[first] + same, starts[last] - same_end
        yield Edit(start, end, new[same : len(new) - same_end])


def _count_common(one: str, other: str) -> int:
    """Return with how many of the same letters two texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _left_out(options: BibOptions) -> frozenset[str]:
    return _PRIVATE | {name.strip().lower() for name in options.leave_out}


def _prepare(paper: Paper, options: BibOptions) -> Paper:
    """Return a paper as it is written into a file that did not have it."""
    extra = {name: value for name, value in paper.extra.items() if name not in _PRIVATE}
    paper = replace(paper, extra=extra)
    return _with_short_journal(paper, "") if options.short_journals else paper


def _with_short_journal(paper: Paper, typed: str) -> Paper:
    """Return a paper with the short name of its journal, unless the file has its name already."""
    if not paper.venue or paper.venue == typed:
        return paper
    stated = paper.extra.get("container-title-short")
    short = stated if isinstance(stated, str) and stated else abbreviate_journal(paper.venue)
    return replace(paper, venue=short) if short else paper


def _detect_case(name: str) -> str:
    if name.isupper() and len(name) > 1:
        return "upper"
    return "title" if name[:1].isupper() else "lower"


def _in_case(name: str, case: str) -> str:
    if case == "upper":
        return name.upper()
    return name[:1].upper() + name[1:] if case == "title" else name


def _is_group(text: str) -> bool:
    """Whether a text is one pair of braces with what is between them."""
    if text[:1] != "{" or text[-1:] != "}":
        return False
    depth = 0
    for position, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return position == len(text) - 1
    return False


def _quote(text: str) -> str:
    """Return a text in quotes instead of braces, if it has none outside its own braces."""
    if not _is_group(text):
        return text
    inner, depth = text[1:-1], 0
    for letter in inner:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == '"' and depth == 0:
            return text
    return f'"{inner}"'


def _digest_entry(raw: RawEntry) -> str:
    """Return a stand-in for all that an entry says but its key, however it is laid out."""
    typed = [(field.name.lower(), field.text) for _, field in raw.typed]
    values = json.dumps(
        [raw.typed_type.lower(), sorted(raw.fields.items()), sorted(typed)], ensure_ascii=False
    )
    data = values.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=9).hexdigest()


def _decode(content: bytes) -> tuple[str, str, bytes]:
    """Return the text of a file, its encoding, "" if no single one, and its byte order mark."""
    text = decoding.decode(content)
    if content.startswith(codecs.BOM_UTF8):
        return text, "utf-8", codecs.BOM_UTF8
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if content.startswith(mark):
            return text, encoding if _is_coded(text, encoding, content[2:]) else "", mark
    encodings: Mapping[str, None] = dict.fromkeys(
        (*_LATIN, "utf-16-le", "utf-16-be", "cp1250", "cp1251", "shift_jis", "gb18030", "euc_kr")
    )
    encoding = next((name for name in encodings if _is_coded(text, name, content)), "")
    return text, encoding, b""


def _is_coded(text: str, encoding: str, content: bytes) -> bool:
    try:
        return text.encode(encoding) == content
    except (UnicodeEncodeError, LookupError):
        return False
