"""Citations that data from outside state."""

from __future__ import annotations

from core.library.library import Library
from core.library.store.outside import Origin


def test_a_citation_that_a_merged_paper_stated_survives_citation_data(
    citations_shelf: Library,
) -> None:
    one, other, cited = citations_shelf.papers.numbers()[:3]
    source = citations_shelf.outside.begin(Origin("works", ("OpenAlex",), "f", "k", 1, 0))
    citations_shelf.outside.add_citations(source, [(one, cited), (cited, one)])
    citations_shelf.citations.add_citations([(other, cited), (cited, other)], "edges")
    citations_shelf.papers.merge(one, [other])
    citations_shelf.outside.remove(source)
    assert citations_shelf.citations.cites(one) == [cited]
    assert citations_shelf.citations.find_citing_papers(one) == [cited]
