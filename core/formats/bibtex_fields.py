"""The fields of BibTeX and BibLaTeX as variables of CSL, and back; and the files they name."""

from __future__ import annotations

import base64
import binascii
import plistlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from core.base import items
from core.formats import dates
from core.formats.fields import distinct, parse_number
from core.formats.item_types import THESES
from core.formats.variables import tidied

# Of several fields for the same variable, the first is written.
_VARIABLES = {
    "volume": "volume",
    "pages": "page",
    "publisher": "publisher",
    "address": "publisher-place",
    "location": "publisher-place",
    "edition": "edition",
    "isbn": "ISBN",
    "issn": "ISSN",
    "series": "collection-title",
    "chapter": "chapter-number",
    "eid": "number",
    "articleno": "number",
    "type": "genre",
    "language": "language",
    "note": "note",
    "annote": "annote",
    "annotation": "annote",
    "version": "version",
    "shorttitle": "title-short",
    "shortjournal": "container-title-short",
    "eventtitle": "event-title",
    "venue": "event-place",
    "eventdate": "event-date",
    "urldate": "accessed",
    "lastchecked": "accessed",
    "origdate": "original-date",
    "origtitle": "original-title",
    "origpublisher": "original-publisher",
    "origlocation": "original-publisher-place",
    "pagetotal": "number-of-pages",
    "numpages": "number-of-pages",
    "volumes": "number-of-volumes",
    "part": "part-number",
    "pubstate": "status",
    "pmid": "PMID",
    "pmcid": "PMCID",
    "bookauthor": "container-author",
    "primaryclass": "primaryclass",
    "eprintclass": "primaryclass",
}
_FIELDS = {variable: name for name, variable in reversed(_VARIABLES.items())}
_HOUSES = ("publisher", "school", "institution", "organization")  # the first is the publisher
_HOUSE_OF = {"thesis": "school", "report": "institution"}
_WITH_ORGANISER = frozenset(("book", "chapter", "paper-conference"))  # there it is no publisher
_IN_ISSUES = frozenset(("article-journal", "article-magazine", "article-newspaper", "review"))
_IN_SERIES = frozenset(("book", "chapter", "paper-conference", "entry-encyclopedia", "pamphlet"))
_GENRES = {**THESES, "techreport": "", "resreport": "Research report"}
STATES = {"inpress": "in press", "inpreparation": "in preparation"}
"""BibLaTeX's keys for the state of a publication that are no words."""
_SAID_BY_KEY: Mapping[str, Mapping[str, str]] = {"type": _GENRES, "pubstate": STATES}
DATED = ("date", "year", "month", "day")
"""Fields of which the date is made up."""
PEOPLE = items.NAMES | {"bookauthor"}
"""Fields that hold names of people."""


def convert_fields_to_variables(
    fields: Mapping[str, Any],
    kind: str,
    year: int | None,
    variables: dict[str, str] | None = None,
) -> dict[str, Any]:  # Any: JSON values
    """Return fields by the names of CSL; what CSL has no variable for keeps its name.

    ``kind`` is the type of CSL, ``year`` what was read of the date. ``variables`` is filled with
    the variable that each field became, but for those of the date.
    """
    variable_values: dict[str, Any] = {}
    dated = {name: fields[name] for name in DATED if isinstance(fields.get(name), str)}
    for name, value in fields.items():
        if name not in dated:
            field_value = _SAID_BY_KEY.get(name, {}).get(str(value).lower(), value)
            if field_value != "":
                variable = _put(variable_values, name, _variable(name, kind, fields), field_value)
                if variables is not None:
                    variables[name] = variable
    issued = _issued(dated, year)
    if (
        dated and not issued and "issued" not in variable_values
    ):  # a date that says nothing to anyone
        dated = {
            name: text
            for name, text in dated.items()
            if year is None or not dates.is_year(text, year)
        }
        stated_names = [name for name in ("year", "date") if dated.get(name)]
        if year is None and stated_names:
            variable_values.setdefault("status", dated.pop(stated_names[0]))
        variable_values |= {name: text for name, text in dated.items() if text}
    return issued | tidied(variable_values)


def convert_variables_to_fields(
    extra: Mapping[str, Any], kind: str
) -> Iterator[tuple[str, str, Any]]:  # Any: JSON values
    """Yield what a record says: name in BibTeX, each once, variable, value; dates are left out."""
    used_names: set[str] = set()
    for variable, value in extra.items():
        if variable == "issued":
            continue
        name = _field(variable, kind, extra)
        name = variable.lower() if name in used_names else name
        if name not in used_names:
            used_names.add(name)
            yield name, variable, value


