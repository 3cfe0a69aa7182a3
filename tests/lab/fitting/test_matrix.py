from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from core.recommend.scoring import Situation, load_parameters, shipped_parameters
from tests.lab.fitting.ranked import NAMES, table
from tools.lab.fitting.matrix import (
    SITUATION,
    FirstPapers,
    Order,
    collect_first,
    compare,
    fit_chances,
    fit_situation,
    fit_trees,
    list_first,
    merge_trees,
    name_training,
    print_matrix,
    print_situation,
    print_words,
    read_training,
)
from tools.lab.fitting.ranker import predicted
from tools.lab.fitting.ranker_data import joined
from tools.lab.fitting.scoring import calibration_error


@pytest.fixture(scope="module")
def order() -> Order:
    return Order(fit_trees(table(), NAMES, rounds=3), NAMES, load_parameters())


def test_as_many_trees_as_are_best_for_held_manuscripts() -> None:
    assert fit_trees(table(200), NAMES).best_iteration > 0


def test_all_draws_of_both_fields_are_fitted_together(tmp_path: Path) -> None:
    for seed, (short, draw) in enumerate((("cs", 0), ("cs", 1), ("bio", 0), ("bio", 2))):
        table(seed=seed).save(name_training(tmp_path, short, draw))
    train = read_training(tmp_path)
    assert np.array_equal(train.matrix, joined([table(seed=n) for n in range(3)]).matrix)
    assert (tmp_path / "train-cs-1.npz").exists()


def test_merged_trees_score_as_the_mean_of_both() -> None:
    one, other = table(), table(seed=1)
    names = tuple(reversed(NAMES[1:]))
    first, second = fit_trees(one, NAMES, rounds=3), fit_trees(other, names, rounds=4)
    merged, merged_names = merge_trees([(first, NAMES), (second, names)])
    mean = (predicted(first, one, NAMES) + predicted(second, one, names)) / 2
    assert predicted(merged, one, merged_names) == pytest.approx(mean)
    assert merged.num_trees() == 7
    again, _ = merge_trees([(merged, merged_names)])
    assert again.model_to_string() == merged.model_to_string()
    assert len(merged.model_to_string()) < len(first.model_to_string() + second.model_to_string())


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


def test_a_situation_that_moves_chances_is_found_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    random = np.random.default_rng(4)
    chances = random.uniform(0.02, 0.6, 6_000)
    shares = np.zeros((6_000, len(SITUATION)))
    shares[:, 0] = random.integers(0, 2, 6_000)
    odds = np.log(chances / (1 - chances)) - 1.0 * shares[:, 0]
    cited = random.random(6_000) < 1 / (1 + np.exp(-odds))
    is_even = np.arange(6_000) % 2 == 0
    query = np.repeat(np.arange(300, dtype=np.int32), 20)
    cell = FirstPapers("cs", "made up", chances, cited, shares, is_even, query)
    fitted = fit_situation([cell])
    assert fitted.bias[1] == pytest.approx(-1.0, abs=0.25)
    assert fitted.slope[0] == pytest.approx(1.0, abs=0.15)
    adjusted = fitted.adjust_rows(chances, shares)
    assert calibration_error(adjusted, cited) < calibration_error(chances, cited) / 2
    print_situation([cell], shipped_parameters().rivalry)
    assert "made up" in capsys.readouterr().out


def test_the_first_papers_of_a_cell_have_what_is_known_around_them(
    order: Order, tmp_path: Path
) -> None:
    some = table()
    some.save(tmp_path / "dev-bio-00.npz")
    (cell,) = collect_first(order, tmp_path)
    assert cell.shares.shape == (len(cell.chances), len(SITUATION))
    assert len(cell.taking(cell.is_even).chances) == cell.is_even.sum()


def test_a_situation_moves_chances_and_keeps_their_order() -> None:
    situation = Situation(
        ranges={"repeat.library": (2.0, 6.0), "repeat.read": (0.0, 1.0)},
        bias=(0.5, -1.0, 0.0),
        slope=(1.0, 0.5, 0.0),
    )
    chances = np.array([0.8, 0.5, 0.01])
    known = {"repeat.library": np.full(3, 4.0, np.float32), "repeat.read": np.zeros(3, np.float32)}
    odds = 1.25 * np.log(chances / (1 - chances))
    assert situation.adjust(chances, known) == pytest.approx(1 / (1 + np.exp(-odds)))
    larger = known | {"repeat.library": np.full(3, 99.0, np.float32)}
    largest = known | {"repeat.library": np.full(3, 6.0, np.float32)}
    assert situation.adjust(chances, larger) == pytest.approx(situation.adjust(chances, largest))
    assert situation.adjust(chances, {}).tolist() == chances.tolist()
    shipped = shipped_parameters().situation
    for corner in itertools.product((0.0, 1.0), repeat=len(shipped.ranges)):
        adjusted = shipped.adjust_rows(chances, np.array([corner]))
        assert (np.diff(adjusted) < 0).all()
