from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from tools.lab.scale.losses import WORST, info_nce


def slow(scores: Tensor, right: Tensor, ignored: Tensor) -> float:
    """The same, paper by paper."""
    losses = []
    for row in range(len(scores)):
        columns = range(scores.shape[1])
        positive = [at for at in columns if right[row, at]]
        negative = [at for at in columns if not right[row, at] and not ignored[row, at]]
        if not positive:
            continue
        wrong = sum(math.exp(scores[row, at]) for at in negative)
        odds = [math.exp(scores[row, at]) for at in positive]
        losses.append(sum(-math.log(each / (each + wrong)) for each in odds) / len(odds))
    return sum(losses) / len(losses)


def test_one_right_paper_among_equals_costs_the_log_of_their_number() -> None:
    right = torch.tensor([[True, False, False, False]])
    loss = info_nce(torch.zeros(1, 4), right, torch.zeros(1, 4, dtype=torch.bool))
    assert loss.item() == pytest.approx(math.log(4))


def test_right_papers_do_not_compete_with_each_other() -> None:
    right = torch.tensor([[True, True, False, False]])
    loss = info_nce(torch.zeros(1, 4), right, torch.zeros(1, 4, dtype=torch.bool))
    assert loss.item() == pytest.approx(math.log(3))


def test_ignored_papers_change_nothing() -> None:
    scores = torch.tensor([[1.0, 0.5, 8.0]])
    right = torch.tensor([[True, False, False]])
    ignored = torch.tensor([[False, False, True]])
    none = torch.zeros(1, 2, dtype=torch.bool)
    assert info_nce(scores, right, ignored) == info_nce(scores[:, :2], right[:, :2], none)


@pytest.mark.parametrize("seed", range(5))
def test_the_loss_is_that_of_a_plain_loop(seed: int) -> None:
    draws = torch.Generator().manual_seed(seed)
    scores = 3 * torch.randn(6, 9, generator=draws)
    drawn = torch.rand(6, 9, generator=draws)
    right, ignored = drawn < 0.3, drawn > 0.8
    right[2] = False
    assert right.sum(1).max() > 1
    assert ignored.any()
    assert info_nce(scores, right, ignored).item() == pytest.approx(slow(scores, right, ignored))


def test_filling_of_a_short_list_has_no_gradient() -> None:
    scores = torch.tensor([[1.0, 0.0, WORST]], requires_grad=True)
    right = torch.tensor([[True, False, False]])
    torch.autograd.backward(info_nce(scores, right, scores <= WORST))
    assert scores.grad is not None
    assert scores.grad[0, 2] == 0
    assert scores.grad[0, 0] < 0
