"""Signals over a real library with citations, citing sentences, words and vectors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.indexes.passages import ContextIndex
from core.library.indexes.vectors import ContextVectors, VectorIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.models.encoder import SentenceEncoder
from core.recommend.bare import bare
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.citing_contexts import CitingContexts
from core.recommend.context import Passage
from core.recommend.signals import (
    UNTOLD,
    Group,
    SignalQuery,
    SignalTable,
    Sources,
    gather_signals,
    get_group,
)

Numbered = Callable[[str], PaperNumber]
SENTENCE = "Contrastive learning needs hard negatives."
PASSAGE = Passage(sentence=SENTENCE, title="On training", before=("Negatives decide.",))
CITES = "Hard negatives help contrastive learning [1, 2]."


@pytest.fixture(scope="module")
def encoder(tiny_model: Path) -> SentenceEncoder:
    return SentenceEncoder(tiny_model, device="cpu", precision="float32")


@pytest.fixture
def cited_library(small_library: Library, number_of: Numbered) -> Library:
    """The small library with two papers that cite "hard" and "graph" in one sentence."""
    citing = [PaperRecord(id="t:one", title="A first text"), PaperRecord(id="t:two", title="Next")]
    list(small_library.papers.add(citing, source="test"))
    cited = (number_of("t:hard"), number_of("t:graph"))
    start = CITES.index("[")
    for name in ("t:one", "t:two"):
        context = CitingContext(text=CITES, cited=cited, markers=((start, start + 6),))
        small_library.citations.add_contexts(number_of(name), [context])
    return small_library


@pytest.fixture
def sources(cited_library: Library, encoder: SentenceEncoder, tmp_path: Path) -> Sources:
    library = cited_library
    words = WordIndex(tmp_path / "words", library.identity)
    words.follow(library.papers)
    papers = [p for p in library.papers.get_many(library.papers.numbers()) if p.abstract]
    rows = encoder.encode_papers([(paper.title, paper.abstract) for paper in papers])
    library.embeddings.put(encoder.manifest.fingerprint, [p.number for p in papers], rows)
    vectors = VectorIndex(tmp_path / "vectors", library.identity, encoder.manifest)
    vectors.follow(library.papers, library.embeddings)
    sentences = ContextIndex(tmp_path / "contexts", library.identity, bare)
    sentences.follow(library.contexts)
    contexts = CitingContexts(
        library,
        sentences,
        ContextVectors(tmp_path / "context rows", library.identity, encoder.manifest),
    )
    return Sources.of(
        library,
        Retriever(words, vectors, encoder),
        graph=CitationGraph.of(library),
        contexts=contexts,
    )


def asked(sources: Sources, question: SignalQuery, **how: frozenset[PaperNumber]) -> SignalTable:
    found = sources.retriever.candidates(question.passage, breadth=0.5)
    return gather_signals(sources, question, found, **how)


def value(table: SignalTable, name: str, paper: PaperNumber) -> float:
    return float(table.columns[name][table.papers.index(paper)])


def test_every_signal_belongs_to_a_group_and_has_a_row_a_candidate(
    sources: Sources, number_of: Numbered
) -> None:
    table = asked(
        sources, SignalQuery(passage=PASSAGE, cited_papers=(number_of("t:graph"),), year=2021)
    )
    assert {get_group(name) for name in table.columns} == set(get_args(Group))
    assert all(column.shape == (len(table.papers),) for column in table.columns.values())
    assert all(column.dtype == np.float32 for column in table.columns.values())


def test_a_paper_without_a_vector_has_no_similarity(sources: Sources, number_of: Numbered) -> None:
    table = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=(number_of("t:bare"),)))
    assert np.isnan(value(table, "vectors.sentence", number_of("t:bare")))
    assert np.isfinite(value(table, "vectors.sentence", number_of("t:hard")))


@pytest.mark.parametrize(
    ("year", "count", "told", "expected"),
    [
        (1985, 20_000, 12, 1.0),
        (2005, 20_000, 12, 0.5),
        (2014, 20_000, 12, 0.0),
        (1985, 2_000, 12, 0.0),
        (1985, 20_000, 1, 0.0),
    ],
)
def test_a_lack_of_abstracts_speaks_against_old_papers_of_a_large_library(
    sources: Sources, number_of: Numbered, year: int, count: int, told: int, expected: float
) -> None:
    records = [
        PaperRecord(
            id=f"t:{kind}{n}",
            title=f"Hard negatives, part {kind} {n}",
            abstract="Contrastive learning is told here." if kind == "told" else "",
            year=2015 if kind == "told" else year,
        )
        for kind, most in (("told", told), ("untold", 4))
        for n in range(most)
    ]
    list(sources.library.papers.add(records, source="test"))
    sources.retriever.words.follow(sources.library.papers)
    allowed = frozenset(map(PaperNumber, range(1, count + 1)))
    table = asked(sources, SignalQuery(passage=PASSAGE), allowed=allowed)
    assert value(table, UNTOLD, number_of("t:untold1")) == pytest.approx(expected)
    assert value(table, UNTOLD, number_of("t:told0")) == 0


def test_a_library_without_full_texts_has_no_such_signal(
    sources: Sources, number_of: Numbered
) -> None:
    bare_sources = Sources.of(sources.library, Retriever(sources.retriever.words))
    table = asked(bare_sources, SignalQuery(passage=PASSAGE, cited_papers=(number_of("t:graph"),)))
    groups = {get_group(name) for name in table.columns}
    assert groups.isdisjoint({"vectors", "contexts", "cocitation"})
    assert np.isnan(table.matrix(["contexts.words.best"])).all()


def test_sentences_that_cite_a_paper_speak_for_it(sources: Sources, number_of: Numbered) -> None:
    table = asked(sources, SignalQuery(passage=PASSAGE))
    assert value(table, "contexts.words.best", number_of("t:hard")) > 0
    assert np.isnan(value(table, "contexts.words.best", number_of("t:soil")))
    assert [hit.citing for hit in table.hits] == [number_of("t:one"), number_of("t:two")]


def test_the_manuscripts_own_full_text_never_counts(sources: Sources, number_of: Numbered) -> None:
    given, hard = (number_of("t:graph"),), number_of("t:hard")
    other = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=given))
    own = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=given, own=number_of("t:one")))
    assert value(other, "cocitation.papers.sum", hard) == 2
    assert value(own, "cocitation.papers.sum", hard) == 1
    assert value(own, "popularity.cited by", hard) == pytest.approx(np.log1p(1))
    assert {hit.citing for hit in own.hits} == {number_of("t:two")}
    assert number_of("t:one") not in own.papers


def test_papers_cited_already_are_candidates_and_marked(
    sources: Sources, number_of: Numbered
) -> None:
    soil = number_of("t:soil")
    question = SignalQuery(
        passage=PASSAGE, cited_papers=(soil, number_of("t:graph")), here=frozenset({soil})
    )
    table = asked(sources, question)
    assert value(table, "repeat.cited", number_of("t:graph")) == 1
    assert value(table, "repeat.cited", soil) == 0
    assert value(table, "repeat.cited", number_of("t:hard")) == 0


def test_a_paper_cited_already_is_not_like_itself(sources: Sources, number_of: Numbered) -> None:
    hard = number_of("t:hard")
    table = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=(hard, number_of("t:graph"))))
    assert value(table, "vectors.cited.best", hard) < 0.999
    assert value(table, "cocitation.papers.best", hard) == 2


def test_only_allowed_papers_answer(sources: Sources, number_of: Numbered) -> None:
    only = frozenset({number_of("t:soil"), number_of("t:hard")})
    table = asked(
        sources, SignalQuery(passage=PASSAGE, cited_papers=(number_of("t:graph"),)), allowed=only
    )
    assert set(table.papers) <= only


def test_a_paper_asked_for_alone_has_the_signals_that_it_has_among_all(
    sources: Sources, number_of: Numbered
) -> None:
    query = SignalQuery(passage=PASSAGE, cited_papers=(number_of("t:graph"),))
    only = frozenset({number_of("t:hard")})
    every, alone = asked(sources, query), asked(sources, query, only=only)
    assert alone.papers == every.papers
    assert alone.columns.keys() == every.columns.keys()
    row = every.papers.index(number_of("t:hard"))
    for name, column in every.columns.items():
        np.testing.assert_array_equal(alone.columns[name][row], column[row], name)
    assert np.isnan(np.delete(alone.columns["mentions.title_share"], row)).all()
    assert asked(sources, query, only=frozenset({PaperNumber(999)})).papers == ()


def test_the_year_is_counted_from_the_manuscripts_or_else_from_what_it_cites(
    sources: Sources, number_of: Numbered
) -> None:
    given, hard = (number_of("t:graph"),), number_of("t:hard")
    dated = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=given, year=2024))
    undated = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=given))
    assert value(dated, "popularity.age", hard) == 4
    assert value(undated, "popularity.age", number_of("t:soil")) > 0
    assert value(undated, "popularity.years from cited", hard) == 2


def test_no_paper_is_too_young_for_a_manuscript_without_a_date(
    sources: Sources, number_of: Numbered
) -> None:
    given, hard = (number_of("t:graph"),), number_of("t:hard")
    undated = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=given))
    assert value(undated, "popularity.years from cited", hard) == 2
    assert value(undated, "popularity.age", hard) == 0
    early = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=given, year=2010))
    late = asked(sources, SignalQuery(passage=PASSAGE, cited_papers=(hard,), year=2010))
    assert value(early, "popularity.age", hard) == -2  # it is no older than what it cites
    assert value(late, "popularity.age", hard) == 0


def test_an_empty_library_gives_an_empty_table(tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty", create=True) as library:
        words = WordIndex(tmp_path / "none", library.identity)
        table = asked(Sources.of(library, Retriever(words)), SignalQuery(passage=PASSAGE))
        assert table.papers == ()
        assert table.matrix(["words.fused", "contexts.words.best"]).shape == (0, 2)
