"""Entries of a bibliography, made of the values of papers and of what was typed.

What a file said, and nobody changed since, is written as it stood there: fields under their names
and in their order, macros with their definitions, ``crossref``. All else is written from values.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bibtexparser import model
from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.writer import BibtexFormat

from core.base import items
from core.base.records import Paper, SourceField
from core.base.source_text import TYPE, unchanged_fields
from core.formats import bibtex_syntax
from core.formats.cite import keyed

_ALIASES = "ids"
_ALIASES_VALUE = f"extra.{_ALIASES}"
_CROSSREF = "crossref"


@dataclass(frozen=True, slots=True)
class ValueField:
    """A field written from values of a record, named as ``core.base.source_text`` names them."""

    name: str
    text: str
    values: tuple[str, ...]


class Dialect:
    """How a format writes entries; as it stands here, it writes what was typed as it is."""

    def values_of(self, paper: Paper, stated: Collection[str] = ()) -> tuple[str, list[ValueField]]:
        """Return the type and the fields that the values of a paper make.

        Those of which all values are ``stated`` need not be among them.
        """
        raise NotImplementedError

    def kind_of(self, typed: str, made: str) -> str:
        """Return the type to write: that which was typed, or that which the values make."""
        del made
        return typed

    def convert(self, field: SourceField, fields: Sequence[SourceField]) -> SourceField | None:
        """Return one of the typed fields in the form of the format, ``None`` to use the values."""
        del fields
        return field

    def add(self, fields: Sequence[SourceField], paper: Paper) -> list[SourceField]:
        """Return what the format needs beside the typed fields."""
        del fields, paper
        return []


@dataclass(slots=True)
class WrittenEntry:
    """An entry as it is written: each field has its delimiters."""

    kind: str
    key: str
    fields: list[SourceField]
    preambles: tuple[str, ...] = ()
    parent: str = ""


def file_of(papers: Iterable[Paper], dialect: Dialect) -> str:
    """Return a file of papers, in their order, each under its citation key.

    An entry that others refer to by ``crossref`` comes after them, as BibTeX demands.
    """
    named = keyed(papers)
    library = _Library(named)
    entries = [library.entry(paper, key, dialect) for paper, key in named]
    macros = _Macros()
    blocks: list[model.Block] = [macros.block(entry) for entry in _children_first(entries)]
    preambles = dict.fromkeys(text for entry in entries for text in entry.preambles)
    before: list[model.Block] = [
        *(model.String(name, text) for name, text in macros.typed.values()),
        *(model.Preamble(text) for text in preambles),
    ]
    return text_of(before + blocks)


def texts_of(
    papers: Iterable[Paper], dialect: Dialect, macros: Mapping[str, str], keys: Collection[str]
) -> list[tuple[WrittenEntry, str]]:
    """Return the entry of each paper for a file that has some macros and entries of other keys.

    An entry that needs other macros is written without.
    """
    named = [(paper, paper.citation_key) for paper in papers]
    library = _Library(named, keys)
    known = _Macros({name.lower(): (name, text) for name, text in macros.items()}, is_complete=True)
    entries = [library.entry(paper, key, dialect) for paper, key in named]
    return [(entry, text_of([known.block(entry)])) for entry in entries]


def text_of(blocks: list[model.Block]) -> str:
    """Return the text of a file that holds some blocks."""
    layout = BibtexFormat()  # type: ignore[no-untyped-call]
    layout.indent = "  "
    layout.block_separator = "\n"
    layout.trailing_comma = True
    return write_string(Library(blocks), unparse_stack=[], bibtex_format=layout)


def _children_first(entries: list[WrittenEntry]) -> list[WrittenEntry]:
    last_child: dict[str, int] = {}
    for position, entry in enumerate(entries):
        if entry.parent:
            last_child[entry.parent] = position
    order: list[tuple[int, int, int]] = []
    for position, entry in enumerate(entries):
        after = last_child.get(entry.key, -1)
        order.append((after, 1, position) if after > position else (position, 0, position))
    return [entries[position] for _, _, position in sorted(order)]


class _Library:
    """The papers of one file: who has which key, and who is whose parent."""

    def __init__(self, named: Sequence[tuple[Paper, str]], others: Collection[str] = ()) -> None:
        self._others = {key.lower(): key for key in others}
        self._keys = {key.lower() for _, key in named}
        self._known_by: defaultdict[str, list[tuple[Paper, str]]] = defaultdict(list)
        for paper, key in named:
            self._known_by[key.lower()].insert(0, (paper, key))
            for alias in {each.lower() for each in paper.aliases} - {key.lower()}:
                self._known_by[alias].append((paper, key))

    def entry(self, paper: Paper, key: str, dialect: Dialect) -> WrittenEntry:
        """Return the entry of a paper."""
        aliases = self._aliases_to_write(paper, key)
        if paper.source is None:
            kind, values = dialect.values_of(paper)
            values = _with_aliases(values, aliases)
            return WrittenEntry(kind, key, [SourceField(each.name, each.text) for each in values])
        kept = unchanged_fields(paper.source, paper)
        if not _names(aliases) <= _names(_typed_aliases(kept)):
            kept = [None if _is(field, _ALIASES) else field for field in kept]
        parent = self._parent(paper, kept)
        inherits = any(field is not None and field.inherited for field in kept)
        kept = _refer_to(parent, kept)
        typed = [each for each in kept if each is not None and each.name != TYPE]
        own = [each for each in typed if not each.inherited]
        converted = [
            None
            if each is None or each.inherited or each.name == TYPE
            else dialect.convert(each, own)
            for each in kept
        ]
        stated = {name for each in typed if each.inherited for name in each.values}
        stated |= {name for each in converted if each is not None for name in each.values}
        kind, values = dialect.values_of(paper, stated)
        values = _with_aliases(values, aliases)
        if inherits and not parent:  # a reference to nothing in the file
            stated.add(f"extra.{_CROSSREF}")
        missing = [each for each in values if not stated.issuperset(each.values)]
        fields = _in_order(paper.source.fields, converted, missing)
        written = {field.name.lower() for field in fields}
        fields += [each for each in dialect.add(own, paper) if each.name.lower() not in written]
        typed_kind = next((each.text for each in kept if each and each.name == TYPE), "")
        kind = dialect.kind_of(typed_kind, kind) if typed_kind else kind
        return WrittenEntry(kind, key, fields, paper.source.preambles, parent)

    def _aliases_to_write(self, paper: Paper, key: str) -> list[str]:
        """Return the further keys of a paper that no entry of the file has."""
        return [each for each in paper.aliases if each.lower() not in self._keys | {key.lower()}]

    def _parent(self, paper: Paper, kept: Sequence[SourceField | None]) -> str:
        """Return the key of the entry that a paper's entry refers to, "" if it is not in the file.

        Of several papers that were known by that key, it is the one that says what was inherited.
        """
        named = items.text_of(paper.extra, _CROSSREF).lower()
        if not named or not any(_is(field, _CROSSREF) for field in kept):
            return ""
        others = [pair for pair in self._known_by.get(named, ()) if pair[0] is not paper]
        inherited = {field.text for field in kept if field is not None and field.inherited}

        def count_shared(pair: tuple[Paper, str]) -> int:
            source = pair[0].source
            fields = [] if source is None else unchanged_fields(source, pair[0])
            return len(inherited.intersection(each.text for each in fields if each is not None))

        if not others:
            return self._others.get(named, "")
        parent, key = max(others, key=count_shared)
        source = () if parent.source is None else unchanged_fields(parent.source, parent)
        typed = _names(_typed_aliases(source))
        return named if named in typed else key  # BibLaTeX knows an entry by these too


def _with_aliases(values: list[ValueField], aliases: Sequence[str]) -> list[ValueField]:
    values = [each for each in values if each.name != _ALIASES]
    if aliases:
        values.append(ValueField(_ALIASES, f"{{{','.join(aliases)}}}", (_ALIASES_VALUE,)))
    return values


def _refer_to(parent: str, fields: list[SourceField | None]) -> list[SourceField | None]:
    """Return fields that refer to the entry of a key; without one, what is inherited is their own.

    A reference that leads nowhere in its own file already stays as it is.
    """
    if not parent and not any(field is not None and field.inherited for field in fields):
        return fields
    found: list[SourceField | None] = []
    for field in fields:
        if field is None:
            found.append(None)
        elif not _is(field, _CROSSREF):
            found.append(replace(field, inherited=field.inherited and bool(parent)))
        elif parent and field.text.strip('{}" ').lower() != parent.lower():
            found.append(replace(field, text=f"{{{parent}}}"))
        else:
            found.append(field if parent else None)
    return found


def _in_order(
    source: Sequence[SourceField],
    typed: Sequence[SourceField | None],
    values: Sequence[ValueField],
) -> list[SourceField]:
    """Return the fields of an entry: what was typed in its order, a changed one in its place."""
    names = {each.name.lower() for each in values}
    pending = list(values)
    order: list[SourceField] = []
    for before, field in zip(source, typed, strict=True):
        if field is not None and field.name.lower() not in names:
            order.append(field)
            continue
        here = [] if before.inherited else _of_values(pending, before.values)
        order += [SourceField(each.name, each.text) for each in here]
        pending = [each for each in pending if each not in here]
    return order + [SourceField(each.name, each.text) for each in pending]


def _of_values(fields: Iterable[ValueField], values: Iterable[str]) -> list[ValueField]:
    return [each for each in fields if not set(each.values).isdisjoint(values)]


def _is(field: SourceField | None, name: str) -> bool:
    return field is not None and not field.inherited and field.name.lower() == name


def _typed_aliases(fields: Iterable[SourceField | None]) -> list[str]:
    typed = [field.text for field in fields if field is not None and _is(field, _ALIASES)]
    return [key for text in typed for key in text.strip('{}" ').split(",")]


def _names(keys: Iterable[str]) -> set[str]:
    return {key.strip().lower() for key in keys}


class _Macros:
    """The macros of one file; where two sources define one differently, the first has it."""

    def __init__(
        self, typed: Mapping[str, tuple[str, str]] | None = None, *, is_complete: bool = False
    ) -> None:
        self.typed = dict(typed or {})
        self._is_complete = is_complete

    def block(self, entry: WrittenEntry) -> model.Entry:
        """Return an entry, whose macros are defined from now on."""
        fields = [model.Field(field.name, self._text(field)) for field in entry.fields]
        return model.Entry(entry.kind, entry.key, fields)

    def _text(self, field: SourceField) -> str:
        known = [self.typed.get(name.lower(), (name, text)) for name, text in field.macros]
        defined = all(name.lower() in self.typed for name, _ in field.macros)
        same = all(found[1] == text for found, (_, text) in zip(known, field.macros, strict=True))
        if same and (defined or not self._is_complete):
            for name, text in field.macros:
                self.typed.setdefault(name.lower(), (name, text))
            return field.text
        values = dict[str, str]()
        for name, text in field.macros:
            values[name.lower()] = bibtex_syntax.resolve(text, values)
        return f"{{{bibtex_syntax.resolve(field.text, values)}}}"
