"""References by their place in a journal: "Phys. Lett. B 716, 30 (2012)", with or without a title.

Journal, volume and first page name a paper; the year and the first author check it. Without a
journal that can be compared, the author must be stated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.base.items import get_field_text
from core.base.records import Paper, PaperRecord, Reference
from core.formats.journals import are_same_journal
from core.manuscript.references.author_names import family_key

SAME_PLACE = 0.97
_SAME_NUMBERS = 0.88
"""Without a journal to compare: author, year, volume and page agree."""

_NUMBER = re.compile(
    r"(?<![\w.])(?P<letters>[A-Z]{0,3})(?P<digits>\d{1,7})(?P<behind>[A-Za-z]?)(?![\w])"
)
_PAGE = re.compile(r"(?P<letters>[A-Za-z]{0,3})0*(?P<number>\d+)")
_IDS = re.compile(r"\b(?:doi:?\s*)?10\.\d{4,9}/\S+|\barXiv:\S+|https?://\S+", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+[.’']?(?:&[A-Z])?|&")
_MOST_JOURNAL_WORDS = 9
_YEARS = range(1500, 2101)
_MONTHLY = re.compile(r"jhep|jcap|high energy|cosmology", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EntryNumbers:
    """The numbers of an entry: volumes and pages in small letters, without leading zeros."""

    places: dict[str, int]
    """Where in the text each number stands first."""
    years: frozenset[int]


def read_numbers(reference: Reference) -> EntryNumbers:
    """Return the numbers that an entry states outside of its ids."""
    places: dict[str, int] = {}
    text = _IDS.sub(lambda match: " " * len(match[0]), reference.text)
    for match in _NUMBER.finditer(text):
        number = match["digits"].lstrip("0") or "0"
        letters = match["letters"].lower()
        for spelling in (letters + number + match["behind"].lower(), letters + number, number):
            places.setdefault(spelling, match.start())
        if len(match["digits"]) == 4 and match["digits"][0] == "0":  # "JHEP 0305" is May of 2003
            places.setdefault(f"month {int(match['digits'][2:])}", match.start())
    years = {int(number) for number in places if number.isdigit() and int(number) in _YEARS}
    if reference.year is not None:
        years = {reference.year}
    return EntryNumbers(places, frozenset(years))


def weigh_place(reference: Reference, numbers: EntryNumbers, paper: Paper) -> float:
    """Return how sure it is that an entry means a paper, by its place in a journal; 0 if not."""
    position = _find_place(numbers, paper)
    names_author = states_first_author(reference, paper)
    is_by_others = paper.authors and reference.authors and not names_author
    if position is None or is_by_others:
        return 0.0
    if _names_journal(reference, position, paper.venue):
        return SAME_PLACE
    is_telling = names_author and paper.year in numbers.years and len(read_first_page(paper)) > 1
    return _SAME_NUMBERS if is_telling else 0.0


def _find_place(numbers: EntryNumbers, paper: Paper) -> int | None:
    """Return where an entry states the volume of a paper, if it states its page and year too."""
    volume, page, year = _volume(paper), read_first_page(paper), paper.year
    if year is None or not volume or volume == page or page not in numbers.places:
        return None
    if not any(abs(stated - year) <= 1 for stated in numbers.years):
        return None
    if volume not in numbers.places and _MONTHLY.search(paper.venue):
        return numbers.places.get(f"month {volume}")
    return numbers.places.get(volume)


def states_place(reference: Reference, paper: PaperRecord) -> bool:
    """Whether an entry states the volume and the first page of a paper."""
    places, volume, page = read_numbers(reference).places, _volume(paper), read_first_page(paper)
    return bool(volume) and volume != page and volume in places and page in places


def read_place(paper: PaperRecord) -> set[str]:
    """Return the volume and the first page of a paper, as entries state them."""
    return {_volume(paper), read_first_page(paper)} - {""}


def states_first_author(reference: Reference, paper: PaperRecord) -> bool:
    """Whether an entry names the first author of a paper."""
    if not paper.authors:
        return False
    family = family_key(paper.authors[0].split()[-1]) if paper.authors[0].split() else ""
    words = {
        family_key(word) for word in re.findall(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*", reference.text)
    }
    return bool(family) and (
        family in words or (len(family) > 4 and family in family_key(reference.text))
    )


def _volume(paper: PaperRecord) -> str:
    volume = get_field_text(paper.extra, "volume").strip().lower()
    match = re.fullmatch(r"([a-z]?)\s*0*(\d+)\s*([a-z]?)", volume)
    return match[2] if match else volume


def read_first_page(paper: PaperRecord) -> str:
    """Return the first page of a paper, or its number, "" if neither is known."""
    pages = get_field_text(paper.extra, "page") or get_field_text(paper.extra, "number")
    match = _PAGE.search(pages)
    return match["letters"].lower() + match["number"] if match else ""


def _names_journal(reference: Reference, position: int, venue: str) -> bool:
    """Whether the entry states the journal: where it was read, or before the volume."""
    if are_same_journal(reference.venue, venue, partly=True):
        return True
    words = _WORD.findall(reference.text[:position])[-_MOST_JOURNAL_WORDS:]
    return any(_is_name(words[start:], venue) for start in range(len(words)))


def states_journal(reference: Reference, venue: str) -> bool:
    """Whether an entry names a journal anywhere, abbreviated or not."""
    if are_same_journal(reference.venue, venue, partly=True):
        return True
    words = _WORD.findall(reference.text)
    return any(
        _is_name(words[start : start + length], venue)
        for start in range(len(words))
        for length in range(1, _MOST_JOURNAL_WORDS)
    )


def _is_name(words: Sequence[str], venue: str) -> bool:
    return are_same_journal(" ".join(words), venue, partly=True)
