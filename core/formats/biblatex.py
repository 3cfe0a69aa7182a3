"""Papers to BibLaTeX: its own entry types, dates and names of fields.

Reading is the same as for BibTeX (``core.formats.bibtex``). What an entry had by crossref is
written out, so that no entry needs another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.formats.bibtex import read as read  # noqa: PLC0414 - both halves of one door
from core.formats.bibtex_writer import file_of, values_of
from core.formats.cite import unique_keys
from core.formats.kinds import bibtex_type
from core.records import Paper

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
_LEFT_OUT = ("crossref", "year", "month", "day", "date")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?(?:/(?:\d{4}(?:-\d{2}(?:-\d{2})?)?)?)?")


def write(papers: Iterable[Paper]) -> str:
    """Return a BibLaTeX file of ``papers``, in their order, each under its citation key."""
    papers = list(papers)
    return file_of(
        _entry(paper, key) for paper, key in zip(papers, unique_keys(papers), strict=True)
    )


def _entry(paper: Paper, key: str) -> tuple[str, str, dict[str, str]]:
    named = bibtex_type(paper)
    kind, told = _TYPES.get(named, (named, ""))
    stated = values_of(paper)
    date = _date(paper.year, stated)
    values: dict[str, str] = {}
    for name, value in stated.items():
        if name == "year" and date:
            values["date"] = f"{{{date}}}"
        if name not in _LEFT_OUT:
            values.setdefault(_NAMES.get(name, name), value)
    if told:
        values.setdefault("type", told)
    if values.get("eprinttype"):
        values["eprinttype"] = "{arxiv}"
    return kind, key, values


def _date(year: int | None, values: dict[str, str]) -> str:
    """Return a date as ISO 8601 has it, as far as it is known; "" without a year."""
    if year is None:
        return ""
    whole = values.get("date", "").strip("{}")
    if whole.startswith(f"{year:04}") and _DATE.fullmatch(whole):
        return whole
    month, day = values.get("month", ""), values.get("day", "").strip("{}")
    date = f"{year:04}"
    if month in _MONTHS:
        date += f"-{_MONTHS.index(month) + 1:02}"
        if re.fullmatch(r"0?[1-9]|[12]\d|3[01]", day):
            date += f"-{int(day):02}"
    return date
