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

    def write_values(
        self, paper: Paper, stated: Collection[str] = ()
    ) -> tuple[str, list[ValueField]]:
        """Return the type and the fields that the values of a paper make.

        Those of which all values are ``stated`` need not be among them.
        """
        raise NotImplementedError

    def choose_kind(self, typed: str, default: str) -> str:
        """Return the type to write: that which was typed, or that which the values make."""
        del default
        return typed

    def convert(self, field: SourceField, fields: Sequence[SourceField]) -> SourceField | None:
        """Return one of the typed fields in the form of the format, ``None`` to use the values."""
        del fields
        return field


@dataclass(slots=True)
class WrittenEntry:
    """An entry as it is written: each field has its delimiters."""

    kind: str
    key: str
    fields: list[SourceField]
    preambles: tuple[str, ...] = ()
    parent: str = ""


def write_file(papers: Iterable[Paper], dialect: Dialect) -> str:
    """Return a file of papers, in their order, each under its citation key.

    An entry that others refer to by ``crossref`` comes after them, as BibTeX demands.
    """
    keyed_papers = keyed(papers)
    library = _Library(keyed_papers)
    entries = [library.entry(paper, key, dialect) for paper, key in keyed_papers]
    macros = _Macros()
    blocks: list[model.Block] = [macros.block(entry) for entry in _children_first(entries)]
    preambles = dict.fromkeys(text for entry in entries for text in entry.preambles)
    before: list[model.Block] = [
        *(model.String(name, text) for name, text in macros.typed.values()),
        *(model.Preamble(text) for text in preambles),
    ]
    return format_blocks(before + blocks)


def write_entries(
    papers: Iterable[Paper], dialect: Dialect, macros: Mapping[str, str], keys: Collection[str]
) -> list[tuple[WrittenEntry, str]]:
    """Return the entry of each paper for a file that has some macros and entries of other keys.

    An entry that needs other macros is written without.
    """
    keyed_papers = [(paper, paper.citation_key) for paper in papers]
    library = _Library(keyed_papers, keys)
    file_macros = _Macros(
        {name.lower(): (name, text) for name, text in macros.items()}, is_complete=True
    )
    entries = [library.entry(paper, key, dialect) for paper, key in keyed_papers]
    return [(entry, format_blocks([file_macros.block(entry)])) for entry in entries]


def format_blocks(blocks: list[model.Block]) -> str:
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

    def __init__(
        self, keyed_papers: Sequence[tuple[Paper, str]], other_keys: Collection[str] = ()
    ) -> None:
        self._other_keys = {key.lower(): key for key in other_keys}
        self._keys = {key for _, key in keyed_papers}
        self._known_by: defaultdict[str, list[tuple[Paper, str]]] = defaultdict(list)
        for paper, key in keyed_papers:
            self._known_by[key.lower()].insert(0, (paper, key))
            for alias in {alias.lower() for alias in paper.aliases} - {key.lower()}:
                self._known_by[alias].append((paper, key))

    def entry(self, paper: Paper, key: str, dialect: Dialect) -> WrittenEntry:
        """Return the entry of a paper."""
        aliases = self._aliases_to_write(paper, key)
        if paper.source is None:
            kind, values = dialect.write_values(paper)
            values = _with_aliases(values, aliases)
            return WrittenEntry(
                kind, key, [SourceField(value.name, value.text) for value in values]
            )
        unchanged = unchanged_fields(paper.source, paper)
        if not _names(aliases) <= _names(_typed_aliases(unchanged)):
            unchanged = [None if _is(field, _ALIASES) else field for field in unchanged]
        parent = self._parent(paper, unchanged)
        inherits = any(field is not None and field.inherited for field in unchanged)
        unchanged = _set_crossref(parent, unchanged)
        typed = [field for field in unchanged if field is not None and field.name != TYPE]
        own = [field for field in typed if not field.inherited]
        converted = [
            None
            if field is None or field.inherited or field.name == TYPE
            else dialect.convert(field, own)
            for field in unchanged
        ]
        stated = {name for field in typed if field.inherited for name in field.values}
        stated |= {name for field in converted if field is not None for name in field.values}
        kind, values = dialect.write_values(paper, stated)
        values = _with_aliases(values, aliases)
        if inherits and not parent:  # a reference to nothing in the file
            stated.add(f"extra.{_CROSSREF}")
        missing = [value for value in values if not stated.issuperset(value.values)]
        fields = _in_order(paper.source.fields, converted, missing)
        typed_kind = next((field.text for field in unchanged if field and field.name == TYPE), "")
        kind = dialect.choose_kind(typed_kind, kind) if typed_kind else kind
        return WrittenEntry(kind, key, fields, paper.source.preambles, parent)

    def _aliases_to_write(self, paper: Paper, key: str) -> list[str]:
        """Return the further keys of a paper that no entry of the file has."""
        return [alias for alias in paper.aliases if alias not in self._keys | {key}]

    def _parent(self, paper: Paper, unchanged: Sequence[SourceField | None]) -> str:
        """Return the key of the entry that a paper's entry refers to, "" if it is not in the file.

        Of several papers that were known by that key, it is the one that says what was inherited.
        """
        stated_crossref = items.get_field_text(paper.extra, _CROSSREF)
        crossref = stated_crossref.lower()
        if not crossref or not any(_is(field, _CROSSREF) for field in unchanged):
            return ""
        candidates = [pair for pair in self._known_by.get(crossref, ()) if pair[0] is not paper]
        inherited = {field.text for field in unchanged if field is not None and field.inherited}

        def rate(pair: tuple[Paper, str]) -> tuple[int, bool]:
            source = pair[0].source
            fields = [] if source is None else unchanged_fields(source, pair[0])
            texts = {field.text for field in fields if field is not None}
            return len(inherited & texts), pair[1] == stated_crossref

        if not candidates:
            return self._other_keys.get(crossref, "")
        parent, key = max(candidates, key=rate)
        source = () if parent.source is None else unchanged_fields(parent.source, parent)
        typed = _names(_typed_aliases(source))
        return crossref if crossref in typed else key  # BibLaTeX knows an entry by these too


