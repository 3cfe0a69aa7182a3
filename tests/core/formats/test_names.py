"""Which part of a displayed name is the family name, and which a suffix."""

from __future__ import annotations

import pytest

from core.formats.names import Name, split_name


@pytest.mark.parametrize(
    ("display", "given", "family", "suffix"),
    [
        ("Ann Roe Jr.", "Ann", "Roe", "Jr."),
        ("Ann Roe sr", "Ann", "Roe", "sr"),
        ("Ann Mary Roe III", "Ann Mary", "Roe", "III"),
        ("Ann Roe IV", "Ann", "Roe", "IV"),
        ("Jian Wei Xi", "Jian Wei", "Xi", ""),
        ("Thi Lan Vi", "Thi Lan", "Vi", ""),
        ("Anand Kumar V", "Anand Kumar", "V", ""),
        ("Wei Li X", "Wei Li", "X", ""),
        ("Jan van der Berg VII", "Jan", "van der Berg", "VII"),
        ("Jinping Xi", "Jinping", "Xi", ""),
    ],
)
def test_a_roman_numeral_is_a_suffix_in_capitals_alone(
    display: str, given: str, family: str, suffix: str
) -> None:
    assert split_name(display) == Name(given, family, suffix)
