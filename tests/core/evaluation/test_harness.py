from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval

from core.base.errors import FormatError, UsageError
from core.evaluation.harness import Answer, Evaluation, Harness, summary
from core.evaluation.metrics import harmonic_mean, mean, per_query
from core.evaluation.queries import Query, read_queries
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.text.sentences import split_sentences
from core.recommend.candidates import Retriever
from core.recommend.engine import Engine
from core.recommend.signals import Sources

RELEVANT = {"a": ["x", "y"], "b": ["z"], "c": ["x"], "d": ["q", "r"]}
RANKINGS = {
    "a": ["w", "x", "v", "y"],
    "b": [],
    "d": ["q", "q", "s", "r", *(f"n{n}" for n in range(30))],
}


def line(**changes: object) -> dict[str, Any]:
    base = {
        "id": "m#1",
        "title": "Contrastive learning",
        "abstract": "",
        "before": ["Negatives matter."],
        "sentence": "Hard negatives are mined from a citation graph.",
        "after": [],
        "already_cited": ["t:graph"],
        "relevant": ["t:hard", "t:graph"],
        "self": "t:soil",
    }
    return base | changes


def written(folder: Path, *lines: dict[str, Any], name: str = "queries.jsonl") -> Path:
    text = "".join(json.dumps(each) + "\n" for each in lines)
    path = folder / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


def test_metrics_are_those_of_trec_eval() -> None:
    ours = per_query(RELEVANT, RANKINGS)
    judge = pytrec_eval.RelevanceEvaluator(
        {query: dict.fromkeys(papers, 1) for query, papers in RELEVANT.items()},
        {"map_cut_10", "recall_10,100", "ndcg_cut_10", "recip_rank"},
    )
    theirs = judge.evaluate(
        {
            query: {paper: -float(ranking.index(paper)) for paper in ranking}
            for query, ranking in RANKINGS.items()
        }
    )
    assert set(theirs) >= {"a", "d"}
    for query in ("a", "d"):
        assert ours[query]["map@10"] == pytest.approx(theirs[query]["map_cut_10"], abs=1e-8)
        assert ours[query]["recall@10"] == pytest.approx(theirs[query]["recall_10"], abs=1e-8)
        assert ours[query]["ndcg@10"] == pytest.approx(theirs[query]["ndcg_cut_10"], abs=1e-8)
        assert ours[query]["mrr"] == pytest.approx(theirs[query]["recip_rank"], abs=1e-8)


def test_a_query_without_an_answer_scores_0_and_counts() -> None:
    results = per_query(RELEVANT, RANKINGS)
    assert set(results) == set(RELEVANT)
    assert set(results["b"].values()) == set(results["c"].values()) == {0.0}
    assert mean(results)["recall@10"] == pytest.approx((1 + 0 + 0 + 1) / 4)


@pytest.mark.parametrize(
    ("precision", "recall", "published"),
    [(0.0811, 0.1132, 0.0945), (0.1586, 0.2511, 0.194), (0.2726, 0.2632, 0.268)],
)
def test_f1_at_20_is_the_harmonic_mean_of_the_means(
    precision: float, recall: float, published: float
) -> None:
    assert harmonic_mean(precision, recall) == pytest.approx(published, abs=5e-4)


def test_f1_at_20_of_a_set_is_not_the_mean_of_its_f1s() -> None:
    means = mean(per_query({"a": ["x"], "b": ["y"]}, {"a": ["x"], "b": []}))
    assert means["f1@20"] == pytest.approx(harmonic_mean(1 / 20 / 2, 1 / 2))


@pytest.mark.parametrize("name", ["queries.jsonl", "queries.jsonl.gz"])
def test_a_query_set_is_read_plain_or_gzip(tmp_path: Path, name: str) -> None:
    (query,) = read_queries(written(tmp_path, line(), name=name))
    assert (query.new, query.again) == (("t:hard",), ("t:graph",))
    assert query.passage.before == ("Negatives matter.",)
    assert query.self_id == "t:soil"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        pytest.param("{}\n", "Line 1", id="keys missing"),
        pytest.param(json.dumps(line()) + "\n{\n", "Line 2", id="no JSON"),
        pytest.param(json.dumps(line(relevant="t:hard")) + "\n", "relevant", id="wrong type"),
        pytest.param(f"{json.dumps(line())}\n\n" * 2, "Line 3.* id “m#1”", id="an id again"),
        pytest.param("{\n", "Line 1 of “MyQueries.jsonl”", id="a name in capitals"),
    ],
)
def test_a_line_that_is_no_query_is_named(tmp_path: Path, content: str, place: str) -> None:
    path = tmp_path / "MyQueries.jsonl"
    path.write_text(content)
    with pytest.raises(FormatError, match=place):
        read_queries(path)


def test_a_byte_order_mark_belongs_to_no_query(tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_text(json.dumps(line()), encoding="utf-8-sig")
    assert [query.id for query in read_queries(path)] == ["m#1"]


def test_a_missing_or_empty_or_broken_query_set_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "broken.jsonl.gz").write_bytes(gzip.compress(b"x" * 999)[:-9])
    with pytest.raises(UsageError):
        read_queries(tmp_path / "missing.jsonl")
    with pytest.raises(UsageError, match="no query"):
        read_queries(tmp_path / "empty.jsonl")
    with pytest.raises(FormatError):
        read_queries(tmp_path / "broken.jsonl.gz")


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
