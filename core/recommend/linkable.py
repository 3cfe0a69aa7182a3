"""The papers of a library that an entry of a reference list could be, and a paper made of it."""

from __future__ import annotations

from dataclasses import replace

from rapidfuzz import fuzz

from core.base.identity import plain
from core.base.records import Paper, PaperNumber, PaperRecord, Reference
from core.library.indexes.words import WordIndex
from core.library.store.papers import PaperStore
from core.manuscript.references.entry_details import extract_details
from core.manuscript.references.linking import likeness

_SEARCHED = 30
_BY_WORDS = 0.5
"""The most that common words alone are worth: less than any link made without a person."""


def link_candidates(
    papers: PaperStore, words: WordIndex, entry: Reference, limit: int
) -> list[tuple[Paper, float]]:
    """Return the papers that an entry could be, each with its likeness (0..1), best first."""
    candidate_papers = papers.get_many(_candidates(papers, words, entry))
    scored = [(paper, round(_alike(entry, paper), 3)) for paper in candidate_papers]
    return sorted(scored, key=lambda pair: -pair[1])[:limit]


def build_record(entry: Reference) -> PaperRecord:
    """Return the record of a paper as a reference list states it."""
    return replace(build_short_record(entry), extra=extract_details(entry.text))


def build_short_record(entry: Reference) -> PaperRecord:
    """Return the same without the details that only the text of the entry has, such as pages."""
    return PaperRecord(
        title=entry.title,
        authors=entry.authors,
        year=entry.year,
        venue=entry.venue,
        doi=entry.doi,
        arxiv=entry.arxiv,
        url=entry.url,
    )


def _candidates(papers: PaperStore, words: WordIndex, entry: Reference) -> list[PaperNumber]:
    """Return the papers that share an id or words with an entry, each once."""
    stated = [
        *([f"doi:{entry.doi}"] if entry.doi else []),
        *([f"arxiv:{entry.arxiv}"] if entry.arxiv else []),
    ]
    by_id = papers.resolve_many(stated).values()
    by_title = [
        number
        for text in dict.fromkeys((entry.title, entry.text))
        for number, _ in words.search(
            {term: float(count) for term, count in words.terms(text).items()},
            limit=_SEARCHED,
            boosts={"title": 1.0},
        )
    ]
    return list(dict.fromkeys([*by_id, *by_title]))


def _alike(entry: Reference, paper: Paper) -> float:
    """Return how likely the entry is the paper; where titles differ, by the words they share."""
    title, stated = plain(paper.title), plain(entry.title or entry.text)
    shared = fuzz.token_sort_ratio(title, stated)
    if not entry.title:
        shared = fuzz.partial_ratio(title, stated)
    return max(likeness(entry, paper), _BY_WORDS * shared / 100)
