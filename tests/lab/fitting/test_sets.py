"""The weights of what completes a group, learned from groups made up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.records import PaperNumber
from core.recommend.completion import CHANCE, FEATURES
from tools.lab.fitting.completion import Answered, completion
from tools.lab.fitting.sets import as_facts, chosen_strength, fitted, load, report, save


def made_up(count: int = 120) -> list[Answered]:
    """Return groups whose hidden paper is mostly the one with the best third feature."""
    draw = np.random.default_rng(0)
    answers = []
    for number in range(count):
        features = draw.random((30, len(FEATURES)))
        best = int(np.argmax(features[:, 2] + 0.1 * draw.random(30)))
        hidden = 99 if number % 20 == 7 else best + 1
        answers.append(
            Answered(
                f"m{number // 3}#{number % 3}",
                PaperNumber(hidden),
                np.arange(1, 31),
                np.full(30, 0.1),
                np.zeros(30),
                features,
            )
        )
    return answers


def test_the_weights_find_what_completed_the_groups() -> None:
    answers = made_up()
    learned = fitted(answers[:60], 0.01)
    weights = dict(zip(FEATURES, learned.weights, strict=True))
    telling = weights.pop(FEATURES[2])
    assert telling > 5 * max(map(abs, weights.values()))
    found = completion(answers[60:], "with sets", learned)
    assert found.recall.mean() > 0.9
    assert completion(answers[60:], "without sets", learned).recall.mean() < 0.6
    # Held back without end, they change nothing.
    none = fitted(answers[:60], 1e6)
    assert none.chance == pytest.approx(1, abs=1e-3)
    assert none.weights == pytest.approx([0] * len(FEATURES), abs=1e-3)


def test_the_strength_is_chosen_where_held_back_manuscripts_are_found_best() -> None:
    assert chosen_strength(made_up()) < 0.3


def test_a_table_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    answers = made_up(4)
    save(answers, tmp_path / "sets.npz")
    for kept, again in zip(answers, load(tmp_path / "sets.npz"), strict=True):
        assert (kept.query, kept.hidden) == (again.query, again.hidden)
        for name in ("papers", "chances", "counts", "features"):
            np.testing.assert_allclose(getattr(kept, name), getattr(again, name), atol=1e-6)


def test_the_report_names_each_arm_with_its_gain(capsys: pytest.CaptureFixture[str]) -> None:
    answers = made_up()
    learned = fitted(answers, 0.01)
    report(answers, learned)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:12].strip() for line in lines[1:]] == ["without sets", "plain count", "with sets"]
    assert "+0.0000 [+0.0000, +0.0000]" in lines[1]
    assert list(as_facts(learned)) == [CHANCE, *FEATURES]
