"""How the ranker is measured while it is fitted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import pytrec_eval

from core.recommend.scoring import score_meaning, score_profiles
from core.recommend.signals import PROFILE
from tools.lab.fitting import ranker
from tools.lab.fitting.ranker_data import Table, joined

NAMES = ("contexts.words.best", "popularity.age", "repeat.cited", "vectors.sentence", "words.fused")


def table(queries: int = 40, rows: int = 30, seed: int = 0) -> Table:
    random = np.random.default_rng(seed)
    matrix = random.random((queries * rows, len(NAMES))).astype(np.float16)
    matrix[:, NAMES.index("repeat.cited")] = random.random(queries * rows) < 0.3
    cited = random.random(queries * rows) < 0.1
    query = np.repeat(np.arange(queries, dtype=np.int32), rows)
    again = matrix[:, NAMES.index("repeat.cited")] > 0
    total = np.bincount(query, cited, queries).astype(np.int32) + 1  # one that is no candidate
    new = np.bincount(query, cited & ~again, queries).astype(np.int32)
    names = tuple(f"m{n // 4}#{n}" for n in range(queries))
    return Table(NAMES, matrix, cited, query, names, total, new)


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


def test_part_of_the_training_lacks_what_a_library_of_abstracts_lacks() -> None:
    made = table(queries=400, rows=3)
    matrix = ranker._hidden(made, NAMES)
    starts = matrix[::3]
    lacking = np.isnan(starts[:, NAMES.index("contexts.words.best")])
    blind = np.isnan(starts[:, NAMES.index("vectors.sentence")])
    assert 0.25 < lacking.mean() < 0.35
    assert 0.05 < blind.mean() < 0.15
    assert lacking[blind].all()
    assert not np.isnan(
        matrix[:, [NAMES.index("popularity.age"), NAMES.index("words.fused")]]
    ).any()
    assert np.isnan(matrix[:, 0].reshape(-1, 3)).all(axis=1).sum() == lacking.sum()


def test_tables_are_joined_by_the_names_of_their_signals() -> None:
    one, other = table(seed=0), table(seed=1)
    other = Table(
        ("words.fused", "words.new"),
        other.matrix[:, [4, 0]],
        other.cited,
        other.query,
        other.queries,
        other.total,
        other.total_new,
    )
    both = joined([one, other])
    assert len(both.queries) == 80
    assert both.query.max() == 79
    np.testing.assert_array_equal(
        both.columns(["words.fused"])[-len(other.cited) :, 0], other.matrix[:, 0]
    )
    assert np.isnan(both.columns(["words.new"])[: len(one.cited)]).all()
    assert np.isnan(both.columns(["nowhere"])).all()


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

    assert ranker.lifted(made, np.ones(5)) == pytest.approx([*(1 + score_profiles(alone, 0.5)), 1])
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
    alone = score_meaning({"vectors.sentence": cosines[:4].astype(np.float32)}, 1.5)
    assert ranker.lifted(made, np.ones(5)) == pytest.approx([*(1 + alone), 1])
