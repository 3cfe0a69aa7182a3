"""From the entries of a reference list to papers of the library, each with a confidence.

A DOI or arXiv id decides if the title agrees. Without one the title does, checked by authors and
year, or the place in a journal. A parser may cut the title wrong, so the raw text counts too: a
library's title that stands in it between signs, behind its authors, is as good as the title that
was read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from rapidfuzz import fuzz

from core.base.identity import title_key
from core.base.items import stated_title
from core.base.records import Link, Paper, PaperNumber, Reference
from core.manuscript.references.author_names import family_key
from core.manuscript.references.journal_places import (
    read_numbers,
    states_first_author,
    weigh_place,
)

SURE = 1.0
SAME_TITLE = 0.97
START = 24
"""So many letters of a normalised title tell papers apart well enough to look only at these."""

_LEAST_KEY = 8  # a shorter normalised title ("Transformers") proves little
_LEAST_LINK = 0.6
_WHOLE, _BEGINS, _SHORTER = 0.94, 0.76, 0.8
_LEAST_ALIKE = 90.0
_OTHER_TITLE = 75.0  # an entry of which so little agrees with a record's title means another paper
_TELLING = 40  # letters of a title that need no author beside them to be believed
_FRONT = 40  # the first author's name stands in so many letters
_STARTS = 40
_GROUP = 20
_MOST_YEARS_APART = 2  # from the preprint to the article
_BREAK = re.compile(r"[.,:;?!”“\"»«)\]’']+\s+[“\"«‘']?|[“\"«]|\s[‘–—-]+\s?")
_CLOSE_BEFORE = ".,:;?!()[]”“\"»«‘'–—0123456789"
_CLOSE_AFTER = ".,:;?!()[]”“\"»«’'–—"
_VOLUME = re.compile(
    r"(?:in)?(?:the)?(?:proceedings|procof|advancesin|transactions|journalof|ieee|acm|annual"
    r"|internationalconf|internationaljournal|internationalworkshop|conferenceon|associationfor)"
)
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_GENERATION = re.compile(r",?\s+(?:Jr|Sr|II|III|IV)\.?\Z")


class PapersById(Protocol):
    """What an audit asks of a library, and linking too."""

    def resolve_many(self, external_ids: Iterable[str]) -> Mapping[str, PaperNumber]:
        """Return the papers that answer to these ids."""

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        """Return the papers, those left out that are gone."""


class PaperLookup(PapersById, Protocol):
    """What linking asks of a library."""

    def find_by_title(self, title_keys: Sequence[str]) -> Mapping[str, Sequence[PaperNumber]]:
        """Return the papers of exactly these normalised titles."""

    def find_by_title_start(self, starts: Sequence[str]) -> Mapping[str, Sequence[PaperNumber]]:
        """Return the papers whose normalised titles begin so."""

    def find_by_volume(
        self, years: Sequence[int], volumes: Sequence[str]
    ) -> Mapping[str, Sequence[PaperNumber]]:
        """Return the papers of these years, by their volume if it is one of these."""


def nothing_like(_text: str) -> Sequence[PaperNumber]:
    """Offer no papers of similar titles: ids, titles and their beginnings are all there is."""
    return ()


class Linker:
    """Finds references in a library.

    ``like`` gives a few papers whose titles share words with a text, for the fuzzy comparison; a
    library of any size stays quick because only these are compared.
    """

    def __init__(
        self, papers: PaperLookup, like: Callable[[str], Sequence[PaperNumber]] = nothing_like
    ) -> None:
        self._papers = papers
        self._like = like

    def link(self, references: Sequence[Reference]) -> dict[int, Link]:
        """Return the paper of each reference that has one, by the reference's index."""
        links = self._by_identifier(references)
        open_ones = [reference for reference in references if reference.index not in links]
        links |= self._best(open_ones, self._of_title(open_ones))
        open_ones = [reference for reference in open_ones if reference.index not in links]
        links |= self._by_place(open_ones)
        open_ones = [reference for reference in open_ones if reference.index not in links]
        links |= self._best(
            open_ones, {reference.index: self._alike(reference) for reference in open_ones}
        )
        return links

    def _by_identifier(self, references: Sequence[Reference]) -> dict[int, Link]:
        ids_by_reference = {entry.index: identifiers(entry) for entry in references}
        every = [external_id for ids in ids_by_reference.values() for external_id in ids]
        numbers_by_id = self._papers.resolve_many(every) if every else {}
        papers = self._load_papers(numbers_by_id.values())
        links = {}
        for reference in references:
            for external_id in ids_by_reference[reference.index]:
                paper = papers.get(numbers_by_id.get(external_id, PaperNumber(0)))
                if paper is not None and (sure := _trust(reference, paper)) >= _LEAST_LINK:
                    links[reference.index] = Link(paper.number, sure)
                    break
        return links

    def _by_place(self, references: Sequence[Reference]) -> dict[int, Link]:
        """Return the paper of each reference that one paper's volume and page stand in."""
        numbers = {reference.index: read_numbers(reference) for reference in references}
        years = {near for one in numbers.values() for year in one.years for near in _near(year)}
        volumes = {
            number.removeprefix("month ") for one in numbers.values() for number in one.places
        }
        if not years or not volumes:
            return {}
        numbers_by_volume = self._papers.find_by_volume(sorted(years), sorted(volumes))
        papers = self._load_papers(number for some in numbers_by_volume.values() for number in some)
        links = {}
        for reference in references:
            stated = numbers[reference.index]
            candidates = {
                number
                for volume in stated.places
                for number in numbers_by_volume.get(volume.removeprefix("month "), ())
            }
            weights = {
                number: weight
                for number in candidates
                if number in papers and (weight := weigh_place(reference, stated, papers[number]))
            }
            best = [number for number in weights if weights[number] == max(weights.values())]
            if len(best) == 1:
                links[reference.index] = Link(best[0], weights[best[0]])
        return links

    def _of_title(self, references: Sequence[Reference]) -> dict[int, list[PaperNumber]]:
        """Return, for each reference, the papers whose title stands in it, or begins as it does."""
        keys = {reference.index: _whole_keys(reference) for reference in references}
        starts = {reference.index: title_starts(reference, _STARTS) for reference in references}
        every = sorted({key for some in keys.values() for key in some})
        same = self._papers.find_by_title(every) if every else {}
        every = sorted({start for some in starts.values() for start in some})
        numbers_by_start = self._papers.find_by_title_start(every) if every else {}
        return {
            index: [
                *(number for key in keys[index] for number in same.get(key, ())),
                *(
                    number
                    for start in starts[index]
                    for number in numbers_by_start.get(start, ())[:_GROUP]
                ),
            ]
            for index in keys
        }

    def _alike(self, reference: Reference) -> Sequence[PaperNumber]:
        text = reference.title if len(reference.title) > 15 else reference.text
        return self._like(text[:300]) if len(text) >= 15 else ()

    def _best(
        self, references: Sequence[Reference], candidates: Mapping[int, Sequence[PaperNumber]]
    ) -> dict[int, Link]:
        """Return the likeliest paper of each, where one is likely.

        Of equals it is the one whose place in a journal the entry states, else the earlier one.
        """
        papers = self._load_papers(number for some in candidates.values() for number in some)
        links = {}
        for reference in references:
            scored = {
                number: likeness(reference, papers[number])
                for number in candidates[reference.index]
                if number in papers
            }
            confidence = max(scored.values(), default=0.0)
            if confidence >= _LEAST_LINK:
                best = sorted(number for number in scored if scored[number] == confidence)
                if len(best) > 1:
                    stated = read_numbers(reference)
                    best.sort(key=lambda number: -weigh_place(reference, stated, papers[number]))
                links[reference.index] = Link(best[0], round(confidence, 3))
        return links

    def _load_papers(self, numbers: Iterable[PaperNumber]) -> dict[PaperNumber, Paper]:
        wanted_numbers = list(dict.fromkeys(numbers))
        return (
            {paper.number: paper for paper in self._papers.get_many(wanted_numbers)}
            if wanted_numbers
            else {}
        )


