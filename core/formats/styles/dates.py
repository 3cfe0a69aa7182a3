"""Dates of CSL as a style writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.formats.styles.rich_text import (
    Run,
    Runs,
    affix,
    change_case,
    format_runs,
    join,
    read_formats,
)
from core.formats.styles.rich_text import strip_periods as without_periods
from core.formats.styles.style import Locale, iterate, local_name

_Element = Any  # Any: lxml has no types
_Json = Any  # Any: JSON
_ORDER = ("year", "month", "day")
Parts = tuple[int, ...]


def read_parts(value: _Json) -> list[Parts]:
    """Return the parts of a date, two of a range; a season is a month behind the twelfth."""
    if not isinstance(value, Mapping):
        return []
    dates: list[Parts] = []
    for parts in value.get("date-parts") or []:
        numbers = tuple(int(part) for part in parts[:3] if str(part).lstrip("-").isdigit())
        if numbers:
            dates.append(numbers)
    if dates and value.get("season") and len(dates[0]) == 1:
        season = str(value["season"])
        if season.isdigit():
            dates[0] = (dates[0][0], 12 + int(season))
    return dates[:2]


def _list_part_names(element: _Element) -> list[str]:
    if element.get("form"):
        return str(element.get("date-parts", "year-month-day")).split("-")
    return [part.get("name") for part in iterate(element) if local_name(part) == "date-part"]


def render_date(element: _Element, value: _Json, locale: Locale, year_suffix: str = "") -> Runs:
    """Return a date in the form that an element asks for; nothing without one."""
    dates = read_parts(value)
    parts = {part.get("name"): part for part in iterate(element) if local_name(part) == "date-part"}
    literal = value.get("literal") if isinstance(value, Mapping) else ""
    if literal or not dates:
        prefix = next((part.get("prefix", "") for part in parts.values()), "")
        return affix([Run(f"{literal}{year_suffix}")], prefix, "") if literal else []
    form = element.get("form")
    part_names = element.get("date-parts", "year-month-day").split("-")
    delimiter = element.get("delimiter", "")
    if form:
        localized = locale.dates.get(form)
        if localized is None:
            return []
        delimiter = localized.get("delimiter", "")
        listed = [part for part in iterate(localized) if part.get("name") in part_names]
        overrides = parts
    else:
        listed, overrides = list(parts.values()), {}
    single = [_Part(part, overrides.get(part.get("name")), locale) for part in listed]
    if len(dates) == 1 or dates[1][0] == 0:
        end = [Run("–")] if len(dates) > 1 else []
        return [*_join_parts(single, dates[0], delimiter, year_suffix), *end]
    return _render_range(single, dates, delimiter, year_suffix)


class _Part:
    """A part of a date as it is to be written."""

    def __init__(self, element: _Element, override: _Element, locale: Locale) -> None:
        self.name = element.get("name")
        self._attributes = {
            **dict(element.attrib),
            **(dict(override.attrib) if override is not None else {}),
        }
        self._locale = locale
        self.range_delimiter = self._attributes.get("range-delimiter", "–")

    def render(
        self, date: Parts, year_suffix: str = "", *, affixed: tuple[bool, bool] = (True, True)
    ) -> Runs:
        text = self._text(date)
        if not text:
            return []
        runs: Runs = [Run(text + (year_suffix if self.name == "year" else ""))]
        if case := self._attributes.get("text-case"):
            runs = change_case(runs, case, is_english=True)
        if self._attributes.get("strip-periods") == "true":
            runs = without_periods(runs)
        runs = format_runs(runs, read_formats(self._attributes))
        prefix = self._attributes.get("prefix", "") if affixed[0] else ""
        return affix(runs, prefix, self._attributes.get("suffix", "") if affixed[1] else "")

    def _text(self, date: Parts) -> str:
        form = self._attributes.get("form", "")
        if self.name == "year":
            return self._year(date[0], form)
        if self.name == "month":
            return self._month(date[1], form) if len(date) > 1 and date[1] else ""
        if len(date) < 3 or not date[2]:
            return ""
        return self._day(date, form)

    def _year(self, year: int, form: str) -> str:
        if year < 0:
            return f"{-year}{self._locale.term('bc') or ' BC'}"
        if year < 1000:
            return f"{year}{self._locale.term('ad') or ''}"
        return f"{year % 100:02}" if form == "short" else str(year)

    def _month(self, month: int, form: str) -> str:
        if month > 12:
            return self._locale.term(f"season-{(month - 1) % 4 + 1:02}") or ""
        if form == "numeric":
            return str(month)
        if form == "numeric-leading-zeros":
            return f"{month:02}"
        return self._locale.term(f"month-{month:02}", form or "long") or str(month)

    def _day(self, date: Parts, form: str) -> str:
        day = date[2]
        if form == "numeric-leading-zeros":
            return f"{day:02}"
        if form == "ordinal":
            limited = self._locale.options.get("limit-day-ordinals-to-day-1") == "true"
            gender = self._locale.genders.get(f"month-{date[1]:02}", "")
            return str(day) if limited and day != 1 else f"{day}{self._locale.ordinal(day, gender)}"
        return str(day)


def _join_parts(parts: Sequence[_Part], date: Parts, delimiter: str, year_suffix: str) -> Runs:
    return join([part.render(date, year_suffix) for part in parts], delimiter)


def _render_range(
    parts: Sequence[_Part], dates: Sequence[Parts], delimiter: str, year_suffix: str
) -> Runs:
    """Return a range; what both dates have in common is written once."""
    first, last = dates
    differing = next(
        (
            name
            for index, name in enumerate(_ORDER)
            if first[index : index + 1] != last[index : index + 1]
        ),
        "",
    )
    names = _ORDER[_ORDER.index(differing) :] if differing else ()
    inside = [
        index
        for index, part in enumerate(parts)
        if part.name in names and (part.render(first) or part.render(last))
    ]
    if not inside:
        return _join_parts(parts, first, delimiter, year_suffix)
    start, end = inside[0], inside[-1] + 1
    separator = next(part.range_delimiter for part in parts if part.name == differing)
    group = parts[start:end]
    first_half = [part.render(first, affixed=(True, part is not group[-1])) for part in group]
    second_half = [
        part.render(last, year_suffix, affixed=(part is not group[0], True)) for part in group
    ]
    middle = join([join(first_half, delimiter), join(second_half, delimiter)], separator)
    before = [part.render(first) for part in parts[:start]]
    behind = [part.render(last, year_suffix) for part in parts[end:]]
    return join([*before, middle, *behind], delimiter)


def sort_key(value: _Json, element: _Element = None) -> str:
    """Return a text by which dates are ordered, of the parts that an element asks for."""
    used_parts = ("year", "month", "day") if element is None else _list_part_names(element)
    keys = []
    for date in read_parts(value):
        parts = zip(("year", "month", "day"), (*date, 0, 0)[:3], strict=True)
        year, month, day = (part if name in used_parts else 0 for name, part in parts)
        keys.append(f"{year + 100000:06}{month:02}{day:02}")
    return "/".join(keys)