def _put(variable_values: dict[str, Any], name: str, variable: str, value: object) -> str:
    if variable in variable_values:
        variable = name if name not in variable_values else f"{name}-2"
    variable_values[variable] = value
    return variable


def _variable(name: str, kind: str, fields: Mapping[str, Any]) -> str:
    variable = _VARIABLES.get(name, name)
    if name == "number" and kind in _IN_ISSUES:
        variable = "issue"
    elif name == "number":
        in_series = kind in _IN_SERIES and "series" in fields
        variable = "collection-number" if in_series else _plain_number(kind)
    elif name == "issue" and "number" in fields and kind in _IN_ISSUES:
        variable = "issuetitle"
    elif name == "location" and "address" in fields:  # as ACM has it
        variable = "event-place" if kind == "paper-conference" else name
    elif name in _HOUSES:
        filled_houses = [house for house in _HOUSES if fields.get(house)]
        publishes = name != "organization" or kind not in _WITH_ORGANISER
        variable = "publisher" if filled_houses[:1] == [name] and publishes else name
    return variable


def _plain_number(kind: str) -> str:
    """Return what a number without a series is; that of proceedings is one of their issues."""
    return "issue" if kind == "paper-conference" else "number"


def _issued(dated: Mapping[str, str], year: int | None) -> dict[str, Any]:
    year_text = dated.get("year", "")
    if issued_date := dates.issued(year, dated.get("date", "")):
        return issued_date
    if year is None:
        return {}
    month, day = dated.get("month", ""), dated.get("day", "")
    number = dates.month_number(month)
    if season := dates.read_season(month):
        issued_date = {"issued": f"{season} {year}"}
    elif number is not None:
        issued_date = {"issued": dates.joined(year, number, parse_number(day))}
    elif month and not month.isdecimal():
        issued_date = dates.issued(year, f"{day} {month} {year}", f"{month} {day} {year}")
    return issued_date or dates.issued(year, year_text)


def _field(variable: str, kind: str, extra: Mapping[str, Any]) -> str:
    name = _FIELDS.get(variable, variable)
    numbers = {"issue", "collection-number"} & set(extra)
    if variable == "issue":
        name = "number"
    elif variable == "issuetitle":
        name = "issue"
    elif variable == "collection-number":
        in_series = kind in _IN_SERIES and "collection-title" in extra
        name = "number" if in_series and "issue" not in extra else variable
    elif variable == "number" and kind not in _IN_ISSUES:
        in_series = kind in _IN_SERIES and "collection-title" in extra
        name = "eid" if in_series or numbers or _plain_number(kind) != variable else "number"
    elif variable == "publisher":
        house = _HOUSE_OF.get(kind, "publisher")
        name = "publisher" if house in extra else house
    return name


_LIST_ITEM = re.compile(r"(?:\\.|[^;\\])+", re.S)
_PART = re.compile(r"((?:\\.|[^:\\])*)(?::|$)", re.S)
_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\w+://")
_MENDELEY_BACKSLASH = re.compile(r"\$\\backslash\$")  # Mendeley writes "C:" as "C$\backslash$:"
_ESCAPE = re.compile(r"\\([:;\\{}_&%#$])")


def parse_paths(field: str) -> tuple[str, ...]:
    """Return the paths in a ``file`` field: "path; path" or "description:path:type;…"."""
    field = _MENDELEY_BACKSLASH.sub(r"\\", field)
    return distinct([_path(item[0].strip()) for item in _LIST_ITEM.finditer(field)])


def _path(item: str) -> str:
    if _DRIVE.match(item):
        return item
    parts = [_ESCAPE.sub(r"\1", part) for part in _PART.findall(item)]
    if parts and not parts[-1]:
        parts.pop()  # what the pattern finds behind the end
    if len(parts) >= 4 and len(parts[1]) == 1 and parts[2][:1] in "\\/":
        return f"{parts[1]}:{parts[2]}"  # description:C:\path:type with its colon not escaped
    if len(parts) >= 3:
        return parts[1].strip()
    return max(parts, key=len, default="").strip()


def bibdesk_path(field: str) -> str:
    """Return the path in a ``bdsk-file-1`` field, a property list in base64, else ""."""
    try:
        property_list = plistlib.loads(base64.b64decode("".join(field.split()), validate=True))
    except (binascii.Error, plistlib.InvalidFileException, ValueError, OverflowError):
        return ""
    except (IndexError, KeyError, TypeError, AttributeError, RecursionError, MemoryError):
        return ""  # what a damaged list makes the reader stumble over
    path = property_list.get("relativePath") if isinstance(property_list, dict) else None
    return path if isinstance(path, str) else ""
