"""What earlier versions of Cocite carried through files of other programs, read and renewed.

They wrote as JSON what they knew no field for: in BibTeX the field ``cocite``, percent-encoded; in
RIS lines ``U5  - cocite {"name": value}``; in CSL-JSON the object ``cocite`` in ``custom``. Now
every value has a field of the format, and nothing of the kind is written.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from core.base.cited_names import FAMILY_NAMES
from core.formats.jsonl import loads
from core.formats.legacy_names import renewed as renewed_extra

NAME = "cocite"
_OWN = frozenset({"citation_key", FAMILY_NAMES, "incomplete"})

_Json = dict[str, Any]  # Any: JSON


def of_line(text: str) -> _Json | None:
    """Return the values of a line, ``None`` if that is not what the text is."""
    try:
        values = loads(text)
    except ValueError:
        return None
    return of_object(values)


def of_field(text: str) -> _Json | None:
    """Return the values of a BibTeX field, ``None`` if that is not what the text is."""
    return of_line(unquote(text))


def of_object(values: object) -> _Json | None:
    """Return the values of an object that was read from JSON already."""
    if not isinstance(values, dict):
        return None
    return {name: value for name, value in values.items() if name not in _OWN}


def renewed(values: _Json | None, year: int | None) -> _Json:
    """Return values that were carried by the names of today."""
    return renewed_extra(values, year) if values else {}
