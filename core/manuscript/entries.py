"""One entry of a reference list taken apart by rule: authors, title, year, venue, DOI, arXiv id.

The rules know the shapes that styles share: names first, in one of three orders; the year behind
them or near the end; the title in quotation marks, behind the year, behind a colon or behind the
names; the venue after it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.manuscript.names import read_names

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>“”{}|]+")
_ARXIV = re.compile(
    r"(?:arxiv[:\s.]*(?:preprint\s+)?(?:arxiv[:\s]*)?(?:abs/)?|arxiv\.org/(?:abs|pdf)/|\babs/)"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_URL = re.compile(r"(?:https?://|www\.)\S+")
_YEAR = re.compile(r"(?<![\d–-])(?P<year>(?:1[6-9]|20)\d{2})(?P<letter>[a-z])?(?![\d–-]\d|\d)")
_YEAR_BEHIND_NAMES = re.compile(
    r"[\s,.:]*[(\[]?\s*(?P<year>(?:1[6-9]|20)\d{2})(?P<letter>[a-z])?"
    r"(?:,\s*[A-Z][a-z]+\.?(?:\s*\d{1,2})?(?:[–-]\d{1,2})?)?\s*[)\]]?\s*[.,:;]*\s*"
)
_IN_PRESS = re.compile(
    r"[\s,.]*\(?(?:n\.?\s?d\.?|in press|forthcoming|to appear)\)?\s*[.,:]\s*", re.I
)
_QUOTED = re.compile(r"[“\"„«](?P<title>[^”\"»]{4,400}?)[,.?!]?[”\"»]")
_STOP = re.compile(r"(?<=[^\s.A-Z])[.?!](?=\s+[^\sa-z]|\s*\Z)|(?<=[A-Z]{2})\.(?=\s|\Z)|\s\[")
_VENUE_END = re.compile(
    r",?\s*(?:\b(?:vol(?:ume)?|no|pp?|pages?|number|issue|chapter|article|edition)\b\.?\s*\d"
    r"|\(?(?:1[6-9]|20)\d{2}[a-z]?\)?|\d+\s*[(:,]|\bdoi\b|https?:|\barXiv:\d|\bISBN\b|\bURL\b).*",
    re.IGNORECASE,
)
_IN = re.compile(r"\A\s*(?:In:?\s+|in:?\s+(?=[A-Z]))")


@dataclass(frozen=True, slots=True)
class Fields:
    """What an entry says; what could not be told is empty."""

    authors: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    title: str = ""
    year: int | None = None
    letter: str = ""
    venue: str = ""
    doi: str = ""
    arxiv: str = ""


def parse_entry(text: str) -> Fields:
    """Return the fields of an entry, whose label was taken off before."""
    doi, arxiv = find_doi(text), find_arxiv(text)
    plain = _URL.sub(" ", text)
    names = read_names(plain)
    rest = plain[names.end :]
    year, letter = _year_of(plain, names.end)
    behind = _YEAR_BEHIND_NAMES.match(rest) or _IN_PRESS.match(rest)
    if behind:
        rest = rest[behind.end() :]
    title, venue = _title_and_venue(
        rest.lstrip(" .,:;"), comma_style=_ends_in_comma(plain, names.end)
    )
    return Fields(names.names, names.families, title, year, letter, venue, doi, arxiv)


def find_doi(text: str) -> str:
    """Return the first DOI in the text, in lower case, or ""."""
    match = _DOI.search(re.sub(r"(doi\.org/10\.\d+/)\s+", r"\1", text))
    if match is None:
        return ""
    doi = match[0].rstrip(".,;:'’")
    while doi.endswith((")", "]")) and doi.count("(") + doi.count("[") < (
        doi.count(")") + doi.count("]")
    ):
        doi = doi[:-1].rstrip(".,;:")
    return doi.lower()


def find_arxiv(text: str) -> str:
    """Return the first arXiv id in the text, without version, or ""."""
    match = _ARXIV.search(text)
    return match["id"] if match else ""


def _year_of(text: str, names_end: int) -> tuple[int | None, str]:
    behind = _YEAR_BEHIND_NAMES.match(text[names_end:])
    if behind:
        return int(behind["year"]), behind["letter"] or ""
    cleaned = _DOI.sub(" ", _ARXIV.sub(" ", text))
    found = list(_YEAR.finditer(cleaned))
    if not found:
        return None, ""
    bracketed = [match for match in found if cleaned[match.start() - 1 : match.start()] == "("]
    chosen = (bracketed or found)[-1]
    return int(chosen["year"]), chosen["letter"] or ""


def _ends_in_comma(text: str, names_end: int) -> bool:
    return text[:names_end].rstrip().endswith(",") or text[names_end:].lstrip()[:1] == ","


def _title_and_venue(rest: str, *, comma_style: bool) -> tuple[str, str]:
    quoted = _QUOTED.search(rest)
    if quoted and quoted.start() < 60:
        return quoted["title"].strip(" ,."), _venue_of(rest[quoted.end() :])
    stop = _STOP.search(rest)
    end = stop.start() if stop else len(rest)
    if stop and rest[end] in "?!":
        end += 1
    if comma_style:
        end = min(end, _comma_end(rest[:end]))
    title = rest[:end].strip(" ,.:;")
    return _without_tail(title), _venue_of(rest[end:])


def _comma_end(segment: str) -> int:
    """Return where the title ends in "Title of the paper, Journal of Things 12 (2010) 1–10"."""
    for match in re.finditer(r",\s+(?=in:?\s|[A-Z])", segment):
        if len(segment[: match.start()].split()) >= 3:
            return match.start()
    return len(segment)


def _without_tail(title: str) -> str:
    title = re.sub(r",?\s*\(?(?:1[6-9]|20)\d{2}[a-z]?\)?\Z", "", title)
    return re.sub(r"\s+", " ", title).strip(" ,.:;")


def _venue_of(rest: str) -> str:
    rest = _IN.sub("", rest.lstrip(" .,:;"))
    rest = _VENUE_END.sub("", rest, count=1)
    stop = re.search(r"(?<=[a-z)]{2})\.\s", rest)
    return re.sub(r"\s+", " ", rest[: stop.start()] if stop else rest).strip(" ,.:;()")
