from __future__ import annotations

import pytest

from core.base.records import PaperNumber
from core.recommend.candidates import reciprocal_rank_fusion

A, B, C = (PaperNumber(number) for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("rankings", "expected"),
    [
        pytest.param([(1, [A, B]), (1, [A, B])], [A, B], id="agreement keeps the order"),
        pytest.param([(1, [A, B]), (1, [B, C])], [B, A, C], id="found twice beats found once"),
        pytest.param([(1, [A]), (1, [B])], [A, B], id="a tie keeps first appearance"),
        pytest.param([(1, [A]), (2, [B])], [B, A], id="a heavier ranking counts more"),
        pytest.param([], [], id="nothing in, nothing out"),
    ],
)
def test_order(
    rankings: list[tuple[float, list[PaperNumber]]], expected: list[PaperNumber]
) -> None:
    assert [paper for paper, _ in reciprocal_rank_fusion(rankings)] == expected


def test_leading_every_ranking_scores_1() -> None:
    fused = reciprocal_rank_fusion([(0.5, [A, B]), (2, [A])])
    assert fused[0] == (A, pytest.approx(1.0))


def test_a_score_is_the_sum_of_the_weighted_inverse_ranks() -> None:
    fused = dict(reciprocal_rank_fusion([(1, [A, B]), (3, [C, B])], damping=1))
    assert fused[B] == pytest.approx((1 / 3 + 3 / 3) / (4 / 2))
