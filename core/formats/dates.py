"""Dates as the formats write them, and as ISO 8601 has them: "2016-05", "2016-05-12", a range."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from core.base import items
from core.formats.fields import MONTHS, clean, extract_year, parse_number, write_plain_digits

ISO = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?(?:/(?:\d{4}(?:-\d{2}(?:-\d{2})?)?)?)?")
_EARLY = re.compile(r"-\d{1,4}")
_WITH_TIME = re.compile(r"(\d{4})-(\d{2})-(\d{2})[T ]\d{2}:\d{2}.*")
_NUMERIC = re.compile(r"(\d{4})[-/.](\d{1,2})?(?:[-/.](\d{1,2})?)?/?")
_NAMED = (
    re.compile(
        r"(?P<day>\d{1,2})?(?:st|nd|rd|th|\.)?\s*(?P<month>[^\W\d_]{3,10})\.?,?\s+(?P<year>\d{4})"
    ),
    re.compile(
        r"(?P<month>[^\W\d_]{3,10})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})"
    ),
    re.compile(r"(?P<year>\d{4})\s+(?P<month>[^\W\d_]{3,10})\.?(?:\s+(?P<day>\d{1,2}))?"),
)
_ORDINAL = r"(?:st|nd|rd|th|\.)?"
_DAYS = rf"(?P<day>\d{{1,2}}){_ORDINAL}\s*[-–/]\s*(?P<last>\d{{1,2}}){_ORDINAL}"
_NAMED_DAYS = (
    re.compile(rf"{_DAYS}\s*(?P<month>[^\W\d_]{{3,10}})\.?,?\s+(?P<year>\d{{4}})"),
    re.compile(rf"(?P<month>[^\W\d_]{{3,10}})\.?\s+{_DAYS},?\s+(?P<year>\d{{4}})"),
    re.compile(rf"(?P<year>\d{{4}}),?\s+(?P<month>[^\W\d_]{{3,10}})\.?\s+{_DAYS}"),
)
"""Days of one month that follow each other, as conferences are dated: "1-2 April, 2001"."""
_OTHER_MONTHS = (
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
)
"""German, French, Spanish, Portuguese, Italian."""
_MONTH_NUMBERS = {
    form: number
    for months in (*_OTHER_MONTHS, " ".join(MONTHS).lower())
    for number, name in enumerate(months.split(), start=1)
    for form in (name, *([name[:3], name[:4]] if name.title() in MONTHS else []))
    if form == name or len(form) == 3 or name[0] == "s"
}
_UNDATED = re.compile(r"[^\w]*(?:n\.?\s?d\.?|s\.?\s?d\.?|no date|undated|0+)?[^\w]*", re.I)
_SEASONS = {"1": "Spring", "2": "Summer", "3": "Autumn", "4": "Winter"}
_SEASON = re.compile(rf"(?P<season>{'|'.join(_SEASONS.values())}) (?P<year>\d{{4}})")
_CIRCA = "circa "
_ONE_DAY = r"-?\d{4}(?:-\d{2}(?:-\d{2})?)?"
_SEASON_IN_MONTH = {
    number: _SEASONS[str((number - 13) % 4 + 1 if number < 20 else number - 20)]
    for number in (13, 14, 15, 16, 21, 22, 23, 24)
}
"""What stands for seasons in place of a month: EDTF counts from 21, CSL from 13."""
_SEASON_DATE = re.compile(r"(?P<year>\d{4})-(?P<season>1[3-6]|2[1-4])")
_UNSURE = re.compile(r"(?P<date>-?\d{4}(?:-\d{2}(?:-\d{2})?)?)(?P<mark>[~%])")
_UNSPECIFIED = re.compile(r"\d\d(?:\d[Xx]|[Xx]{2}|\du|uu)")
_YEARS = re.compile(r"(?P<first>\d{4})\s?[-–]\s?(?P<last>\d{4})")
_EDTF = re.compile(rf"(?:{_ONE_DAY}[?~%]?|\.\.)?(?:/(?:{_ONE_DAY}[?~%]?|\.\.)?)?|\d\dXX|\d{{3}}X")
_MONTHS_OF_YEAR = re.compile(
    r"(?P<first>[^\W\d_]{3,10})\.?\s*[-–/]\s*(?P<last>[^\W\d_]{3,10})\.? (?P<year>\d{4})"
)
_MONTHS_BEHIND_YEAR = re.compile(
    r"(?P<year>\d{4}),? (?P<months>[^\W\d_]{3,10}\.?\s*[-–/]\s*[^\W\d_]{3,10}\.?"
    r"|Spring|Summer|Autumn|Fall|Winter)"
)
"""As PubMed has it: "1995 Jul-Aug"."""
_LEADING_ZEROS = re.compile(r"^(-?)0+(?=\d)")
_OPEN_RANGE = re.compile(rf"({_ONE_DAY})/(?:\.\.)?")
_PART_OF_YEAR = re.compile(r"[^\W\d_]{3,}\.?(?:\s*[-–/&]\s*[^\W\d_]{3,}\.?)?")
"""What a field for the month may hold: "Spring", "Jan–Feb", not "ca."."""
_BEFORE_CHRIST = re.compile(rf"{_ONE_DAY}(?:/{_ONE_DAY})?")
_DAY_PARTS = re.compile(r"(-?\d+)(?:-(\d+)(?:-(\d+))?)?")


def month_number(text: str) -> int | None:
    """Return which month a name, its beginning or a number is."""
    text = text.strip(" .").lower()
    if text.isdecimal():
        number = parse_number(text)
        return number if number is not None and 1 <= number <= 12 else None
    return _MONTH_NUMBERS.get(text)


def convert_date_to_iso(text: str) -> str:
    """Return a date as ISO 8601 has it, "" if it is in no form that is known."""
    text = clean(text)
    if ISO.fullmatch(text):
        return text.replace("-00", "")
    match = _NUMERIC.fullmatch(text)
    if match and match[2] and not match[3] and "/" in text and not 1 <= int(match[2]) <= 12:
        return ""  # "1999/00" is two years
    if match := match or _WITH_TIME.fullmatch(text):
        return joined(*(int(part) if part else None for part in match.groups()))
    forms = (*_NAMED, *_NAMED_DAYS)
    return next(filter(None, (_format_named_month(form.fullmatch(text)) for form in forms)), "")


def _format_named_month(match: re.Match[str] | None) -> str:
    """Return a date, or days that follow each other, whose month is a name."""
    month = month_number(match["month"]) if match else None
    if match is None or month is None:
        return ""
    year, days = int(match["year"]), match.groupdict()
    first = joined(year, month, int(days["day"]) if days["day"] else None)
    if "last" not in days:
        return first
    is_range = 1 <= int(days["day"]) < int(days["last"]) <= 31
    return f"{first}/{joined(year, month, int(days['last']))}" if is_range else ""


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
        date = _write_common_form(text.rstrip(".,;: ") if text[-4:-1].isdigit() else text)
        if date and year is not None and extract_year(date) == year and not is_year(date, year):
            return {"issued": date}
    return {}


def _write_common_form(text: str) -> str:
    """Return a date as records hold it: by ISO 8601, its season by name, "circa" before it."""
    if match := _SEASON_DATE.fullmatch(text):
        return f"{_SEASON_IN_MONTH[int(match['season'])]} {match['year']}"
    if match := _MONTHS_BEHIND_YEAR.fullmatch(text):
        return f"{match['months']} {match['year']}"
    if match := _UNSURE.fullmatch(text):
        return f"{_CIRCA}{match['date']}{'?' if match['mark'] == '%' else ''}"
    return convert_date_to_iso(text) or text


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
    is_open = isinstance(parts, list) and parts[1:] == [[0]]
    stated = "/".join([date for date in parsed_dates if date][: 1 if is_open else 2])
    stated += "/" if is_open and stated else ""
    season = clean(str(value.get("season", ""))) or _read_season_part(parts)
    date_text = next(
        (clean(str(value[name])) for name in ("literal", "raw") if value.get(name)), ""
    )
    if season and re.fullmatch(r"\d{4}", stated):
        stated = f"{_SEASONS.get(season, season)} {stated}"
    elif date_text and (not stated or (len(stated) == 4 and stated in date_text)):
        stated = convert_date_to_iso(date_text) or date_text
    return f"{_CIRCA}{stated}" if stated and value.get("circa") else stated


def _read_season_part(parts: object) -> str:
    """Return the season that stands in place of the month of a single date, "" if none does."""
    match parts:
        case [[_, (str() | int()) as month]]:
            return read_season(str(month))
    return ""


def read_season(month: str) -> str:
    """Return the season that a number in place of a month stands for, "" if it is none."""
    number = parse_number(month)
    return "" if number is None else _SEASON_IN_MONTH.get(number, "")


def to_csl(date: str) -> dict[str, Any]:
    """Return a date variable of CSL-JSON."""
    approximate = to_csl(date.removeprefix(_CIRCA)) if date.startswith(_CIRCA) else {}
    if approximate and "literal" not in approximate:
        return approximate | {"circa": True}
    if parts := _list_csl_parts(date):
        return {"date-parts": parts}
    if season := _SEASON.fullmatch(date):
        numbers = {name: int(number) for number, name in _SEASONS.items()}
        return {"date-parts": [[int(season["year"])]], "season": numbers[season["season"]]}
    year = extract_year(date)
    about: dict[str, Any] = {"date-parts": [[year]]} if year is not None else {}
    return about | {"literal": _LEADING_ZEROS.sub(r"\1", date)}


def _list_csl_parts(date: str) -> list[list[int]]:
    """Return the parts of a date or of both ends of a range, none if a text says more."""
    days: list[str] = []
    if open_range := _OPEN_RANGE.fullmatch(date):
        days = [open_range[1], "0"]
    elif any(form.fullmatch(date) for form in (ISO, _BEFORE_CHRIST, _EARLY)):
        days = date.split("/")
    elif _UNSPECIFIED.fullmatch(date):
        days = [re.sub("[XxUu]", digit, date) for digit in "09"]
    elif months := _MONTHS_OF_YEAR.fullmatch(date):
        numbers = [month_number(months[name]) for name in ("first", "last")]
        days = [f"{months['year']}-{number}" for number in numbers] if all(numbers) else []
    matches = filter(None, map(_DAY_PARTS.fullmatch, days))
    return [[int(part) for part in day.groups() if part] for day in matches]


def _of_parts(parts: object) -> str:
    if not isinstance(parts, list) or not parts:
        return ""
    year, *rest = map(str, parts[:3])
    numbers = takewhile(lambda number: number is not None, map(parse_number, rest))
    if year.startswith("-"):  # before Christ
        before = joined(parse_number(year[1:]), *numbers)
        return f"-{before}" if before.strip("0-") else ""
    return joined(parse_number(year), *numbers)


def bibtex_parts(date: str, year: int | None) -> Mapping[str, str]:
    """Return month and day of a date as BibTeX has them; a season is the month.

    What they cannot say is BibLaTeX's ``date``, or stands in place of the year: "ca. 1850".
    """
    if ISO.fullmatch(date):
        parts = date.partition("/")[0].split("-")[1:]
        whole = {"date": date} if "/" in date else {}
        return whole | dict(zip(("month", "day"), (str(int(part)) for part in parts), strict=False))
    if year is None:
        return {"month": date} if date else {}
    rest = clean(date.replace(str(year), "", 1)).strip(" ,;")
    if not date.startswith(_CIRCA) and (not rest or _PART_OF_YEAR.fullmatch(rest)):
        return {"month": rest} if rest else {}
    edtf = write_edtf(date)
    return {"date" if edtf else "year": edtf or date}


def write_edtf(date: str) -> str:
    """Return a date in the Extended Date/Time Format, as BibLaTeX reads it, "" if it has no form.

    "circa 1850" is "1850~", "Spring 2001" is "2001-21".
    """
    if match := _SEASON.fullmatch(date):
        numbers = {name: int(number) for number, name in _SEASONS.items()}
        return f"{match['year']}-{20 + numbers[match['season']]}"
    if match := _YEARS.fullmatch(date):
        return f"{match['first']}/{match['last']}" if match["first"] < match["last"] else ""
    if date.startswith(_CIRCA):
        day = date.removeprefix(_CIRCA)
        date = f"{day.removesuffix('?')}{'%' if day.endswith('?') else '~'}"
    return date if date and _EDTF.fullmatch(date) else ""
