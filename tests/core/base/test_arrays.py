from __future__ import annotations

import numpy as np
import pytest

from core.base.arrays import convert_odds_to_chances, distinct

# --- the distinct values of an array of integers ----------------------------------------------


@pytest.mark.parametrize("numbers", [[], [3], [2, 2, 2], [5, -1, 5, 0, 2**62, -1]])
def test_each_value_is_there_once_and_in_order(numbers: list[int]) -> None:
    found = distinct(np.array(numbers, np.int64))
    assert found.tolist() == sorted(set(numbers))


# --- log-odds, and the probabilities that belong to them --------------------------------------


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_chances_are_those_of_their_log_odds(kind: type[np.floating]) -> None:
    chances = np.array([0.001, 0.25, 0.5, 0.75, 0.999], kind)
    back = convert_odds_to_chances(np.log(chances / (1 - chances)))
    assert back.dtype == kind
    assert back == pytest.approx(chances, rel=1e-5)


def test_odds_too_large_for_a_number_are_certain() -> None:
    with np.errstate(over="raise", invalid="raise"):
        assert convert_odds_to_chances(np.array([-1e4, 0, 1e4])).tolist() == [0, 0.5, 1]
