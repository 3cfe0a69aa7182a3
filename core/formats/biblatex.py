"""Papers to BibLaTeX: its own entry types, dates and names of fields.

Reading is the same as for BibTeX (``core.formats.bibtex``). What an entry had by crossref is
written out, so that no entry needs another one.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.base import items
from core.base.records import Paper
from core.formats import dates, item_types
from core.formats.bibtex_writer import file_of, values_of
from core.formats.cite import keyed
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
_GENRES = {f"{{{genre}}}": f"{{{name}}}" for name, genre in item_types.THESES.items()}
_LEFT_OUT = ("crossref", "year", "month", "day", "date")


def write(papers: Iterable[Paper]) -> str:
    """Return a BibLaTeX file of ``papers``, in their order, each under its citation key."""
    return file_of(_entry(paper, key) for paper, key in keyed(papers))


def _entry(paper: Paper, key: str) -> tuple[str, str, dict[str, str]]:
    named = bibtex_type(paper)
    kind, told = _TYPES.get(named, (named, ""))
    stated = values_of(paper)
    date = _date(paper)
    values: dict[str, str] = {}
    for name, value in stated.items():
        if name == "year" and date:
            values["date"] = f"{{{date}}}"
        if name not in _LEFT_OUT or (name == "month" and date.isdecimal()):  # "Spring"
            values.setdefault(_NAMES.get(name, name), value)
    if told and (kind != "thesis" or paper.extra.get("genre") == item_types.THESES[named]):
        values.setdefault("type", told)
    if "type" in values:
        values["type"] = _GENRES.get(values["type"], values["type"])
    if paper.arxiv:
        values["eprinttype"] = "{arxiv}"
    return kind, key, values


def _date(paper: Paper) -> str:
    """Return a date as ISO 8601 has it, as far as it is known; "" without a year."""
    if paper.year is None:
        return ""
    issued = items.date_of(paper)
    return issued if dates.ISO.fullmatch(issued) else f"{paper.year:04}"
