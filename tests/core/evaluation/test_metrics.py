"""The measures, compared with those of trec_eval."""

from __future__ import annotations

import ir_measures
import pytest
import pytrec_eval
from ir_measures import RR, P, R

from core.evaluation import metrics
from core.evaluation.metrics import harmonic_mean, mean, per_query

RELEVANT = {"a": ["x", "y"], "b": ["z"], "c": ["x"], "d": ["q", "r"]}
RANKINGS = {
    "a": ["w", "x", "v", "y"],
    "b": [],
    "d": ["q", "q", "s", "r", *(f"n{n}" for n in range(30))],
}


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


def test_empty_rankings_and_papers_named_twice_count_as_trec_eval_counts_them() -> None:
    relevant = {"none": ("a",), "twice": ("b", "c")}
    found = metrics.per_query(relevant, {"twice": ["b", "a", "b", "c"]})
    gold = {"twice": {"b": 1, "c": 1}}
    expected = pytrec_eval.RelevanceEvaluator(gold, {"map_cut.10", "ndcg_cut.10"}).evaluate(
        {"twice": {"b": 3.0, "a": 2.0, "c": 1.0}}
    )
    assert found["twice"]["map@10"] == pytest.approx(expected["twice"]["map_cut_10"], abs=1e-8)
    assert found["twice"]["ndcg@10"] == pytest.approx(expected["twice"]["ndcg_cut_10"], abs=1e-8)
    assert set(found["none"].values()) == {0.0}


@pytest.mark.parametrize(
    ("precision", "recall", "f1"),
    [(0.0811, 0.1132, 0.0945), (0.1586, 0.2511, 0.194), (0.2726, 0.2632, 0.268)],
    ids=["Open Research", "DBLP", "PubMed"],
)
def test_f1_of_the_published_rows_is_the_harmonic_mean(
    precision: float, recall: float, f1: float
) -> None:
    assert metrics.harmonic_mean(precision, recall) == pytest.approx(f1, abs=6e-4)


def test_citeomatics_own_test_vector() -> None:
    gold = {"q": {"1": 1, "2": 1, "3": 1}}
    runs = {"q": metrics._scores(["1", "4", "3"])}
    measures = [P @ 1, P @ 2, P @ 3, R @ 1, R @ 2, R @ 3, RR]
    values = ir_measures.calc_aggregate(measures, gold, runs)
    precisions, recalls = ([values[m @ k] for k in (1, 2, 3)] for m in (P, R))
    assert precisions == pytest.approx([1, 1 / 2, 2 / 3])
    assert recalls == pytest.approx([1 / 3, 1 / 3, 2 / 3])
    f1 = [metrics.harmonic_mean(p, r) for p, r in zip(precisions, recalls, strict=True)]
    assert f1 == pytest.approx([1 / 2, 2 / 5, 2 / 3])
    assert values[RR] == 1
