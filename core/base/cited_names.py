"""How a text names the authors of a paper: people by family name, organisations in full. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

FAMILY_NAMES = "family_names"
"""Where ``extra`` says which part of a name is the family name, if a guess would miss it."""

_KINDS = frozenset(
    (
        *("agency", "association", "authority", "bureau", "collaboration", "commission"),
        *("committee", "consortium", "council", "department", "federation", "foundation"),
        *("group", "initiative", "institute", "institution", "ministry", "network"),
        *("organisation", "organization", "programme", "society", "team", "university"),
        *("gesellschaft", "institut", "ministerium", "verband", "université", "universität"),
    )
)
_OF = frozenset(("of", "for", "on", "de", "des", "du", "für"))
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.I)


def cited_name(author: str, extra: Mapping[str, Any]) -> str:  # Any: JSON values
    """Return the family name of an author, or the name of an organisation."""
    stated = _read_family_name(author, extra)
    if stated or is_organisation(author, extra):
        return stated or author
    before, comma, after = author.partition(",")
    if comma and not _SUFFIX.fullmatch(after.strip()):
        return before.strip()
    words = before.split()
    while len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
        words.pop()
    particle = next((at for at, word in enumerate(words[1:-1], 1) if word[0].islower()), -1)
    return " ".join(words[particle:])


def is_organisation(author: str, extra: Mapping[str, Any]) -> bool:  # Any: JSON values
    """Whether an author is no person: its source says so, or the words of its name do.

    "Kim Group" is one, and so is "Ministry of Health".
    """
    words = author.casefold().split()
    stated = _read_family_name(author, extra)
    if len(words) < 2 or stated:
        return len(words) > 1 and stated == author
    return words[-1] in _KINDS or (words[0] in _KINDS and words[1] in _OF)


def _read_family_name(author: str, extra: Mapping[str, Any]) -> str:  # Any: JSON values
    family_names = extra.get(FAMILY_NAMES)
    stated = family_names.get(author) if isinstance(family_names, dict) else None
    return stated if isinstance(stated, str) else ""
