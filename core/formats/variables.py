"""The values of CSL's variables in the one form in which a record holds them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.base import items
from core.formats import dates
from core.formats.fields import clean, distinct

DASHES = re.compile(r"\s*[-–—]+\s*")
_ISSN = r"(?<![\w-])\d{4}-?\d{3}[\dXx](?![\w-])"
_WITH_REMARK = rf"{_ISSN}(?:\s*\([^()]*\))?"
ISSN = re.compile(rf"{_WITH_REMARK}(?:[\s;,]+{_WITH_REMARK})*")
"""ISSNs as files have them, each with a remark behind it: "1234-5678 (Print) 8765-4321"."""

_SAID_IN_EXTRA = re.compile(
    r"^[ \t]*(?P<name>citation key|bibtex|doi|arxiv|pmid|pmcid)[ \t]*:"
    r"[ \t]*(?P<value>\S.*?)[ \t]*$\n?",
    re.I | re.M,
)
"""What people and plug-ins write into Zotero's "Extra", one a line."""
_COMPACT_DATE = re.compile(r"^(\d{4})(0[1-9]|1[0-2])([0-3]\d)$")
_ARTICLES = frozenset(("article-journal", "article-magazine", "article-newspaper", "review"))


def tidied(raw_values: Mapping[str, Any]) -> dict[str, Any]:  # Any: JSON values
    """Return what a record says with each variable of CSL in its form: text or date."""
    return {name: _tidy(name, value) for name, value in raw_values.items()}


def pages(text: str) -> str:
    """Return pages with the dashes that ranges have in print; "7-7" is one page."""
    range_text = DASHES.sub("–", clean(text))
    first, dash, last = range_text.partition("–")
    return first if dash and first == last else range_text


def read_extra_lines(text: str) -> dict[str, str]:
    """Return what the lines of Zotero's "Extra" say of the work, by their names in small letters.

    Zotero exports "Extra" as the note of other formats.
    """
    return {match["name"].lower(): match["value"] for match in _SAID_IN_EXTRA.finditer(text)}


def drop_extra_lines(text: str, values: Mapping[str, str]) -> str:
    """Return "Extra" without the lines that say what the work has elsewhere."""

    def keep(match: re.Match[str]) -> str:
        value = values.get(match["name"].lower(), "")
        return "" if value and value.lower() in match["value"].lower() else match[0]

    return _SAID_IN_EXTRA.sub(keep, text).strip()


def take_epub_date(
    fields: dict[str, Any],  # Any: JSON values
    kind: str,
) -> dict[str, Any]:
    """Return what a record says with a date for its edition as the date of first availability.

    EndNote stores the "Epub Date" of an article where it has the edition of a book.
    """
    edition = fields.get("edition")
    if not isinstance(edition, str) or "available-date" in fields:
        return fields
    date = dates.convert_date_to_iso(_COMPACT_DATE.sub(r"\1-\2-\3", edition.strip().rstrip("/ ")))
    if not date or (len(date) == len("2012") and kind not in _ARTICLES):
        return fields
    rest = {name: value for name, value in fields.items() if name != "edition"}
    return rest | {"available-date": date}


def _tidy(name: str, value: object) -> object:
    if name in items.TEXTS:
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            value = "; ".join(distinct(value))
        if name == "ISSN" and isinstance(value, str) and ISSN.fullmatch(value):
            return "; ".join(distinct(re.findall(_ISSN, value)))
        return pages(value) if name == "page" and isinstance(value, str) else value
    if name in items.DATES and isinstance(value, str) and not dates.ISO.fullmatch(value):
        return dates.convert_date_to_iso(value.rstrip("/ ")) or value
    return value
