"""BibTeX and biblatex: entries to paper records.

Names and keywords are split while their braces stand, and only then decoded. What has no field of
its own in a record goes to ``extra`` by the names of CSL (``core.formats.bibtex_fields``), or under
its own; ``extra["citation_key"]`` holds the entry's key.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from core.base import items
from core.base.messages import Message
from core.base.records import PaperRecord, SourceField, SourceText
from core.base.source_text import TYPE, settle
from core.base.stated_keys import FIELD
from core.formats import bibtex_fields, dates, item_types, latex, legacy_fields, names
from core.formats.bibtex_commands import name_journals
from core.formats.bibtex_data import RawEntry
from core.formats.bibtex_fields import bibdesk_path, parse_paths
from core.formats.bibtex_syntax import NOT_WORKS, PARTS_OF_BOOKS
from core.formats.bibtex_syntax import parse as entries_of
from core.formats.entries import Entry, at_line
from core.formats.fields import (
    clean,
    distinct,
    doi_in_url,
    extract_arxiv,
    extract_doi,
    extract_dois,
    extract_year,
    find_named_arxiv,
    without_tags,
)
from core.formats.jabref import Groups, parse_groups
from core.formats.journals import expand_journal_field
from core.formats.untitled import call_by_key, with_made_up_title

_JOURNALS = ("journaltitle", "journal")
_TITLES = ("title", "booktitle", "maintitle", "shorttitle")
_VERBATIM = frozenset(
    {"doi", "url", "eprint", "eprintclass", "primaryclass", "issn", "isbn", "pmid", "owner"}
    | {"crossref", "xref", "xdata", "related", "ids", "groups", "biburl", "bibsource"}
    | {"date-added", "date-modified", "timestamp", "date", "urldate", "origdate", "eventdate"}
)

_URL_COMMAND = re.compile(r"\\url\s*\{([^{}]*)\}")
_LINK_COMMAND = re.compile(r"\\href\s*\{[^{}]*\}\s*(?=\{)")
_SIGN_COMMANDS = (
    (re.compile(r"\\/"), "/"),
    (re.compile(r"\$_\{?(\w+)\}?\$"), r"_\1"),
    (re.compile(r"\\slash(?![A-Za-z])\s*(?:\{\})?"), "/"),
    (re.compile(r"\{\\([&%#_~$])\}|\\([&%#_~$])(?:\{\})?"), r"\1\2"),
    (re.compile(r"\$\s*\\sim\s*\$|\\textasciitilde\s*(?:\{\})?"), "~"),
    (re.compile(r"\\textbackslash(?![A-Za-z])\s*(?:\{\})?"), r"\\"),
    (re.compile(r"\{\\textunderscore\}|\\textunderscore\s*(?:\{\})?"), "_"),
    (re.compile(r"\$<\$|\{\\textless\}|\\textless(?![A-Za-z])\s*(?:\{\})?"), "<"),
    (re.compile(r"\$>\$|\{\\textgreater\}|\\textgreater(?![A-Za-z])\s*(?:\{\})?"), ">"),
)
_ADDRESS = re.compile(r"(?:https?|ftp)://\S+")
_MARK = re.compile(r"(?<!\\)[{},;]")
_NO_ENTRY = re.compile(r"^[ \t]*@(?:comment|string|preamble)\b", re.I | re.M)
_CORR_VOLUME = re.compile(r"abs/(.+)")


def parse(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each entry of a text, also for each that cannot be read.

    Comments, macros and preambles are not entries. A key that occurs again gets a number. A
    semicolon between two fields, an error of BibTeX, is read as the comma that was meant.
    """
    for at in _find_semicolons(text):
        text = f"{text[:at]},{text[at + 1 :]}"
    entries = entries_of(text, name)
    if not entries and _looks_like_something_else(text):
        yield Entry("line 1", None, Message("the file has no BibTeX entry"))
    groups = parse_groups(text)
    for raw in entries:
        if raw.type not in NOT_WORKS or raw.problem:
            yield read_entry(raw, groups)


def list_venue_fields(kind: str) -> tuple[str, ...]:
    """Return the fields that can say where a paper appeared; the first that is there does.

    A part of a book stands in the book, also if that is an issue of a journal.
    """
    if kind in PARTS_OF_BOOKS:
        return ("booktitle", *_JOURNALS)
    return (*_JOURNALS, "booktitle")


