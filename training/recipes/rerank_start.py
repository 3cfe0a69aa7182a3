"""Where a reranker begins: the likeness of its own two encodings beside the rank of BM25.

A classifier that was just drawn puts candidates in the order of chance, and its first some hundred
steps are lost on reaching that of BM25. How much likeness and rank are worth is fitted on some
lists before the first step: the probability that a candidate is the cited one of its list is the
softmax of both, weighted (a conditional logit, McFadden 1974).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from core.base.files import replace_text
from core.models.manifest import Start
from training.sampling.bm25 import NOTHING
from training.sampling.draws import generator
from training.sampling.pairs import RerankCandidates

LISTS = 128
"""Lists by which both weights are fitted: each is then known to about a tenth."""
_LEAST = 0.1
"""The least weight of a standard deviation of likeness: an encoder that says nothing yet has to
begin somewhere."""
_PENALTY = 1e-2

Matrix = NDArray[np.float64]


def start_kept_in(path: Path, make: Callable[[], Start]) -> Start:
    """Return the start in the file, else make and write it."""
    try:
        return Start.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        made = make()
    replace_text(path, made.model_dump_json())
    return made


def some_lists(lists: RerankCandidates, *, seed: int) -> RerankCandidates:
    """Return lists that hold a cited candidate and another, ``LISTS`` at most, drawn evenly."""
    useful = lists.with_cited()
    drawn = generator(seed, 0, 0, "reranker start").permutation(len(useful))[:LISTS]
    return useful.rows(np.sort(drawn))


def ln_ranks(columns: int, depth: int) -> Matrix:
    """Return ln(rank) of a list's columns; what was added behind ``depth`` hits comes after all."""
    return np.log(np.minimum(np.arange(columns), depth) + 1.0)


def fitted(likeness: Matrix, lists: RerankCandidates, ranks: Matrix, *, share: float) -> Start:
    """Return the start that tells the cited best.

    ``likeness`` is that of the lists' candidates, (lists, candidates), ``ranks`` the logarithms of
    theirs, (candidates,). The level makes the mean probability about the share of the cited.
    """
    from scipy.optimize import minimize

    real, cited = lists.papers != NOTHING, lists.cited
    mean, spread = likeness[real].mean(), max(float(likeness[real].std()), 1e-6)
    standard = (likeness - mean) / spread
    features = np.stack([standard, np.broadcast_to(-ranks, standard.shape)], axis=-1)

    def surprise(weights: Matrix) -> float:
        odds = np.where(real, features @ weights, -np.inf)
        every = np.logaddexp.reduce(odds, axis=1)
        right = np.logaddexp.reduce(np.where(cited, odds, -np.inf), axis=1)
        return float((every - right).mean() + _PENALTY * weights[0] ** 2)

    best = minimize(surprise, np.ones(2), bounds=[(_LEAST, None), (0.0, None)]).x
    weight, first = float(best[0]) / spread, float(best[1])
    level = float(mean) - math.log(share / (1 - share)) / weight
    return Start(likeness=weight, level=level, first=first)
