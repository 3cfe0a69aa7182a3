"""Dates as styles write them."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from core.formats.styles.dates import read_parts, render_date, sort_key
from core.formats.styles.rich_text import plain
from core.formats.styles.style import Locale, load_locale

NAMESPACE = 'xmlns="http://purl.org/net/xbiblio/csl"'
LONG = (
    f'<date {NAMESPACE}><date-part name="day" suffix=" "/><date-part name="month" suffix=" "/>'
    '<date-part name="year"/></date>'
)


@pytest.fixture(scope="module")
def english() -> Locale:
    return load_locale("en-GB", etree.fromstring(f"<style {NAMESPACE}/>"))


def date(*dates: list[int], **more: object) -> dict[str, Any]:
    return {"date-parts": list(dates), **more}


def render(locale: Locale, xml: str, value: object, year_suffix: str = "") -> str:
    return plain(render_date(etree.fromstring(xml), value, locale, year_suffix))


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (None, []),
        ("2001", []),
        ({}, []),
        (date([]), []),
        (date(["x"]), []),
        (date(["2001", "5"]), [(2001, 5)]),
        (date([-44, 3, 15]), [(-44, 3, 15)]),
        (date([2001, 5, 3, 12]), [(2001, 5, 3)]),
        (date([2001], [2002], [2003]), [(2001,), (2002,)]),
        (date([2001], season="2"), [(2001, 14)]),
        (date([2001, 5], season="2"), [(2001, 5)]),
        (date([2001], season="spring"), [(2001,)]),
    ],
)
def test_parts_are_read(value: object, parts: list[tuple[int, ...]]) -> None:
    assert read_parts(value) == parts


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (date([2001, 5, 3]), "3 May 2001"),
        (date([2001, 5]), "May 2001"),
        (date([2001]), "2001"),
        (date([2001, 0, 0]), "2001"),
        (date([2001], season="1"), "Spring 2001"),
        (date([2001], season="4"), "Winter 2001"),
        (date([476]), "476 AD"),
        (date([-44, 3, 15]), "15 March 44 BC"),
        (date([2001], literal="in winter"), "in winter"),
        (date([2001, 5, 3], [0]), "3 May 2001–"),
        ({}, ""),
        (None, ""),
    ],
)
def test_dates_are_written_as_far_as_they_are_known(
    english: Locale, value: object, written: str
) -> None:
    assert " ".join(render(english, LONG, value).split()) == " ".join(written.split())


def test_the_suffix_that_tells_works_of_a_year_apart_stands_behind_the_year(
    english: Locale,
) -> None:
    assert render(english, LONG, date([2001, 5]), "b") == "May 2001b"
    assert render(english, LONG, {"literal": "in press"}, "b") == "in pressb"


@pytest.mark.parametrize(
    ("part", "form", "written"),
    [
        ("year", "short", "01"),
        ("year", "long", "2001"),
        ("month", "short", "May"),
        ("month", "numeric", "5"),
        ("month", "numeric-leading-zeros", "05"),
        ("day", "numeric", "3"),
        ("day", "numeric-leading-zeros", "03"),
        ("day", "ordinal", "3rd"),
    ],
)
def test_forms_of_a_part(english: Locale, part: str, form: str, written: str) -> None:
    xml = f'<date {NAMESPACE}><date-part name="{part}" form="{form}"/></date>'
    assert render(english, xml, date([2001, 5, 3])) == written


def test_a_part_is_cased_stripped_and_put_between_its_affixes(english: Locale) -> None:
    xml = (
        f'<date {NAMESPACE}><date-part name="month" form="short" strip-periods="true" '
        'text-case="uppercase" prefix="(" suffix=")"/></date>'
    )
    assert render(english, xml, date([2001, 9])) in {"(SEP)", "(SEPT)"}
    assert render(english, xml, date([2001])) == ""


@pytest.mark.parametrize(
    ("dates", "written"),
    [
        (([2001, 5, 3], [2001, 5, 9]), "3–9 May 2001"),
        (([2001, 5, 3], [2001, 6, 9]), "3 May–9 June 2001"),
        (([2001, 5, 3], [2002, 6, 9]), "3 May 2001–9 June 2002"),
        (([2001], [2004]), "2001–2004"),
        (([2001, 5], [2001, 5]), "May 2001"),
    ],
)
def test_what_both_dates_of_a_range_share_is_written_once(
    english: Locale, dates: tuple[list[int], list[int]], written: str
) -> None:
    assert render(english, LONG, date(*dates)) == written


def test_the_part_in_which_the_dates_differ_says_what_stands_between_them(
    english: Locale,
) -> None:
    xml = (
        f'<date {NAMESPACE}><date-part name="day" suffix=" " range-delimiter=" to "/>'
        '<date-part name="month" suffix=" " range-delimiter=" until "/>'
        '<date-part name="year" range-delimiter="/"/></date>'
    )
    assert render(english, xml, date([2001, 5, 3], [2001, 5, 9])) == "3 to 9 May 2001"
    assert render(english, xml, date([2001, 5, 3], [2001, 6, 9])) == "3 May until 9 June 2001"
    assert render(english, xml, date([2001], [2004])) == "2001/2004"


def test_a_form_of_the_language_is_limited_to_the_parts_asked_for(english: Locale) -> None:
    whole = render(english, f'<date {NAMESPACE} form="text"/>', date([2001, 5, 3]))
    assert "2001" in whole
    assert "May" in whole
    assert "3" in whole
    year = f'<date {NAMESPACE} form="text" date-parts="year"/>'
    assert render(english, year, date([2001, 5, 3])) == "2001"
    assert render(english, f'<date {NAMESPACE} form="unheard"/>', date([2001, 5, 3])) == ""
    short = (
        f'<date {NAMESPACE} form="text" date-parts="year"><date-part name="year" form="short"/>'
        "</date>"
    )
    assert render(english, short, date([2001, 5, 3])) == "01"


def test_dates_are_ordered_by_time() -> None:
    values = [
        date([-44, 3, 15]),
        date([-43]),
        date([476]),
        date([2001]),
        date([2001, 5]),
        date([2001, 5, 3]),
        date([2001, 5, 3], [2001, 6]),
        date([2001, 12]),
    ]
    keys = [sort_key(value) for value in values]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
    assert sort_key(None) == ""