def _looks_like_something_else(text: str) -> bool:
    lines = (line.strip() for line in text.splitlines())
    has_content = any(line and not line.startswith("%") for line in lines)
    return has_content and not _NO_ENTRY.search(text)


def read_entry(raw: RawEntry, groups: Groups) -> Entry:
    """Return what an entry says, or why it says nothing."""
    location = at_line(raw.line, raw.key)
    if raw.problem:
        return Entry(location, None, raw.problem)
    reading = _Reading(raw.fields)
    title = reading.title(raw.type)
    attachments = reading.attachments()
    record = PaperRecord(
        title=title,
        abstract=reading.text("abstract", "abstract"),
        authors=reading.authors(),
        year=reading.year(),
        venue=reading.venue(raw.type),
        doi=reading.doi(),
        arxiv=reading.arxiv(),
        url=reading.url(),
        keywords=reading.keywords(),
    )
    record = replace(record, extra=reading.extra(record, raw), source=reading.source(raw))
    titled = with_made_up_title(record)
    if titled is None:
        return Entry(location, None, Message("the entry has no title"))
    return Entry(
        location,
        settle(titled),
        attachments=attachments,
        collections=groups.of(raw.written_key, raw.fields),
    )


class _Reading:
    """The fields of one entry, taken one after the other; what is left becomes ``extra``."""

    def __init__(self, fields: dict[str, str]) -> None:
        self._fields = fields
        self._used_names: set[str] = set()
        self._extra: dict[str, Any] = {}
        self._names: list[names.Name] = []
        self._values: dict[str, tuple[str, ...]] = {}
        """By field, the values of the record that were read from it."""

    def text(self, name: str, value: str) -> str:
        """Return a field as the text that a value of the record is."""
        self._take(name, value)
        return latex.decode(self._fields.get(name, ""))

    def _take(self, name: str, *values: str) -> None:
        self._used_names.add(name)
        self._values[name] = (*self._values.get(name, ()), *values)

    def _look(self, name: str) -> str:
        """Return a field as a plain string without taking it."""
        return _verbatim(self._fields.get(name, ""))

    def title(self, kind: str) -> str:
        """Return the title with its subtitle; a volume may only have the title of its series.

        Of a part of a book, the title of the book is not its own.
        """
        for name in _TITLES:
            if name == "booktitle" and kind in PARTS_OF_BOOKS:
                continue
            if title := without_tags(latex.decode(self._fields.get(name, ""))):
                self._take(name, "title")
                break
        else:
            return ""
        subtitle = self.text("subtitle", "title") if name == "title" else ""
        if not subtitle:
            return title
        return f"{title} {subtitle}" if title[-1] in ".?!:" else f"{title}: {subtitle}"

    def authors(self) -> tuple[str, ...]:
        """Return the authors."""
        self._take("author", "authors")
        return self._people("author")

    def _people(self, name: str) -> tuple[str, ...]:
        if name not in self._fields:
            return ()
        people, has_others = names.from_bibtex(self._fields[name])
        if has_others:
            self._extra[f"{name}_and_others"] = True
        self._names += people
        return tuple(person.display for person in people)

    def year(self) -> int | None:
        """Return the year; how the source writes the date stays for ``extra``.

        A date of BibLaTeX goes before the year, as for biber.
        """
        year_text, date = latex.decode(self._fields.get("year", "")), self._look("date")
        is_iso = dates.ISO.fullmatch(date)
        return extract_year(*((date, year_text) if is_iso else (year_text, date)))

    def venue(self, kind: str) -> str:
        for name in list_venue_fields(kind):
            if "\\" in self._fields.get(name, ""):
                self._fields[name] = name_journals(self._fields[name])
            if name in self._fields and name not in self._used_names:
                self._take(name, "venue")
                return latex.decode(expand_journal_field(self._fields[name]))
        if kind == "misc" and not _ADDRESS.search(self._look("howpublished")):
            return self.text("howpublished", "venue")
        return ""

    def _add_value(self, name: str, value: str) -> None:
        """Note that a value was read from a field which states something else as well."""
        self._values[name] = (*self._values.get(name, ()), value)

    def doi(self) -> str:
        doi, *other_dois = extract_dois(self._look("doi")) or [""]
        if doi:
            self._take("doi", "doi", *(["extra.doi-2"] * bool(other_dois)))
            self._extra |= {"doi-2": "; ".join(other_dois)} if other_dois else {}
        for name in ("url", "howpublished", "note") if not doi else ():
            if doi := self._look_for_doi(name):
                self._add_value(name, "doi")
                break
        return doi

    def _look_for_doi(self, name: str) -> str:
        """Return the DOI that another field says it is: "doi:10.1000/x", or its address."""
        value = self._look(name)
        return doi_in_url(value) or (extract_doi(value) if value[:4].lower() == "doi:" else "")

    def arxiv(self) -> str:
        """Return the arXiv id: the eprint if it is one, else what another field calls so."""
        prefix = self._look("archiveprefix") or self._look("eprinttype")
        eprint = self._look("eprint")
        if prefix.lower() in {"", "arxiv"} and (arxiv := extract_arxiv(eprint)):
            self._take("archiveprefix", "arxiv")
            self._take("eprinttype", "arxiv")
            if eprint == arxiv:
                self._take("eprint", "arxiv")
            else:
                self._values["eprint"] = ("arxiv",)
            return arxiv
        if self._look("journal").lower() == "corr" and (
            match := _CORR_VOLUME.fullmatch(self._look("volume"))
        ):
            self._add_value("volume", "arxiv")
            return extract_arxiv(match[1])
        for name in ("doi", "url", "journal", "howpublished", "note"):
            if arxiv := find_named_arxiv(self._look(name)):
                self._add_value(name, "arxiv")
                return arxiv
        return ""

    def url(self) -> str:
        self._take("url", "url")
        if url := self._look("url"):
            return url
        match = _ADDRESS.search(self._look("howpublished"))
        if match is None:
            return ""
        self._add_value("howpublished", "url")
        return match[0]

    def keywords(self) -> tuple[str, ...]:
        words: list[str] = []
        for name in ("keywords", "keyword", "keywords-2"):
            self._take(name, "keywords")
            words += map(latex.decode, _split_outside_braces(self._fields.get(name, "")))
        return distinct(words)

    def attachments(self) -> tuple[str, ...]:
        paths: list[str] = []
        for name, value in self._fields.items():
            if name in {"file", "pdf"} or name.startswith("file-"):
                paths += parse_paths(value)
            elif name.startswith("bdsk-file-"):
                paths.append(bibdesk_path(value))
            else:
                continue
            self._used_names.add(name)
        return distinct(paths)

    def extra(self, record: PaperRecord, raw: RawEntry) -> dict[str, Any]:
        """Return all that was not taken, by the names of CSL; to be called last."""
        about = {"citation_key": raw.key} | item_types.about(raw.type)
        if about.get(items.TYPE) == "document" and items.is_preprint(record):
            about[items.TYPE] = "preprint"
        legacy_extra = legacy_fields.of_field(self._look(legacy_fields.NAME))
        if legacy_extra is not None:
            self._used_names.add(legacy_fields.NAME)
        remaining_fields = {
            name: self._value(name) for name in self._fields if name not in self._used_names
        }
        kind = items.get_item_type(replace(record, extra=about))
        variables: dict[str, str] = {}
        variable_values = bibtex_fields.convert_fields_to_variables(
            remaining_fields, kind, record.year, variables
        )
        for name, variable in variables.items():
            self._values[name] = (*self._values.get(name, ()), f"extra.{variable}")
        for name in bibtex_fields.DATED:
            self._values[name] = self._dated(name, record.year)
        if "genre" in variable_values:
            about.pop("genre", None)
        if variable_values.get("genre") in item_types.THESES.values():  # it says which thesis
            about.pop(items.SOURCE_TYPE, None)
        families = names.extra_of_names(self._names)
        return (
            about
            | self._extra
            | variable_values
            | families
            | legacy_fields.renewed(legacy_extra, record.year)
        )

    def _dated(self, name: str, year: int | None) -> tuple[str, ...]:
        """Return the values that a part of the date states."""
        if name == "year" and latex.decode(self._fields.get(name, "")) == str(year):
            return ("year",)
        return ("year", "extra.issued", f"extra.{name}", *(["extra.status"] * (name == "year")))

    def source(self, raw: RawEntry) -> SourceText:
        """Return the entry as it was typed, each field with its values; to be called last."""
        kind = SourceField(TYPE, raw.typed_type, (TYPE,))
        fields = (
            SourceField(
                *(typed.name, typed.text, self._values.get(name, ())),
                macros=typed.macros,
                inherited=typed.inherited,
            )
            for name, typed in raw.typed
            if name != legacy_fields.NAME
        )
        return SourceText(raw.written_key or raw.key, (kind, *fields), raw.preambles)

    def _value(self, name: str) -> object:
        """Return a field decoded: as text, or as a list of people."""
        if name in bibtex_fields.PEOPLE:
            return list(self._people(name))
        return _decoded(name, self._fields[name])


