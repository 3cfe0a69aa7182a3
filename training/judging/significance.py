"""Whether one model is better than another on the same queries, and on which of them.

The p-value is that of the randomisation test that swaps the two models query by query (Smucker,
Allan and Carterette, 2007), the interval a paired bootstrap's. Sentences of one paper are alike:
where the paper of each query is known, papers are what is swapped, and the interval is that of
Student's t over papers, since a bootstrap of a few of them is too narrow. Where none of their
queries changed, it is as wide as what so few papers may hide if each changes by one query.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from training.sampling.draws import generator

_CONFIDENCE = 0.95
_BATCH = 500  # resamples in memory at once
LEAST_PAPERS = 6
"""Of fewer papers, swapping the models can give no difference a p-value below .05."""
VISIBLE = 0.02
"""The difference that a judgement should be able to see: two of a hundred cited papers."""
_POWER = 2.8
"""Standard errors between nothing and what is seen in four of five cases, at 95 % confidence."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much the second of two models is better, on average over queries.

    ``low`` and ``high`` bound the mean with 95 % confidence; ``p`` is two-sided. Wins, losses and
    ties count the queries where the second is better, worse, the same. ``papers`` are those that
    the queries come from, 0 where that was not asked; ``needed`` is how many queries like these
    would show a difference of ``VISIBLE``.
    """

    mean: float
    low: float
    high: float
    p: float
    wins: int
    losses: int
    ties: int
    papers: int = 0
    needed: int = 0


def paired_difference(
    a: ArrayLike,
    b: ArrayLike,
    *,
    papers: Sequence[Hashable] | None = None,
    samples: int = 10_000,
    seed: int = 0,
) -> Difference:
    """Compare the scores ``b`` with the scores ``a`` of the same queries: (queries,) both.

    ``papers`` names the paper that each query comes from; without it each stands for itself. Equal
    scores and seed give an equal answer. Where there are fewer ways to swap the models than
    ``samples``, all are tried and the p-value is exact.
    """
    deltas = np.asarray(b, np.float64) - np.asarray(a, np.float64)
    if deltas.ndim != 1 or not len(deltas):
        raise ValueError("there must be a score of each query, and at least one query")
    mean = float(deltas.mean())
    if papers is None:
        sums, count, needed = deltas, 0, 0
        low, high = _interval(deltas, samples, seed)
    else:
        sums, sizes = _by_paper(deltas, papers)
        count = len(sums)
        error = _standard_error(sums, sizes) if deltas.any() else _hidden_error(sizes)
        low, high = _student_interval(mean, error, count)
        needed = math.ceil(len(deltas) * (_POWER * error / VISIBLE) ** 2)
    return Difference(
        mean=mean,
        low=low,
        high=high,
        p=_p_value(sums, samples, seed),
        wins=int(np.count_nonzero(deltas > 0)),
        losses=int(np.count_nonzero(deltas < 0)),
        ties=int(np.count_nonzero(deltas == 0)),
        papers=count,
        needed=needed,
    )


def _by_paper(
    deltas: NDArray[np.float64], papers: Sequence[Hashable]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the sum of the differences of each paper's queries, and their number."""
    order = {paper: row for row, paper in enumerate(dict.fromkeys(papers))}
    rows = [order[paper] for paper in papers]
    sums = np.bincount(rows, deltas).astype(np.float64)
    return sums, np.bincount(rows).astype(np.int64)


def _standard_error(sums: NDArray[np.float64], sizes: NDArray[np.int64]) -> float:
    """Return the standard error of the mean over queries when papers are drawn."""
    if len(sums) < 2:
        return 0.0
    away = sums - sums.sum() / sizes.sum() * sizes
    variance = len(sums) / (len(sums) - 1) * np.square(away).sum()
    return float(np.sqrt(variance) / sizes.sum())


