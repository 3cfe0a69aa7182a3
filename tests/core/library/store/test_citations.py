"""Citations, citing sentences, reference lists."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.records import CitingContext, Link, PaperNumber, Reference
from core.library.library import Library
from core.library.store.citations import CitationCounts

A, B, C, D = (PaperNumber(n) for n in range(1, 5))


def test_citations_lead_both_ways_and_are_counted_once(citations_shelf: Library) -> None:
    pairs = [(A, B), (A, C), (B, C), (A, B), (C, C), (A, PaperNumber(99))]
    assert citations_shelf.citations.add_citations(pairs, "edges") == 3
    assert citations_shelf.citations.add_citations(pairs, "edges") == 0
    assert citations_shelf.citations.cites(A) == [B, C]
    assert citations_shelf.citations.find_citing_papers(C) == [A, B]
    citations_shelf.papers.trash([B])
    assert citations_shelf.citations.cites(A) == [C]
    assert citations_shelf.citations.find_citing_papers(C) == [A]


def test_citing_sentences_are_kept_whole(citations_shelf: Library) -> None:
    context = CitingContext(
        text="As in [1, 2].",
        cited=(B, C),
        section="Walks",
        before="Before.",
        after="After.",
        paragraph=7,
        markers=((6, 12),),
    )
    assert citations_shelf.citations.add_contexts(A, [context]) == 1
    (stored,) = citations_shelf.citations.contexts_citing(C, 9)
    assert stored.citing == A
    assert {name: getattr(stored, name) for name in context.__dataclass_fields__} == {
        **{name: getattr(context, name) for name in context.__dataclass_fields__},
        "citing": A,
    }
    assert citations_shelf.citations.cites(A) == [B, C]


def test_halves_of_surrogate_pairs_are_marked_and_cost_nothing_else(
    citations_shelf: Library,
) -> None:
    context = CitingContext(
        text="A \ud835 [1].", cited=(B,), before="\udc00", section="\ud800I", markers=((4, 7),)
    )
    assert citations_shelf.citations.add_contexts(A, [context]) == 1
    (kept,) = citations_shelf.citations.contexts_citing(B, 5)
    assert (kept.text, kept.before, kept.section) == ("A \ufffd [1].", "\ufffd", "\ufffdI")
    assert kept.text[slice(*kept.markers[0])] == "[1]"
    citations_shelf.citations.set_references(
        A, [(Reference(index=0, label="1", text="\ud835.", title="x"), None)]
    )
    assert citations_shelf.citations.references(A)[0][0].text == "\ufffd."


def test_reading_a_paper_again_replaces_its_sentences(citations_shelf: Library) -> None:
    citations = citations_shelf.citations
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


def test_the_sentence_that_cites_least_comes_first(citations_shelf: Library) -> None:
    citations_shelf.citations.add_contexts(
        A,
        [CitingContext(text="Many.", cited=(B, C, D)), CitingContext(text="One.", cited=(B,))],
    )
    assert [context.text for context in citations_shelf.citations.contexts_citing(B, 9)] == [
        "One.",
        "Many.",
    ]
    assert [context.text for context in citations_shelf.citations.contexts_citing(B, 1)] == ["One."]


def test_a_sentence_goes_with_the_last_paper_it_cites(citations_shelf: Library) -> None:
    citations_shelf.citations.add_contexts(A, [CitingContext(text="Of two.", cited=(B, C))])
    for number, left in ((B, 1), (C, 0)):
        citations_shelf.papers.trash([number])
        citations_shelf.papers.purge([number])
        assert citations_shelf.citations.counts().contexts == left
    assert citations_shelf.verify().sound


def test_merging_keeps_one_set_of_sentences_and_no_citation_of_itself(
    citations_shelf: Library,
) -> None:
    citations_shelf.citations.add_contexts(A, [CitingContext(text="Of B and C.", cited=(B, C))])
    citations_shelf.citations.add_contexts(B, [CitingContext(text="Of D.", cited=(D,))])
    citations_shelf.papers.merge(B, [A])
    assert citations_shelf.citations.cites(B) == [C, D]
    assert [context.text for context in citations_shelf.citations.contexts_citing(D, 9)] == [
        "Of D."
    ]
    assert citations_shelf.verify().sound


def test_reference_lists_come_back_with_their_links(citations_shelf: Library) -> None:
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
    citations_shelf.citations.set_references(A, references)
    expected = [(reference, Link(B, 0.75)), (other, None), (gone, None)]
    assert citations_shelf.citations.references(A) == expected
    citations_shelf.citations.set_references(A, references[1:2])
    assert citations_shelf.citations.references(A) == [(other, None)]


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cited=st.lists(st.sets(st.sampled_from([B, C, D]), min_size=1), max_size=6))
def test_co_citations_are_counted_by_sentence(
    citations_shelf: Library, cited: list[set[int]]
) -> None:
    citations_shelf.citations.add_contexts(
        A, [CitingContext(text="S.", cited=tuple(map(PaperNumber, each))) for each in cited]
    )
    counted = citations_shelf.citations.co_cited([B, A])
    expected = Counter(other for each in cited if B in each for other in each - {B})
    assert counted == {B: dict(expected), A: {}}
