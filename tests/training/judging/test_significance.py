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


def test_papers_are_swapped_and_drawn_as_wholes() -> None:
    """The bounds are those of a t test where each paper has one sentence."""
    deltas = np.array([0.3, -0.1, 0.4, 0.1, 0.5, -0.2, 0.2, 0.1])
    found = paired_difference(np.zeros(8), deltas, papers=list("abcdefgh"))
    expected = stats.ttest_1samp(deltas, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    # Sentences of one paper that say the same add nothing.
    again = paired_difference(np.zeros(24), np.repeat(deltas, 3), papers=sorted("abcdefgh" * 3))
    assert (again.low, again.high, again.p) == pytest.approx((found.low, found.high, found.p))
    assert (again.papers, again.ties + again.wins + again.losses) == (8, 24)


def test_few_papers_never_show_a_difference() -> None:
    papers = [paper for paper in "abcde" for _ in range(40)]
    found = paired_difference(np.zeros(200), np.full(200, 0.5), papers=papers)
    assert found.low <= 0 <= found.high
    assert found.p > 0.05
    enough = [paper for paper in "abcdef" for _ in range(40)]
    assert paired_difference(np.zeros(240), np.full(240, 0.5), papers=enough).low > 0


def test_where_nothing_changed_the_bounds_are_as_wide_as_what_few_papers_may_hide() -> None:
    """One question in ten gains in one paper of ten, so most draws of eight papers show nothing."""
    random = np.random.default_rng(0)
    held, draws = 0, 400
    for _ in range(draws):
        deltas = np.zeros((8, 10))
        deltas[random.random(8) < 0.1, 0] = 1.0
        names = np.repeat(np.arange(8), 10).tolist()
        found = paired_difference(np.zeros(80), deltas.ravel(), papers=names, samples=2)
        held += found.low <= 0.01 <= found.high
    assert held / draws >= 0.9
    same = paired_difference(np.ones(80), np.ones(80), papers=names)
    assert -0.1 < same.low < 0 == same.mean < same.high < 0.1
    assert same.needed > 80
    many = paired_difference(np.ones(4_000), np.ones(4_000), papers=np.arange(4_000) // 10)
    assert many.high < 0.001


def test_as_many_sentences_as_needed_see_a_small_difference() -> None:
    random = np.random.default_rng(3)
    noise = random.normal(0, 0.2, 400)
    needed = paired_difference(np.zeros(400), noise, papers=range(400)).needed
    assert needed == pytest.approx((2.8 * 0.2 / 0.02) ** 2, rel=0.2)
    seen = 0
    for _ in range(100):
        drawn = random.normal(0.02, 0.2, needed)
        seen += paired_difference(np.zeros(needed), drawn, papers=range(needed), samples=2).low > 0
    assert 65 <= seen <= 95


@pytest.mark.parametrize("papers", [6, 12, 40])
def test_equal_models_seldom_differ(papers: int) -> None:
    """Sentences of a paper share half of what they differ by, and papers differ in length."""
    random = np.random.default_rng(papers)
    false, draws = 0, 600
    for _ in range(draws):
        sizes = random.integers(1, 25, papers)
        names = np.repeat(np.arange(papers), sizes)
        common = np.repeat(random.choice([-0.1, 0.0, 0.1], papers), sizes)
        deltas = common + random.choice(
            [-1.0, -0.5, 0.0, 0.5, 1.0], len(names), p=[0.05, 0.05, 0.8, 0.05, 0.05]
        )
        found = paired_difference(np.zeros(len(names)), deltas, papers=names.tolist(), samples=2)
        false += not found.low <= 0 <= found.high
    assert 0.02 <= false / draws <= 0.08


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
