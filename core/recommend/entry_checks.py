"""Each entry of a reference list beside the record of its work: agrees, differs, or unchecked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from unicodedata import category

from rapidfuzz import fuzz

from core.base.findings import CheckState, EntryCheck, FieldDifference
from core.base.identity import doi_key, plain, title_key
from core.base.items import stated_title
from core.base.messages import Message
from core.base.records import Link, Manuscript, Paper, PaperNumber, PaperRecord, Reference
from core.manuscript.references.journal_places import states_first_author, states_journal

_SAME_TITLE = 90.0
_TRUSTED = 0.8
_DASHES = re.compile(r"[‐‑‒–—−]")
_YEARS = re.compile(r"(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)")


def check_entries(
    manuscript: Manuscript, links: Mapping[int, Link], papers: Mapping[PaperNumber, Paper]
) -> list[EntryCheck]:
    """Return one check for each entry of the reference list, in its order."""
    return [_check_entry(entry, links.get(entry.index), papers) for entry in manuscript.references]


def _check_entry(
    entry: Reference, link: Link | None, papers: Mapping[PaperNumber, Paper]
) -> EntryCheck:
    paper = papers.get(link.paper) if link is not None else None
    if link is None or paper is None:
        return EntryCheck(entry.index, "unchecked", reason=Message("not in the library"))
    if not (link.by_hand or link.confidence >= _TRUSTED):
        reason = Message("not certain which paper it is")
        return EntryCheck(entry.index, "unchecked", reason=reason)
    return compare_entry(entry, paper)


def compare_entry(entry: Reference, paper: PaperRecord, source: str = "") -> EntryCheck:
    """Return how an entry compares with the record of its work; ``source`` is not the library."""
    differences = _compare(entry, paper)
    reason = ""
    if not differences and _count_compared(entry, paper) < 2:
        reason = Message("too little to compare")
    state: CheckState = "unchecked" if reason else "differs" if differences else "agrees"
    return EntryCheck(entry.index, state, tuple(differences), reason, source)


def _compare(entry: Reference, paper: PaperRecord) -> Sequence[FieldDifference]:
    differences: list[FieldDifference] = []
    title = stated_title(paper)
    if entry.title and title and not _has_title(entry, title):
        differences.append(FieldDifference("title", entry.title, title))
    if entry.authors and paper.authors and not _has_author(entry, paper):
        differences.append(FieldDifference("author", entry.authors[0], paper.authors[0]))
    if entry.year is not None and paper.year is not None and not _has_year(entry, paper.year):
        differences.append(FieldDifference("year", str(entry.year), str(paper.year)))
    if entry.venue and paper.venue and not _has_journal(entry, paper):
        differences.append(FieldDifference("journal", entry.venue, paper.venue))
    if entry.doi and paper.doi and not _is_same_doi(entry.doi, paper.doi):
        differences.append(FieldDifference("doi", entry.doi, paper.doi))
    return differences


def _has_title(entry: Reference, title: str) -> bool:
    """Whether an entry has a title, also one without its subtitle or cut in another place."""
    own, stated = title_key(title), title_key(entry.title)
    return (
        own in title_key(entry.text)
        or (len(stated) > 11 and own.startswith(stated))
        or fuzz.ratio(own, stated) >= _SAME_TITLE
        or fuzz.partial_ratio(plain(title), plain(entry.text)) >= _SAME_TITLE
    )


def _has_author(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the first authors may be one, also where a letter of a name became a symbol."""
    return states_first_author(entry, paper) or any(
        _is_damaged_form(one, other) or _is_damaged_form(other, one)
        for one in entry.authors[0].casefold().split()
        for other in paper.authors[0].casefold().split()
    )


def _is_damaged_form(name: str, other: str) -> bool:
    """Whether a name is another one in which symbols took the place of letters: "O£k"."""
    return (
        len(name) == len(other) > 2
        and any(map(_is_symbol, name))
        and all(one == two or _is_symbol(one) for one, two in zip(name, other, strict=True))
    )


def _is_symbol(sign: str) -> bool:
    return category(sign).startswith("S")


def _is_same_doi(one: str, other: str) -> bool:
    """Whether two DOIs may be one, printed with dashes, or cut off at a line end."""
    keys = sorted((_DASHES.sub("-", doi_key(doi)) for doi in (one, other)), key=len)
    return keys[1].startswith(keys[0])


def _has_year(entry: Reference, year: int) -> bool:
    return entry.year == year or str(year) in _YEARS.findall(entry.text)


def _has_journal(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the journals may be one; proceedings have too many names to be compared."""
    if "volume" not in paper.extra:
        return True
    names = {paper.venue, str(paper.extra.get("container-title-short", "")) or paper.venue}
    stated = plain(entry.text)
    return any(plain(name) in stated or states_journal(entry, name) for name in names)


def _count_compared(entry: Reference, paper: PaperRecord) -> int:
    pairs = (
        (entry.title, stated_title(paper)),
        (entry.authors, paper.authors),
        (entry.year, paper.year),
        (entry.venue, paper.venue),
        (entry.doi, paper.doi),
    )
    return sum(bool(one and other) for one, other in pairs)
