"""From a score to a chance: a rising curve, and how well it holds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

_BINS = 10

Curve = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Scores, ascending, and the chances at them; straight lines between."""


def rising(scores: NDArray[np.float64], right: NDArray[np.bool_]) -> Curve:
    """Fit a curve that never falls (isotonic regression) to answers that are right or not."""
    fitted = IsotonicRegression(y_min=0.001, y_max=0.99, out_of_bounds="clip")
    fitted.fit(scores, right)
    # Straight between the middles of the steps: a step would give many papers one chance.
    levels = np.unique(fitted.y_thresholds_)
    thresholds = [fitted.X_thresholds_[fitted.y_thresholds_ == level].mean() for level in levels]
    return np.array(thresholds), levels


def calibration_error(chances: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the mean difference between chance and share that is right, in ten equal bins."""
    bins = np.array_split(np.argsort(chances), _BINS)
    parts = (len(b) * abs(chances[b].mean() - right[b].mean()) for b in bins if len(b))
    return float(sum(parts) / max(len(chances), 1))
