"""What links a manuscript and a library: references found, papers cited, its own record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.base.identity import family_name, title_key
from core.base.records import Link, Manuscript, PaperNumber, Reference, Sentence
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.references.linking import Linker, identifiers, nothing_like

_FUZZY_CANDIDATES = 5
_OWN = 0.8  # of a title that is not the same; to leave out another paper would be the worse mistake


def link_references(library: Library, words: WordIndex, manuscript: Manuscript) -> dict[int, Link]:
    """Find the manuscript's references in the library, by position in the reference list."""
    return Linker(library.papers, papers_like(library, words)).link(manuscript.references)


def papers_like(library: Library, words: WordIndex) -> Callable[[str], Sequence[PaperNumber]]:
    """Return what finds the few papers whose titles share the rarest words with a text.

    The words may lag behind the library: what was thrown away since is left out.
    """

    def like(text: str) -> Sequence[PaperNumber]:
        terms = {term: float(count) for term, count in words.terms(text).items()}
        hits = words.search(terms, limit=_FUZZY_CANDIDATES, boosts={"title": 1.0})
        return library.papers.outside_trash([paper for paper, _ in hits])

    return like


def list_cited_papers(
    manuscript: Manuscript, links: Mapping[int, Link | None], sentences: Iterable[int]
) -> frozenset[PaperNumber]:
    """Return the papers of the library that these sentences cite."""
    cited_links = (
        links.get(reference)
        for index in sentences
        for marker in manuscript.sentences[index].markers
        for reference in marker.references
    )
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
