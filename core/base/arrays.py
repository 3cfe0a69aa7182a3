"""Functions of arrays: distinct values, log-odds and their probabilities."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

# --- the distinct values of an array of integers ----------------------------------------------


def distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each value once, ascending.

    ``np.unique`` does the same by hashing: for three million it takes 2 s, in which no other thread
    of Python runs, where sorting takes 0.1 s and lets them.
    """
    ordered = np.sort(numbers)
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


# --- log-odds, and the probabilities that belong to them --------------------------------------


Real = TypeVar("Real", bound="np.floating[Any]")
_LEAST = 1e-4


def convert_odds_to_chances(odds: NDArray[Real]) -> NDArray[Real]:
    """Return the chances, 0 to 1, of log-odds: the logistic function, in the same precision."""
    with np.errstate(over="ignore"):  # exp of a large number is infinite, and the chance 0
        return cast("NDArray[Real]", 1 / (1 + np.exp(-odds)))


def convert_chances_to_odds(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log-odds of chances; the surest and the faintest are finite too."""
    bounded = np.clip(chances, _LEAST, 1 - _LEAST)
    log_odds: NDArray[np.float64] = np.log(bounded / (1 - bounded))
    return log_odds
