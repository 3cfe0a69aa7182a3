from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.recommend.context import Passage
from core.recommend.reranking import (
    Effort,
    asked_text,
    log_odds,
    read_scores,
    rows_to_read,
    standardize_scores,
)
from training.sampling.questions import FORMS

PAPERS = [(f"Paper {number}", "") for number in range(30)]


class Titles:
    """Scores a paper by a table, and notes what it was asked."""

    def __init__(self, scores: dict[str, float] | None = None) -> None:
        self.scores = scores or {}
        self.asked: list[list[str]] = []

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:  # noqa: ARG002 - the table knows
        self.asked.append([title for title, _ in papers])
        return np.array([self.scores.get(title, 0.1) for title, _ in papers], np.float32)


class Clock:
    """A clock on which every look takes a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.mark.parametrize(
    ("passage", "text"),
    [
        (Passage(sentence="It works.", title="On peat"), "On peat. It works."),
        (Passage(sentence="It works."), "It works."),
        (Passage(sentence="", title="On peat"), "On peat"),
        (Passage(sentence=""), ""),
    ],
)
def test_a_question_reads_as_it_does_in_training(passage: Passage, text: str) -> None:
    assert asked_text(passage) == FORMS["title sentence"](passage) == text


def test_papers_are_read_from_the_first_on_down_to_the_depth() -> None:
    scorer = Titles()
    scores = read_scores("q", PAPERS, scorer, Effort(depth=19, seconds=math.inf))
    assert len(scores) == 19
    asked = [title for titles in scorer.asked for title in titles]
    assert asked == [title for title, _ in PAPERS[:19]]


def test_reading_ends_before_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.recommend.reranking.time.perf_counter", Clock())
    scorer = Titles()
    # Looks at 1 (start), 2 and 3 around the first papers, 4 and 5 around the second, 6: too late.
    read_scores("q", PAPERS, scorer, Effort(seconds=5))
    assert [len(asked) for asked in scorer.asked] == [8, 8]


def test_the_first_papers_are_read_even_in_no_time() -> None:
    scorer = Titles()
    assert len(read_scores("q", PAPERS, scorer, Effort(seconds=0))) == 8


def test_reading_ends_when_nobody_waits_any_more() -> None:
    scorer = Titles()
    waits = iter([False, True])
    scores = read_scores("q", PAPERS, scorer, Effort(seconds=math.inf, stop=lambda: next(waits)))
    assert len(scores) == 8


@pytest.mark.parametrize("shift", [-4.0, 0.0, 4.0])
@pytest.mark.parametrize("spread", [0.1, 1.0])
def test_level_and_spread_of_the_scores_do_not_count(shift: float, spread: float) -> None:
    odds = np.array([-1.0, 0.5, 2.0])
    scores = (1 / (1 + np.exp(-(odds * spread + shift)))).astype(np.float32)
    assert standardize_scores(scores) == pytest.approx((odds - odds.mean()) / odds.std(), abs=1e-2)


def test_a_chance_of_nothing_or_of_all_stays_a_number() -> None:
    assert log_odds(np.array([0.0, 0.5, 1.0])).tolist() == [-9, 0, 9]


def test_what_is_cited_already_is_not_read() -> None:
    assert rows_to_read([True, False, True, False, False]).tolist() == [1, 3, 4]
    assert rows_to_read([]).tolist() == []