def _near(year: int) -> range:
    return range(year - 1, year + 2)


def identifiers(reference: Reference) -> list[str]:
    """Return the external ids an entry states."""
    return [
        *([f"doi:{reference.doi.lower()}"] if reference.doi else []),
        *([f"arxiv:{reference.arxiv}"] if reference.arxiv else []),
    ]


def title_starts(reference: Reference, limit: int) -> list[str]:
    """Return how the title may begin, normalised: as it was read, and behind signs in the text.

    None is shorter than ``START`` letters, nor one with which a title of a volume begins.
    """
    breaks = [match.end() for match in _BREAK.finditer(reference.text)]
    keys = (title_key(reference.text[at : at + 3 * START]) for at in breaks)
    starts = (key[:START] for key in (title_key(reference.title), *keys))
    fit = (start for start in starts if len(start) == START and not _VOLUME.match(start))
    return list(dict.fromkeys(fit))[:limit]


def likeness(reference: Reference, paper: Paper) -> float:
    """Return how sure it is that the reference means the paper, 0..1."""
    own = title_key(paper.title)
    if not own:
        return 0.0
    base = _title_weight(reference, paper, own)
    if not base:
        return 0.0
    checks = _year_weight(reference, paper) + _author_weight(reference, paper, base)
    return max(0.0, min(SURE, base + checks + _length_weight(own)))


def _trust(reference: Reference, paper: Paper) -> float:
    """Return how far an id is to be believed that both state: the titles must agree."""
    own, text = title_key(stated_title(paper)), title_key(reference.text)
    read_title = title_key(reference.title)
    if own not in text and not (own and reference.title):
        return _trust_without_title(reference, paper)
    if not own or (len(read_title) < _LEAST_KEY and len(text) < len(own) + START):
        return 0.9  # nothing to compare: an entry may be an id and hardly more
    if own in text or (read_title and fuzz.ratio(read_title, own) >= _OTHER_TITLE):
        return SURE
    return 0.95 if fuzz.partial_ratio(own, text) >= _OTHER_TITLE else 0.4


