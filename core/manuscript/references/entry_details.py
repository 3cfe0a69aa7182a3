"""Where an entry's paper appeared: volume, issue, pages, publisher and type, in CSL's names.

Only what stands in a form that lists use is taken; what cannot be told is left out. The other way
round, ``formatted`` makes an entry of a record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.base.items import stated_title
from core.base.records import PaperRecord
from core.formats.names import get_family_names, split_name
from core.manuscript.references.entry_fields import cut_entry, find_arxiv

_VOLUME = re.compile(
    r"(?:\(?(?:19|20)\d\d\)?\s*[;:,]\s*)?(?:vol(?:ume)?s?\b\.?\s*)?(?P<volume>[A-Z]?\d{1,4}[A-Z]?)(?!\d)"
    r"(?:\s*\(\s*(?P<issue>[\w–/. -]{1,12})\s*\)|[\s,.;:]*\b(?:no|nr|issue|iss|number)\b\.?\s*"
    r"(?P<number>\d{1,4}(?:[–/-]\d{1,4})?))?",
    re.IGNORECASE,
)
_DASH = r"(?:[-–—−‐]+|e(?=\d))"
_PAGES = re.compile(
    rf"\b(?:pp?\b\.?\s*|pages?\s+)?(?P<first>[A-Z]{{0,3}}\d{{1,7}})"
    rf"(?:\s*{_DASH}\s*(?P<last>[A-Z]{{0,3}}\d{{1,7}}))?",
    re.IGNORECASE,
)
_PAGES_BEHIND_YEAR = re.compile(
    rf"\((?:19|20)\d\d\)\s+(?P<first>\d{{1,5}})\s?{_DASH}\s?(?P<last>\d{{1,5}})\b"
)
_ISO_DATE = re.compile(r"\A(?:0\d|1[0-2])[-–](?:[0-2]\d|3[01])\Z")
_PLACE = re.compile(r"[^\W\d_][\w .,’'-]{1,60}")
_MEETING = re.compile(
    r"\b(?:proc(?:eedings|\.)|conf(?:erence|\.)|workshop|symposium|congress|meeting)\b",
    re.IGNORECASE,
)
_IN_BOOK = re.compile(r"\A\s*in\b:?\s", re.IGNORECASE)
_THESIS = re.compile(r"\b(?:thesis|dissertation)\b", re.IGNORECASE)
_REPORT = re.compile(
    r"\b(?:tech(?:nical|\.)\s+rep(?:ort|\.)|working paper|white paper)\b", re.IGNORECASE
)
_PREPRINT = re.compile(r"\b(?:arXiv|bioRxiv|medRxiv|CoRR|preprint)\b", re.IGNORECASE)


def extract_details(text: str) -> dict[str, str]:
    """Return what an entry says beyond the fields of a record, by the names that CSL has."""
    parts = cut_entry(text)
    details = _numbers(parts, text)
    for name, variable in (("publisher", "publisher"), ("location", "publisher-place")):
        place = _PLACE.match(parts.get(name, "").strip(" ,.:;"))
        if place:
            details[variable] = place[0].strip(" ,.")
    kind = _type(parts, details, text)
    return details | ({"type": kind} if kind else {})


def _numbers(parts: Mapping[str, str], text: str) -> dict[str, str]:
    number_fields: dict[str, str] = {}
    volume = _VOLUME.match(parts.get("volume", "").strip())
    if volume:
        number_fields["volume"] = volume["volume"]
        issue = volume["issue"] or volume["number"]
        number_fields |= {"issue": issue} if issue else {}
    printed = parts.get("pages", "").strip()
    pages = None if _ISO_DATE.match(printed) else _PAGES.match(printed)
    if pages is None and volume:
        behind = re.search(
            rf"\b{volume['volume']}\s*(?:\([^()]*\)\s*)?:\s*(?=[A-Za-z]{{0,3}}\d)", text
        )
        pages = _PAGES.match(text, behind.end()) if behind else _PAGES_BEHIND_YEAR.search(text)
    if pages:
        first, last = pages["first"], pages["last"]
        number_fields["page"] = f"{first}–{last}" if last else first
    return number_fields


def _type(parts: Mapping[str, str], details: Mapping[str, str], text: str) -> str:
    venue, volume = parts.get("venue", ""), "volume" in details
    in_book = any(_IN_BOOK.match(parts.get(name, "")) for name in ("venue", "editor"))
    kinds = (
        ("thesis", _THESIS.search(text) and not volume),
        ("preprint", _PREPRINT.search(venue) or (find_arxiv(text) and not volume)),
        ("paper-conference", _MEETING.search(venue)),
        ("report", _REPORT.search(text)),
        ("chapter", venue and in_book),
        ("article-journal", venue and volume),
        ("book", not venue and details.get("publisher")),
        ("webpage", not venue and parts.get("url") and "page" not in details),
    )
    return next((kind for kind, holds in kinds if holds), "")


# --- entries made of records ---------------------------------------------------------------------

_MOST_SHOWN = 3


def formatted(record: PaperRecord) -> str:
    """Return a record as a plain line of a reference list."""
    who = ", ".join(record.authors[:-1])
    who = f"{who} and {record.authors[-1]}" if who else "".join(record.authors)
    year = f" ({record.year})" if record.year else ""
    details = (str(record.extra.get(name, "")) for name in ("volume", "page"))
    where = ", ".join(part for part in (record.venue, *details) if part)
    ids = [
        f"doi:{record.doi}" if record.doi else "",
        f"arXiv:{record.arxiv}" if record.arxiv else "",
    ]
    parts = [f"{who}{year}".strip(), stated_title(record), where, *ids]
    return " ".join(f"{part}." if not part.endswith((".", "?", "!")) else part
                    for part in parts if part)  # fmt: skip


def families(record: PaperRecord) -> list[str]:
    """Return the family names of the authors."""
    family_names = get_family_names(record.extra)
    return [split_name(name, family_names).family for name in record.authors]


def names_in_text(family_names: Sequence[str]) -> str:
    """Return "Smith", "Smith and Li" or "Smith et al."."""
    if len(family_names) >= _MOST_SHOWN:
        return f"{family_names[0]} et al."
    return " and ".join(family_names)
