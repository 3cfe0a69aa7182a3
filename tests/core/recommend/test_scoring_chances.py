"""What moves the chances of candidates: verdicts of the person, and a reranker."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import Paper, PaperNumber, Recommendation, Suggestion
from core.recommend.citation_graph import Rows
from core.recommend.reranking import STAGE, Reading
from core.recommend.scoring import (
    Ranked,
    ReadingWeights,
    RerankWeights,
    Scorer,
    combine_readings,
    reorder_recommendation,
    shipped_parameters,
)

RESOURCES = Path(__file__).resolve().parents[3] / "resources" / "ranking"


# --- verdicts


CHOSEN, REFUSED = shipped_parameters().chosen, shipped_parameters().refused
DIMENSION = 16


def stored(vectors: Mapping[int, NDArray[np.float32]]) -> Rows:
    def rows(papers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        unknown = np.full(DIMENSION, np.nan, np.float32)
        found = [vectors.get(int(paper), unknown) for paper in papers]
        return np.array(found, np.float32).reshape(len(papers), DIMENSION)

    return rows


def axis(place: int, towards: int | None = None, share: float = 0.0) -> NDArray[np.float32]:
    row = np.zeros(DIMENSION, np.float32)
    row[place] = math.sqrt(1 - share**2)
    if towards is not None:
        row[towards] += share
    return row


def adjust(
    ranked: Sequence[tuple[PaperNumber, float]],
    rows: Rows,
    *,
    chosen: Sequence[int] = (),
    refused: Sequence[int] = (),
) -> list[tuple[PaperNumber, float]]:
    chances = np.array([chance for _, chance in ranked])
    before = Ranked(tuple(paper for paper, _ in ranked), chances, chances, ())
    sides = [frozenset(map(PaperNumber, side)) for side in (chosen, refused)]
    after = Scorer().apply_verdicts(before, *sides, rows)
    return list(zip(after.papers, after.chances.tolist(), strict=True))


def listed(*chances: float) -> list[tuple[PaperNumber, float]]:
    return [(PaperNumber(number), chance) for number, chance in enumerate(chances, start=1)]


# Papers 1 to 5 have nothing in common but 2, which is like 9.
VECTORS = {number: axis(number) for number in (1, 3, 4, 5, 9)} | {2: axis(2, 9, 0.8)}


def test_nothing_changes_without_a_verdict() -> None:
    ranked = listed(0.9, 0.5, 0.1)
    assert adjust(ranked, stored(VECTORS)) == ranked
    assert adjust([], stored(VECTORS), refused=[9]) == []


def test_a_paper_like_a_refused_one_sinks_and_the_others_keep_their_chances() -> None:
    ranked = listed(0.5, 0.49, 0.3, 0.2, 0.1)
    after = adjust(ranked, stored(VECTORS), refused=[9])
    expected = 1 / (1 + math.exp(-(math.log(0.49 / 0.51) - REFUSED * 0.8)))
    assert dict(after) == pytest.approx({1: 0.5, 2: expected, 3: 0.3, 4: 0.2, 5: 0.1})
    assert [paper for paper, _ in after] == [1, 3, 4, 2, 5]


def test_a_paper_that_is_the_opposite_of_a_verdict_stays_where_it_is() -> None:
    ranked = listed(0.5, 0.4, 0.3, 0.2)
    opposite = {**VECTORS, 2: axis(2, 9, -0.8)}
    for sides in ({"chosen": [9]}, {"refused": [9]}):
        assert adjust(ranked, stored(opposite), **sides) == ranked


def test_a_paper_like_a_chosen_one_rises() -> None:
    after = adjust(listed(0.5, 0.49, 0.3), stored(VECTORS), chosen=[9])
    assert [paper for paper, _ in after] == [2, 1, 3]
    assert after[0][1] == pytest.approx(1 / (1 + math.exp(-(math.log(0.49 / 0.51) + CHOSEN * 0.8))))


def test_the_nearest_verdict_counts_however_many_there_are() -> None:
    one = adjust(listed(0.5, 0.49, 0.3, 0.2), stored(VECTORS), refused=[9])
    many = {**VECTORS, 11: axis(11), 12: axis(12)}
    several = adjust(listed(0.5, 0.49, 0.3, 0.2), stored(many), refused=[9, 11, 12])
    assert several == one


def test_what_was_decided_upon_keeps_its_own_chance() -> None:
    vectors = {**VECTORS, 1: VECTORS[2], 3: VECTORS[2]}
    after = dict(adjust(listed(0.4, 0.3, 0.2), stored(vectors), chosen=[1], refused=[9]))
    assert after[PaperNumber(1)] == 0.4


@pytest.mark.parametrize(
    "vectors",
    [
        pytest.param({}, id="no vectors at all"),
        pytest.param({1: axis(1), 2: axis(2)}, id="none of the verdict"),
        pytest.param({9: axis(9)}, id="none of the list"),
    ],
)
def test_without_vectors_nothing_changes(vectors: Mapping[int, NDArray[np.float32]]) -> None:
    ranked = listed(0.5, 0.4)
    assert adjust(ranked, stored(vectors), refused=[9]) == ranked


def test_the_move_is_bounded_and_certain_chances_stay_chances() -> None:
    vectors = {**VECTORS, 2: axis(9)}
    after = dict(adjust(listed(1.0, 1.0, 0.0, 0.5), stored(vectors), refused=[9]))
    assert 0 < after[PaperNumber(2)] < 1
    assert after[PaperNumber(1)] == 1.0
    assert after[PaperNumber(3)] == 0.0


def test_random_lists_come_back_whole_sorted_and_within_the_bound() -> None:
    random = np.random.default_rng(5)
    vectors = {number: random.normal(size=DIMENSION).astype(np.float32) for number in range(40)}
    vectors = {number: row / np.linalg.norm(row) for number, row in vectors.items()}
    before = sorted(random.uniform(0.01, 0.99, 30), reverse=True)
    ranked = [(PaperNumber(number), float(chance)) for number, chance in enumerate(before)]
    after = adjust(ranked, stored(vectors), chosen=[31, 32], refused=[33])
    assert {paper for paper, _ in after} == {paper for paper, _ in ranked}
    assert [chance for _, chance in after] == sorted((c for _, c in after), reverse=True)
    was = dict(ranked)
    for paper, chance in after:
        moved = math.log(chance / (1 - chance)) - math.log(was[paper] / (1 - was[paper]))
        assert -REFUSED <= moved <= CHOSEN
    assert after != ranked


# --- rerankers


def make_answer(*confidences: float) -> Recommendation:
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


def rerank(answer: Recommendation, scores: dict[str, float], *, depth: int = 32) -> Recommendation:
    """Let a reranker say these scores, and .1 of all other papers."""
    read = [scores.get(title, 0.1) for title in titles(answer)[:depth]]
    rows = np.arange(len(answer.suggestions))
    return reorder_recommendation(answer, Reading(rows, np.array(read, np.float32)))


def first_of(scores: NDArray[np.float32]) -> Reading:
    return Reading(np.arange(len(scores)), scores)


def test_what_is_cited_already_keeps_its_chance() -> None:
    rows = np.array([1, 3, 4])
    before = [0.9, 0.4, 0.3, 0.2, 0.1]
    after = combine_readings(before, Reading(rows, np.array([0.2, 0.8], np.float32)))
    assert after[[0, 2]].tolist() == [0.9, 0.3]
    assert not set(after[rows]) & set(before)


def test_a_chance_is_that_of_both_stages() -> None:
    scale = RerankWeights(
        read=ReadingWeights(bias=-1, first=0.5, reranker=2), unread=ReadingWeights(bias=0.25)
    )
    scores = np.array([0.2, 0.8], np.float32)  # log-odds of ∓ln 4, one deviation to either side
    chances = combine_readings([0.5, 0.3, 0.5], Reading(np.array([0, 2, 1]), scores), scale)
    by_hand = [-1 - 2, 0.25 + math.log(0.3 / 0.7), -1 + 2]
    assert chances == pytest.approx([1 / (1 + math.exp(-odds)) for odds in by_hand], abs=1e-6)


def test_without_scores_nothing_changes() -> None:
    assert combine_readings([0.3, 0.0, 1.0], first_of(np.zeros(0, np.float32))).tolist() == [
        0.3,
        0.0,
        1.0,
    ]


def test_a_chance_of_nothing_or_of_all_stays_a_chance() -> None:
    reading = first_of(np.array([1.0, 0.0], np.float32))
    assert np.isfinite(combine_readings([0.0, 1.0], reading)).all()


def test_scores_that_are_all_equal_say_nothing() -> None:
    scale = RerankWeights(read=ReadingWeights(reranker=3), unread=ReadingWeights())
    assert combine_readings(
        [0.4, 0.2], first_of(np.full(2, 0.7, np.float32)), scale
    ) == pytest.approx([0.4, 0.2])


def test_the_order_is_that_of_the_new_chances_and_nothing_is_lost() -> None:
    answer = rerank(make_answer(0.5, 0.45, 0.4, 0.35), {"Paper 3": 0.9})
    assert titles(answer) == ["Paper 3", "Paper 1", "Paper 2", "Paper 4"]
    assert [each.rank for each in answer.suggestions] == [1, 2, 3, 4]
    chances = [each.confidence for each in answer.suggestions]
    assert chances == sorted(chances, reverse=True)
    assert answer.stages == ("words", STAGE)
    assert answer.sentence == 3


def test_papers_that_were_not_read_stand_between_those_that_were() -> None:
    first = make_answer(0.6, 0.5, 0.49, 0.48)
    answer = rerank(first, {"Paper 2": 0.001}, depth=2)
    assert titles(answer) == ["Paper 1", "Paper 3", "Paper 4", "Paper 2"]
    unread = [each.confidence for each in answer.suggestions if each.paper.title == "Paper 3"]
    weights = shipped_parameters().reranking.unread
    odds = weights.bias + weights.first * math.log(0.49 / 0.51)
    assert unread == pytest.approx([1 / (1 + math.exp(-odds))])


def test_a_better_order_may_find_something_convincing() -> None:
    first = make_answer(*[0.35] * 8)
    assert rerank(first, {"Paper 8": 0.99}).convincing
    assert not rerank(make_answer(*[0.01] * 2), {}).convincing


def test_an_empty_answer_stays_as_it_is() -> None:
    assert rerank(make_answer(), {}) == make_answer()


def test_the_shipped_weights_never_turn_the_first_order_round() -> None:
    scale = shipped_parameters().reranking
    assert scale.read.first > 0
    assert scale.unread.first > 0
    assert scale.read.reranker > 0
    assert scale.unread.reranker == 0
