"""Papers to BibTeX that every style, BibTeX and biblatex read: UTF-8, escaped, unique keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bibtexparser import model
from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.writer import BibtexFormat

from core.base import items
from core.base.records import Paper
from core.formats import bibtex_fields, dates, item_types, latex, names
from core.formats.cite import keyed
from core.formats.fields import MONTHS, arxiv_of, clean, doi_of
from core.formats.item_types import bibtex_type

_VENUE_FIELDS = {
    "inproceedings": "booktitle",
    "conference": "booktitle",
    "incollection": "booktitle",
    "inbook": "booktitle",
    "inreference": "booktitle",
    "misc": "howpublished",
}
_FIELD_NAME = re.compile(r"[a-z][a-z0-9_+.:-]*")
_NO_NAME_PARTS = re.compile(r"[^a-z0-9_+.:-]+")
_FLAG = "_and_others"
_NOT_SAID = frozenset(("type", "citation_key", "incomplete", items.SOURCE_TYPE, names.FAMILY_NAMES))
_VERBATIM = frozenset({"url", "doi", "eprint", "crossref", "xref", "ids", "xdata", "related"})
_VENUES = ("journaltitle", "journal", "booktitle")  # of these the first is read as the venue
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


def write(papers: Iterable[Paper]) -> str:
    """Return a BibTeX file of ``papers``, in their order, each under its citation key."""
    return file_of((bibtex_type(paper), key, values_of(paper)) for paper, key in keyed(papers))


def file_of(entries: Iterable[tuple[str, str, Mapping[str, str]]]) -> str:
    """Return a file of entries: type, key, and fields with their delimiters by name."""
    blocks: list[model.Block] = [
        model.Entry(kind, key, [model.Field(name, value) for name, value in values.items()])
        for kind, key, values in entries
    ]
    layout = BibtexFormat()  # type: ignore[no-untyped-call]
    layout.indent = "  "
    layout.block_separator = "\n"
    layout.trailing_comma = True
    return write_string(Library(blocks), unparse_stack=[], bibtex_format=layout)


def values_of(paper: Paper) -> dict[str, str]:
    """Return the fields of a paper as BibTeX names them, with their delimiters."""
    values = _own_values(paper)
    said = {name: value for name, value in paper.extra.items() if name not in _NOT_SAID}
    kind = items.type_of(paper)
    if item_types.THESES.get(bibtex_type(paper), "") == paper.extra.get("genre"):
        said.pop("genre", None)  # the type of the entry says it
    for given, value in bibtex_fields.fields_of(said, kind):
        name = _field_name(given)
        if name and name not in values and not _misleads_reader(name, value, paper):
            values[name] = _extra_value(name, value, paper.extra)
    issued = items.text_of(paper.extra, "issued")
    if paper.year is None or str(paper.year) in issued:
        for name, part in dates.bibtex_parts(issued, paper.year).items():
            values.setdefault(name, _text_value(name, part))
    return {name: value for name, value in values.items() if value}


def _field_name(name: str) -> str:
    """Return a name as BibTeX allows it, "" if nothing of it is left."""
    if name.endswith(_FLAG):
        return ""
    written = _NO_NAME_PARTS.sub("-", name.lower()).strip("-")
    return written if _FIELD_NAME.fullmatch(written) else ""


def _misleads_reader(name: str, value: object, paper: Paper) -> bool:
    """Return whether a field of that name would be read as one of the record's."""
    if name in _NEVER or name.startswith(("file-", "bdsk-file-")) or _is_id(name, value, paper):
        return True
    venue_field = _VENUE_FIELDS.get(bibtex_type(paper), "journal")
    if name == "howpublished" and not paper.venue and bibtex_type(paper) == "misc":
        return not (paper.url and _ADDRESS.search(str(value)))
    if name in _VENUES:
        first = venue_field in _VENUES and _VENUES.index(venue_field) < _VENUES.index(name)
        return not (paper.venue and first)
    return False


def _is_id(name: str, value: object, paper: Paper) -> bool:
    """Return whether a field would be read as the paper's DOI or arXiv id."""
    if name not in ("doi", "eprint", "archiveprefix", "eprinttype"):
        return False
    return bool(paper.arxiv or doi_of(str(value)) or arxiv_of(str(value)))


def _own_values(paper: Paper) -> dict[str, str]:
    """Return the fields a record has values for, by name, with their delimiters."""
    families = names.families_in(paper.extra)
    others = bool(paper.extra.get("author_and_others"))
    venue_field = _VENUE_FIELDS.get(bibtex_type(paper), "journal")
    values = {
        "title": _braced(_protected(items.stated_title(paper))),
        "author": _people(paper.authors, families, others=others),
        venue_field: _encoded(paper.venue),
        "year": _braced(str(paper.year)) if paper.year is not None else "",
        "doi": _verbatim(paper.doi),
        "url": _verbatim(paper.url),
        "eprint": _verbatim(paper.arxiv),
        "archiveprefix": "{arXiv}" if paper.arxiv else "",
        "keywords": _keywords(paper.keywords),
        "abstract": _encoded(paper.abstract),
    }
    return {name: value for name, value in values.items() if value}


def _extra_value(name: str, value: object, extra: Mapping[str, Any]) -> str:
    if name in bibtex_fields.PEOPLE and isinstance(value, list):
        people = tuple(person for person in value if isinstance(person, str))
        others = bool(extra.get(f"{name}{_FLAG}"))
        return _people(people, names.families_in(extra), others=others)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
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


def _people(people: tuple[str, ...], families: Mapping[str, str], *, others: bool) -> str:
    written = [_name(names.parts_of(clean(person), families)) for person in people]
    if others:
        written.append("others")
    return _braced(" and ".join(name for name in written if name))


def _name(name: names.Name) -> str:
    """Return "Family, Suffix, Given"; an organisation in braces."""
    parts = [name.family, name.suffix, name.given]
    if not name.given and not name.suffix:
        whole = latex.encode(name.family)
        return _braced(whole) if " " in whole or _misleads(name.family) else whole
    encoded = [
        _braced(latex.encode(part)) if _misleads(part) else latex.encode(part)
        for part in parts
        if part
    ]
    return ", ".join(encoded)


def _misleads(part: str) -> bool:
    """Return whether BibTeX would take a part of a name for more than one, or for "others"."""
    return "," in part or "=" in part or bool(_AND.search(part)) or part.lower() in names.OTHERS


def _keywords(keywords: tuple[str, ...]) -> str:
    encoded = (latex.encode(clean(word)) for word in keywords)
    return _braced(
        ", ".join(_braced(word) if re.search("[,;]", word) else word for word in encoded)
    )
