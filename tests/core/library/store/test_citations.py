"""Citations, citing sentences, reference lists."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.records import CitingContext, Link, PaperNumber, PaperRecord, Reference
from core.library.library import Library
from core.library.store.citations import CitationCounts
from core.library.store.outside import Origin

A, B, C, D = (PaperNumber(n) for n in range(1, 5))


@pytest.fixture
def shelf(library: Library) -> Library:
    list(library.papers.add([PaperRecord(title=f"Paper {n}") for n in "ABCD"], source="test"))
    return library


def test_citations_lead_both_ways_and_are_counted_once(shelf: Library) -> None:
    pairs = [(A, B), (A, C), (B, C), (A, B), (C, C), (A, PaperNumber(99))]
    assert shelf.citations.add_citations(pairs, "edges") == 3
    assert shelf.citations.add_citations(pairs, "edges") == 0
    assert shelf.citations.cites(A) == [B, C]
    assert shelf.citations.find_citing_papers(C) == [A, B]
    shelf.papers.trash([B])
    assert shelf.citations.cites(A) == [C]
    assert shelf.citations.find_citing_papers(C) == [A]


def test_citing_sentences_are_kept_whole(shelf: Library) -> None:
    context = CitingContext(
        text="As in [1, 2].",
        cited=(B, C),
        section="Walks",
        before="Before.",
        after="After.",
        paragraph=7,
        markers=((6, 12),),
    )
    assert shelf.citations.add_contexts(A, [context]) == 1
    (stored,) = shelf.citations.contexts_citing(C, 9)
    assert stored.citing == A
    assert {name: getattr(stored, name) for name in context.__dataclass_fields__} == {
        **{name: getattr(context, name) for name in context.__dataclass_fields__},
        "citing": A,
    }
    assert shelf.citations.cites(A) == [B, C]


def test_halves_of_surrogate_pairs_are_marked_and_cost_nothing_else(shelf: Library) -> None:
    context = CitingContext(
        text="A \ud835 [1].", cited=(B,), before="\udc00", section="\ud800I", markers=((4, 7),)
    )
    assert shelf.citations.add_contexts(A, [context]) == 1
    (kept,) = shelf.citations.contexts_citing(B, 5)
    assert (kept.text, kept.before, kept.section) == ("A \ufffd [1].", "\ufffd", "\ufffdI")
    assert kept.text[slice(*kept.markers[0])] == "[1]"
    shelf.citations.set_references(
        A, [(Reference(index=0, label="1", text="\ud835.", title="x"), None)]
    )
    assert shelf.citations.references(A)[0][0].text == "\ufffd."


def test_reading_a_paper_again_replaces_its_sentences(shelf: Library) -> None:
    citations = shelf.citations
    citations.add_contexts(A, [CitingContext(text="Old.", cited=(B,))])
    stored = citations.add_contexts(
        A,
        [
            CitingContext(text="New.", cited=(B, A)),
            CitingContext(text="Of itself.", cited=(A,)),
            CitingContext(text="Of nobody.", cited=(PaperNumber(99),)),
        ],
    )
    assert stored == 1
    assert [context.text for context in citations.contexts_citing(B, 9)] == ["New."]
    assert citations.counts() == CitationCounts(papers=4, citations=1, contexts=1)
    assert citations.count_citations(A) == CitationCounts(papers=1, citations=1, contexts=1)


def test_the_sentence_that_cites_least_comes_first(shelf: Library) -> None:
    shelf.citations.add_contexts(
        A,
        [CitingContext(text="Many.", cited=(B, C, D)), CitingContext(text="One.", cited=(B,))],
    )
    assert [context.text for context in shelf.citations.contexts_citing(B, 9)] == ["One.", "Many."]
    assert [context.text for context in shelf.citations.contexts_citing(B, 1)] == ["One."]


def test_a_sentence_goes_with_the_last_paper_it_cites(shelf: Library) -> None:
    shelf.citations.add_contexts(A, [CitingContext(text="Of two.", cited=(B, C))])
    for number, left in ((B, 1), (C, 0)):
        shelf.papers.trash([number])
        shelf.papers.purge([number])
        assert shelf.citations.counts().contexts == left
    assert shelf.verify().sound


def test_a_citation_that_a_merged_paper_stated_survives_citation_data(shelf: Library) -> None:
    one, other, cited = shelf.papers.numbers()[:3]
    source = shelf.outside.begin(Origin("works", ("OpenAlex",), "f", "k", 1, 0))
    shelf.outside.add_citations(source, [(one, cited), (cited, one)])
    shelf.citations.add_citations([(other, cited), (cited, other)], "edges")
    shelf.papers.merge(one, [other])
    shelf.outside.remove(source)
    assert shelf.citations.cites(one) == [cited]
    assert shelf.citations.find_citing_papers(one) == [cited]


def test_merging_keeps_one_set_of_sentences_and_no_citation_of_itself(shelf: Library) -> None:
    shelf.citations.add_contexts(A, [CitingContext(text="Of B and C.", cited=(B, C))])
    shelf.citations.add_contexts(B, [CitingContext(text="Of D.", cited=(D,))])
    shelf.papers.merge(B, [A])
    assert shelf.citations.cites(B) == [C, D]
    assert [context.text for context in shelf.citations.contexts_citing(D, 9)] == ["Of D."]
    assert shelf.verify().sound


def test_reference_lists_come_back_with_their_links(shelf: Library) -> None:
    reference = Reference(
        index=0, label="1", text="B. Li. Walks. 2020.", authors=("B. Li",), title="Walks", year=2020
    )
    other = Reference(index=1, label="2", text="Elsewhere.")
    gone = Reference(index=2, label="3", text="Gone.")
    references = [
        (reference, Link(B, 0.75)),
        (other, None),
        (gone, Link(PaperNumber(99), 1.0)),
    ]
    shelf.citations.set_references(A, references)
    expected = [(reference, Link(B, 0.75)), (other, None), (gone, None)]
    assert shelf.citations.references(A) == expected
    shelf.citations.set_references(A, references[1:2])
    assert shelf.citations.references(A) == [(other, None)]


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cited=st.lists(st.sets(st.sampled_from([B, C, D]), min_size=1), max_size=6))
def test_co_citations_are_counted_by_sentence(shelf: Library, cited: list[set[int]]) -> None:
    shelf.citations.add_contexts(
        A, [CitingContext(text="S.", cited=tuple(map(PaperNumber, each))) for each in cited]
    )
    counted = shelf.citations.co_cited([B, A])
    expected = Counter(other for each in cited if B in each for other in each - {B})
    assert counted == {B: dict(expected), A: {}}