def _decoded(name: str, value: str) -> str:
    return _verbatim(value) if name in _VERBATIM else latex.decode(value)


def _verbatim(value: str) -> str:
    """Return a field that is no LaTeX but is often escaped as if it were, such as an address."""
    if "\\" in value or "$" in value:
        value = _LINK_COMMAND.sub("", value)
        for command, sign in _SIGN_COMMANDS:
            value = command.sub(sign, value)
        value = _URL_COMMAND.sub(r"\1", value)
    return clean(value.replace("{", "").replace("}", ""))


def _split_outside_braces(value: str) -> list[str]:
    """Return what stands between semicolons, or where there is none, between commas."""
    cuts: dict[str, list[int]] = {";": [], ",": []}
    depth = 0
    for mark in _MARK.finditer(value):
        if mark[0] in cuts:
            if depth == 0:
                cuts[mark[0]].append(mark.start())
        else:
            depth = max(0, depth + (1 if mark[0] == "{" else -1))
    chosen = cuts[";"] or cuts[","]
    starts = [0, *(cut + 1 for cut in chosen)]
    return [value[start:end] for start, end in zip(starts, [*chosen, len(value)], strict=True)]


# --- entries with an error ------------------------------------------------------------------------

_HEADER = re.compile(
    r"(?:^|[})])[ \t]*@[ \t]*(?P<type>[^\s@{}(),=\"]*)\s*[{(]\s*"
    r"(?P<key>[^\s,={}()\"#%]++)(?!\s*=)(?P<rest>[^,={}()\n]*)",
    re.M,
)
_SEMICOLON = re.compile(r"(?<=[}\"\d])[ \t]{0,9};(?=\s*[A-Za-z][\w-]*\s*=\s*[{\"\d])")
_MOST_BROKEN = 500
_MACRO = re.compile(r"^[ \t]*@string\s*[{(](?:[^{}@]|\{[^{}]*\})*[})]", re.M | re.I)
_FIELD_BEGIN = re.compile(r"\s*,\s*[A-Za-z][\w:.+-]*\s*=\s*")
_PLAIN_VALUE = re.compile(r"[^\s{}()\",#%='~\\]+")
_JOINT = re.compile(r"\s*#\s*")
_ENTRY_END = re.compile(r"\s*,?\s*[})]")
_VALUE_MARK = re.compile(r"[{}\"]")
_NO_ENTRIES = NOT_WORKS | {"string", "preamble", "comment"}


