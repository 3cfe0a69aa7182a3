"""What a line of a dump says of works, and the keys by which works are known.

A key is an identity key of ours (``doi:``, ``arxiv:``) or a service's number in small letters:
``pmid:123``, ``openalex:w123``, ``s2:123`` (Semantic Scholar's corpus id), ``omid:br/061``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.identity import doi_key, normal_arxiv
from core.base.notices import Notice

MOST_REFERENCES = 5_000
_MOST_ABSTRACT = 20_000  # characters; what is longer is no abstract
_LEAST_ABSTRACT = 40
_TAG = re.compile(r"<[^<>]*>")
_HEADING = re.compile(
    r"<(?:jats:)?title\b[^<>]*>\s*(?:abstract|summary)\s*</(?:jats:)?title>", re.IGNORECASE
)
_DIGITS = re.compile(r"(\d{1,12})/?$")
_WORK = re.compile(r"(?:^|[/:])(w\d{1,12})$", re.IGNORECASE)
_ISO = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What a line says of one work. ``ids`` and ``references`` are keys."""

    ids: tuple[str, ...]
    title: str = ""
    references: tuple[str, ...] = ()
    abstract: str = ""
    notices: tuple[Notice, ...] = ()


Said = Work | tuple[tuple[str, ...], tuple[str, ...]]
"""A work, or one citation: the keys of the citing and of the cited work."""


def openalex_key(text: object) -> str:
    """Return the key of OpenAlex' number of a work, or of its address; "" if it is none."""
    match = _WORK.search(text.strip()) if isinstance(text, str) else None
    return f"openalex:{match[1].lower()}" if match else ""


def pmid_key(text: object) -> str:
    """Return the key of a PubMed number, or of its address; "" if it is none."""
    match = _DIGITS.search(str(text).strip()) if isinstance(text, str | int) else None
    return f"pmid:{int(match[1])}" if match and int(match[1]) else ""


def corpus_key(number: object) -> str:
    """Return the key of Semantic Scholar's corpus id; "" if it is none."""
    return f"s2:{number}" if str(number).isdecimal() else ""


def arxiv_key(text: object) -> str:
    """Return the key of an arXiv id or address; "" if it is none."""
    normal = normal_arxiv(text) if isinstance(text, str) else ""
    return f"arxiv:{normal}" if normal else ""


def make_doi_key(text: object) -> str:
    """Return the key of a DOI or of its address; "" if it is none."""
    return doi_key(text) if isinstance(text, str) and len(text) < 500 else ""


def external_keys(ids: object) -> list[str]:
    """Return the keys of ids as Semantic Scholar names them."""
    if not isinstance(ids, Mapping):
        return []
    return [
        make_doi_key(ids.get("DOI")),
        arxiv_key(ids.get("ArXiv")),
        pmid_key(ids.get("PubMed")),
    ]


def distinct_keys(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the keys that are not empty, each once and no more than any work has."""
    return tuple(dict.fromkeys(key for key in keys if key))[:MOST_REFERENCES]


def plain_abstract(text: object) -> str:
    """Return an abstract without tags; "" if there is none, or too little or much to be one."""
    if not isinstance(text, str):
        return ""
    bare = text
    if "<" in text:
        bare = _TAG.sub(" ", _HEADING.sub(" ", text))
    bare = " ".join(html.unescape(bare).split())
    return bare if _LEAST_ABSTRACT <= len(bare) <= _MOST_ABSTRACT else ""


def get_text(value: object) -> str:
    """Return a text, or the first of a list of texts; "" for anything else."""
    if isinstance(value, list) and value:
        value = value[0]
    return " ".join(value.split()) if isinstance(value, str) else ""


def listed(value: object) -> list[Any]:  # Any: JSON
    """Return a list of JSON; an empty one for anything else."""
    return value if isinstance(value, list) else []


def mapped(value: object) -> Mapping[str, Any]:  # Any: JSON
    """Return an object of JSON; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def iso_date(text: str) -> str:
    """Return a date in ISO 8601 from that or from American order (6/25/2021 0:00); else ""."""
    first = text.strip().partition(" ")[0].partition("T")[0]
    if _ISO.fullmatch(first):
        return first
    parts = first.split("/")
    if len(parts) == 3 and all(part.isdecimal() for part in parts):
        month, day, year = (int(part) for part in parts)
        if 1 <= month <= 12 and 1 <= day <= 31 and 1600 <= year <= 2200:
            return f"{year:04}-{month:02}-{day:02}"
    return ""