def _trust_without_title(reference: Reference, paper: Paper) -> float:
    """Return how far an id is to be believed if there are no two titles to compare."""
    if states_first_author(reference, paper):
        return SURE
    is_year_far = (
        reference.year is not None
        and paper.year is not None
        and abs(reference.year - paper.year) > _MOST_YEARS_APART
    )
    return 0.4 if paper.authors and reference.authors and is_year_far else 0.9


def _title_weight(reference: Reference, paper: Paper, own: str) -> float:
    """Return how well the titles agree, 0 where they do not; the best way of agreeing counts."""
    read_title = title_key(reference.title)
    if read_title == own:
        return SAME_TITLE
    if len(own) < 12:
        return 0.0
    weights = [_ratio_weight(read_title, own)]
    stands = _match_title(reference.text, own)
    if stands == "whole" and (paper.authors or len(own) >= _TELLING):
        weights.append(_WHOLE)
    if stands == "begins" and len(own) >= 20:
        weights.append(_BEGINS)
    if len(read_title) >= 20 and _match_title(paper.title, read_title) == "whole":
        weights.append(_SHORTER)
    return max(weights)


def _ratio_weight(read_title: str, own: str) -> float:
    alike = fuzz.ratio(read_title, own)
    if alike < _LEAST_ALIKE or _DIGITS.findall(read_title) != _DIGITS.findall(own):
        return 0.0  # "Task 13 of 2016" is not "Task 17 of 2015"
    return 0.6 + 0.35 * (alike - _LEAST_ALIKE) / (100 - _LEAST_ALIKE)


def _match_title(text: str, own: str) -> str:
    """Tell whether a title stands in a text between signs ("whole"), or only begins behind one."""
    if own not in title_key(text):
        return ""
    key, offsets = _keyed(text)
    position, begins = key.find(own), False
    while position >= 0:
        before = text[: offsets[position]].rstrip()
        if not before or (before[-1] in _CLOSE_BEFORE):
            after = text[offsets[position + len(own) - 1] + 1 :].lstrip()
            if not after or after[0] in _CLOSE_AFTER or after.startswith("In "):
                return "whole"
            begins = True
        position = key.find(own, position + 1)
    return "begins" if begins else ""


def _keyed(text: str) -> tuple[str, list[int]]:
    """Return the ``title_key`` of a text and where in the text each of its letters stands."""
    letters: list[str] = []
    offsets: list[int] = []
    for offset, char in enumerate(text):
        plain = char if char.isascii() else unicodedata.normalize("NFKD", char)
        for letter in plain.lower():
            if letter.isalnum():
                letters.append(letter)
                offsets.append(offset)
    return "".join(letters), offsets


def _whole_keys(reference: Reference) -> list[str]:
    """Return normalised titles that the entry may state, the one that was read first.

    Of the text only what is too short for ``title_starts`` counts.
    """
    breaks = [0, *(match.end() for match in _BREAK.finditer(reference.text))]
    parts = (title_key(reference.text[one:other]) for one, other in pairwise(breaks))
    short = (part for part in parts if 12 <= len(part) < START)
    keys = (key for key in (title_key(reference.title), *short) if len(key) >= _LEAST_KEY)
    return list(dict.fromkeys(keys))[:_STARTS]


def _year_weight(reference: Reference, paper: Paper) -> float:
    if reference.year is None or paper.year is None:
        return 0.0
    apart = abs(reference.year - paper.year)
    return (0.02, 0.0, -0.04)[apart] if apart < 3 else -0.15


def _author_weight(reference: Reference, paper: Paper, base: float) -> float:
    """Return what the authors add or take; a title that agrees only in part needs the first."""
    partly = base < _WHOLE
    beginning = reference.text[:_FRONT] if partly else reference.text
    if not paper.authors:
        return -0.3 if partly else -0.02
    families = [_family(author) for author in paper.authors]
    stated = {_family(author) for author in reference.authors}
    if (families[0] in stated and not partly) or _names(beginning, families[0]):
        return 0.08 if partly else 0.04
    if stated & set(families) or any(_names(reference.text, family) for family in families[1:]):
        return -0.2 if partly else -0.02
    return -0.4 if reference.authors else -0.1


def _names(text: str, family: str) -> bool:
    """Whether a text holds a family name; PDFs may tear its accents off, so blanks count little."""
    if len(family) < 4:
        return bool(family) and family in {family_key(word) for word in _WORD.findall(text)}
    return family in family_key(text)


def _length_weight(own: str) -> float:
    if len(own) < 16:
        return -0.12
    return 0.1 if len(own) > 45 else 0.0  # no two papers share so long a title


def _family(author: str) -> str:
    words = _GENERATION.sub("", author).split()
    return family_key(words[-1]) if words else ""
