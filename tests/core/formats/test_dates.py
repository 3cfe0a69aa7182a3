"""Dates of every kind, as they are read and written."""

from __future__ import annotations

import pytest

from core.formats import dates
from core.formats.fields import extract_year


@pytest.mark.parametrize(
    "issued",
    [
        {"date-parts": [[2011, 5, 25], [2012, 6, 26]], "circa": True},
        {"date-parts": [[2017]], "season": 4},
        {"date-parts": [[2017]], "season": 1, "circa": True},
        {"date-parts": [[-333, 11, 5]]},
        {"date-parts": [[-100, 7], [-44, 3, 15]]},
        {"date-parts": [[-44], [14]]},
        {"date-parts": [[2014, 12], [0]]},
    ],
)
def test_dates_of_every_kind_come_back_as_they_were(issued: object) -> None:
    assert dates.to_csl(dates.from_csl(issued)) == issued


@pytest.mark.parametrize(
    "parts", [["", 5, 3], ["x", 5], [], [-0], ["-"], ["-x", 4], [10000, 5], [None], 2001]
)
def test_a_date_without_a_year_is_none(parts: object) -> None:
    assert dates.from_csl({"date-parts": [parts]}) in ("", "0000")


@pytest.mark.parametrize(
    ("text", "issued"),
    [
        ("1850~", "circa 1850"),
        ("1850%", "circa 1850?"),
        ("2001-22", "Summer 2001"),
        ("1999/00", "1999/00"),
        ("1999/13", "1999/13"),
        ("12. März 1999", "1999-03-12"),
        ("mai 1968", "1968-05"),
        ("22-24 May, 2003", "2003-05-22/2003-05-24"),
        ("May 22–24, 2003", "2003-05-22/2003-05-24"),
        ("30th–31st March 2010", "2010-03-30/2010-03-31"),
        ("24-22 May 2003", "24-22 May 2003"),
        ("1995 Jul-Aug", "Jul-Aug 1995"),
        ("2003 Spring", "Spring 2003"),
        ("1998 Fall", "Fall 1998"),
        ("185X", "185X"),
        ("1999–2001,", "1999–2001"),
    ],
)
def test_what_a_date_says_beyond_its_year_is_kept(text: str, issued: str) -> None:
    assert dates.issued(extract_year(text), text) == {"issued": issued}


@pytest.mark.parametrize("text", ["1999.", "1999-00-00", "1999"])
def test_a_date_that_is_only_a_year_says_no_more(text: str) -> None:
    assert dates.issued(1999, text) == {}


@pytest.mark.parametrize(
    ("issued", "edtf"),
    [
        ("circa 1850", "1850~"),
        ("circa 1850?", "1850%"),
        ("Winter 2001", "2001-24"),
        ("1999–2001", "1999/2001"),
        ("1999/", "1999/"),
        ("-0043", "-0043"),
        ("1987 [1885]", ""),
    ],
)
def test_edtf_is_written_where_it_has_a_form(issued: str, edtf: str) -> None:
    assert dates.write_edtf(issued) == edtf


@pytest.mark.parametrize(
    ("issued", "fields"),
    [
        ("2001a", {"year": "2001a"}),
        ("ca. 2001", {"year": "ca. 2001"}),
        ("circa 2001", {"date": "2001~"}),
        ("Jan–Feb 2001", {"month": "Jan–Feb"}),
        ("2001-03-04", {"month": "3", "day": "4"}),
        ("2001?", {"date": "2001?"}),
        ("2001, printed 2001", {"year": "2001, printed 2001"}),
    ],
)
def test_only_a_part_of_a_year_is_a_month(issued: str, fields: dict[str, str]) -> None:
    assert dates.bibtex_parts(issued, 2001) == fields


def test_months_and_decades_are_ranges_to_csl() -> None:
    assert dates.to_csl("Jan–Feb 1999") == {"date-parts": [[1999, 1], [1999, 2]]}
    assert dates.to_csl("185X") == {"date-parts": [[1850], [1859]]}
    assert dates.from_csl({"date-parts": [[2001, 23]]}) == "Autumn 2001"


@pytest.mark.parametrize(
    ("parts", "date"),
    [([2001, None, None], "2001"), ([2001, "", 3], "2001"), ([2001, 5, None], "2001-05")],
)
def test_a_part_that_is_unknown_ends_a_date(parts: list[object], date: str) -> None:
    assert dates.from_csl({"date-parts": [parts]}) == date


@pytest.mark.parametrize("first", [13, 21])
def test_seasons_stand_in_place_of_months(first: int) -> None:
    parts = [[[2001, month]] for month in range(first, first + 4)]
    seasons = [f"{season} 2001" for season in ("Spring", "Summer", "Autumn", "Winter")]
    assert [dates.from_csl({"date-parts": part}) for part in parts] == seasons


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("March 2001", "2001-03"),
        ("2001-03-04T12:30:00Z", "2001-03-04"),
        ("Easter 2001", "Easter 2001"),
        (2001, "2001"),
        ({"raw": "4 March 2001"}, "2001-03-04"),
        ({"date-parts": [[2001], [2002], [2003]]}, "2001/2002"),
        ({}, ""),
        (None, ""),
        (True, ""),
    ],
)
def test_csl_dates_may_be_texts_too(value: object, date: str) -> None:
    assert dates.from_csl(value) == date


def test_a_text_that_is_no_date_keeps_its_year_for_csl() -> None:
    assert dates.to_csl("Easter 2001") == {"date-parts": [[2001]], "literal": "Easter 2001"}
    assert dates.to_csl("at Easter") == {"literal": "at Easter"}


@pytest.mark.parametrize(
    ("text", "month"),
    [("5", 5), (" 12.", 12), ("Sept.", 9), ("Mai", 5), ("0", None), ("13", None), ("9" * 30, None)],
)
def test_a_month_is_read_from_its_number_or_name(text: str, month: int | None) -> None:
    assert dates.month_number(text) == month


@pytest.mark.parametrize(
    ("year", "texts", "status"),
    [
        (None, ("n.d.", "in press"), {"status": "in press"}),
        (None, ("n.d.", "0000", ""), {}),
        (2001, ("in press",), {}),
    ],
)
def test_what_stands_in_place_of_a_year_is_its_status(
    year: int | None, texts: tuple[str, ...], status: dict[str, str]
) -> None:
    assert dates.read_status(year, *texts) == status
