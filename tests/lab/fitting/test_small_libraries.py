"""Libraries of a person's size, cut out of the tiny corpus's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base.jobs import SilentJob
from core.base.records import PaperNumber
from core.library.imports.importing import import_sources
from core.library.indexes.passages import ContextIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.bare import bare
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.citing_contexts import CitingContexts
from core.recommend.signals import Sources
from tools.lab.fitting import small_libraries
from tools.lab.fitting.small_libraries import SmallLibraries
from training.corpus.corpus import Corpus
from training.sampling.draws import generator

DRAWS = 60


@pytest.fixture(scope="module")
def sources(tiny_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sources]:
    folder = tmp_path_factory.mktemp("library")
    with Library.open(folder / "library", create=True) as library:
        import_sources(library, [tiny_corpus], parser=None)
        words = WordIndex(folder / "words", library.identity)
        words.follow(library.papers)
        sentences = ContextIndex(folder / "contexts", library.identity, bare)
        sentences.follow(library.contexts, SilentJob())
        yield Sources.of(
            library,
            Retriever(words),
            graph=CitationGraph.of(library),
            contexts=CitingContexts(library, sentences),
        )


@pytest.fixture
def libraries(
    sources: Sources, tiny_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> SmallLibraries:
    monkeypatch.setattr(small_libraries, "LEAST", 20)
    monkeypatch.setattr(small_libraries, "MOST", 40)
    return SmallLibraries(sources, Corpus.open(tiny_corpus))


def test_a_small_library_knows_only_what_its_own_full_texts_say(
    libraries: SmallLibraries, sources: Sources
) -> None:
    cited = frozenset(sources.library.papers.resolve_many(["p:1", "p:2", "p:55"]).values())
    terms = dict.fromkeys(sources.retriever.words.terms("peat nebula yeast moor dwarf"), 1.0)
    seen = {"nothing": 0, "citations": 0, "sentences": 0}
    for number in range(DRAWS):
        known, allowed = libraries.draw(cited, generator(0, 0, number, "test"))
        assert cited <= allowed
        assert 20 <= len(allowed) <= 40 + len(cited)
        assert known.graph is not None
        assert sources.graph is not None
        papers = sorted(allowed)
        mine = known.graph.count_citing_papers(papers, without=None)
        theirs = sources.graph.count_citing_papers(papers, without=None)
        assert (np.nan_to_num(mine) <= theirs).all()
        if np.isnan(mine).all():
            seen["nothing"] += 1
            assert known.contexts is None
        elif known.contexts is None:
            seen["citations"] += 1
        else:
            seen["sentences"] += 1
            hits = known.contexts.by_words(terms, limit=5, without=None)
            assert len(hits) <= 5
            citers = {hit.citing for hit in hits}
            assert len(citers) <= known.graph.citing_papers(without=None)
    assert min(seen.values()) > 0, seen


def test_the_same_draw_gives_the_same_library(libraries: SmallLibraries) -> None:
    cited = frozenset({PaperNumber(3)})
    (one, first), (other, second) = (
        libraries.draw(cited, generator(0, 0, 7, "test")) for _ in range(2)
    )
    assert first == second
    assert one.graph is not None
    assert other.graph is not None
    np.testing.assert_array_equal(
        one.graph.count_citing_papers(sorted(first), without=None),
        other.graph.count_citing_papers(sorted(first), without=None),
    )


def test_a_library_without_full_texts_says_nothing_of_citations(
    sources: Sources, tiny_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small_libraries, "_UNREAD", 1.0)
    monkeypatch.setattr(small_libraries, "MOST", 40)
    monkeypatch.setattr(small_libraries, "LEAST", 20)
    known, allowed = SmallLibraries(replace(sources), Corpus.open(tiny_corpus)).draw(
        frozenset(), generator(0, 0, 0, "test")
    )
    assert known.contexts is None
    assert known.graph is not None
    assert np.isnan(known.graph.count_citing_papers(sorted(allowed), without=None)).all()
