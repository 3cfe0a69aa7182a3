from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from core.evaluation.metrics import harmonic_mean
from training.judging.significance import f1_difference, f1_of_means, paired_difference

A = np.random.default_rng(1).random(200)
B = np.clip(A + np.random.default_rng(2).normal(0.03, 0.2, 200), 0, 1)


def test_the_mean_is_the_seconds_gain_and_each_query_is_counted() -> None:
    found = paired_difference([0.0, 0.5, 1.0, 1.0], [1.0, 0.5, 0.5, 0.75], samples=100)
    assert found.mean == pytest.approx(0.0625)
    assert (found.wins, found.losses, found.ties) == (1, 2, 1)


def test_equal_seeds_give_equal_answers() -> None:
    first, same, other = (paired_difference(A, B, samples=500, seed=seed) for seed in (3, 3, 4))
    assert first == same
    assert (first.low, first.p) != (other.low, other.p)


def test_the_interval_is_that_of_a_plain_bootstrap() -> None:
    random = np.random.default_rng(7)
    deltas = B - A
    means = [deltas[random.integers(200, size=200)].mean() for _ in range(5000)]
    found = paired_difference(A, B)
    assert (found.low, found.high) == pytest.approx(np.percentile(means, [2.5, 97.5]), abs=2e-3)
    assert found.low < found.mean < found.high


def test_the_p_value_is_near_that_of_the_t_test_and_of_scipys_permutations() -> None:
    found = paired_difference(A, B)
    permuted = stats.permutation_test(
        (A, B),
        lambda a, b: np.mean(b - a),
        permutation_type="samples",
        n_resamples=2000,
        random_state=np.random.default_rng(0),
    )
    assert found.p == pytest.approx(permuted.pvalue, abs=0.02)
    assert found.p == pytest.approx(stats.ttest_rel(A, B).pvalue, abs=0.02)


def test_few_queries_are_tested_exactly() -> None:
    a, b = np.zeros(7), np.array([0.3, 0.1, 0.4, -0.1, 0.5, 0.0, 0.2])
    sums = [abs(np.dot(signs, b[b != 0])) for signs in itertools.product((1, -1), repeat=6)]
    expected = np.mean(np.array(sums) >= abs(b.sum()) - 1e-12)
    assert paired_difference(a, b).p == pytest.approx(expected)


@pytest.mark.parametrize("scores", [[0.5], [0.5, 0.25, 1.0]])
def test_equal_models_do_not_differ(scores: list[float]) -> None:
    found = paired_difference(scores, scores)
    assert (found.mean, found.low, found.high, found.p) == (0, 0, 0, 1)


def test_one_query_gives_no_certainty() -> None:
    found = paired_difference([0.0], [1.0])
    assert (found.mean, found.low, found.high, found.p) == (1, 1, 1, 1)


def test_scores_of_different_queries_are_refused() -> None:
    with pytest.raises(ValueError, match="score of each query"):
        paired_difference([], [])


def test_f1_of_the_means_has_the_interval_of_a_plain_bootstrap() -> None:
    random = np.random.default_rng(7)
    before = np.stack([0.05 * A, A])
    after = np.stack([0.05 * B, B])
    assert f1_of_means(before) == pytest.approx(harmonic_mean(0.05 * A.mean(), A.mean()))
    found = f1_difference(before, after)
    assert found.mean == pytest.approx(f1_of_means(after) - f1_of_means(before))
    draws = [random.integers(200, size=200) for _ in range(5000)]
    differences = [f1_of_means(after[:, row]) - f1_of_means(before[:, row]) for row in draws]
    expected = np.percentile(differences, [2.5, 97.5])
    assert (found.low, found.high) == pytest.approx(expected, abs=3e-4)
    assert found.low < found.mean < found.high


def test_f1_of_nothing_found_is_0() -> None:
    nothing = np.zeros((2, 5))
    found = f1_difference(nothing, nothing)
    assert (found.mean, found.low, found.high) == (0, 0, 0)
    assert f1_of_means(nothing) == 0