def parse_with_faults(text: str, name: str) -> Iterator[tuple[str, PaperRecord, int | None]]:
    """Yield key and record of each entry, and its line if only a part of it could be read.

    Of such an entry, BibTeX keeps what stands before the error; so does this. One that says
    nothing to call it by is called by its note or its key.
    """
    records: dict[str, PaperRecord] = {}
    lines = [text.count("\n", 0, at) + 1 for at in _find_semicolons(text)]
    headers = [(one.start(), one["key"]) for one in _HEADER.finditer(text)] if lines else []
    broken_keys = {headers[bisect_right(headers, (at, "")) - 1][1] for at in _find_semicolons(text)}
    for entry in parse(text, name):
        if entry.record is not None and entry.record.extra.get(FIELD) not in broken_keys:
            records.setdefault(str(entry.record.extra.get(FIELD, "")), entry.record)
        elif isinstance(entry.location, Message) and "line" in entry.location.values:
            lines.append(int(str(entry.location.values["line"])))
    salvaged, faults = _salvage(text, records.keys(), lines)
    records |= _read_salvaged(salvaged, "\n".join(_MACRO.findall(text)) if salvaged else "", name)
    yield from ((key, record, faults.get(key)) for key, record in records.items())


def _find_semicolons(text: str) -> list[int]:
    """Return where semicolons stand for the commas between the fields of an entry."""
    semicolons: list[int] = []
    starts = [header.start("type") for header in _HEADER.finditer(text)] if ";" in text else []
    for match in islice(_SEMICOLON.finditer(text), _MOST_BROKEN):
        at = bisect_right(starts, match.start())
        before = text[starts[at - 1] : match.end()] if at else ""
        if before.count("{") - before.count("}") == 1:
            semicolons.append(match.end() - 1)
    return semicolons


