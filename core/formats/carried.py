"""What a record says beyond its fields, where a format has no field for it.

It is carried as JSON, so that an import of what was exported gives back each value as it was:

- RIS: ``U5  - cocite {"name": value}``, a tag that RIS leaves to its users, a line for each;
- CSL-JSON: the object ``cocite`` in ``custom``, which the schema keeps for such;
- BibTeX and BibLaTeX: the field ``cocite``, percent-encoded, which no style prints.

A value that a format has a field for is written there for other programs; if that would change it
when it is read again, it is carried as well, and counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from core.formats import names
from core.formats.jsonl import loads
from core.formats.kinds import bibtex_type, is_kind
from core.records import PaperRecord

NAME = "cocite"
OWN = frozenset({"type", "citation_key", names.FAMILY_NAMES, "incomplete"})
"""What every format says in its own way, or what is true only in the library it comes from."""

_Json = dict[str, Any]  # Any: JSON
_UNSAFE_IN_LINES = re.compile(r"[<>&]| (?= )")


def as_line(values: Mapping[str, Any]) -> str:
    """Return values as JSON that no cleaning of white space, controls or markup changes."""
    text = json.dumps(values)
    return _UNSAFE_IN_LINES.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def as_field(values: Mapping[str, Any]) -> str:
    """Return values as letters, digits, ``_.-~%`` alone; "" if there are none."""
    return quote(json.dumps(values), safe="") if values else ""


def of_line(text: str) -> _Json | None:
    """Return the values of ``as_line``, ``None`` if that is not what the text is."""
    try:
        values = loads(text)
    except ValueError:
        return None
    return _carried(values)


def of_field(text: str) -> _Json | None:
    """Return the values of ``as_field``, ``None`` if that is not what the text is."""
    return of_line(unquote(text))


def of_object(value: object) -> _Json | None:
    """Return the values of an object that was read from JSON already."""
    return _carried(value)


def lost_type(paper: PaperRecord, written: str) -> _Json:
    """Return the type to carry if the one that is written would be read as another."""
    told = paper.extra.get("type", "")
    if not told:
        return {}
    read = PaperRecord(title=paper.title, venue=paper.venue, extra={"type": written})
    survives = isinstance(told, str) and is_kind(told) and bibtex_type(read) == bibtex_type(paper)
    return {} if survives else {"type": told}


def _carried(values: object) -> _Json | None:
    if not isinstance(values, dict):
        return None
    return {name: value for name, value in values.items() if name == "type" or name not in OWN}
