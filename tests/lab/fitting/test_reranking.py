from __future__ import annotations

import numpy as np
import pytest

from core.base.errors import UsageError
from core.recommend.reranking import Reading, combined, log_odds
from tools.lab.fitting.reranking import AnsweredQuery, fitted, report

DEPTH = 20


def asked(number: int, *, useful: bool = True) -> AnsweredQuery:
    """A query whose papers are cited with the log-odds first - 0.5 + 2 · a standardised normal."""
    random = np.random.default_rng(number)
    chances = np.sort(random.uniform(0.02, 0.6, DEPTH + 5))[::-1]
    said = random.standard_normal(DEPTH)
    said = (said - said.mean()) / said.std()
    odds = log_odds(chances)
    odds[:DEPTH] += 2 * said - 0.5
    cited = random.random(DEPTH + 5) < 1 / (1 + np.exp(-odds))
    heard = said if useful else random.standard_normal(DEPTH)
    # Level and spread of a reranker are its own.
    scores = 1 / (1 + np.exp(-(heard * 1.5 - 3)))
    reading = Reading(np.arange(DEPTH + 5), scores.astype(np.float32))
    return AnsweredQuery(f"m{number}#1", chances, reading, cited, missed=1)


ROWS = [asked(number) for number in range(400)]


def test_the_weights_are_those_that_made_the_citations() -> None:
    scale = fitted(ROWS)
    weights = scale.read
    assert (weights.bias, weights.first, weights.reranker) == pytest.approx((-0.5, 1, 2), abs=0.2)
    assert scale.unread.reranker == 0


def test_both_scales_say_how_often_a_paper_is_cited() -> None:
    scale = fitted(ROWS)
    cited = np.concatenate([row.cited[:DEPTH] for row in ROWS]).mean()
    read = [combined(row.chances, row.reading, scale)[:DEPTH].mean() for row in ROWS]
    odds = [log_odds(row.chances[:DEPTH]) for row in ROWS]
    weights = scale.unread
    unread = [1 / (1 + np.exp(-(weights.bias + weights.first * each))) for each in odds]
    assert np.mean(read) == pytest.approx(cited, abs=2e-3)
    assert np.mean(unread) == pytest.approx(cited, abs=2e-3)


def test_a_reranker_that_knows_nothing_gets_no_weight() -> None:
    scale = fitted([asked(number, useful=False) for number in range(400)])
    assert abs(scale.read.reranker) < 0.1
    assert scale.read.first == pytest.approx(scale.unread.first, abs=0.02)


def test_what_was_gained_is_printed_for_the_queries_held_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report(ROWS[:40], fitted(ROWS))
    before, after = capsys.readouterr().out.splitlines()
    assert before.startswith("first stage on 40 held-out queries: recall@10 0.")
    assert after.startswith("reranked on 40")
    assert float(after.split("ndcg@10 ")[1][:5]) > float(before.split("ndcg@10 ")[1][:5])


def test_a_cited_paper_that_was_not_found_counts_as_missed() -> None:
    row = AnsweredQuery(
        "m#1", np.full(3, 0.1), np.zeros(0, np.float32), np.array([False, True, False]), 2
    )
    relevant, ranking = row.judged(np.array([2, 1, 0]))
    assert relevant == ["1", "missed 0", "missed 1"]
    assert ranking == ["2", "1", "0"]


def test_queries_without_an_answer_fit_nothing() -> None:
    row = asked(1)
    empty = AnsweredQuery(row.query, row.chances, row.reading, np.zeros(DEPTH + 5, bool), 1)
    with pytest.raises(UsageError, match="tell no cited paper"):
        fitted([empty])
