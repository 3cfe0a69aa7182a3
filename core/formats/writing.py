"""Every format in which papers are written, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from core.base.records import Paper
from core.formats import biblatex, bibliography, bibtex, csl, ris, table

ExportFormat = Literal["bibtex", "biblatex", "ris", "csl", "csv", "jsonl", "text", "html"]

_FIELDS = ("id", "title", "abstract", "authors", "year", "venue", "doi", "arxiv", "url", "keywords")


@dataclass(frozen=True, slots=True)
class Writer:
    """A format: its name for people, the ending of its files, and what writes it."""

    name: str
    ending: str
    write: Callable[[Iterable[Paper]], str]


def record_line(paper: Paper) -> str:
    """Return a paper as a line of JSON, with whatever else its source said and its key."""
    extra = {**paper.extra, "citation_key": paper.citation_key}
    record = {name: getattr(paper, name) for name in _FIELDS}
    return json.dumps({**extra, **record}, ensure_ascii=False) + "\n"


def _lines(papers: Iterable[Paper]) -> str:
    return "".join(map(record_line, papers))


WRITERS: Mapping[ExportFormat, Writer] = {
    "bibtex": Writer("BibTeX", ".bib", bibtex.write),
    "biblatex": Writer("BibLaTeX", ".bib", biblatex.write),
    "ris": Writer("RIS", ".ris", ris.write),
    "csl": Writer("CSL-JSON", ".json", csl.write),
    "csv": Writer("Table (CSV)", ".csv", table.write),
    "jsonl": Writer("Paper records (JSON Lines)", ".jsonl", _lines),
    "text": Writer("Formatted references (text)", ".txt", bibliography.bibliography),
    "html": Writer("Formatted references (HTML)", ".html", bibliography.bibliography_html),
}
assert set(WRITERS) == set(get_args(ExportFormat))


def write(papers: Iterable[Paper], kind: ExportFormat, style: str = "") -> str:
    """Return papers as the text of a file; ``style`` is for formatted references.

    Raises:
        FormatError: the style cannot be used.
    """
    if kind == "text":
        return bibliography.bibliography(papers, style or bibliography.DEFAULT_STYLE)
    if kind == "html":
        return bibliography.bibliography_html(papers, style or bibliography.DEFAULT_STYLE)
    return WRITERS[kind].write(papers)
