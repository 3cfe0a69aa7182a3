"""A bibliography that people and other programs write too, brought in step entry by entry.

Comments, the order, macros and all entries that are not Cocite's stay as they are, byte by byte.
What Cocite wrote itself is told by a digest of its text: an entry that somebody changed since is
theirs, until the person says otherwise.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.base.identity import title_key
from core.base.records import Paper, PaperRecord, SourceField
from core.base.stated_keys import ALIASES, FIELD
from core.formats import bibtex, bibtex_syntax
from core.formats.biblatex import BibLaTeX
from core.formats.bibtex_data import RawEntry
from core.formats.bibtex_editing import replace_fields
from core.formats.bibtex_entries import Dialect, write_entries
from core.formats.bibtex_writer import BibTeX
from core.formats.jabref import Groups
from core.library.store.merging import fill
from core.library.store.sameness import titles_disagree
from core.library.store.traits import make_traits

_MACRO = re.compile(r"@string\s*[{(]\s*([^\s=]+)\s*=", re.I)
_ENDING = re.compile(r"[ \t]*(?:\r?\n){0,2}")

_DIALECTS: dict[str, type[Dialect]] = {"bibtex": BibTeX, "biblatex": BibLaTeX}

_IN_PART = "+"
"""Begins the digest of an entry in which what only its author says stays."""

Digests = Mapping[str, Sequence[str]]
"""By key, the digests of the texts that an entry of Cocite's may have."""


@dataclass(slots=True)
class _Entry:
    """An entry of the file: where it stands, and what it says."""

    start: int
    key: str
    raw: RawEntry
    record: PaperRecord
    text: str = ""
    is_changed: bool = False

    def __post_init__(self) -> None:
        self.text = self.raw.raw


@dataclass(slots=True)
class Update:
    """A file as it should be, the entries in it that are Cocite's, and whether some were edited."""

    text: str
    digests: dict[str, list[str]] = field(default_factory=dict)
    edited: bool = False


def update_text(
    text: str, papers: Sequence[Paper], kind: str, digests: Digests, *, force: bool = False
) -> Update:
    """Return the text of a file of a kind, "bibtex" or "biblatex", with its entries in step.

    With ``force`` entries that somebody else wrote are changed too, where they say something else
    than the library; what only they say stays.
    """
    file, dialect = _File(text, digests), _DIALECTS[kind]()
    matches = {paper.number: file.find_entry(paper) for paper in papers}
    matched_ids = {id(entry) for entry in matches.values() if entry is not None}
    update = Update("")
    for paper in papers:
        entry = matches[paper.number]
        if entry is not None:
            file.change(entry, paper, dialect, update, force=force)
    for entry in file.entries:
        if id(entry) not in matched_ids and file.is_ours(entry):
            entry.text, entry.is_changed = "", True
    update.text = file.text_now()
    _append([paper for paper in papers if matches[paper.number] is None], file, dialect, update)
    return update


