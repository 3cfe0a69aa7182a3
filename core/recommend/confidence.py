"""From a fused score to the probability that an author would cite the paper here.

A logistic curve over the fused score and the rank, one for each set of stages that took part,
fitted on held-out citing sentences by ``tools/lab/fitting/confidence.py``.
"""

from __future__ import annotations

import importlib.resources
import json
import math
from collections.abc import Mapping
from functools import cache


def confidence(score: float, rank: int, stages: tuple[str, ...]) -> float:
    """Return the chance, 0..1, that a paper at ``rank`` (from 1) with this score is cited here."""
    curve = _curves()["+".join(stages)]
    return 1 / (
        1 + math.exp(-(curve["bias"] + curve["score"] * score + curve["rank"] * math.log(rank)))
    )


@cache
def _curves() -> Mapping[str, Mapping[str, float]]:
    file = importlib.resources.files("resources") / "ranking" / "confidence.json"
    curves: Mapping[str, Mapping[str, float]] = json.loads(file.read_text("utf-8"))
    return curves
