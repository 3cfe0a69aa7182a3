"""Checks the fields of a paper and reads typed dates; reports doubts, refuses nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from core.formats import dates
from core.formats.fields import clean, extract_year

Doubt = Literal["isbn", "issn", "pages", "date"]

_RANGE = re.compile(r"(?<!\d)(\d{1,9})\s*[-–—]+\s*(\d{1,9})(?!\d)")
_ISSN = re.compile(r"\d{4}-\d{3}[\dX]", re.I)
_NO_DIGIT = re.compile(r"[^\dXx]")


def doubts(values: Mapping[str, str]) -> list[tuple[str, Doubt]]:
    """Return the variables of CSL whose text cannot quite be right, with what is wrong."""
    field_doubts: list[tuple[str, Doubt]] = []
    for name, text in values.items():
        parts = [part.strip() for part in text.split(";") if part.strip()]
        if name == "ISBN" and not all(map(_is_isbn, parts)):
            field_doubts.append((name, "isbn"))
        elif name == "ISSN" and not all(map(_is_issn, parts)):
            field_doubts.append((name, "issn"))
        elif name == "page" and any(int(first) > int(last) for first, last in _RANGE.findall(text)):
            field_doubts.append((name, "pages"))
        elif name == "issued" and text and not dates.convert_date_to_iso(text):
            field_doubts.append((name, "date"))
    return field_doubts


def read_date(text: str) -> tuple[int | None, str]:
    """Return the year of a typed date, and the date where it says more: "May 2016" is "2016-05"."""
    date = dates.convert_date_to_iso(text) or clean(text)
    year = extract_year(date)
    return year, "" if date == str(year) else date


def _is_isbn(text: str) -> bool:
    digits = [10 if sign in "Xx" else int(sign) for sign in _NO_DIGIT.sub("", text)]
    if len(digits) == 10:
        return (
            sum(weight * digit for weight, digit in zip(range(10, 0, -1), digits, strict=True)) % 11
            == 0
        )
    weighed = sum(digit * (3 if index % 2 else 1) for index, digit in enumerate(digits))
    return len(digits) == 13 and weighed % 10 == 0


def _is_issn(text: str) -> bool:
    if not _ISSN.fullmatch(text):
        return False
    digits = [10 if sign in "Xx" else int(sign) for sign in text.replace("-", "")]
    return (
        sum(weight * digit for weight, digit in zip(range(8, 0, -1), digits, strict=True)) % 11 == 0
    )
