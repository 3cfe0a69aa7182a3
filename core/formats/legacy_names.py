"""The names under which earlier versions of Cocite stored further fields of a paper.

Those were BibTeX's, and where BibTeX has none, the names of whatever format the paper came from.
Paper records (JSON Lines) written by them, and by people, have these names too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.base import items
from core.formats import bibtex_fields, dates, item_types
from core.formats.names import from_csl

_NAMES = {
    "access_date": "accessed",
    "access-date": "accessed",
    "accessDate": "accessed",
    "work-type": "genre",
    "type_of_work": "genre",
    "thesisType": "genre",
    "reportType": "genre",
    "call_number": "call-number",
    "call-num": "call-number",
    "callNumber": "call-number",
    "libraryCatalog": "source",
    "name_of_database": "source",
    "remote-database-name": "source",
    "seriesNumber": "collection-number",
    "number_of_volumes": "number-of-volumes",
    "numPages": "number-of-pages",
    "alternate_title1": "container-title-short",
    "journalAbbreviation": "container-title-short",
    "shortTitle": "title-short",
    "archiveLocation": "archive_location",
    "document-number": "number",
    "event": "event-title",
    "seriesEditor": "collection-editor",
    "bookAuthor": "container-author",
}
_BIBTEX = frozenset(
    (
        *("pages", "address", "location", "series", "isbn", "issn", "chapter", "school"),
        *("institution", "organization", "eid", "shorttitle", "shortjournal"),
        *("eventtitle", "eventdate", "urldate", "origdate", "pagetotal", "volumes", "pmid"),
        *("pmcid", "bookauthor", "month", "day", "date", "year", "annotation", "articleno"),
        *("numpages", "pubstate", "lastchecked", "part"),
    )
)


def renewed(extra: Mapping[str, Any], year: int | None) -> dict[str, Any]:  # Any: JSON values
    """Return ``extra`` by the names of today; what is by them already stays as it is."""
    stated_type = extra.get(items.TYPE)
    about = (
        item_types.about(stated_type)
        if isinstance(stated_type, str) and stated_type not in items.FIELDS
        else {}
    )
    kind = str(about.get(items.TYPE) or stated_type or "article-journal")
    old = {name: value for name, value in extra.items() if _is_old(name, value)}
    if old or about or stated_type is None:
        beside = ("publisher",) if "issue" in extra else ("publisher", "number")
        old |= {name: extra[name] for name in beside if isinstance(extra.get(name), str | int)}
    variable_values = bibtex_fields.convert_fields_to_variables(old, kind, year)
    kept_values = {name: value for name, value in extra.items() if name not in old}
    if about:
        del kept_values[items.TYPE]
    for name, value in kept_values.items():
        new_name = _NAMES.get(name, name)
        new_name = name if new_name != name and new_name in kept_values else new_name
        free = next(
            candidate
            for candidate in (new_name, name, f"{name}-2")
            if candidate not in variable_values
        )
        variable_values[free] = _value(new_name, value)
    return about | variable_values


def _is_old(name: str, value: object) -> bool:
    return name in _BIBTEX and isinstance(value, str | int) and not isinstance(value, bool)


def _value(name: str, value: object) -> object:
    """Return people and dates of CSL as they are kept now, the rest as it is."""
    if name in items.DATES and isinstance(value, dict | str):
        return dates.from_csl(value) or value
    if name in items.NAMES and isinstance(value, list):
        people = [from_csl(person).display for person in value]
        return people if all(people) else value
    return value
