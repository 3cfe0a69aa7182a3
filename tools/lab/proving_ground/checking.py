"""Compares what was read of a cell with the article, to the word.

The words of the text without its markers are laid beside those of the article, so each marker has
a place in the article: what is cited there must be what the article cites there.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache

from core.base.identity import family_name
from core.base.records import Manuscript, Marker, Reference
from core.manuscript.text.common_titles import is_references_title
from tools.lab.proving_ground import article
from tools.lab.proving_ground.pandoc_cells import Cell

FIELDS = (
    "title", "authors", "abstract", "headings", "text", "list", "list titles", "list years",
    "list authors", "citations", "invented",
)  # fmt: skip
"""What is checked of each cell."""
_LEAST_TEXT = 0.99
_NOTE = "note"
"""The key of an entry that is a footnote of the article."""


@dataclass(slots=True)
class Verdict:
    """What is wrong with a cell, by field; ``problem`` says why it could not be read at all."""

    cell: Cell
    faults: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    problem: str = ""

    @property
    def is_whole(self) -> bool:
        """Say whether all was read as it is."""
        return not self.faults and not self.problem


def check(cell: Cell, manuscript: Manuscript) -> Verdict:
    """Return what of a cell was misread."""
    verdict = Verdict(cell)
    _check_front(manuscript, verdict)
    work_of = _match_entries(manuscript.references)
    _check_list(cell, manuscript, work_of, verdict)
    _check_text(manuscript, work_of, verdict)
    return verdict


def letters_of(text: str) -> str:
    """Return the letters and digits of a text in small letters, without accents."""
    plain = unicodedata.normalize("NFKD", re.sub(r"</?i>", "", text))
    return "".join(char for char in plain.casefold() if char.isalnum())


def _check_front(manuscript: Manuscript, verdict: Verdict) -> None:
    if letters_of(manuscript.title) != letters_of(article.TITLE):
        verdict.faults["title"].append(manuscript.title)
    authors = [" ".join(name) for name in article.AUTHORS]
    if list(manuscript.authors) != authors:
        verdict.faults["authors"].append("; ".join(manuscript.authors))
    if letters_of(manuscript.abstract) != letters_of(article.ABSTRACT):
        verdict.faults["abstract"].append(manuscript.abstract)
    headings = [letters_of(heading) for heading in article.list_headings()]
    titles = [letters_of(section.title) for section in manuscript.sections]
    if titles[:1] in (["abstract"], ["summary"]):
        titles = titles[1:]
    for heading in headings:
        if heading not in titles:
            verdict.faults["headings"].append(f"lost: {heading}")
    verdict.faults["headings"] += [
        f"invented: {section.title}"
        for section in manuscript.sections
        if letters_of(section.title) not in {*headings, "abstract"}
        and not is_references_title(section.title)
    ]
    if not verdict.faults["headings"]:
        del verdict.faults["headings"]


# --- the list of references ----------------------------------------------------------------------


def _match_entries(references: Iterable[Reference]) -> dict[int, str]:
    """Return which work each entry of the list is, as far as it is one."""
    works = {}
    for reference in references:
        if any(letters_of(reference.text).startswith(note) for note in _note_beginnings()):
            works[reference.index] = _NOTE
            continue
        scores = {key: _likeness(reference, key) for key in article.KEYS}
        best = max(scores, key=lambda key: scores[key])
        if scores[best] >= 2:
            works[reference.index] = best
    return works


@cache
def _note_beginnings() -> tuple[str, ...]:
    """Return the footnotes up to what they cite: REVTeX prints them in the list."""
    return tuple(letters_of(note.partition("{")[0]) for note in article.NOTES.values())


def _likeness(reference: Reference, key: str) -> float:
    """Return how many of first author, year, title, pages and journal of a work an entry prints."""
    work = article.WORKS[article.KEYS.index(key)]
    text = letters_of(f"{reference.text} {reference.title} {' '.join(reference.authors)}")
    pages = str(work.get("page", "?")).partition("-")[0]
    journal = letters_of(str(work.get("container-title", "")))
    return (
        (_family(work) in text)
        + (str(_year(work)) in text or str(_year(work)) == str(reference.year))
        + 2 * (letters_of(str(work["title"])) in text)
        + 0.5 * (pages in reference.text)
        + 0.5 * (str(work.get("volume", "?")) in reference.text)
        + (journal != "" and journal in text)
    )


def _family(work: Mapping[str, object]) -> str:
    person = work["author"][0]  # type: ignore[index]
    return letters_of(str(person.get("family") or person["literal"]))


def _year(work: Mapping[str, object]) -> int:
    return int(work["issued"]["date-parts"][0][0])  # type: ignore[index]


def _check_list(
    cell: Cell, manuscript: Manuscript, work_of: Mapping[int, str], verdict: Verdict
) -> None:
    entries: dict[str, list[Reference]] = defaultdict(list)
    for reference in manuscript.references:
        if reference.index not in work_of:
            verdict.faults["list"].append(f"no work: {reference.text[:90]}")
        elif work_of[reference.index] != _NOTE:
            entries[work_of[reference.index]].append(reference)
    for work in article.WORKS:
        key = str(work["id"])
        if not entries[key]:
            if cell.has_list or key not in (article.UNCITED, article.IN_TABLE, article.IN_NOTE):
                verdict.faults["list"].append(f"lost: {key}")
            continue
        if len(entries[key]) > 1:
            verdict.faults["list"].append(f"twice: {key}")
        _check_entry(work, entries[key][0], verdict)


def _check_entry(work: Mapping[str, object], entry: Reference, verdict: Verdict) -> None:
    title = letters_of(str(work["title"]))
    text = letters_of(entry.text)
    for other in article.WORKS:  # "Tide pool" is part of another title
        longer = letters_of(str(other["title"]))
        text = text.replace(longer, "") if title in longer and title != longer else text
    has_title = title in text
    if has_title and title != letters_of(entry.title):
        verdict.faults["list titles"].append(f"{work['id']}: {entry.title} << {entry.text}")
    elif entry.title and not has_title and title != letters_of(entry.title):  # not of a .bib
        verdict.faults["list titles"].append(
            f"{work['id']} has none: {entry.title} << {entry.text}"
        )
    is_printed = re.search(rf"(?<!\d){_year(work)}(?!\d)", entry.text) is not None
    accessed = int(str(work.get("accessed", "0"))[:4])
    is_only_year = not is_printed and entry.year == accessed  # no word says what year it is
    if entry.year != (_year(work) if is_printed else None) and not is_only_year:
        verdict.faults["list years"].append(f"{work['id']}: {entry.year} << {entry.text}")
    first = letters_of(entry.authors[0]) if entry.authors else ""
    is_named = _family(work) in letters_of(entry.text)
    if (is_named or first) and not _is_first_author(work, first, entry):
        verdict.faults["list authors"].append(f"{work['id']}: {first} << {entry.text}")


def _is_first_author(work: Mapping[str, object], first: str, entry: Reference) -> bool:
    person = work["author"][0]  # type: ignore[index]
    if person.get("literal"):
        return first == letters_of(str(person["literal"]))
    read = letters_of(family_name(entry.authors[0])) if entry.authors else ""
    family = _family(work)
    # "García López" and "de la Croix" are whole families
    return read in (family, letters_of(str(person.get("non-dropping-particle", ""))) + family)


# --- the text and what it cites ------------------------------------------------------------------


@cache
def _truth() -> tuple[tuple[str, ...], tuple[article.Cite, ...]]:
    words, cites = article.list_words_and_cites()
    return tuple(words), tuple(cites)


def _check_text(manuscript: Manuscript, work_of: Mapping[int, str], verdict: Verdict) -> None:
    words, cites = _truth()
    read: list[str] = []
    placed: list[tuple[int, Marker]] = []
    for text, marker in _split_at_markers(manuscript):
        read += article.split_words(text)
        if marker is not None:
            placed.append((len(read) - 1, marker))
    matcher = SequenceMatcher(None, words, read, autojunk=False)
    place_of = {
        block.b + n: block.a + n
        for block in matcher.get_matching_blocks()
        for n in range(block.size)
    }
    if len(place_of) < _LEAST_TEXT * len(words):
        shown = set(place_of.values())
        missing = [word for n, word in enumerate(words) if n not in shown]
        verdict.faults["text"].append(f"{len(missing)} words lost: {' '.join(missing[:30])}")
    markers: dict[int, list[Marker]] = defaultdict(list)
    for at, marker in placed:
        markers[next((place_of[n] for n in range(at, -1, -1) if n in place_of), -1)].append(marker)
    _compare_cites(cites, markers, manuscript, work_of, verdict)


def _compare_cites(
    cites: Iterable[article.Cite],
    markers: Mapping[int, list[Marker]],
    manuscript: Manuscript,
    work_of: Mapping[int, str],
    verdict: Verdict,
) -> None:
    """Compare what is cited behind each word of the article."""
    expected: dict[int, frozenset[str]] = {}
    for cite in cites:
        if not cite.in_note:
            expected[cite.anchor] = cite.keys | expected.get(cite.anchor, frozenset())
    beside = {work_of.get(at, "?") for at in (*manuscript.cited_beside, *manuscript.perhaps_cited)}
    for anchor in sorted({*expected, *markers}):
        here = markers.get(anchor, [])
        keys = {work_of.get(at, "?") for one in here for at in one.references}
        if keys == {_NOTE}:
            here, keys = [one for one in here if not one.references], set()
        keys.discard(_NOTE)
        beside |= keys
        _compare_keys(anchor, expected.get(anchor), keys, here, verdict)
    for key in {article.IN_TABLE, article.IN_NOTE} - beside:
        if key in work_of.values():
            verdict.faults["citations"].append(f"{key}, cited beside the text, seems uncited")


def _compare_keys(
    anchor: int,
    expected: frozenset[str] | None,
    keys: set[str],
    markers: Sequence[Marker],
    verdict: Verdict,
) -> None:
    """Compare what is cited behind a word: what is lost, and what is cited there by mistake."""
    words, _ = _truth()
    near = " ".join(words[max(0, anchor - 3) : anchor + 1])
    shown = " | ".join(one.text for one in markers)
    unresolved = [part for one in markers for part in one.unresolved]
    lost = (expected or frozenset()) - keys
    more = keys - (expected or frozenset()) - {article.IN_TABLE, article.IN_NOTE}
    if lost:
        verdict.faults["citations"].append(f"“{near}” lost {sorted(lost)} (read: {shown})")
    elif unresolved:
        verdict.faults["citations"].append(f"“{near}” leads nowhere: {unresolved} in {shown}")
    if more or (expected is None and markers and not keys):
        verdict.faults["invented"].append(f"“{near}” has {sorted(more)} ({shown})")


def _split_at_markers(manuscript: Manuscript) -> Iterator[tuple[str, Marker | None]]:
    """Yield the text before each marker with the marker, then what is left of each sentence."""
    for sentence in manuscript.sentences:
        end = 0
        for marker in sorted(sentence.markers, key=lambda one: one.start):
            yield sentence.text[end : max(end, marker.start)], marker
            end = max(end, marker.end)
        yield sentence.text[end:], None
