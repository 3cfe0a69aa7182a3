"""Papers to BibLaTeX: its own entry types, dates and names of fields.

Reading is the same as for BibTeX (``core.formats.bibtex``). What an entry had by crossref is
written out, so that no entry needs another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from core.base import items
from core.base.records import Paper, SourceField
from core.base.source_text import TYPE
from core.formats import bibtex_fields, dates, item_types
from core.formats.bibtex_entries import Dialect, ValueField, write_file
from core.formats.bibtex_writer import build_fields
from core.formats.item_types import bibtex_type

# BibTeX's type, BibLaTeX's, and what its field "type" says.
_TYPES = {
    "conference": ("inproceedings", ""),
    "electronic": ("online", ""),
    "phdthesis": ("thesis", "{phdthesis}"),
    "mastersthesis": ("thesis", "{mathesis}"),
    "techreport": ("report", "{techreport}"),
}
_NAMES = {
    "journal": "journaltitle",
    "address": "location",
    "school": "institution",
    "archiveprefix": "eprinttype",
    "primaryclass": "eprintclass",
}
_STATES = {f"{{{state}}}": f"{{{key}}}" for key, state in bibtex_fields.STATES.items()} | {
    f"{{{state}}}": f"{{{state}}}" for state in ("submitted", "forthcoming", "prepublished")
}
_GENRES = {f"{{{genre}}}": f"{{{name}}}" for name, genre in item_types.THESES.items()}
_SIGNS = frozenset(("date", "journaltitle", "location", "eprinttype", "eprintclass"))
"""Fields that show that an entry was typed in BibLaTeX's way."""
_LEFT_OUT = ("crossref", "year", "month", "day", "date")


class BibLaTeX(Dialect):
    """BibLaTeX's entries; what was typed in BibTeX's way is converted."""

    def write_values(
        self, paper: Paper, stated: Collection[str] = ()
    ) -> tuple[str, list[ValueField]]:
        """Return the type and the fields that the values of a paper make."""
        del stated
        type_name = bibtex_type(paper)
        kind, type_text = _TYPES.get(type_name, (type_name, ""))
        date = _date(paper)
        fields: dict[str, ValueField] = {}
        for field in build_fields(paper):
            if field.name == "year" and not date:
                key = _STATES.get(field.text)
                name = "pubstate" if key else "year"
                fields[name] = replace(field, name=name, text=key or field.text)
            elif field.name == "year":
                fields["date"] = ValueField("date", f"{{{date}}}", ("year", "extra.issued"))
            if field.name not in _LEFT_OUT or (field.name == "month" and date.isdecimal()):
                name = _NAMES.get(field.name, field.name)  # a month may be "Spring"
                fields.setdefault(name, replace(field, name=name))
        if type_text and (
            kind != "thesis" or paper.extra.get("genre") == item_types.THESES[type_name]
        ):
            fields.setdefault("type", ValueField("type", type_text, (TYPE,)))
        if "type" in fields:
            genre = fields["type"]
            fields["type"] = replace(genre, text=_GENRES.get(genre.text, genre.text))
        if paper.arxiv and "eprinttype" in fields:
            fields["eprinttype"] = replace(fields["eprinttype"], text="{arxiv}")
        return kind, list(fields.values())

    def choose_kind(self, typed: str, default: str) -> str:
        """Return the type to write: that which was typed unless BibLaTeX has another one for it."""
        return default if typed.lower() in _TYPES else typed

    def convert(self, field: SourceField, fields: Sequence[SourceField]) -> SourceField | None:
        """Return a typed field by BibLaTeX's name for it, ``None`` if it is part of a date."""
        names = {typed_field.name.lower() for typed_field in fields}
        if names & _SIGNS:
            return field
        name = field.name.lower()
        if name in _LEFT_OUT[1:]:
            return None
        return replace(field, name=_NAMES[name]) if name in _NAMES else field


def write(papers: Iterable[Paper]) -> str:
    """Return a BibLaTeX file of ``papers``, in their order, each under its citation key."""
    return write_file(papers, BibLaTeX())


def _date(paper: Paper) -> str:
    """Return a date as BibLaTeX reads it, "" without a year or if only a text says it.

    A part of the year that is no season stays the month.
    """
    if paper.year is None:
        return ""
    parts = dates.bibtex_parts(items.get_publication_date(paper), paper.year)
    if "year" in parts:
        return ""
    return dates.write_edtf(items.get_publication_date(paper)) or items.write_year(paper.year)
