"""How the ranker is measured while it is fitted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import pytrec_eval

from core.recommend.scoring import load_parameters, score_meaning, score_profiles
from core.recommend.signals import PROFILE
from tests.lab.fitting.ranked import table
from tools.lab.fitting import ranker


def test_the_measures_are_trec_evals() -> None:
    made = table()
    scores = np.random.default_rng(1).random(len(made.cited))
    judged, run = {}, {}
    for number, name in enumerate(made.queries):
        rows = np.flatnonzero(made.query == number)
        judged[name] = {str(row): 1 for row in rows if made.cited[row]} | {"missing": 1}
        run[name] = {str(row): float(scores[row]) for row in rows}
    theirs = pytrec_eval.RelevanceEvaluator(judged, {"recall.10", "ndcg_cut.10"}).evaluate(run)
    ours = ranker.per_query(made, scores, lambda _: True)
    for number, name in enumerate(made.queries):
        assert ours["recall@10"][number] == pytest.approx(theirs[name]["recall_10"])
        assert ours["ndcg@10"][number] == pytest.approx(theirs[name]["ndcg_cut_10"])
    assert ranker.measures(made, scores, lambda _: True)["recall@10"] == pytest.approx(
        np.mean([each["recall_10"] for each in theirs.values()])
    )


def test_an_interval_is_over_manuscripts_not_sentences() -> None:
    made = table(queries=8)
    means = ranker._by_manuscript(made, {0: 1.0, 1: 0.0, 2: 0.5, 3: 0.5, 4: 1.0})
    assert means == [0.5, 1.0]


def test_profiles_lift_within_a_question_and_are_no_signal_of_the_trees() -> None:
    likeness = np.array([0.9, 0.1, 0.2, np.nan, 0.5], np.float16)
    made = replace(
        table(queries=2, rows=3),
        names=("words.fused", PROFILE),
        matrix=np.stack([np.arange(5, dtype=np.float16), likeness], axis=1),
        cited=np.zeros(5, bool),
        query=np.array([0, 0, 0, 0, 1], np.int32),
    )
    alone = made.columns([PROFILE])[:4, 0].astype(np.float32)

    assert ranker.lifted(made, np.ones(5)) == pytest.approx(
        [*(1 + score_profiles(alone, load_parameters().profile)), 1]
    )
    assert ranker._without_profiles(made).names == ("words.fused",)
    assert ranker.lifted(ranker._without_profiles(made), np.ones(5)).tolist() == [1] * 5


def test_nearness_in_meaning_counts_within_a_question_as_in_the_product() -> None:
    cosines = np.array([0.9, 0.1, 0.2, 0.3, 0.5], np.float16)
    made = replace(
        table(queries=2, rows=3),
        names=("vectors.sentence", "vectors.neighbours"),
        matrix=np.stack([cosines, np.full(5, np.nan, np.float16)], axis=1),
        cited=np.zeros(5, bool),
        query=np.array([0, 0, 0, 0, 1], np.int32),
    )
    alone = score_meaning(
        {"vectors.sentence": cosines[:4].astype(np.float32)}, load_parameters().meaning
    )
    assert ranker.lifted(made, np.ones(5)) == pytest.approx([*(1 + alone), 1])
