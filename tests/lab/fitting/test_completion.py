"""Sets judged by completing groups of papers that were cited together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import PaperNumber, PaperRecord
from core.evaluation.queries import read_queries
from core.library.library import Library
from core.recommend.citation_graph import CitationGraph
from core.recommend.completion import FEATURES, Completion
from core.recommend.question import Question
from tools.lab.fitting.completion import (
    ARMS,
    Answered,
    Case,
    answer,
    completion,
    completion_cases,
)

PAPERS = 30
OWN = PaperNumber(30)
BY_COUNTS = Completion(1.0, (16.0, *[0.0] * (len(FEATURES) - 1)))
"""Weights of the mean affinity alone."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Papers 1, 2 and 3 are cited together by three papers and by the manuscript's own record."""
    with Library.open(tmp_path_factory.mktemp("library"), create=True) as opened:
        records = [PaperRecord(id=f"t:{n}", title=f"Paper {n}") for n in range(1, PAPERS + 1)]
        list(opened.papers.add(records, source="test"))
        pairs = [(citing, cited) for citing in (20, 21, 22, OWN) for cited in (1, 2, 3)]
        pairs += [(OWN, 9)]
        opened.citations.add_citations([(PaperNumber(a), PaperNumber(b)) for a, b in pairs], "t")
        yield opened


def cases(library: Library, folder: Path, *lines: Mapping[str, object]) -> list[Case]:
    file = folder / "queries.jsonl"
    file.write_text("".join(json.dumps({"sentence": "S.", **line}) + "\n" for line in lines))
    return list(completion_cases(read_queries(file), library.papers))


def by_number(question: Question) -> list[tuple[PaperNumber, float]]:
    """Rank from the last paper to the first, whatever is asked."""
    return [
        (PaperNumber(n), 0.2 + n / 1000)
        for n in range(PAPERS, 0, -1)
        if PaperNumber(n) not in question.left_out
    ]


def no_rows(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
    return np.full((len(papers), 2), np.nan, np.float32)


def no_years(papers: Sequence[PaperNumber]) -> Mapping[PaperNumber, int | None]:
    return {}


def test_each_paper_of_a_group_is_hidden_once_and_the_rest_given(
    library: Library, tmp_path: Path
) -> None:
    found = cases(
        library,
        tmp_path,
        {"id": "a", "relevant": ["t:1", "t:2", "t:3"], "self": "t:30", "already_cited": ["t:3"]},
        {"id": "b", "relevant": ["t:4"]},
        {"id": "c", "relevant": ["t:5", "t:unknown"]},
    )
    assert [(case.query, case.hidden, case.given) for case in found] == [
        ("a", 1, (2, 3)),
        ("a", 2, (1, 3)),
        ("a", 3, (1, 2)),
    ]
    for case in found:
        assert case.question.own == OWN
        assert case.question.left_out == {OWN, *case.given}
        assert case.question.cited_elsewhere == {3}


def test_sets_and_counts_find_what_the_words_miss(library: Library, tmp_path: Path) -> None:
    lines = {"id": "a", "relevant": ["t:1", "t:2", "t:3"], "self": "t:30"}
    graph = CitationGraph.of(library)
    answers = [
        answer(case, by_number, graph, no_rows, no_years)
        for case in cases(library, tmp_path, lines)
    ]
    places = {arm: [each.rank(arm, BY_COUNTS) for each in answers] for arm in ARMS}
    assert places == {
        "without sets": [27, 27, 27],
        "plain count": [1, 1, 1],
        "with sets": [1, 1, 1],
    }
    # What the manuscript itself cites says nothing: paper 9 was cited with the group by it alone.
    assert not any(each.counts[each.papers == 9].any() for each in answers)
    for arm, value in ((ARMS[0], 0.0), (ARMS[2], 1.0)):
        found = completion(answers, arm, BY_COUNTS)
        assert found.queries == ("a",)
        assert (found.recall.tolist(), found.precision.tolist()) == ([value], [value])


def test_a_query_counts_once_however_many_papers_it_hides() -> None:
    def answered(query: str, hidden: int) -> Answered:
        chances, nothing = np.linspace(0.9, 0.1, 20), np.zeros((20, len(FEATURES)))
        return Answered(
            query, PaperNumber(hidden), np.arange(1, 21), chances, np.zeros(20), nothing
        )

    answers = [answered("a", 2), answered("a", 11), answered("b", 4), answered("b", 99)]
    found = completion(answers, "without sets", BY_COUNTS)
    assert found.queries == ("a", "b")
    assert found.recall.tolist() == [0.5, 0.5]
    assert found.precision.tolist() == [0.25, 0.125]
    # Equal counts keep the order of the chances.
    assert [each.rank("plain count", BY_COUNTS) for each in answers] == [2, 11, 4, None]


def test_a_question_without_candidates_is_answered_with_nothing(
    library: Library, tmp_path: Path
) -> None:
    lines = {"id": "a", "relevant": ["t:1", "t:2"]}
    graph = CitationGraph.of(library)
    (first, _) = cases(library, tmp_path, lines)
    found = answer(first, lambda _: [], graph, no_rows, no_years)
    assert [found.rank(arm, BY_COUNTS) for arm in ARMS] == [None] * 3
