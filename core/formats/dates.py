"""Dates as the formats write them, and as ISO 8601 has them: "2016-05", "2016-05-12", a range."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.base import items
from core.formats.fields import MONTHS, clean, extract_year, parse_number, write_plain_digits

ISO = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?(?:/(?:\d{4}(?:-\d{2}(?:-\d{2})?)?)?)?")
_EARLY = re.compile(r"-\d{1,4}")
_WITH_TIME = re.compile(r"(\d{4})-(\d{2})-(\d{2})[T ]\d{2}:\d{2}.*")
_NUMERIC = re.compile(r"(\d{4})[-/.](\d{1,2})?(?:[-/.](\d{1,2})?)?/?")
_NAMED = (
    re.compile(
        r"(?P<day>\d{1,2})?(?:st|nd|rd|th|\.)?\s*(?P<month>[A-Za-z]{3,9})\.?,?\s+(?P<year>\d{4})"
    ),
    re.compile(
        r"(?P<month>[A-Za-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})"
    ),
    re.compile(r"(?P<year>\d{4})\s+(?P<month>[A-Za-z]{3,9})\.?(?:\s+(?P<day>\d{1,2}))?"),
)
_MONTH_NUMBERS = {name[:3].lower(): number for number, name in enumerate(MONTHS, start=1)}
_MONTH_NAMES = frozenset(
    form.lower() for name in MONTHS for form in (name, name[:3], name[:4] if name[0] == "S" else "")
)
_UNDATED = re.compile(r"[^\w]*(?:n\.?\s?d\.?|s\.?\s?d\.?|no date|undated|0+)?[^\w]*", re.I)
_SEASONS = {"1": "Spring", "2": "Summer", "3": "Autumn", "4": "Winter"}
_SEASON = re.compile(rf"(?P<season>{'|'.join(_SEASONS.values())}) (?P<year>\d{{4}})")
_CIRCA = "circa "
_ONE_DAY = r"-?\d{4}(?:-\d{2}(?:-\d{2})?)?"
_BEFORE_CHRIST = re.compile(rf"{_ONE_DAY}(?:/{_ONE_DAY})?")
_DAY_PARTS = re.compile(r"(-?\d+)(?:-(\d+)(?:-(\d+))?)?")


def month_number(text: str) -> int | None:
    """Return which month a name, its beginning or a number is."""
    text = text.strip(" .").lower()
    if text.isdecimal():
        number = parse_number(text)
        return number if number is not None and 1 <= number <= 12 else None
    return _MONTH_NUMBERS[text[:3]] if text in _MONTH_NAMES and text else None


def convert_date_to_iso(text: str) -> str:
    """Return a date as ISO 8601 has it, "" if it is in no form that is known."""
    text = clean(text)
    if ISO.fullmatch(text):
        return text
    if match := _NUMERIC.fullmatch(text) or _WITH_TIME.fullmatch(text):
        return joined(*(int(part) if part else None for part in match.groups()))
    return next(filter(None, (_format_named_month(form.fullmatch(text)) for form in _NAMED)), "")


def _format_named_month(match: re.Match[str] | None) -> str:
    """Return a date whose month is a name."""
    month = month_number(match["month"]) if match else None
    if match is None or month is None:
        return ""
    return joined(int(match["year"]), month, int(match["day"]) if match["day"] else None)


def joined(year: int | None, month: int | None = None, day: int | None = None) -> str:
    """Return the parts of a date as one, as far as they can be right."""
    if year is None or not 0 <= year <= 9999:
        return ""
    if month is None or not 1 <= month <= 12:
        return f"{year:04}"
    return f"{year:04}-{month:02}" + (f"-{day:02}" if day and 1 <= day <= 31 else "")


def issued(year: int | None, *texts: str) -> dict[str, str]:
    """Return what to keep of the dates of a paper: the first that says more than its year."""
    for text in map(write_plain_digits, map(clean, texts)):
        date = convert_date_to_iso(text) or text
        if date and year is not None and extract_year(date) == year and not is_year(date, year):
            return {"issued": date}
    return {}


def is_year(date: str, year: int) -> bool:
    """Tell whether a date says no more than its year."""
    return date in (str(year), items.write_year(year), f"{-year} BC")


def read_status(year: int | None, *texts: str) -> dict[str, str]:
    """Return what stands in place of a year, as "in press"; that there is none says nothing."""
    words = [text for text in map(clean, texts) if text and not _UNDATED.fullmatch(text)]
    return {"status": words[0]} if words and year is None else {}


# --- dates in CSL-JSON and BibTeX ---------------------------------------------------------------


def from_csl(value: object) -> str:
    """Return a date variable of CSL-JSON as ISO 8601, or as the text it holds."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        return convert_date_to_iso(str(value)) or clean(str(value))
    if not isinstance(value, dict):
        return ""
    parts = value.get("date-parts")
    parsed_dates = (
        [_of_parts(date_parts) for date_parts in parts] if isinstance(parts, list) else []
    )
    stated = "/".join([date for date in parsed_dates if date][:2])
    season = clean(str(value.get("season", "")))
    date_text = next(
        (clean(str(value[name])) for name in ("literal", "raw") if value.get(name)), ""
    )
    if season and re.fullmatch(r"\d{4}", stated):
        stated = f"{_SEASONS.get(season, season)} {stated}"
    elif date_text and (not stated or (len(stated) == 4 and stated in date_text)):
        stated = convert_date_to_iso(date_text) or date_text
    return f"{_CIRCA}{stated}" if stated and value.get("circa") else stated


def to_csl(date: str) -> dict[str, Any]:
    """Return a date variable of CSL-JSON."""
    approximate = to_csl(date.removeprefix(_CIRCA)) if date.startswith(_CIRCA) else {}
    if approximate and "literal" not in approximate:
        return approximate | {"circa": True}
    if any(form.fullmatch(date) for form in (ISO, _BEFORE_CHRIST, _EARLY)):
        days = filter(None, map(_DAY_PARTS.fullmatch, date.split("/")))
        return {"date-parts": [[int(part) for part in day.groups() if part] for day in days]}
    if season := _SEASON.fullmatch(date):
        numbers = {name: int(number) for number, name in _SEASONS.items()}
        return {"date-parts": [[int(season["year"])]], "season": numbers[season["season"]]}
    year = extract_year(date)
    about: dict[str, Any] = {"date-parts": [[year]]} if year is not None else {}
    return about | {"literal": date}


def _of_parts(parts: object) -> str:
    if not isinstance(parts, list) or not all(isinstance(part, str | int) for part in parts):
        return ""
    year, *rest = map(str, parts[:3]) if parts else ("",)
    numbers = [number for part in rest if (number := parse_number(part)) is not None]
    if year.startswith("-"):  # before Christ
        before = joined(parse_number(year[1:]), *numbers)
        return f"-{before}" if before.strip("0-") else ""
    return joined(parse_number(year), *numbers)


def bibtex_parts(date: str, year: int | None) -> Mapping[str, str]:
    """Return month and day of a date as BibTeX has them; a text that is no date is the month.

    What they cannot say is BibLaTeX's ``date``.
    """
    if ISO.fullmatch(date):
        parts = date.partition("/")[0].split("-")[1:]
        whole = {"date": date} if "/" in date else {}
        return whole | dict(zip(("month", "day"), (str(int(part)) for part in parts), strict=False))
    rest = clean(date.replace(str(year), "", 1)).strip(" ,;") if year is not None else date
    if any(map(str.isdigit, rest)):
        return {"date": date}
    return {"month": rest} if rest else {}
