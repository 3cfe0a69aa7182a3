"""The fit of how likely papers lower each other's chances, on made-up sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.base.arrays import convert_chances_to_odds
from core.recommend.scoring import shipped_parameters
from tools.lab.fitting.matrix import FirstPapers
from tools.lab.fitting.rivalry import Answered, describe, fit_rivalry, read_cell


def make_answers(count: int, lost: float) -> list[Answered]:
    """Make sentences whose papers lose so much log-odds by what their rivals sum up to."""
    random = np.random.default_rng(3)
    shipped = shipped_parameters().rivalry
    rivalry = shipped.model_copy(
        update={"bias": 0.0, "slope": 1.0, "rivals": lost, "foreign": -1.0}
    )
    answers = []
    for number in range(count):
        chances = np.sort(random.random(20) ** 3)[::-1]
        one = Answered(f"manuscript {number % 9}", chances, np.zeros(20, bool), number % 2 == 0)
        cited = random.random(20) < one.weigh(rivalry)
        answers.append(Answered(one.manuscript, chances, cited, one.is_foreign))
    return answers


def test_the_fit_recovers_what_rivals_take() -> None:
    fitted = fit_rivalry(make_answers(1_500, 0.6), shipped_parameters().rivalry)
    assert fitted.rivals == pytest.approx(0.6, abs=0.15)
    assert fitted.slope == pytest.approx(1.0, abs=0.1)
    assert fitted.foreign == pytest.approx(-1.0, abs=0.15)


def test_the_words_are_counted_with_their_interval() -> None:
    answers = make_answers(200, 0.6)
    text = describe(answers, shipped_parameters().rivalry)
    assert text.startswith("200 sentences, strong ")
    assert "plausible" in text


def test_a_cell_gives_the_sentences_of_even_manuscripts_best_first() -> None:
    chances = np.tile([0.6, 0.3], 3)
    shares = np.zeros((6, len(shipped_parameters().situation.ranges)))
    is_even = np.array([True, True, False, False, True, True])
    query = np.array([0, 0, 1, 1, 2, 2], np.int32)
    cell = FirstPapers("cs", "made up", chances, chances > 0.5, shares, is_even, query)
    answers = read_cell(cell)
    assert [len(one.chances) for one in answers] == [2, 2]
    odds = convert_chances_to_odds(answers[0].chances)
    assert odds[0] > odds[1]


def test_more_weight_of_cells_draws_the_fit_to_them() -> None:
    start = shipped_parameters().rivalry
    public, cells = make_answers(200, 0.9), make_answers(200, 0.1)
    light, heavy = (
        fit_rivalry([*public, *(replace(one, weight=weight) for one in cells)], start).rivals
        for weight in (0.3, 2.0)
    )
    assert heavy < light
