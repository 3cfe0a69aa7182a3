"""Log-odds, and the probabilities that belong to them."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

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
