from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.recommend.scoring import load_parameters
from tests.lab.fitting.ranked import NAMES, table
from tools.lab.fitting.matrix import (
    Order,
    compare,
    fit_chances,
    fit_trees,
    list_first,
    merge_trees,
    print_matrix,
    print_words,
)
from tools.lab.fitting.ranker import predicted


@pytest.fixture(scope="module")
def order() -> Order:
    return Order(fit_trees(table(), NAMES, rounds=3), NAMES, load_parameters())


def test_as_many_trees_as_are_best_for_held_manuscripts() -> None:
    assert fit_trees(table(200), NAMES).best_iteration > 0


def test_merged_trees_score_as_the_mean_of_both() -> None:
    one, other = table(), table(seed=1)
    names = tuple(reversed(NAMES[1:]))
    first, second = fit_trees(one, NAMES, rounds=3), fit_trees(other, names, rounds=4)
    merged, merged_names = merge_trees([(first, NAMES), (second, names)])
    mean = (predicted(first, one, NAMES) + predicted(second, one, names)) / 2
    assert predicted(merged, one, merged_names) == pytest.approx(mean)
    assert merged.num_trees() == 7


def test_the_better_order_is_seen() -> None:
    some = table()
    right = some.cited.astype(np.float64)
    text = compare(some, -right, right)
    assert "+" in text
    assert compare(some, right, right).endswith("+0.000 [+0.000, +0.000]")


def test_the_first_new_papers_are_those_that_are_shown() -> None:
    some = table()
    rows = list_first(some, np.arange(len(some.cited), dtype=np.float64), lambda _: True)
    again = some.columns(["repeat.cited"])[:, 0] > 0
    assert not again[rows].any()
    assert np.bincount(some.query[rows]).max() <= 20


def test_chances_are_fitted_and_the_matrix_is_printed(
    order: Order, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some = table()
    chosen = fit_chances(order, [some])
    assert chosen.parameters.curve != order.parameters.curve
    some.save(tmp_path / "dev-bio-00.npz")
    print_matrix(tmp_path, order, chosen)
    print_words(tmp_path, chosen)
    printed = capsys.readouterr().out
    assert "everything known" in printed
    assert "strong" in printed
