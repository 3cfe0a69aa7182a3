"""Papers as a table: a row for each, and no cell that a spreadsheet would compute."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats import table
from tests.core.formats.written_papers import WALKS, paper


def rows(written: str) -> list[dict[str, str]]:
    assert written.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(written[1:], newline="")))


def test_a_table_has_a_row_a_paper_with_everything_in_its_column() -> None:
    (row,) = rows(table.write([WALKS]))
    assert row["authors"] == "Ann Smith; Ludwig van Beethoven"
    assert (row["volume"], row["issue"], row["page"]) == ("4", "2", "7–19")
    assert (row["title"], row["year"], row["type"]) == ("Weighing contexts", "2020", "article")


def unguarded(cell: str) -> str:
    """Return what a spreadsheet shows of a cell: the first quote says that it is text."""
    guarded = re.match(r"''*[=+\-@\t\r]", cell)
    return cell[1:] if guarded else cell


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "'=", "''@"])
def test_no_cell_is_a_formula(start: str) -> None:
    title = f'{start}HYPERLINK("http://example.org","x")'
    (row,) = rows(table.write([paper(title, authors=(title,), keywords=(title,), venue=title)]))
    for column in ("title", "authors", "keywords", "venue"):
        assert row[column].startswith("'")
        assert unguarded(row[column]) == " ".join(title.split())


@given(st.text(max_size=20))
def test_a_guarded_cell_can_be_told_from_any_other(text: str) -> None:
    cell = table.guarded(text)
    assert unguarded(cell) == text
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
