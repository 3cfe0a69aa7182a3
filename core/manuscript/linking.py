"""From the entries of a reference list to papers of the library, each with a confidence.

A DOI or arXiv id decides. Without one the normalised title does, checked by year and first
author; at last a fuzzy title, which the same checks must back. An entry's title may be cut wrong,
so the raw text is compared too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from rapidfuzz import fuzz

from core.library.identity import title_key
from core.manuscript.names import family_key
from core.records import Link, Paper, PaperNumber, Reference

SURE = 1.0
SAME_TITLE = 0.97
_LEAST_KEY = 8  # a shorter normalised title ("Transformers") proves little
_LEAST_ALIKE = 90.0
_LEAST_CONFIDENCE = 0.6


class PaperLookup(Protocol):
    """What linking asks of a library."""

    def resolve_many(self, external_ids: Iterable[str]) -> Mapping[str, PaperNumber]:
        """Return the papers that answer to these ids."""

    def find_by_title(self, title_keys: Sequence[str]) -> Mapping[str, Sequence[PaperNumber]]:
        """Return the papers of exactly these normalised titles."""

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        """Return the papers, those left out that are gone."""


class Linker:
    """Finds references in a library.

    ``like`` gives a few papers whose titles share words with a text, for the fuzzy comparison; a
    library of any size stays quick because only these are compared.
    """

    def __init__(self, papers: PaperLookup, like: Callable[[str], Sequence[Paper]]) -> None:
        self._papers = papers
        self._like = like

    def link(self, references: Sequence[Reference]) -> dict[int, Link]:
        """Return the paper of each reference that has one, by the reference's index."""
        links = self._by_identifier(references)
        links |= self._by_title([each for each in references if each.index not in links])
        open_ones = [each for each in references if each.index not in links]
        for reference in open_ones:
            link = self._by_likeness(reference)
            if link is not None:
                links[reference.index] = link
        return links

    def _by_identifier(self, references: Sequence[Reference]) -> dict[int, Link]:
        asked = {
            reference.index: [
                *([f"doi:{reference.doi.lower()}"] if reference.doi else []),
                *([f"arxiv:{reference.arxiv}"] if reference.arxiv else []),
            ]
            for reference in references
        }
        every = [external_id for ids in asked.values() for external_id in ids]
        found = self._papers.resolve_many(every) if every else {}
        return {
            index: Link(found[external_id], SURE)
            for index, ids in asked.items()
            for external_id in ids[::-1]
            if external_id in found
        }

    def _by_title(self, references: Sequence[Reference]) -> dict[int, Link]:
        keys = {each.index: title_key(each.title) for each in references}
        usable = sorted({key for key in keys.values() if len(key) >= _LEAST_KEY})
        found = self._papers.find_by_title(usable) if usable else {}
        numbers = list(dict.fromkeys(number for group in found.values() for number in group))
        papers = {paper.number: paper for paper in self._papers.get_many(numbers)}
        links: dict[int, Link] = {}
        for reference in references:
            group = [
                papers[number]
                for number in found.get(keys[reference.index], ())
                if number in papers
            ]
            best = _best(reference, group)
            if best is not None:
                links[reference.index] = best
        return links

    def _by_likeness(self, reference: Reference) -> Link | None:
        text = reference.title if len(reference.title) > 15 else reference.text
        if len(text) < 15:
            return None
        return _best(reference, self._like(text[:300]))


def likeness(reference: Reference, paper: Paper) -> float:
    """Return how sure it is that the reference means the paper, 0..1."""
    title, own = title_key(reference.title), title_key(paper.title)
    if not own:
        return 0.0
    if title == own:
        base = SAME_TITLE
    elif len(own) >= 20 and own in title_key(reference.text):
        base = 0.93
    else:
        alike = fuzz.ratio(title, own)
        if alike < _LEAST_ALIKE or len(own) < 12:
            return 0.0
        base = 0.55 + 0.4 * (alike - _LEAST_ALIKE) / (100 - _LEAST_ALIKE)
    checks = _year_weight(reference, paper) + _author_weight(reference, paper)
    return max(0.0, min(SURE, base + checks + _length_weight(own)))


def _year_weight(reference: Reference, paper: Paper) -> float:
    if reference.year is None or paper.year is None:
        return 0.0
    apart = abs(reference.year - paper.year)
    return (0.02, 0.0, -0.04)[apart] if apart < 3 else -0.15


def _author_weight(reference: Reference, paper: Paper) -> float:
    if not paper.authors:
        return -0.02
    family = _family(paper.authors[0])
    if reference.authors:
        stated = {_family(author) for author in reference.authors}
        if family in stated:
            return 0.04
        known = {_family(author) for author in paper.authors}
        return -0.02 if stated & known else -0.4
    return 0.02 if family and family in family_key(reference.text) else -0.1


def _length_weight(own: str) -> float:
    if len(own) < 16:
        return -0.12
    return 0.1 if len(own) > 45 else 0.0  # no two papers share so long a title


def _family(author: str) -> str:
    words = re.sub(r",?\s+(?:Jr|Sr|II|III|IV)\.?\Z", "", author).split()
    return family_key(words[-1]) if words else ""


def _best(reference: Reference, papers: Sequence[Paper]) -> Link | None:
    """Return the likeliest paper, the earlier of equals; ``None`` when none is likely."""
    scored = [(likeness(reference, paper), paper) for paper in papers]
    if not scored:
        return None
    confidence, paper = max(scored, key=lambda pair: pair[0])
    if confidence < _LEAST_CONFIDENCE:
        return None
    return Link(paper.number, round(confidence, 3))
