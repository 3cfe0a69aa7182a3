"""What links a manuscript and a library: references found, papers cited, its own record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from core.base.identity import family_name, plain, split_into_words, title_key
from core.base.records import (
    Link,
    Manuscript,
    OpenManuscript,
    Paper,
    PaperNumber,
    PaperRecord,
    Reference,
    Sentence,
)
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.papers import PaperStore
from core.library.store.sameness import (
    list_numbers,
    relation,
    titles_disagree,
    years_differ,
)
from core.library.store.traits import Traits, disjoint, make_traits
from core.manuscript.references.entry_details import extract_details
from core.manuscript.references.linking import Linker, identifiers, likeness, nothing_like
from core.manuscript.text.extractor import NAMES_ITS_BIBLIOGRAPHY

_FUZZY_CANDIDATES = 5
_SAME_KEY = 0.9  # an entry of the paper's citation key, whose title is much like the paper's
_KEY_ALONE = 0.75  # no title to compare: less than a finding about the paper is built on
_OWN = 0.8  # of a title that is not the same; to leave out another paper would be the worse mistake


def link_references(library: Library, words: WordIndex, manuscript: Manuscript) -> dict[int, Link]:
    """Find the manuscript's references in the library, by position in the reference list.

    An entry that ids and titles lead nowhere with is the paper that has its citation key, unless
    the two cannot be one work, or another entry is that paper.
    """
    links = Linker(library.papers, papers_like(library, words)).link(manuscript.references)
    open_entries = [
        entry for entry in manuscript.references if entry.key and entry.index not in links
    ]
    papers_by_key = library.papers.find_by_citation_key(entry.key for entry in open_entries)
    linked_papers = {link.paper for link in links.values()}
    for entry in open_entries:
        paper = papers_by_key.get(entry.key)
        if paper is None or paper.number in linked_papers:
            continue
        confidence = _weigh_key(entry, paper)
        if confidence:
            links[entry.index] = Link(paper.number, confidence)
    return links


def link_missing_keys(library: Library, manuscript: Manuscript) -> dict[str, Link]:
    """Find the papers of the library whose citation keys are cited, but are in no reference list.

    Only what is written by keys has them; the number of a typed list is none.
    """
    if manuscript.extractor not in NAMES_ITS_BIBLIOGRAPHY:
        return {}
    is_typed = any(not entry.key for entry in manuscript.references)
    keys = {
        part
        for sentence in manuscript.sentences
        for marker in sentence.markers
        for part in marker.unresolved
        if not (is_typed and part.isdecimal())
    }
    papers_by_key = library.papers.find_by_citation_key(keys)
    return {key: Link(papers_by_key[key].number, _KEY_ALONE) for key in sorted(papers_by_key)}


def _weigh_key(entry: Reference, paper: Paper) -> float:
    """Return how sure it is that an entry is the paper of its citation key, 0 if it is not."""
    listed, own = make_traits(build_short_record(entry), ()), make_traits(paper, paper.ids)
    if disjoint(listed.families, own.names):
        return 0.0
    if listed.title_key and own.title_key:
        return _SAME_KEY if _are_one_work(listed, own) else 0.0
    is_named = not paper.authors or family_name(paper.authors[0]) in split_into_words(entry.text)
    fits = (is_named or not entry.text.strip()) and not years_differ(listed, own)
    return _KEY_ALONE if fits else 0.0


def _are_one_work(listed: Traits, own: Traits) -> bool:
    """Whether titles that are not equal may be one work's, neither of its other parts nor years."""
    same_part = list_numbers(listed.title) == list_numbers(own.title)
    if not same_part or titles_disagree(listed, own):
        return False
    return relation(listed, own, alike="similar").kind != "different"


def papers_like(library: Library, words: WordIndex) -> Callable[[str], Sequence[PaperNumber]]:
    """Return what finds the few papers whose titles share the rarest words with a text.

    The words may lag behind the library: what was thrown away since is left out.
    """

    def like(text: str) -> Sequence[PaperNumber]:
        terms = {term: float(count) for term, count in words.terms(text).items()}
        hits = words.search(terms, limit=_FUZZY_CANDIDATES, boosts={"title": 1.0})
        return library.papers.outside_trash([paper for paper, _ in hits])

    return like


def list_cited_papers(opened: OpenManuscript, sentences: Iterable[int]) -> frozenset[PaperNumber]:
    """Return the papers of the library that these sentences cite, listed or by their keys alone."""
    markers = [
        marker for index in sentences for marker in opened.manuscript.sentences[index].markers
    ]
    cited_links = [opened.links.get(index) for marker in markers for index in marker.references]
    cited_links += [opened.key_links.get(part) for marker in markers for part in marker.unresolved]
    return frozenset(link.paper for link in cited_links if link is not None)


def find_own_record(
    library: Library, manuscript: Manuscript, words: WordIndex | None = None
) -> PaperNumber | None:
    """Return the library's record of the manuscript itself, or of another version of it.

    Found by DOI, arXiv id or title; a title that differs a little needs the same people. With
    ``words`` it may differ at its beginning too.
    """
    itself = Reference(
        index=0,
        label="",
        text=f"{', '.join(manuscript.authors)}. {manuscript.title}.",
        authors=manuscript.authors,
        title=manuscript.title,
        year=manuscript.year,
        doi=manuscript.doi,
        arxiv=manuscript.arxiv,
    )
    like = nothing_like if words is None else papers_like(library, words)
    link = Linker(library.papers, like).link([itself]).get(0)
    if link is None:
        return None
    paper = library.papers.get(link.paper)
    by_id = paper.number in library.papers.resolve_many(identifiers(itself)).values()
    if by_id or title_key(paper.title) == title_key(manuscript.title):
        return paper.number
    alike = link.confidence >= _OWN and _share_people(paper.authors, manuscript.authors)
    return paper.number if alike else None


def _share_people(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether at least half of the people of the longer list are in both."""
    first, second = ({family_name(author) for author in authors} for authors in (one, other))
    return 2 * len(first & second) >= max(len(first), len(second), 1)


def text_manuscript(text: str, split: Callable[[str], Sequence[str]]) -> Manuscript:
    """Make a manuscript of a typed passage: its sentences, on no page."""
    sentences = tuple(
        Sentence(index=index, section=None, page=0, text=sentence, rects=())
        for index, sentence in enumerate(split(" ".join(text.split())))
    )
    return Manuscript(title="", sentences=sentences, extractor="text")


# --- which papers an entry could be ------------------------------------------------------------


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