def _with_aliases(values: list[ValueField], aliases: Sequence[str]) -> list[ValueField]:
    values = [value for value in values if value.name != _ALIASES]
    if aliases:
        values.append(ValueField(_ALIASES, f"{{{','.join(aliases)}}}", (_ALIASES_VALUE,)))
    return values


def _set_crossref(parent: str, fields: list[SourceField | None]) -> list[SourceField | None]:
    """Return fields that refer to the entry of a key; without one, what is inherited is their own.

    A reference that leads nowhere in its own file already stays as it is.
    """
    if not parent and not any(field is not None and field.inherited for field in fields):
        return fields
    redirected: list[SourceField | None] = []
    for field in fields:
        if field is None:
            redirected.append(None)
        elif not _is(field, _CROSSREF):
            redirected.append(replace(field, inherited=field.inherited and bool(parent)))
        elif parent and field.text.strip('{}" ').lower() != parent.lower():
            redirected.append(replace(field, text=f"{{{parent}}}"))
        else:
            redirected.append(field if parent else None)
    return redirected


def _in_order(
    source: Sequence[SourceField],
    typed: Sequence[SourceField | None],
    values: Sequence[ValueField],
) -> list[SourceField]:
    """Return the fields of an entry: what was typed in its order, a changed one in its place."""
    names = {value.name.lower() for value in values}
    pending = list(values)
    order: list[SourceField] = []
    for before, field in zip(source, typed, strict=True):
        if field is not None and field.name.lower() not in names:
            order.append(field)
            continue
        here = [] if before.inherited else _of_values(pending, before.values)
        order += [SourceField(value.name, value.text) for value in here]
        pending = [value for value in pending if value not in here]
    return order + [SourceField(value.name, value.text) for value in pending]


def _of_values(fields: Iterable[ValueField], values: Iterable[str]) -> list[ValueField]:
    return [field for field in fields if not set(field.values).isdisjoint(values)]


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
        definitions = [self.typed.get(name.lower(), (name, text)) for name, text in field.macros]
        defined = all(name.lower() in self.typed for name, _ in field.macros)
        same = all(
            definition[1] == text
            for definition, (_, text) in zip(definitions, field.macros, strict=True)
        )
        if same and (defined or not self._is_complete):
            for name, text in field.macros:
                self.typed.setdefault(name.lower(), (name, text))
            return field.text
        values = dict[str, str]()
        for name, text in field.macros:
            values[name.lower()] = bibtex_syntax.resolve(text, values)
        return f"{{{bibtex_syntax.resolve(field.text, values)}}}"
