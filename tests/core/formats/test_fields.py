"""Values that fields of every format hold: years of every age, and DOIs in every disguise."""

from __future__ import annotations

import pytest

from core.formats.fields import extract_year
from tests.core.formats.bibtex_records import read_one


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("-0043", -43),
        ("350 BC", -350),
        ("c. 120 v. Chr.", -120),
        ("0842?", 842),
        ("AD 79", 79),
        ("842", 842),
        ("198X", 1980),
        ("1723~", 1723),
        ("12", None),
        ("in press", None),
        ("1999/2003", 1999),
    ],
)
def test_years_of_every_age_are_read(text: str, year: int | None) -> None:
    assert extract_year(text) == year


@pytest.mark.parametrize(
    ("field", "doi"),
    [
        (r"doi={10.55555/a{\_}b{\textless}1::x{\textgreater}3}", "10.55555/a_b<1::x>3"),
        (r"doi={10.55555/a\_b\%3C1}", "10.55555/a_b<1"),
        ("doi={10.55555/a, 10.55555/b}", "10.55555/a"),
        ("doi={10.55555/a https://doi.org/10.55555/b}", "10.55555/a"),
        ("doi={10.55555/a&lt;1}", "10.55555/a<1"),
        ("url={https://doi.org/10.55555%2Fx.1}", "10.55555/x.1"),
    ],
)
def test_dois_are_read_in_every_disguise(field: str, doi: str) -> None:
    assert read_one(field).doi == doi


def test_a_second_doi_is_kept() -> None:
    assert read_one("doi={10.55555/a, 10.55555/b}").extra["doi-2"] == "10.55555/b"
