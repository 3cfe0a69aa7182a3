"""Differences in four bits, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from core.models.adapters import packable, packed, unpacked

TOGETHER = 64


@pytest.fixture
def difference() -> Tensor:
    random = torch.Generator().manual_seed(3)
    return torch.randn(5, 3 * TOGETHER, generator=random) * torch.logspace(-4, 0, 5)[:, None]


def by_hand(places: Tensor, steps: Tensor) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    found = np.zeros((len(places), 2 * places.shape[1]))
    for row in range(found.shape[0]):
        for column in range(found.shape[1]):
            byte = int(places[row, column // 2])
            nibble = byte // 16 if column % 2 else byte % 16
            found[row, column] = (nibble - 8) * float(steps[row, column // TOGETHER])
    return found


def test_two_differences_are_in_a_byte_and_each_group_has_a_step(difference: Tensor) -> None:
    places, steps = packed(difference)
    assert places.dtype == torch.uint8
    assert places.shape == (5, 3 * TOGETHER // 2)
    assert steps.dtype == torch.float16
    assert steps.shape == (5, 3)
    assert unpacked(places, steps).numpy() == pytest.approx(by_hand(places, steps))


def test_about_a_tenth_of_a_difference_is_lost_however_small_it_is(difference: Tensor) -> None:
    lost = unpacked(*packed(difference)) - difference
    assert ((lost.norm(dim=1) / difference.norm(dim=1)) < 0.12).all()


def test_a_step_is_chosen_that_loses_no_more_than_that_of_the_largest(difference: Tensor) -> None:
    groups = difference.reshape(-1, TOGETHER)
    steps = groups.abs().amax(1, keepdim=True) / 7
    largest = ((groups / steps).round() * steps - groups).square().sum(1)
    chosen = (unpacked(*packed(difference)) - difference).reshape(-1, TOGETHER).square().sum(1)
    assert (chosen <= largest * 1.001).all()
    assert chosen.sum() < 0.95 * largest.sum()


def test_nothing_stays_nothing() -> None:
    assert not unpacked(*packed(torch.zeros(2, TOGETHER))).any()


@pytest.mark.parametrize(
    ("shape", "fits"),
    [((4, 64), True), ((4, 63), False), ((64,), False), ((1, 64), False)],
    ids=["matrix", "half a byte", "vector", "one row"],
)
def test_matrices_of_some_rows_are_packed(shape: tuple[int, ...], *, fits: bool) -> None:
    assert packable(torch.zeros(shape)) is fits


@pytest.mark.parametrize(("columns", "groups"), [(312, 6), (32, 1), (1536, 24), (62, 1)])
def test_groups_are_as_large_as_the_matrix_allows(columns: int, groups: int) -> None:
    difference = torch.linspace(-1, 1, 2 * columns).reshape(2, columns)
    places, steps = packed(difference)
    assert steps.shape == (2, groups)
    assert (unpacked(places, steps) - difference).abs().max() < 0.12


def test_steps_of_another_matrix_are_refused(difference: Tensor) -> None:
    with pytest.raises(RuntimeError):
        unpacked(packed(difference)[0], torch.ones(5, 5))
