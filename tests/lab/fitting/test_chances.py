"""The curve from an order's scores to chances, and the table of what was asked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tools.lab.fitting.chances import Answers, fitted, load, report, save
from tools.lab.fitting.curves import calibration_error, rising


def answers(count: int, seed: int = 0, situation: str = "all around it") -> list[Answers]:
    """Answers whose chance is the logistic function of their score; every third is known."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(count):
        scores = -np.sort(-random.normal(-2, 1.5, 40))
        right = random.random(40) < 1 / (1 + np.exp(-scores))
        new = np.arange(40) % 3 > 0
        made.append(Answers(situation, f"or:{number // 5}#{number}", scores, right, new))
    return made


def test_the_curve_rises_and_finds_the_chances_that_answers_were_drawn_by() -> None:
    curve = fitted(answers(2_000))
    assert (np.diff(curve[0]) > 0).all()
    assert (np.diff(curve[1]) > 0).all()
    for score in (-2.0, 0.0, 1.0):
        assert np.interp(score, *curve) == pytest.approx(1 / (1 + np.exp(-score)), abs=0.03)


def test_no_chance_is_0_or_1() -> None:
    curve = rising(np.arange(40.0), np.arange(40) >= 20)
    assert curve[1].tolist() == [0.001, 0.99]


def test_an_error_is_the_mean_difference_over_ten_bins() -> None:
    chances = np.repeat(np.linspace(0.05, 0.95, 10), 100)
    right = np.concatenate([np.arange(100) < 100 * p for p in np.linspace(0.05, 0.95, 10)])
    assert calibration_error(chances, right) == pytest.approx(0.0, abs=1e-9)
    assert calibration_error(chances * 0 + 0.3, right) == pytest.approx(0.29, abs=0.001)
    assert calibration_error(np.zeros(0), np.zeros(0, np.bool_)) == 0.0


def test_the_table_gives_back_what_was_asked(tmp_path: Path) -> None:
    asked = [*answers(3), *answers(2, 1, "nothing")]
    save(asked, tmp_path / "table.npz")
    again = load(tmp_path / "table.npz")
    for one, other in zip(again, asked, strict=True):
        assert (one.situation, one.query) == (other.situation, other.query)
        for name in ("scores", "right", "new"):
            assert (getattr(one, name) == getattr(other, name)).all()


def test_the_report_is_of_new_papers_in_each_situation(capsys: pytest.CaptureFixture[str]) -> None:
    curve = np.array([-9.0, 9.0]), np.array([0.4, 0.4])
    report([*answers(30), *answers(20, 1, "nothing")], {"before": curve})
    said = capsys.readouterr().out
    assert "all around it: 30 sentences\n  before: error" in said
    assert "nothing: 20 sentences" in said
    assert f"strong {20 * 30}, " in said
    assert "plausible 0, 0.00 cited" in said
