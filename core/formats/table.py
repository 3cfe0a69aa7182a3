"""Papers as a table (CSV), for spreadsheets: UTF-8 with a byte order mark, a row a paper.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return
for a formula, which a record from elsewhere could use to run something. Such a cell gets an
apostrophe in front, and so does one that begins with apostrophes and then one of these, so that
what was written can be told exactly. People and keywords stand between semicolons; a person whose
family name a guess would miss is written "Family, Given". "extra" holds what has no column.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from core.base import items
from core.base.records import Paper
from core.formats import names
from core.formats.cite import keyed
from core.formats.fields import clean
from core.formats.item_types import bibtex_type
from core.formats.remainder import find_remainder, write_lines
from core.formats.spreadsheets import convert_cells, name_cells

_OF_THE_RECORD = (
    *("citation_key", "type", "title", "authors", "year", "venue", "doi", "arxiv", "url"),
    *("keywords", "abstract", "id"),
)
COLUMNS = (
    *(
        *_OF_THE_RECORD,
        "date",
        "volume",
        "issue",
        "page",
        "number",
        "editor",
        "edition",
        "publisher",
    ),
    *("publisher-place", "collection-title", "ISBN", "ISSN", "language", "note", "extra"),
)

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_BYTE_ORDER_MARK = "\ufeff"


def write(papers: Iterable[Paper]) -> str:
    """Return a CSV file of ``papers``, in their order, with the names of the columns on top."""
    file = io.StringIO(newline="")
    table = csv.writer(file)
    table.writerow(COLUMNS)
    for paper, key in keyed(papers):
        row = _row(paper, key)
        lost = find_remainder(paper, key, convert_cells(name_cells(COLUMNS, row)))
        table.writerow([guarded(cell) for cell in (*row, write_lines(lost))])
    return _BYTE_ORDER_MARK + file.getvalue()


def guarded(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _row(paper: Paper, key: str) -> tuple[str, ...]:
    return (
        key,
        bibtex_type(paper),
        clean(items.stated_title(paper)),
        names.write_people(paper.authors, paper.extra),
        "" if paper.year is None else str(paper.year),
        clean(paper.venue),
        paper.doi,
        paper.arxiv,
        clean(paper.url),
        "; ".join(map(clean, paper.keywords)),
        clean(paper.abstract),
        paper.id,
        items.get_publication_date(paper),
        *(
            names.write_people(items.get_people(paper.extra, name), paper.extra)
            if name in items.NAMES
            else clean(items.get_field_text(paper.extra, name))
            for name in COLUMNS[len(_OF_THE_RECORD) + 1 : -1]
        ),
    )
