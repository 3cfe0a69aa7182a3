from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import Paper, PaperNumber, Recommendation, Suggestion
from core.recommend.context import Passage
from core.recommend.reranking import (
    STAGE,
    Effort,
    Reading,
    RerankWeights,
    Weights,
    asked_text,
    combined,
    log_odds,
    read_scores,
    reranked,
    rows_to_read,
    shipped_scale,
    standard,
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


def found(*confidences: float) -> Recommendation:
    numbers = [PaperNumber(rank) for rank in range(1, len(confidences) + 1)]
    return Recommendation(
        text="It works.",
        sentence=3,
        suggestions=tuple(
            Suggestion(
                rank=number,
                paper=Paper(number=number, ids=(f"p{number}",), title=f"Paper {number}"),
                score=confidence,
                confidence=confidence,
                cited="no",
                reasons=(),
            )
            for number, confidence in zip(numbers, confidences, strict=True)
        ),
        stages=("words",),
    )


def titles(answer: Recommendation) -> list[str]:
    return [each.paper.title for each in answer.suggestions]


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


def first_of(scores: NDArray[np.float32]) -> Reading:
    return Reading(np.arange(len(scores)), scores)


def test_what_is_cited_already_is_not_read_and_keeps_its_chance() -> None:
    rows = rows_to_read([True, False, True, False, False])
    assert rows.tolist() == [1, 3, 4]
    assert rows_to_read([]).tolist() == []
    before = [0.9, 0.4, 0.3, 0.2, 0.1]
    after = combined(before, Reading(rows, np.array([0.2, 0.8], np.float32)))
    assert after[[0, 2]].tolist() == [0.9, 0.3]
    assert not set(after[rows]) & set(before)


def test_a_chance_is_that_of_both_stages() -> None:
    scale = RerankWeights(read=Weights(bias=-1, first=0.5, reranker=2), unread=Weights(bias=0.25))
    scores = np.array([0.2, 0.8], np.float32)  # log-odds of ∓ln 4, one deviation to either side
    chances = combined([0.5, 0.3, 0.5], Reading(np.array([0, 2, 1]), scores), scale)
    by_hand = [-1 - 2, 0.25 + math.log(0.3 / 0.7), -1 + 2]
    assert chances == pytest.approx([1 / (1 + math.exp(-odds)) for odds in by_hand], abs=1e-6)


def test_without_scores_nothing_changes() -> None:
    assert combined([0.3, 0.0, 1.0], first_of(np.zeros(0, np.float32))).tolist() == [0.3, 0.0, 1.0]


def test_scores_that_are_all_equal_say_nothing() -> None:
    scale = RerankWeights(read=Weights(reranker=3), unread=Weights())
    assert combined([0.4, 0.2], first_of(np.full(2, 0.7, np.float32)), scale) == pytest.approx(
        [0.4, 0.2]
    )


@pytest.mark.parametrize("shift", [-4.0, 0.0, 4.0])
@pytest.mark.parametrize("spread", [0.1, 1.0])
def test_level_and_spread_of_the_scores_do_not_count(shift: float, spread: float) -> None:
    odds = np.array([-1.0, 0.5, 2.0])
    scores = (1 / (1 + np.exp(-(odds * spread + shift)))).astype(np.float32)
    assert standard(scores) == pytest.approx((odds - odds.mean()) / odds.std(), abs=1e-2)


def test_a_chance_of_nothing_or_of_all_stays_a_number() -> None:
    assert log_odds(np.array([0.0, 0.5, 1.0])).tolist() == [-9, 0, 9]
    assert np.isfinite(combined([0.0, 1.0], first_of(np.array([1.0, 0.0], np.float32)))).all()


def test_the_order_is_that_of_the_new_chances_and_nothing_is_lost() -> None:
    scorer = Titles({"Paper 3": 0.9})
    answer = reranked(found(0.5, 0.45, 0.4, 0.35), "q", scorer, Effort(seconds=math.inf))
    assert titles(answer) == ["Paper 3", "Paper 1", "Paper 2", "Paper 4"]
    assert [each.rank for each in answer.suggestions] == [1, 2, 3, 4]
    chances = [each.confidence for each in answer.suggestions]
    assert chances == sorted(chances, reverse=True)
    assert answer.stages == ("words", STAGE)
    assert answer.sentence == 3


def test_papers_that_were_not_read_stand_between_those_that_were() -> None:
    scorer = Titles({"Paper 2": 0.001})
    first = found(0.6, 0.5, 0.4, 0.3)
    answer = reranked(first, "q", scorer, Effort(depth=2, seconds=math.inf))
    assert titles(answer) == ["Paper 1", "Paper 3", "Paper 4", "Paper 2"]
    unread = [each.confidence for each in answer.suggestions if each.paper.title == "Paper 3"]
    weights = shipped_scale().unread
    odds = weights.bias + weights.first * math.log(0.4 / 0.6)
    assert unread == pytest.approx([1 / (1 + math.exp(-odds))])


def test_a_better_order_may_find_something_convincing() -> None:
    first = found(*[0.09] * 8)
    assert reranked(first, "q", Titles({"Paper 8": 0.99}), Effort()).convincing
    assert not reranked(found(*[0.01] * 2), "q", Titles(), Effort()).convincing


def test_an_empty_answer_stays_as_it_is() -> None:
    scorer = Titles()
    assert reranked(found(), "q", scorer, Effort()) == found()
    assert scorer.asked == []


def test_the_shipped_weights_never_turn_the_first_order_round() -> None:
    scale = shipped_scale()
    assert scale.read.first > 0
    assert scale.unread.first > 0
    assert scale.read.reranker > 0
    assert scale.unread.reranker == 0
