"""Tables of references: of Scopus and of others."""

from __future__ import annotations

import pytest

from tests.core.formats.catalogue_samples import read


def test_words_of_scopus_for_no_authors_are_no_authors() -> None:
    no_authors = "[No author name available]"
    text = f'Authors,Title,Year,Source title\n{no_authors},"Peat\nand more",2003,Bog Studies\n'
    record = read("csv", text)
    assert (record.authors, record.title) == ((), "Peat and more")


OPENALEX = """\
display_name,authorships.author.display_name,publication_year,publication_date,\
primary_location.source.display_name,biblio.volume,biblio.first_page,biblio.last_page,doi
Peat,Ada Moor|Bo Fenn,2003,2003-05-01,Bog Studies,4,1,9,https://doi.org/10.55555/p.1
"""
LENS = """\
Title,Author/s,Publication Year,Date Published,Source Title,Volume,Start Page,End Page,DOI
Peat,Ada Moor; Bo Fenn,2003,2003-05-01,Bog Studies,4,1,9,10.55555/p.1
"""


@pytest.mark.parametrize("text", [OPENALEX, LENS])
def test_columns_are_named_in_many_ways(text: str) -> None:
    record = read("csv", text)
    assert (record.title, record.authors) == ("Peat", ("Ada Moor", "Bo Fenn"))
    assert (record.year, record.venue, record.doi) == (2003, "Bog Studies", "10.55555/p.1")
    assert record.extra["issued"] == "2003-05-01"
    assert (record.extra["volume"], record.extra["page"]) == ("4", "1–9")


@pytest.mark.parametrize("empty", ["NA", "n/a", "#N/A", "NaN", "NULL"])
def test_a_cell_without_a_value_is_left_out(empty: str) -> None:
    text = f"Title,Authors,Year,Volume,ISBN\nPeat,{empty},2003,{empty},{empty}\n"
    record = read("csv", text)
    assert record.authors == ()
    assert not {"volume", "ISBN"} & record.extra.keys()


@pytest.mark.parametrize(
    ("header", "cells", "venue", "database"),
    [
        ("Source", "Scopus", "", "Scopus"),
        ("Source", "Peat Letters", "Peat Letters", None),
        ("Source title,Source", "Peat Letters,Scopus", "Peat Letters", "Scopus"),
        ("Source title,Source", ",Web of Science", "", "Web of Science"),
    ],
)
def test_the_database_that_a_row_is_from_is_no_venue(
    header: str, cells: str, venue: str, database: str | None
) -> None:
    record = read("csv", f"Title,Authors,{header}\nOn peat,Ann Roe,{cells}\n")
    assert (record.venue, record.extra.get("source")) == (venue, database)
