"""What a manuscript and a library know of each other: references found, papers cited, itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.library.identity import title_key
from core.library.library import Library
from core.library.words import WordIndex
from core.manuscript.linking import Linker
from core.records import Link, Manuscript, Paper, PaperNumber, Sentence

_FUZZY_CANDIDATES = 5


def link_references(library: Library, words: WordIndex, manuscript: Manuscript) -> dict[int, Link]:
    """Find the manuscript's references in the library, by position in the reference list."""

    def like(title: str) -> Sequence[Paper]:
        terms = {term: float(count) for term, count in words.terms(title).items()}
        found = words.search(terms, limit=_FUZZY_CANDIDATES, boosts={"title": 1.0})
        return library.papers.get_many([paper for paper, _ in found])

    return Linker(library.papers, like).link(manuscript.references)


def cited_in(
    manuscript: Manuscript, links: Mapping[int, Link | None], sentences: Iterable[int]
) -> frozenset[PaperNumber]:
    """Return the papers of the library that these sentences cite."""
    found = (
        links.get(reference)
        for index in sentences
        for marker in manuscript.sentences[index].markers
        for reference in marker.references
    )
    return frozenset(link.paper for link in found if link is not None)


def find_own_record(library: Library, manuscript: Manuscript) -> PaperNumber | None:
    """Return the library's record of the manuscript itself, by DOI, arXiv id or exact title."""
    ids = (f"doi:{manuscript.doi.lower()}", f"arxiv:{manuscript.arxiv}")
    for given, own_id in zip((manuscript.doi, manuscript.arxiv), ids, strict=True):
        number = library.papers.resolve(own_id) if given else None
        if number is not None:
            return number
    key = title_key(manuscript.title)
    same = library.papers.find_by_title([key]).get(key, []) if key else []
    return same[0] if same else None


def text_manuscript(text: str, split: Callable[[str], Sequence[str]]) -> Manuscript:
    """Make a manuscript of a typed passage: its sentences, on no page."""
    sentences = tuple(
        Sentence(index=index, section=None, page=0, text=sentence, rects=())
        for index, sentence in enumerate(split(" ".join(text.split())))
    )
    return Manuscript(title="", sentences=sentences, extractor="text")
