"""Papers to BibTeX that every style, BibTeX and biblatex read: UTF-8, escaped, unique keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.base import items
from core.base.cited_names import FAMILY_NAMES
from core.base.records import Paper
from core.formats import bibtex_fields, dates, item_types, latex, names
from core.formats.bibtex import list_venue_fields
from core.formats.bibtex_entries import Dialect, ValueField, write_file
from core.formats.bibtex_syntax import PARTS_OF_BOOKS
from core.formats.fields import MONTHS, clean, extract_arxiv, extract_doi
from core.formats.item_types import bibtex_type
from core.formats.name_lists import OTHERS

_VENUE_FIELDS = dict.fromkeys(PARTS_OF_BOOKS, "booktitle") | {"misc": "howpublished"}
_FIELD_NAME = re.compile(r"[a-z][a-z0-9_+.:-]*")
_NO_NAME_PARTS = re.compile(r"[^a-z0-9_+.:-]+")
_FLAG = "_and_others"
_NOT_SAID = frozenset(("type", "citation_key", "incomplete", items.SOURCE_TYPE, FAMILY_NAMES))
_VERBATIM = frozenset(
    {"date", "url", "doi", "eprint", "crossref", "xref", "ids", "xdata", "related"}
)
_NEVER = frozenset(  # would be read into a field of the record
    (
        *("title", "maintitle", "subtitle", "author", "abstract", "url", "year", "keywords"),
        *("keyword", "keywords-2", "file"),
        *("pdf", "cocite"),
    )
)
_ADDRESS = re.compile(r"(?:https?|ftp)://\S")
_UNSAFE = {ord("{"): "%7B", ord("}"): "%7D", ord("\\"): "%5C", ord(" "): "%20"}
_WORD = re.compile(r"[^\s-]+")
_AND = re.compile(r"(?:^|\s)and(?:\s|$)", re.I)


class BibTeX(Dialect):
    """The entries that BibTeX's styles read; what was typed in BibLaTeX's way stays as it is."""

    def write_values(
        self, paper: Paper, stated: Collection[str] = ()
    ) -> tuple[str, list[ValueField]]:
        """Return the type and the fields that the values of a paper make."""
        return bibtex_type(paper), build_fields(paper, stated)


def write(papers: Iterable[Paper]) -> str:
    """Return a BibTeX file of ``papers``, in their order, each under its citation key."""
    return write_file(papers, BibTeX())


def build_fields(paper: Paper, without: Collection[str] = ()) -> list[ValueField]:
    """Return the fields of a paper as BibTeX names them, with their delimiters.

    Those of the values ``without`` are left out.
    """
    fields = [
        ValueField(name, text, (value,))
        for name, value, write_value in _own_fields(paper)
        if value not in without and (text := write_value())
    ]
    names_taken = {field.name for field in fields}

    def put(name: str, text: str, *values: str) -> None:
        if name not in names_taken:
            names_taken.add(name)
            fields.append(ValueField(name, text, values))

    for source_name, variable, value in bibtex_fields.convert_variables_to_fields(
        _collect_extra(paper), items.get_item_type(paper)
    ):
        name = _field_name(source_name)
        if f"extra.{variable}" in without or (variable == "status" and paper.year is None):
            names_taken.add(name)
        elif name and name not in names_taken and not _misleads_reader(name, value, paper):
            put(name, _extra_value(name, value, paper.extra), f"extra.{variable}")
    for name, part in _write_date(paper).items():
        if name == "year":
            text = _text_value(name, part)
            fields = [
                replace(field, text=text, values=("year", "extra.issued"))
                if field.name == name
                else field
                for field in fields
            ]
        put(name, _text_value(name, part), "extra.issued")
    return [field for field in fields if field.text]


def _write_date(paper: Paper) -> Mapping[str, str]:
    """Return what a paper says of its date beyond its year, or in place of it."""
    issued = items.get_field_text(paper.extra, "issued")
    if paper.year is None:
        return dates.bibtex_parts(issued, None)
    date = items.get_publication_date(paper)
    return dates.bibtex_parts(date, paper.year) if date == issued else {}


def _collect_extra(paper: Paper) -> dict[str, Any]:  # Any: JSON values
    """Return what a paper says beyond the fields of a record."""
    values = {name: value for name, value in paper.extra.items() if name not in _NOT_SAID}
    if item_types.THESES.get(bibtex_type(paper), "") == paper.extra.get("genre"):
        values.pop("genre", None)  # the type of the entry says it
    return values


def _field_name(name: str) -> str:
    """Return a name as BibTeX allows it, "" if nothing of it is left."""
    if name.endswith(_FLAG):
        return ""
    clean_name = _NO_NAME_PARTS.sub("-", name.lower()).strip("-")
    return clean_name if _FIELD_NAME.fullmatch(clean_name) else ""


def _misleads_reader(name: str, value: object, paper: Paper) -> bool:
    """Return whether a field of that name would be read as one of the record's."""
    if name in _NEVER or name.startswith(("file-", "bdsk-file-")) or _is_id(name, value, paper):
        return True
    venue_field = _VENUE_FIELDS.get(bibtex_type(paper), "journal")
    if name == "howpublished" and not paper.venue and bibtex_type(paper) == "misc":
        return not (paper.url and _ADDRESS.search(str(value)))
    venue_fields = list_venue_fields(bibtex_type(paper))  # of which the first is read as the venue
    if name not in venue_fields:
        return False
    is_read = paper.venue and venue_field in venue_fields
    return not is_read or venue_fields.index(name) <= venue_fields.index(venue_field)