class _File:
    """A bibliography as it stands."""

    def __init__(self, text: str, digests: Digests) -> None:
        self._text, self._digests = text, digests
        self.entries: list[_Entry] = []
        self.keys: dict[str, str] = {}
        self._by_name: dict[str, _Entry] = {}
        position = 0
        for raw in bibtex_syntax.parse(text, ""):
            self.keys.setdefault(raw.written_key, raw.written_key)
            start = text.find(raw.raw, position) if raw.raw else -1
            record = bibtex.read_entry(raw, Groups()).record
            if start < 0 or record is None:
                continue
            position = start + len(raw.raw)
            entry = _Entry(start, raw.written_key, raw, record)
            self.entries.append(entry)
            key_names = (f"\0{entry.key}", f"\0\0{entry.key.lower()}")
            for name in (record.doi.lower(), title_key(record.title), *key_names):
                if name:
                    self._by_name.setdefault(name, entry)
        self.macros = dict(_find_macros(text))

    def find_entry(self, paper: Paper) -> _Entry | None:
        """Return the entry that a paper has: by DOI, title, or one of its keys."""
        for name in (paper.doi.lower(), title_key(paper.title)):
            if name and name in self._by_name:
                return self._by_name[name]
        keys = (paper.citation_key, *paper.aliases)
        names = [f"\0{key}" for key in keys] + [f"\0\0{key.lower()}" for key in keys]
        for entry in map(self._by_name.get, names):
            if entry is not None and not _disagree(paper, entry.record):
                return entry
        return None

    def is_ours(self, entry: _Entry) -> bool:
        """Whether an entry stands as Cocite wrote it."""
        return digest(entry.raw.raw) in self._digests.get(entry.key, ())

    def is_in_part(self, entry: _Entry) -> bool:
        """Whether an entry of somebody else stands as Cocite changed it."""
        return _IN_PART + digest(entry.raw.raw) in self._digests.get(entry.key, ())

    def change(
        self, entry: _Entry, paper: Paper, dialect: Dialect, update: Update, *, force: bool
    ) -> None:
        """Let an entry say what its paper does, as far as it is Cocite's to change."""
        is_ours, is_in_part = self.is_ours(entry), self.is_in_part(entry)
        was_ours = any(
            not text_digest.startswith(_IN_PART) for text_digest in self._digests.get(entry.key, ())
        )
        if not (is_ours or is_in_part or force):
            if entry.key in self._digests:
                update.digests[entry.key] = list(self._digests[entry.key])
                update.edited = update.edited or self._differs(entry, paper, dialect)
            return
        self._differs(entry, paper, dialect, is_ours=is_ours, change=True)
        if is_ours or was_ours:
            update.digests[entry.key] = [digest(entry.text)]
        elif is_in_part or entry.is_changed:
            update.digests[entry.key] = [_IN_PART + digest(entry.text)]

    def _differs(
        self,
        entry: _Entry,
        paper: Paper,
        dialect: Dialect,
        *,
        is_ours: bool = False,
        change: bool = False,
    ) -> bool:
        """Whether an entry says something else than its paper, which ``change`` puts in place."""
        mine = replace(paper, citation_key=entry.key, source=entry.record.source)
        private = {k: v for k, v in entry.record.extra.items() if k not in paper.extra}
        if is_ours:  # what the library has no more goes; what it never tells a file stays
            private = {k: v for k, v in private.items() if k in ("annote", "crossref")}
            mine = replace(mine, extra={**paper.extra, **private})
        else:
            mine = replace(mine, **fill(mine, entry.record))
        extra = {k: v for k, v in mine.extra.items() if k != ALIASES} | {FIELD: entry.key}
        if ALIASES in entry.record.extra:
            extra[ALIASES] = entry.record.extra[ALIASES]
        mine = replace(mine, extra=extra)
        ((expected, text),) = write_entries([mine], dialect, self.macros, self.keys.values())
        same = _listed(expected.fields) == _listed(
            typed_field for _, typed_field in entry.raw.typed
        )
        if same and expected.kind.lower() == entry.raw.typed_type.lower():
            return False
        if change:
            own = [typed_field for _, typed_field in entry.raw.typed if not typed_field.inherited]
            stated = [one for one in expected.fields if not one.inherited]
            edited = replace_fields(entry.raw.raw, own, stated, expected.kind)
            entry.text, entry.is_changed = edited or text.strip(), True
        return True

    def text_now(self) -> str:
        """Return the text with what was changed."""
        pieces, end = [], 0
        for entry in self.entries:
            if entry.is_changed:
                pieces += [self._text[end : entry.start], entry.text]
                end = entry.start + len(entry.raw.raw)
                if not entry.text and (ending := _ENDING.match(self._text, end)):
                    end = ending.end()
        return "".join([*pieces, self._text[end:]])


def _append(papers: Sequence[Paper], file: _File, dialect: Dialect, update: Update) -> None:
    """Write papers behind everything else, each under a key that is free."""
    if not papers:
        return
    used_keys = set(file.keys)
    keyed_papers = []
    for paper in papers:
        key = next(key for key in _variants(paper.citation_key) if key not in used_keys)
        used_keys.add(key)
        keyed_papers.append(replace(paper, citation_key=key))
    parts = []
    for entry, text in write_entries(keyed_papers, dialect, file.macros, file.keys.values()):
        parts += [
            f"@preamble{{{preamble}}}\n"
            for preamble in entry.preambles
            if preamble not in update.text
        ]
        parts.append(text.strip() + "\n")
        update.digests[entry.key] = [digest(text.strip())]
    gap = "" if not update.text else "\n" if update.text.endswith("\n") else "\n\n"
    update.text += gap + "\n".join(dict.fromkeys(parts))


def _variants(key: str) -> Iterable[str]:
    yield key
    for number in range(26 * 1_000):
        yield f"{key}{chr(ord('a') + number % 26)}{number // 26 or ''}"


def _listed(fields: Iterable[SourceField]) -> list[tuple[str, str]]:
    return [
        (source_field.name, source_field.text)
        for source_field in fields
        if not source_field.inherited
    ]


def _disagree(paper: Paper, record: PaperRecord) -> bool:
    """Whether an entry under a key of a paper is about another one."""
    if paper.doi and record.doi:
        return paper.doi.lower() != record.doi.lower()
    return titles_disagree(make_traits(paper, ()), make_traits(record, ()))


def _find_macros(text: str) -> Iterable[tuple[str, str]]:
    return bibtex_syntax.read_macros(text) if _MACRO.search(text) else ()


def digest(text: str) -> str:
    """Return a short stand-in for the text of an entry, whatever its line ends."""
    data = text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=8).hexdigest()
