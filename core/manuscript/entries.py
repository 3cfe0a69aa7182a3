"""One entry of a reference list taken apart by rule: authors, title, year, venue, DOI, arXiv id.

The rules know the shapes that styles share: names first, in one of three orders; the year behind
them or near the end; the title in quotation marks, behind the year, behind a colon or behind the
names; the venue after it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from core.manuscript.names import read_names

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>“”{}|]+")
_ARXIV = re.compile(
    r"(?:arxiv[:\s.]*(?:preprint\s+)?(?:arxiv[:\s]*)?(?:abs/)?|arxiv\.org/(?:abs|pdf)/|\babs/)"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_URL = re.compile(r"(?:https?:\s?//|www\.)\S+")
_YEAR = re.compile(r"(?<![\d–-])(?P<year>(?:1[6-9]|20)\d{2})(?P<letter>[a-z])?(?![\d–-]\d|\d)")
_YEAR_BEHIND_NAMES = re.compile(
    r"[\s,.:]*[(\[]?\s*(?P<year>(?:1[6-9]|20)\d{2})(?P<letter>[a-z])?"
    r"(?:,\s*[A-Z][a-z]+\.?(?:\s*\d{1,2})?(?:[–-]\d{1,2})?)?\s*[)\]]?\s*[.,:;]*\s*"
)
_IN_PRESS = re.compile(
    r"[\s,.]*\(?(?:n\.?\s?d\.?|in press|forthcoming|to appear)\)?\s*[.,:]\s*", re.I
)
_QUOTED = re.compile(r"[“\"„«](?P<title>[^”\"»]{4,400}?)[,.?!]?[”\"»]")
_QUOTED_SINGLY = re.compile(
    r"[‘'](?P<title>.{4,400}?)[,.?!]?[’'](?=[,.;\s]*(?:\s|\Z)(?![a-z]))[,.]?"
)
_STOP = re.compile(
    r"(?:(?<=[^\s.A-Z])|(?<=[A-Z]{2})|(?<=[a-z][A-Z])|(?<=[a-z]\s[A-Z]))[.?!]['’”\"]?"
    r"(?=\s+(?:[^\sa-z]|arXiv|bioRxiv|in:?\s[A-Z])|\s*\Z)|\s\[(?=[A-Z])"
)
_PART_NUMBER = re.compile(r"\s*(?:[IVX]{1,4}\.|Part\s|Vol\.)")
_TAIL = re.compile(
    r"\s*(?:\((?:Version\s|v\d|\d+(?:st|nd|rd|th)\s+ed|[^()]*\bEds?\.|pp\.)[^()]*\)?|\[[^\]]*\]?|"
    r",?\s*\(?(?:1[6-9]|20)\d{2}[a-z]?\)?)\s*\Z"
)
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
    return unquote(doi).lower()


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
    quoted = _QUOTED.search(rest) or _QUOTED_SINGLY.match(rest)
    if quoted and quoted.start() < 60:
        return quoted["title"].strip(" ,."), _venue_of(rest[quoted.end() :])
    end = _title_end(rest)
    if comma_style:
        end = min(end, _comma_end(rest[:end]))
    title = rest[:end].strip(" ,.:;")
    return _without_tail(title), _venue_of(rest[end:])


def _title_end(rest: str) -> int:
    """Return where the title ends: at its first stop, or later if a subtitle or part follows."""
    stops = [match.start() for match in _STOP.finditer(rest)]
    if not stops:
        return len(rest)
    end = stops[0]
    if rest[end] in "?!" or _PART_NUMBER.match(rest, end + 1):
        later = [stop for stop in stops[1:] if stop > end + 12]
        goes_on = len(later) > 1 or _PART_NUMBER.match(rest, end + 1)
        end = later[0] if later and goes_on else end
    return end + 1 if rest[end : end + 1] in ("?", "!") else end


def _comma_end(segment: str) -> int:
    """Return where the title ends in "Title of the paper, Journal of Things 12 (2010) 1–10"."""
    for match in re.finditer(r",\s+(?=in:?\s|[A-Z])", segment):
        if len(segment[: match.start()].split()) >= 3:
            return match.start()
    return len(segment)


def _without_tail(title: str) -> str:
    return re.sub(r"\s+", " ", _TAIL.sub("", title)).strip(" ,.:;")


def _venue_of(rest: str) -> str:
    rest = _IN.sub("", rest.lstrip(" .,:;"))
    rest = _VENUE_END.sub("", rest, count=1)
    stop = re.search(r"(?<=[a-z)]{2})\.\s", rest)
    return re.sub(r"\s+", " ", rest[: stop.start()] if stop else rest).strip(" ,.:;()")
