"""How much papers belong together, and the sets made of them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import CitingContext, Paper, PaperNumber, PaperRecord, PaperSet
from core.library.library import Library
from core.library.store.citations import CitedInSentences
from core.recommend.citation_graph import (
    DOUBT,
    SENTENCE,
    CitationGraph,
    affinities,
    affinity,
    completion_scores,
)
from core.recommend.cocitation import SetFinder, _dense, _Plausible
from tests import wording

TITLES = {
    1: "Alpha walks",
    2: "Beta walks",
    3: "Gamma walks",
    4: "Delta walks",
    5: "Epsilon rocks",
    6: "Alpha Walks!",
    7: "Beta walks, revised",
    11: "A survey of walks",
    12: "A history of walks",
    13: "Walks again",
    14: "Rocks",
}
A, B, C, D, E, A2, B2 = (PaperNumber(n) for n in range(1, 8))
SURVEY, HISTORY, AGAIN, ROCKS = (PaperNumber(n) for n in range(11, 15))
CITATIONS = [
    *((citing, cited) for citing in (SURVEY, HISTORY) for cited in (A, B, C)),
    *((AGAIN, cited) for cited in (A, B, D)),
    (ROCKS, E),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("library")
    with Library.open(folder, create=True) as opened:
        records = [
            PaperRecord(
                title=TITLES.get(n, f"Filler {n}"),
                authors=(f"Author{n % 5} Family{n % 5}",),
                doi=f"10.1000/{n}",
            )
            for n in range(1, 15)
        ]
        list(opened.papers.add(records, source="test"))
        opened.citations.add_contexts(SURVEY, [CitingContext(text="S.", cited=(A, B))])
        opened.citations.add_citations(CITATIONS, "edges")
        yield opened


def no_rows(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
    return np.full((len(papers), 3), np.nan, np.float32)


def finder(library: Library, rows: object = no_rows) -> SetFinder:
    return SetFinder(CitationGraph.of(library), rows, library.papers.get_many)  # type: ignore[arg-type]


def ids(found: Sequence[PaperSet]) -> list[set[int]]:
    return [{paper.number for paper in each.papers} for each in found]


# --- affinity ---------------------------------------------------------------------------------


def test_affinity_is_the_formula_of_the_module() -> None:
    random_counts = random.Random(1)
    for _ in range(200):
        one, other = random_counts.randint(0, 60), random_counts.randint(0, 60)
        joint, cosine = random_counts.randint(0, min(one, other)), random_counts.uniform(-1, 1)
        counted = math.pow(joint / (math.sqrt(one * other) + DOUBT), 0.75)
        close = 0.5 * max(cosine, 0) ** 2 * DOUBT / (min(one, other) + DOUBT)
        known = ([[joint]], [one], [other], [[cosine]])
        found = affinity(*(np.array(value, np.float32) for value in known))
        assert found[0, 0] == pytest.approx(1 - (1 - counted) * (1 - close), abs=1e-6)
        assert 0 <= found[0, 0] <= 1


def test_nothing_known_is_no_affinity() -> None:
    unknown = np.full(2, np.nan, np.float32)
    matrix = np.full((2, 2), np.nan, np.float32)
    assert not affinity(matrix, unknown, unknown, matrix).any()


def test_more_joint_citations_and_a_common_sentence_bring_papers_closer(library: Library) -> None:
    graph = CitationGraph.of(library)
    ((to_b, to_c, to_d, to_e),) = affinities([A], [B, C, D, E], graph, no_rows, without=None)
    assert to_b > to_c > to_d > to_e == 0
    # As (2 papers) against (3 papers and a sentence), each A-C and A-B.
    f_a, f_b = 3 + SENTENCE, 3 + SENTENCE
    assert to_b == pytest.approx(((3 + SENTENCE) / (math.sqrt(f_a * f_b) + DOUBT)) ** 0.75)
    ((without_survey,),) = affinities([A], [B], graph, no_rows, without=SURVEY)
    assert without_survey == pytest.approx((2 / (2 + DOUBT)) ** 0.75)


def test_a_group_is_completed_by_what_it_is_cited_with(library: Library) -> None:
    graph = CitationGraph.of(library)
    scores = completion_scores([A, B, C, D, E], [A, B], graph, no_rows, without=None)
    assert scores.dtype == np.float32
    assert not np.isnan(scores).any()
    assert list(scores[[0, 1, 4]]) == [0, 0, 0]
    assert scores[2] > scores[3] > 0
    assert not completion_scores([A, B], [], graph, no_rows, without=None).any()
    assert completion_scores([], [A], graph, no_rows, without=None).shape == (0,)


# --- sets -------------------------------------------------------------------------------------


def test_papers_cited_together_make_a_set_with_its_evidence(library: Library) -> None:
    likely = [(A, 0.5), (B, 0.5), (C, 0.4), (E, 0.4)]
    (found, *_) = finder(library).sets(likely, [], plausible=0.1)
    assert ids([found]) == [{A, B, C}]
    assert found.cited_papers == ()
    (reason,) = found.reasons
    assert reason.kind == "cocitation"
    assert reason.paper == SURVEY
    assert (
        reason.text == "cited together in 2 of your papers: A survey of walks; A history of walks"
    )


def test_a_sentence_that_cites_all_is_mentioned(library: Library) -> None:
    (found,) = finder(library).sets([(A, 0.5), (B, 0.5)], [], plausible=0.1)
    assert found.reasons[0].text == (
        wording.fill(
            "core.recommend.cocitation:_cited_together",
            papers="3 of your papers",
            sentences=1,
            titles="A survey of walks; A history of walks; Walks again",
        )
    )


def test_the_manuscript_is_no_evidence_for_itself(library: Library) -> None:
    likely = [(A, 0.5), (B, 0.5)]
    (found,) = finder(library).sets(likely, [], plausible=0.1, without=AGAIN)
    assert found.reasons[0].text == (
        wording.fill(
            "core.recommend.cocitation:_cited_together",
            papers="2 of your papers",
            sentences=1,
            titles="A survey of walks; A history of walks",
        )
    )


def test_a_group_that_one_paper_alone_cites_gives_way_to_one_that_two_cite(
    library: Library,
) -> None:
    assert finder(library).sets([(A, 0.9), (D, 0.9)], [], plausible=0.1) == ()
    found = finder(library).sets([(A, 0.9), (D, 0.9), (C, 0.2)], [], plausible=0.1)
    assert ids(found) == [{A, C}]
    likely = [(A, 0.9), (C, 0.2)]
    assert finder(library).sets(likely, [], plausible=0.1, without=SURVEY) == ()


def test_every_member_is_plausible_itself(library: Library) -> None:
    found = finder(library).sets([(A, 0.5), (B, 0.5), (C, 0.09)], [], plausible=0.1)
    assert ids(found) == [{A, B}]
    assert finder(library).sets([(A, 0.5)], [], plausible=0.1) == ()
    assert finder(library).sets([], [A], plausible=0.1) == ()


def test_a_set_never_holds_two_versions(library: Library) -> None:
    rows = {B: [1.0, 0, 0], B2: [1.0, 0, 0], D: [1.0, 0, 0]}

    def near(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        return np.array([rows.get(paper, [np.nan] * 3) for paper in papers], np.float32)

    likely = [(A2, 0.4), (A, 0.5), (B, 0.6), (B2, 0.5), (D, 0.1)]
    # B and its revision share an author and a place; D has the place alone.
    found = finder(library, near).sets(likely, [], plausible=0.1)
    assert ids(found) == [{A, B}]
    given = finder(library, near).sets(likely, [A], plausible=0.1)
    assert all(not {A, A2} & each for each in ids(given))


def test_papers_that_are_only_close_are_no_set(library: Library) -> None:
    def near(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        rows = {D: [1.0, 0, 0], E: [0.8, 0.6, 0], A: [0.0, 0, 1]}
        return np.array([rows.get(paper, [np.nan] * 3) for paper in papers], np.float32)

    assert finder(library, near).sets([(D, 0.5), (E, 0.4)], [], plausible=0.1) == ()


def test_a_group_held_together_two_by_two_is_not_shown(library: Library) -> None:
    def near(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        rows = {C: [1.0, 0, 0], D: [0.65, math.sqrt(1 - 0.65**2), 0]}
        return np.array([rows.get(paper, [np.nan] * 3) for paper in papers], np.float32)

    likely = [(A, 0.9), (C, 0.5), (D, 0.5)]
    assert ids(finder(library, near).sets(likely, [], plausible=0.1)) == [{A, C}]
    assert finder(library, near).sets(likely[1:], [], plausible=0.1) == ()


def test_a_cited_paper_shows_what_usually_stands_beside_it(library: Library) -> None:
    (beside, *rest) = finder(library).sets([(B, 0.5), (C, 0.5), (E, 0.5)], [A], plausible=0.1)
    assert [paper.number for paper in beside.cited_papers] == [A]
    assert ids([beside]) == [{B, C}]
    assert beside.reasons[0].text.startswith("cited beside “Alpha walks” in 3 of your papers: A s")
    assert all(not each.cited_papers for each in rest)
    # One joint citation is too little.
    assert not any(e.cited_papers for e in finder(library).sets([(D, 0.5)], [A], plausible=0.1))


def test_sets_are_few() -> None:
    chance = random.Random(3)
    pairs = {
        (citing, cited) for citing in range(50, 90) for cited in chance.sample(range(1, 30), 6)
    }
    nothing = np.zeros(0, np.int64)
    graph = CitationGraph(np.array(sorted(pairs)), CitedInSentences(nothing, nothing, nothing))

    def read(numbers: Sequence[PaperNumber]) -> list[Paper]:
        return [Paper(number=n, id=f"t:{n}", ids=(f"t:{n}",), title=f"T{n}") for n in numbers]

    finder = SetFinder(graph, no_rows, read)
    likely = [(PaperNumber(n), chance.random()) for n in range(1, 30)]
    found = finder.sets(likely, [PaperNumber(n) for n in range(1, 6)], plausible=0.2)
    assert 1 <= len(found) <= 2
    assert [bool(each.cited_papers) for each in found] == [True, False][: len(found)]
    for group in ids(found):
        assert 1 <= len(group) <= 4
        assert all(dict(likely)[PaperNumber(n)] >= 0.2 for n in group)


@pytest.mark.parametrize("seed", range(5))
def test_the_densest_group_is_found(seed: int) -> None:
    draw = np.random.default_rng(seed)
    weights = draw.random((9, 9))
    weights = (weights + weights.T) / 2
    tied = draw.random((9, 9)) < 0.7
    tied = tied & tied.T & ~np.eye(9, dtype=bool)
    bonus = draw.random(9) * 0.2
    groups = [
        tuple(row for row in range(9) if number >> row & 1)
        for number in range(2**9)
        if 2 <= number.bit_count() <= 4
    ]
    cliques = [g for g in groups if all(tied[a, b] for a in g for b in g if a != b)]

    def density(group: tuple[int, ...]) -> float:
        inside = sum(weights[a, b] for a in group for b in group if a < b)
        return float((inside + bonus[list(group)].sum()) / len(group))

    # Nine papers have fewer pairs and triples than are kept, so the search misses nothing.
    found = _dense(_Plausible((), weights, bonus, tied))
    assert set(found) <= set(cliques)
    assert found[0] == max(cliques, key=density)
    assert [density(g) for g in found] == pytest.approx(sorted(map(density, found), reverse=True))
