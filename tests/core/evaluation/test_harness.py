from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.evaluation.harness import Answer, Evaluation, Harness, summary
from core.evaluation.queries import Query, read_queries
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.text.sentences import split_sentences
from core.recommend.candidates import Retriever
from core.recommend.engine import Engine
from core.recommend.signals import Sources
from tests.core.evaluation.query_samples import line, written


@pytest.fixture
def harness(small_library: Library, tmp_path: Path) -> Harness:
    words = WordIndex(tmp_path / "words", small_library.identity)
    words.follow(small_library.papers)
    return Harness(
        small_library.papers, Engine(Sources.of(small_library, Retriever(words)), split_sentences)
    )


def asked(tmp_path: Path, **changes: object) -> list[Query]:
    return read_queries(written(tmp_path, line(**changes)))


def test_the_manuscript_itself_never_answers_and_the_rest_fills_up(
    harness: Harness, tmp_path: Path
) -> None:
    queries = asked(tmp_path)
    (answer,) = harness.answers(queries, Evaluation(stage="fused"))
    ids = [paper for paper, _ in answer.ranking]
    assert ids == ["t:hard", "t:graph", "t:bare"]


def test_a_pool_alone_answers(harness: Harness, small_library: Library, tmp_path: Path) -> None:
    pool = frozenset(small_library.papers.resolve_many(["t:graph", "t:bare"]).values())
    (answer,) = harness.answers(asked(tmp_path), Evaluation(stage="words", pool=pool))
    assert [paper for paper, _ in answer.ranking] == ["t:graph", "t:bare"]


def test_the_summary_counts_new_repeated_and_several_apart(tmp_path: Path) -> None:
    queries = [
        *asked(tmp_path),
        *asked(tmp_path, id="m#2", relevant=["t:bare"], already_cited=[]),
    ]
    answers = {
        "m#1": Answer("m#1", (("t:graph", 2.0), ("t:soil", 1.0)), 0.2),
        "m#2": Answer("m#2", (("t:bare", 1.0),), 0.4),
    }
    result: Any = summary(queries, answers)
    assert (result["queries"], result["recall@10"]) == (2, pytest.approx(0.75))
    assert (result["new"]["queries"], result["new"]["recall@10"]) == (2, pytest.approx(0.5))
    assert (result["again"]["queries"], result["again"]["recall@10"]) == (1, 1.0)
    assert (result["several"]["queries"], result["several"]["recall@10"]) == (1, 0.5)
    assert result["seconds_p50"] == pytest.approx(0.3)


def test_new_papers_are_also_judged_without_those_cited_above_them(tmp_path: Path) -> None:
    cited = [f"t:{number}" for number in range(9)]
    queries = asked(tmp_path, relevant=["t:hard"], already_cited=[*cited, "t:graph"])
    ranking = tuple((paper, 0.0) for paper in (*cited, "t:graph", "t:hard"))
    result: Any = summary(queries, {"m#1": Answer("m#1", ranking, 0.2)})
    assert (result["new"]["recall@10"], result["new_only"]["recall@10"]) == (0.0, 1.0)
    assert result["new_only"]["mrr"] == 1.0
