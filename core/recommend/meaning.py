"""What a candidate's nearness in meaning adds to the log-odds that the ranker gives it.

The ranker's trees learned from sentences within whole manuscripts, where words, names and what is
cited already tell much. Asked with less, or with a sentence that shares no word with what it means,
they rank papers far down that the encoder finds near. So its cosines count once more, beside the
trees. Nothing of it was trained: it is measured on development queries (docs/quality.md).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.recommend.signals import PROFILE

WEIGHT = 1.5
"""What one standard deviation nearer than a question's candidates usually are adds, chosen on
development sentences with much, little and nothing around them."""
_SURROUNDED = ("vectors.neighbours", "vectors.title and sentence")
_ALONE = ("vectors.sentence",)
_LEAST_COMPARED = 3
_DOUBT = 10
"""Candidates among which a deviation counts half: of a handful the nearest one is near by chance.
The retriever brings some hundred where a library has them."""


def by_meaning(columns: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float64] | float:
    """Return what candidates gain or lose by their cosines, given as signals: (papers,), or 0.

    It is the mean over the forms of the question that hold the sentence and something around it; a
    question that is a sentence alone has that form only. Counted in standard deviations, as
    encoders differ in how near the near is. A paper without a vector counts as one of the middle.
    The more of the candidates have a profile, the less it adds: what others say of them tells more.
    """
    column_names = [name for name in _SURROUNDED if name in columns]
    column_names = column_names or [name for name in _ALONE if name in columns]
    if not column_names:
        return 0.0
    deviations: NDArray[np.float64] = np.mean(
        [_deviations(columns[name]) for name in column_names], 0
    )
    profiled = float((~np.isnan(columns[PROFILE])).mean()) if PROFILE in columns else 0.0
    return WEIGHT * (1 - profiled) * deviations


def _deviations(cosines: NDArray[np.float32]) -> NDArray[np.float64]:
    known_cosines = cosines[~np.isnan(cosines)].astype(np.float64)
    if len(known_cosines) < _LEAST_COMPARED or not known_cosines.std():
        return np.zeros(len(cosines))
    deviations: NDArray[np.float64] = np.nan_to_num(
        (cosines - known_cosines.mean()) / known_cosines.std()
    )
    return deviations * len(known_cosines) / (len(known_cosines) + _DOUBT)
