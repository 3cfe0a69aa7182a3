from __future__ import annotations

import numpy as np
import pytest
import pytrec_eval
import scipy.sparse

from training.corpus.corpus import Corpus
from training.judging.related import (
    CITED,
    CITED_CHOOSING,
    Candidates,
    HeldOutCited,
    RankingTask,
    _judged,
    cite_task,
    co_cite_task,
)

QUERY = Candidates(query=7, positives=(1, 2, 3, 4, 5), negatives=tuple(range(100, 125)))


def test_random_rankings_give_the_published_anchor() -> None:
    random = np.random.default_rng(0)
    queries = [Candidates(query, QUERY.positives, QUERY.negatives) for query in range(4000)]
    runs = {
        str(query.query): {str(paper): float(random.random()) for paper in query.all}
        for query in queries
    }
    found = _judged(queries, runs)
    assert (found.map, found.ndcg) == pytest.approx((0.2531, 0.518), abs=0.005)


def test_the_anchor_is_also_that_of_arithmetic() -> None:
    # Mean precision at a relevant place: at rank i it is (1 + (i − 1) · 4/29) / i.
    ranks = np.arange(1, 31)
    assert np.mean((1 + (ranks - 1) * 4 / 29) / ranks) == pytest.approx(0.2531, abs=5e-4)
    gains = 1 / np.log2(ranks + 1)
    assert 5 / 30 * gains.sum() / gains[:5].sum() == pytest.approx(0.518, abs=5e-4)


def test_scores_are_trec_evals_of_rounded_distances() -> None:
    random = np.random.default_rng(4)
    task = RankingTask("cite", (QUERY,))
    # Coarse coordinates tie often; the last digits are below what is kept.
    rows = {
        int(paper): np.round(random.random(2), 1) + 1e-8 * random.random(2)
        for paper in task.papers()
    }
    run = {
        str(paper): -round(float(np.linalg.norm(rows[7] - rows[paper])), 5) for paper in QUERY.all
    }
    assert len(set(run.values())) < len(run)
    gold = {"7": dict.fromkeys(map(str, QUERY.positives), 1)}
    expected = pytrec_eval.RelevanceEvaluator(gold, {"map", "ndcg"}).evaluate({"7": run})["7"]
    found = task.scores(rows)
    assert found.map == pytest.approx(expected["map"], abs=1e-8)
    assert found.ndcg == pytest.approx(expected["ndcg"], abs=1e-8)
    by_function = task.score_distances(lambda _, papers: np.array([-run[str(p)] for p in papers]))
    assert by_function == found
    assert found.precisions == (found.map,)


def test_equal_distances_are_ordered_by_id_descending_as_text() -> None:
    task = RankingTask("cite", (Candidates(0, (9,), (10, 80)),))
    assert task.scores(dict.fromkeys((0, 9, 10, 80), np.ones(3))).map == 1
    task = RankingTask("cite", (Candidates(0, (10,), (9, 80)),))
    assert task.scores(dict.fromkeys((0, 9, 10, 80), np.ones(3))).map == pytest.approx(1 / 3)


def test_papers_without_a_vector_are_counted_and_not_passed_over_in_silence() -> None:
    other = Candidates(query=8, positives=(1, 2, 3, 4, 6), negatives=QUERY.negatives)
    task = RankingTask("cite", (QUERY, other))
    rows = {int(paper): np.array([float(paper)]) for paper in task.papers()}
    assert (task.scores(rows).missing_queries, task.scores(rows).missing_candidates) == (0, 0)
    for gone in (8, 100, 3):
        del rows[gone]
    found = task.scores(rows)
    assert (found.queries, found.missing_queries, found.missing_candidates) == (1, 1, 2)
    assert found.map == pytest.approx(4 / 5)  # the fifth positive is never found


def _cites(corpus: Corpus, split: str) -> scipy.sparse.csr_array:
    return corpus.cites(split).toarray()  # type: ignore[arg-type]


def test_cite_asks_dev_papers_for_what_they_cite(corpus: Corpus) -> None:
    task = cite_task(corpus)
    cites = _cites(corpus, "dev")
    assert len(task.queries) == np.count_nonzero(corpus.split_of == 1)
    for query in task.queries:
        assert corpus.split_of[query.query] == 1
        assert cites[query.query, list(query.positives)].all()
        assert not cites[query.query, list(query.negatives)].any()
        assert len(set(query.all)) == 30
        assert query.query not in query.all
        assert corpus.has_abstract[list(query.all)].all()


def test_co_cite_asks_for_what_dev_papers_cite_together(corpus: Corpus) -> None:
    task = co_cite_task(corpus, queries=10)
    cites = _cites(corpus, "dev").astype(int)
    together = cites.T @ cites
    assert len(task.queries) == 10
    for query in task.queries:
        assert together[query.query, list(query.positives)].all()
        assert not together[query.query, list(query.negatives)].any()
        assert query.query not in query.all


def test_tasks_are_drawn_by_the_seed_and_from_the_pool(corpus: Corpus) -> None:
    assert cite_task(corpus, seed=1) == cite_task(corpus, seed=1) != cite_task(corpus, seed=2)
    pool = np.flatnonzero(corpus.has_abstract)[:55]
    asked = co_cite_task(corpus, pool=pool)
    assert asked.queries
    assert all(set(query.negatives) <= set(pool.tolist()) for query in asked.queries)
    assert co_cite_task(corpus, pool=pool[:20]).queries == ()


def test_other_citations_can_be_asked_for(corpus: Corpus) -> None:
    task = cite_task(corpus, cites=corpus.cites())
    assert task.queries
    assert all(corpus.split_of[query.query] == 0 for query in task.queries)
    cited = co_cite_task(corpus, cites=corpus.cites())
    trained = set(corpus.edges()[:, 1].tolist())
    assert cited.queries
    assert all({query.query, *query.positives} <= trained for query in cited.queries)


def test_an_empty_task_scores_nothing() -> None:
    assert RankingTask("cite", ()).scores({}).queries == 0


def test_the_halves_of_cite_share_no_paper_that_asks(corpus: Corpus) -> None:
    held_out = HeldOutCited.of(corpus)
    asking = [
        {query.query for query in half.queries} for half in (held_out.judging, held_out.choosing)
    ]
    assert asking[0]
    assert asking[1]
    assert not asking[0] & asking[1]
    assert set(held_out.papers().tolist()) >= asking[0] | asking[1]
    assert HeldOutCited.of(corpus) == held_out


def test_each_half_of_cite_has_a_score_of_its_own(corpus: Corpus) -> None:
    held_out = HeldOutCited.of(corpus)
    papers = held_out.papers()
    rows = np.random.default_rng(1).normal(size=(len(papers), 3)).astype(np.float32)
    by_paper = dict(zip(papers.tolist(), rows, strict=True))
    assert held_out.scores(rows) == {
        CITED: held_out.judging.scores(by_paper).map,
        CITED_CHOOSING: held_out.choosing.scores(by_paper).map,
    }


def test_few_papers_that_ask_say_nothing(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    asking = HeldOutCited.of(corpus)
    least = min(len(asking.judging.queries), len(asking.choosing.queries))
    monkeypatch.setattr("training.judging.related.LEAST_QUERIES", least)
    assert asking
    monkeypatch.setattr("training.judging.related.LEAST_QUERIES", least + 1)
    assert not asking