def _salvage(
    text: str, keys: Collection[str], lines: Iterable[int]
) -> tuple[dict[str, str], dict[str, int]]:
    """Return the entries that are none of the keys, up to an error in them, and the errors.

    ``lines`` are those at which the reader met an error.
    """
    headers = [one for one in _HEADER.finditer(text) if one["type"].lower() not in _NO_ENTRIES]
    line_starts = [0, *(match.end() for match in re.finditer(r"\n", text))]
    starts = [bisect_right(line_starts, header.start("type")) for header in headers]
    faulty = {bisect_right(starts, line) - 1 for line in lines}
    ends = [*(header.start() for header in headers[1:]), len(text)]
    counts = Counter(header["key"] for header in headers)
    salvaged: dict[str, str] = {}
    faults: dict[str, int] = {}
    for index, (header, end) in enumerate(zip(headers, ends, strict=False)):
        key = header["key"]
        is_read = key in keys or f"{key} {' '.join(header['rest'].split())}" in keys
        if is_read and index not in faulty:
            continue
        fields, is_whole = _read_fields(text, header.end("key"), end)
        if not is_read:
            salvaged.setdefault(key, f"@{header['type'] or 'misc'}{{{key}{fields}")
        if index in faulty and (counts[key] == 1 if is_read else not is_whole):
            faults.setdefault(key, starts[index])
    return salvaged, faults


def _read_salvaged(entries: Mapping[str, str], macros: str, name: str) -> dict[str, PaperRecord]:
    """Return the records of entries that lack their end, all of them."""
    records: dict[str, PaperRecord] = {}
    for title in ("", ",\ntitle = {?}"):
        open_entries = [text for key, text in entries.items() if key not in records]
        source = "\n".join([macros, *(f"{text}{title}\n}}" for text in open_entries)])
        for entry in parse(source, name) if open_entries else ():
            if entry.record is not None:
                key = str(entry.record.extra.get(FIELD, ""))
                records[key] = call_by_key(key, entry.record) if title else entry.record
    return records


def _read_fields(text: str, start: int, end: int) -> tuple[str, bool]:
    """Return the fields of an entry up to the first error, and whether there is none."""
    at = start
    while (begin := _FIELD_BEGIN.match(text, at, end)) is not None:
        value_end = _find_value_end(text, begin.end(), end)
        if value_end is None:
            break
        at = value_end
    return text[start:at], _ENTRY_END.match(text, at, end) is not None


def _find_value_end(text: str, start: int, end: int) -> int | None:
    """Return where a value ends, of which each part is in braces, in quotes or one word."""
    at = start
    while True:
        piece_end = _find_piece_end(text, at, end)
        joint = _JOINT.match(text, piece_end, end) if piece_end is not None else None
        if joint is None:
            return piece_end
        at = joint.end()


def _find_piece_end(text: str, start: int, end: int) -> int | None:
    opening = text[start : min(start + 1, end)]
    if opening not in ("{", '"'):
        word = _PLAIN_VALUE.match(text, start, end)
        return word.end() if word else None
    depth = 0
    for mark in _VALUE_MARK.finditer(text, start + (opening == '"'), end):
        depth += {"{": 1, "}": -1, '"': 0}[mark[0]]
        if depth < 0 or (depth == 0 and mark[0] == (opening if opening == '"' else "}")):
            return mark.end() if depth == 0 else None
    return None
