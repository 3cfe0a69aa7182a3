"""The citations of a library in memory, against counting by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.library import Library
from core.library.store.citations import CitedInSentences
from core.recommend.citation_graph import SENTENCE, CitationGraph

PAPERS = 12
UNKNOWN = PaperNumber(99)
Contexts = list[tuple[int, frozenset[int]]]


class ByHand:
    """The same counts from sets of pairs, one pair at a time."""

    def __init__(self, pairs: set[tuple[int, int]], contexts: Contexts) -> None:
        self.pairs = pairs
        self.contexts = contexts

    def but_for(self, paper: int | None) -> ByHand:
        return ByHand(
            {pair for pair in self.pairs if pair[0] != paper},
            [(citing, cited) for citing, cited in self.contexts if citing != paper],
        )

    def without(self, trashed: int) -> ByHand:
        kept = {pair for pair in self.pairs if trashed not in pair}
        contexts = [(citing, cited - {trashed}) for citing, cited in self.contexts]
        return ByHand(kept, [(citing, cited) for citing, cited in contexts if citing != trashed])

    def cites(self, paper: int) -> set[int]:
        return {cited for citing, cited in self.pairs if citing == paper}

    def citers(self, paper: int) -> set[int]:
        return {citing for citing, cited in self.pairs if cited == paper}

    def cited_by(self, a: int) -> float:
        return len(self.citers(a)) if self.pairs else math.nan

    def sentences_citing(self, a: int) -> float:
        return sum(a in cited for _, cited in self.contexts) if self.contexts else math.nan

    def citing_all(self, papers: list[int]) -> tuple[set[int], set[int]]:
        together = {citing for citing, cited in self.contexts if cited.issuperset(papers)}
        return set.intersection(*map(self.citers, papers)), together

    def co_cited(self, a: int, b: int) -> float:
        if not self.pairs:
            return math.nan
        return len(self.citers(a) & self.citers(b)) if a != b else 0

    def co_cited_in_sentences(self, a: int, b: int) -> float:
        if not self.contexts:
            return math.nan
        return sum({a, b} <= cited for _, cited in self.contexts) if a != b else 0

    def coupled(self, a: int, b: int) -> float:
        if not self.cites(a):
            return math.nan
        return len(self.cites(a) & self.cites(b)) if a != b else 0

    def linked(self, a: int, b: int) -> float:
        if not self.pairs:
            return math.nan
        return float((a, b) in self.pairs or (b, a) in self.pairs)

    def neighbour(self, paper: int, given: list[int]) -> float:
        if paper in given:
            return 0
        weights = [
            len(self.citers(paper) & self.citers(other))
            + SENTENCE * sum({paper, other} <= cited for _, cited in self.contexts)
            + ((paper, other) in self.pairs)
            + ((other, paper) in self.pairs)
            for other in given
        ]
        return sum(math.pow(weight, 0.75) for weight in weights)


def draw(seed: int) -> ByHand:
    """Return a small graph; the first seeds have no contexts, the first of all no citation."""
    chance = random.Random(seed)
    papers = range(1, PAPERS + 1)
    contexts: Contexts = [
        (citing, frozenset(chance.sample([p for p in papers if p != citing], chance.randint(1, 4))))
        for citing in chance.choices(papers, k=0 if seed < 3 else 8)
    ]
    pairs = {(citing, paper) for citing, cited in contexts for paper in cited}
    for _ in range(0 if not seed else 30):
        citing, cited = chance.sample(papers, 2)
        pairs.add((citing, cited))
    return ByHand(pairs, contexts)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Callable[[ByHand], Library]]:
    """Puts a graph into a library of its own; the papers are 1 to ``PAPERS``."""
    opened: list[Library] = []

    def fill(graph: ByHand) -> Library:
        library = Library.open(tmp_path / str(len(opened)), create=True)
        opened.append(library)
        list(library.papers.add([PaperRecord(title=f"P{n}") for n in range(PAPERS)], source="t"))
        library.citations.add_citations(
            ((PaperNumber(a), PaperNumber(b)) for a, b in graph.pairs), "edges"
        )
        for citing in {citing for citing, _ in graph.contexts}:
            sentences = [
                CitingContext(text="S.", cited=tuple(PaperNumber(p) for p in cited))
                for other, cited in graph.contexts
                if other == citing
            ]
            library.citations.add_contexts(PaperNumber(citing), sentences)
        return library

    yield fill
    for library in opened:
        library.close()


def table(count: Callable[[int, int], float], rows: list[int], columns: list[int]) -> object:
    return np.array([[count(a, b) for b in columns] for a in rows], np.float32)


def check(graph: CitationGraph, counted: ByHand, without: int | None) -> None:
    papers = [*random.Random(5).sample(range(1, PAPERS + 1), PAPERS), UNKNOWN]
    given = [3, 1, UNKNOWN, 7]
    left_out = None if without is None else PaperNumber(without)
    numbers = [PaperNumber(n) for n in papers]
    others = [PaperNumber(n) for n in given]
    np.testing.assert_array_equal(
        graph.count_citing_papers(numbers, without=left_out), [counted.cited_by(p) for p in papers]
    )
    np.testing.assert_array_equal(
        graph.sentences_citing(numbers, without=left_out),
        [counted.sentences_citing(p) for p in papers],
    )
    assert graph.citing_papers(without=left_out) == len({citing for citing, _ in counted.pairs})
    for group in ([3, 1], [2, 5, 9], [4], [1, UNKNOWN]):
        citing, count = graph.citing_all([PaperNumber(n) for n in group], without=left_out)
        every, together = counted.citing_all(list(group))
        assert (set(citing), set(citing[:count])) == (every, together)
    for name in ("co_cited", "co_cited_in_sentences", "coupled", "linked"):
        found: NDArray[np.float32] = getattr(graph, name)(numbers, others, without=left_out)
        assert found.dtype == np.float32
        expected = table(getattr(counted, name), papers, given)
        np.testing.assert_array_equal(found, expected, err_msg=f"{name} without {without}")
    scores = {p: counted.neighbour(p, given) for p in papers if p != without}
    found_near = graph.neighbours(others, limit=99, without=left_out)
    assert dict(found_near) == pytest.approx({p: s for p, s in scores.items() if s})
    assert [score for _, score in found_near] == sorted(dict(found_near).values(), reverse=True)


@pytest.mark.parametrize("seed", range(8))
def test_the_counts_are_those_of_counting_by_hand(
    store: Callable[[ByHand], Library], seed: int
) -> None:
    by_hand = draw(seed)
    library = store(by_hand)
    graph = CitationGraph.of(library)
    for without in (None, UNKNOWN, 1, 4, 7):
        check(graph, by_hand.but_for(without), without)


@pytest.mark.parametrize("seed", [4, 5])
def test_what_is_in_the_trash_neither_cites_nor_is_cited(
    store: Callable[[ByHand], Library], seed: int
) -> None:
    by_hand = draw(seed)
    library = store(by_hand)
    whole = CitationGraph.of(library)
    library.papers.trash([PaperNumber(1)])
    check(CitationGraph.of(library), by_hand.without(1), None)
    check(CitationGraph.of(library), by_hand.without(1).but_for(4), 4)
    assert whole.revision != library.citations.revision()
    library.papers.restore([PaperNumber(1)])
    check(CitationGraph.of(library), by_hand, None)
    check(whole, by_hand, None)


def test_the_revision_tells_of_every_change(store: Callable[[ByHand], Library]) -> None:
    library = store(ByHand(set(), []))
    citations, seen = library.citations, {library.citations.revision()}
    one, other, third = (PaperNumber(n) for n in (1, 2, 3))

    def changed() -> bool:
        before = len(seen)
        seen.add(CitationGraph.of(library).revision)
        return len(seen) > before

    assert not changed()
    citations.add_citations([(one, other)], "edges")
    assert changed()
    citations.add_contexts(one, [CitingContext(text="S.", cited=(other,))])
    assert changed()
    citations.add_contexts(one, [CitingContext(text="S.", cited=(third,))])
    assert changed()
    citations.replace(one, [], [])
    assert changed()
    library.papers.trash([other])
    assert changed()
    library.papers.merge(one, [third])
    assert changed()
    assert not changed()


def test_a_library_without_citations_knows_nothing_and_says_so(
    store: Callable[[ByHand], Library],
) -> None:
    graph = CitationGraph.of(store(ByHand(set(), [])))
    papers, given = [PaperNumber(1), PaperNumber(2)], [PaperNumber(3)]
    assert np.isnan(graph.count_citing_papers(papers, without=None)).all()
    for count in (graph.co_cited, graph.co_cited_in_sentences, graph.coupled, graph.linked):
        assert np.isnan(count(papers, given, without=PaperNumber(1))).all()
        assert count([], given, without=None).shape == (0, 1)
        assert count(papers, [], without=None).shape == (2, 0)
    assert graph.neighbours(given, limit=5, without=None) == []


def test_only_as_many_neighbours_come_as_asked_for() -> None:
    pairs = np.array([(1, paper) for paper in range(2, 9)] + [(9, 2), (9, 3)])
    nothing = np.zeros(0, np.int64)
    graph = CitationGraph(pairs, CitedInSentences(nothing, nothing, nothing))
    assert [paper for paper, _ in graph.neighbours([PaperNumber(2)], limit=1, without=None)] == [3]
    assert len(graph.neighbours([PaperNumber(2)], limit=100, without=None)) == 8
    assert len(graph.neighbours([PaperNumber(2)], limit=100, without=PaperNumber(1))) == 2
    assert graph.neighbours([], limit=5, without=None) == []


def test_two_graphs_differ_in_the_pairs_that_one_has_alone() -> None:
    nothing = np.zeros(0, np.int64)
    before, now = (
        CitationGraph(np.array(pairs), CitedInSentences(nothing, nothing, nothing))
        for pairs in ([(7, 2), (7, 3)], [(9, 2), (7, 2), (9, 1)])
    )
    assert sorted(now.find_changes(before)) == [(7, 3), (9, 1), (9, 2)]
    assert now.find_changes(now) == []
