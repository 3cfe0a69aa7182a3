"""Numbers and pages as a style writes them."""

from __future__ import annotations

import re

from core.formats.styles.style import Locale

NUMERIC = re.compile(
    r"\s*[A-Za-zÀ-ÿ]{0,3}\d+[A-Za-z]{0,3}(?:\s*(?:[-–,&]|and)\s*[A-Za-z]{0,3}\d+[A-Za-z]{0,3})*\s*"
)
_RANGE = re.compile(r"([A-Za-z]*)(\d+)\s*[-–—]+\s*([A-Za-z]*)(\d+)")
_SEVERAL = re.compile(r"\d\s*(?:[-–—,&]|and)\s*\w*\d")
_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
_LARGEST_ROMAN = 4000


def is_numeric(text: str) -> bool:
    """Tell whether a text counts as a number for a style."""
    return bool(NUMERIC.fullmatch(text))


def is_plural(text: str) -> bool:
    """Tell whether a text names several numbers."""
    return bool(_SEVERAL.search(text))


def format_number(text: str, form: str, locale: Locale, gender: str = "") -> str:
    """Return a number as an ordinal, in Roman numerals, or with its ranges in print."""
    if not is_numeric(text):
        return text
    if form in ("", "numeric"):
        spaced = re.sub(r"\s*[-–—]\s*", "–", text.strip())
        return re.sub(r"\s*([,&])\s*", lambda m: ", " if m[1] == "," else " & ", spaced)
    return re.sub(r"\d+", lambda number: _format_one(int(number[0]), form, locale, gender), text)


def _format_one(number: int, form: str, locale: Locale, gender: str) -> str:
    if form == "roman":
        return to_roman(number)
    if form == "long-ordinal" and 0 < number <= 10:
        word = locale.term(f"long-ordinal-{number:02}")
        if word:
            return word
    return f"{number}{locale.ordinal(number, gender)}"


def to_roman(number: int) -> str:
    """Return Roman numerals in small letters."""
    if not 0 < number < _LARGEST_ROMAN:
        return str(number)
    letters = ""
    rest = number
    for value, numeral in _ROMAN:
        count, rest = divmod(rest, value)
        letters += numeral * count
    return letters


def format_pages(text: str, form: str, delimiter: str) -> str:
    """Return pages with their ranges shortened as a style has it."""
    pieces = re.split(r"\s*[,;]\s*", text)
    return ", ".join(_format_range(piece, form, delimiter) for piece in pieces)


def _format_range(text: str, form: str, delimiter: str) -> str:
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        single = len(re.findall(r"[-–—]+", text)) == 1
        return re.sub(r"\s*[-–—]+\s*", delimiter, text) if single else text.replace("–", "-")
    prefix, first, other_prefix, last = match.groups()
    if not form or (prefix != other_prefix and other_prefix):
        return f"{prefix}{first}{delimiter}{other_prefix}{last}"
    if len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    if len(first) == len(last) and form != "expanded":
        last = _shorten(first, last, form)
        return f"{prefix}{first}{delimiter}{last}"
    return f"{prefix}{first}{delimiter}{other_prefix or prefix}{last}"


def _shorten(first: str, last: str, form: str) -> str:
    common = 0
    while common < len(first) - 1 and first[common] == last[common]:
        common += 1
    if form == "minimal":
        return last[common:]
    if form == "minimal-two":
        return last[min(common, max(0, len(last) - 2)) :]
    return _shorten_chicago(first, last, common, form)


def _shorten_chicago(first: str, last: str, common: int, form: str) -> str:
    number = int(first)
    if number < 100 or number % 100 == 0:
        return last
    if number % 100 < 10:
        return last[common:]
    if form != "chicago-16" and len(first) == 4 and len(last) - common >= 3:
        return last
    return last[min(common, len(last) - 2) :]