def _is_id(name: str, value: object, paper: Paper) -> bool:
    """Return whether a field would be read as the paper's DOI or arXiv id."""
    if name not in ("doi", "eprint", "archiveprefix", "eprinttype"):
        return False
    return bool(paper.arxiv or extract_doi(str(value)) or extract_arxiv(str(value)))


def _own_fields(paper: Paper) -> list[tuple[str, str, Callable[[], str]]]:
    """Return the fields a record may have values for: name, value, and what writes it."""
    families = names.get_family_names(paper.extra)
    has_others = bool(paper.extra.get("author_and_others"))
    venue_field = _VENUE_FIELDS.get(bibtex_type(paper), "journal")
    year = "" if paper.year is None else str(paper.year)
    status = "" if year else items.get_field_text(paper.extra, "status")
    return [
        ("title", "title", lambda: _braced(_protected(items.stated_title(paper)))),
        ("author", "authors", lambda: _people(paper.authors, families, has_others=has_others)),
        (venue_field, "venue", lambda: _encoded(paper.venue)),
        ("year", "extra.status" if status else "year", lambda: _braced(year) or _encoded(status)),
        ("doi", "doi", lambda: _verbatim(paper.doi)),
        ("url", "url", lambda: _verbatim(paper.url)),
        ("eprint", "arxiv", lambda: _verbatim(paper.arxiv)),
        ("archiveprefix", "arxiv", lambda: "{arXiv}" if paper.arxiv else ""),
        ("keywords", "keywords", lambda: _keywords(paper.keywords)),
        ("abstract", "abstract", lambda: _encoded(paper.abstract)),
    ]


def _extra_value(name: str, value: object, extra: Mapping[str, Any]) -> str:
    if name in bibtex_fields.PEOPLE and isinstance(value, list):
        people = tuple(person for person in value if isinstance(person, str))
        has_others = bool(extra.get(f"{name}{_FLAG}"))
        return _people(people, names.get_family_names(extra), has_others=has_others)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = "; ".join(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return _text_value(name, clean(str(value)))


def _text_value(name: str, text: str) -> str:
    """Return a field with its delimiters: a month as BibTeX's macro, a range with two hyphens."""
    if name == "month" and re.fullmatch("0?[1-9]|1[0-2]", text):
        return MONTHS[int(text) - 1][:3].lower()
    if name in _VERBATIM:
        return _verbatim(text)
    return _encoded(text).replace("–", "--") if name == "pages" else _encoded(text)


def _braced(text: str) -> str:
    return f"{{{text}}}" if text else ""


def _encoded(text: str) -> str:
    return _braced(latex.encode(clean(text)))


def _verbatim(text: str) -> str:
    """Return an address or id as it stands; only what would break the entry is escaped."""
    return _braced(clean(text).translate(_UNSAFE))


def _protected(title: str) -> str:
    """Return a title whose words with inner capitals ("BERT") styles will not put in lower case."""
    title = clean(title)
    pieces, end = [], 0
    for word in _WORD.finditer(title):
        encoded = latex.encode(word[0])
        pieces += [latex.encode(title[end : word.start()])]
        pieces += [_braced(encoded) if _has_inner_capital(word) else encoded]
        end = word.end()
    return "".join([*pieces, latex.encode(title[end:])])


def _has_inner_capital(word: re.Match[str]) -> bool:
    letters = [letter for letter in word[0] if letter.isalpha()]
    if len(letters) == 1:
        return letters[0].isupper() and word.start() > 0
    return any(letter.isupper() for letter in letters[1:])


def _people(people: tuple[str, ...], families: Mapping[str, str], *, has_others: bool) -> str:
    bibtex_names = [_name(names.split_name(clean(person), families)) for person in people]
    if has_others:
        bibtex_names.append("others")
    return _braced(" and ".join(name for name in bibtex_names if name))


def _name(name: names.Name) -> str:
    """Return "Family, Suffix, Given"; an organisation in braces."""
    parts = [name.family, name.suffix, name.given_name]
    if not name.given_name and not name.suffix:
        whole = latex.encode(name.family)
        is_plain = whole.isalnum() and not _misleads(name.family)
        return whole if is_plain else _braced(whole)
    encoded = [
        _braced(latex.encode(part)) if _misleads(part) else latex.encode(part)
        for part in parts
        if part
    ]
    whole = ", ".join(encoded)
    if "{" not in whole and names.from_bibtex(whole)[0] != [name]:
        whole = ", ".join(map(_braced, encoded))
    return whole


def _misleads(part: str) -> bool:
    """Return whether BibTeX would take a part of a name for more than one, or for "others"."""
    return "," in part or "=" in part or bool(_AND.search(part)) or part.lower() in OTHERS


def _keywords(keywords: tuple[str, ...]) -> str:
    encoded = (latex.encode(clean(word)) for word in keywords)
    return _braced(
        ", ".join(_braced(word) if re.search("[,;]", word) else word for word in encoded)
    )