def _hidden_error(sizes: NDArray[np.int64]) -> float:
    """Return the standard error to expect where no query changed.

    So many papers may change without being among those drawn, in one of twenty draws (of 60 papers
    three, the rule of three), each by one query; that is two standard errors. Papers whose queries
    all change together may hide more.
    """
    hidden = len(sizes) * (1 - (1 - _CONFIDENCE) ** (1 / len(sizes)))
    return float(hidden / sizes.sum() / 2)


def _student_interval(mean: float, error: float, papers: int) -> tuple[float, float]:
    """Return the bounds; those of too few papers hold 0, as nothing is certain then."""
    from scipy.stats import t

    width = error * float(t.ppf((1 + _CONFIDENCE) / 2, max(papers - 1, 1)))
    low, high = mean - width, mean + width
    return (min(low, 0.0), max(high, 0.0)) if papers < LEAST_PAPERS else (low, high)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A difference and the bounds of it in 95 of 100 resamples."""

    mean: float
    low: float
    high: float


def f1_of_means(scores: NDArray[np.float64]) -> float:
    """Return the harmonic mean of mean precision and mean recall, which are (2, queries)."""
    return float(_f1(scores.mean(axis=1)))


def f1_difference(
    a: NDArray[np.float64], b: NDArray[np.float64], *, samples: int = 10_000, seed: int = 0
) -> Bounds:
    """Compare F1 of the means of precision and recall of the same queries: (2, queries) both.

    It is no mean over queries, so queries are drawn anew and F1 is taken of each draw.
    """
    random = generator(seed, 0, 0, "bootstrap of F1")
    shares = random.multinomial(a.shape[1], np.full(a.shape[1], 1 / a.shape[1]), samples)
    scores_f1 = [_f1(scores @ shares.T / a.shape[1]) for scores in (a, b)]
    edges = (50 * (1 - _CONFIDENCE), 50 * (1 + _CONFIDENCE))
    low, high = np.percentile(scores_f1[1] - scores_f1[0], edges)
    return Bounds(f1_of_means(b) - f1_of_means(a), float(low), float(high))


def _f1(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return F1 of precision and recall, which come first: (2, …) → (…); 0 where both are."""
    precision, recall = means
    both = np.maximum(precision + recall, 1e-300)
    f1: NDArray[np.float64] = 2 * precision * recall / both
    return f1


def _interval(deltas: NDArray[np.float64], samples: int, seed: int) -> tuple[float, float]:
    from scipy.stats import bootstrap

    if len(deltas) < 2:
        return float(deltas[0]), float(deltas[0])
    result = bootstrap(
        (deltas,),
        np.mean,
        method="percentile",
        confidence_level=_CONFIDENCE,
        n_resamples=samples,
        batch=_BATCH,
        random_state=generator(seed, 0, 0, "bootstrap"),
    )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)


def _p_value(deltas: NDArray[np.float64], samples: int, seed: int) -> float:
    """Swapping the models on a query turns the sign of its difference.

    scipy's ``permutation_test`` says the same in ten times the time.
    """
    changed = deltas[deltas != 0]
    least = abs(changed.sum()) * (1 - 1e-12)
    every = len(changed) < samples.bit_length() and 2 ** len(changed) <= samples
    swaps = _all_swaps(len(changed)) if every else _drawn_swaps(len(changed), samples, seed)
    extreme = sum(
        int(np.count_nonzero(np.abs((1 - 2.0 * part) @ changed) >= least)) for part in swaps
    )
    return extreme / 2 ** len(changed) if every else (extreme + 1) / (samples + 1)


def _all_swaps(queries: int) -> Iterator[NDArray[np.int64]]:
    yield np.arange(2**queries)[:, None] >> np.arange(queries) & 1


def _drawn_swaps(queries: int, samples: int, seed: int) -> Iterator[NDArray[np.int8]]:
    random = generator(seed, 0, 0, "randomisation")
    for start in range(0, samples, _BATCH):
        size = (min(_BATCH, samples - start), queries)
        yield random.integers(0, 2, size, dtype=np.int8)
