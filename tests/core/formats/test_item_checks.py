"""Doubts about the fields of a paper, and dates as they are typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.item_checks import doubts, read_date


def isbn_13(digits: list[int]) -> str:
    """Write twelve digits with the check digit of EAN-13 behind them."""
    total = sum(digits[0::2]) + 3 * sum(digits[1::2])
    return "".join(map(str, [*digits, (10 - total % 10) % 10]))


def issn(digits: list[int]) -> str:
    """Write seven digits with the check digit of ISO 3297 behind them."""
    total = sum((8 - index) * digit for index, digit in enumerate(digits))
    last = (11 - total % 11) % 11
    text = "".join(map(str, digits))
    return f"{text[:4]}-{text[4:]}{'X' if last == 10 else last}"


def digit_lists(size: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 9), min_size=size, max_size=size)


@given(digit_lists(12), st.integers(0, 11), st.integers(1, 9))
def test_an_isbn_of_thirteen_digits_is_checked(digits: list[int], place: int, more: int) -> None:
    whole = isbn_13(digits)
    assert doubts({"ISBN": whole}) == []
    assert doubts({"ISBN": f"{whole[:3]}-{whole[3:]}"}) == []
    mistyped = whole[:place] + str((int(whole[place]) + more) % 10) + whole[place + 1 :]
    assert doubts({"ISBN": mistyped}) == [("ISBN", "isbn")]


@given(digit_lists(7), st.integers(0, 6), st.integers(1, 9))
def test_an_issn_is_checked(digits: list[int], place: int, more: int) -> None:
    whole = issn(digits)
    assert doubts({"ISSN": whole}) == []
    mistyped = issn(digits)[-1]
    digits[place] = (digits[place] + more) % 10
    assert doubts({"ISSN": issn(digits)[:-1] + mistyped}) == [("ISSN", "issn")]


@pytest.mark.parametrize(
    ("name", "text", "doubt"),
    [
        ("ISBN", "0-306-40615-2", ""),
        ("ISBN", "080442957X", ""),
        ("ISBN", "0-306-40615-3", "isbn"),
        ("ISBN", "978-0-306-40615-7; 0-306-40615-2", ""),
        ("ISBN", "978-0-306-40615-7; 123", "isbn"),
        ("ISSN", "0378-5955", ""),
        ("ISSN", "03785955", "issn"),
        ("ISSN", "0378-5955; 0378-5956", "issn"),
        ("page", "7–19", ""),
        ("page", "19–7", "pages"),
        ("page", "3--5, 12-9", "pages"),
        ("page", "9–9", ""),
        ("page", "S12", ""),
        ("issued", "2016-05", ""),
        ("issued", "", ""),
        ("issued", "soon", "date"),
        ("volume", "soon", ""),
    ],
)
def test_a_value_that_cannot_be_right_is_doubted(name: str, text: str, doubt: str) -> None:
    assert doubts({name: text}) == ([(name, doubt)] if doubt else [])


@pytest.mark.parametrize(
    ("typed", "year", "date"),
    [
        ("2016", 2016, ""),
        ("May 2016", 2016, "2016-05"),
        ("12 May 2016", 2016, "2016-05-12"),
        ("2016-05-12/2016-05-14", 2016, "2016-05-12/2016-05-14"),
        ("in press", None, "in press"),
        ("", None, ""),
    ],
)
def test_a_typed_date_has_a_year_and_what_else_it_says(
    typed: str, year: int | None, date: str
) -> None:
    assert read_date(typed) == (year, date)
