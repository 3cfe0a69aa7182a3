from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from tools.lab.scale.arrays import Ints
from tools.lab.scale.course import Phase, Plan, Watch, _Course, train_batches
from tools.lab.scale.trained import Trained

BASE = {"matrix": torch.zeros(6, 6), "vector": torch.zeros(6)}
USABLE = np.arange(100, 110)
WATCH = Watch(lambda *_: None)


def plan(*, seconds: float = 0, steps: int = 0, batch: int = 4, every: int = 100) -> Plan:
    return Plan(
        name="x",
        rate=1.0,
        whole=0.75,
        batch=batch,
        seconds=seconds,
        steps=steps,
        rank=2,
        every=every,
    )


class Watched:
    """A loss that remembers its batches, and what each phase ended with."""

    def __init__(self, *groups: Ints) -> None:
        self.groups = groups or (USABLE,)
        self.batches: list[Ints] = []
        self.shares: list[float] = []
        self.ended: list[tuple[Phase, set[str]]] = []

    def loss(self, trained: Trained, rows: Ints) -> Tensor:
        self.batches.append(rows)
        weights = trained.weights()
        return (weights["matrix"] - 1).square().mean() + (weights["vector"] - 1).square().mean()

    def finished(self, phase: Phase, trained: Trained) -> None:
        self.ended.append((phase, set(trained.parts)))

    def run(self, of: Plan) -> Trained:
        start = Trained(BASE, list(BASE))
        random = np.random.default_rng(0)
        watch = Watch(self.finished, lambda _, share: self.shares.append(share))
        return train_batches(of, start, self.groups, random, loss_of=self.loss, watch=watch)


def test_steps_are_shared_between_the_phases() -> None:
    watched = Watched()
    thin = watched.run(plan(steps=40))
    assert len(watched.batches) == 40
    matrices = {"matrix.lora_A", "matrix.lora_B"}
    assert watched.ended == [("whole", {"matrix", "vector"}), ("thin", {*matrices, "vector"})]
    assert set(thin.parts) == {*matrices, "vector"}


def test_all_questions_come_once_before_any_comes_again() -> None:
    watched = Watched()
    watched.run(plan(steps=8, batch=5))
    assert all(len(rows) == 5 for rows in watched.batches)
    for at in range(0, 6, 2):
        assert sorted(np.concatenate(watched.batches[at : at + 2]).tolist()) == USABLE.tolist()


def test_a_batch_is_of_one_group_drawn_by_its_share() -> None:
    watched = Watched(USABLE, USABLE + 100)
    watched.run(replace(plan(steps=400), shares=(0.75, 0.25)))
    second = [bool((rows >= 200).all()) for rows in watched.batches]
    assert all((rows >= 200).any() == of for rows, of in zip(watched.batches, second, strict=True))
    assert 0.18 < np.mean(second) < 0.32


def test_before_each_step_it_says_how_much_is_done() -> None:
    watched = Watched()
    watched.run(replace(plan(steps=40), rank=0))
    assert len(watched.shares) == 40
    assert watched.shares == sorted(watched.shares)
    assert 0 < watched.shares[0] < 0.03
    assert 0.97 < watched.shares[-1] < 1


def test_the_rate_rises_then_falls_to_0_and_begins_lower_in_the_second_phase() -> None:
    of = plan(steps=400)
    rates: dict[Phase, list[float]] = {"whole": [], "thin": []}
    for phase, steps in (("whole", 300), ("thin", 100)):
        course = _Course(of, phase, Trained(BASE, list(BASE)), WATCH)  # type: ignore[arg-type]
        for step in range(steps):
            course._steps = step
            rates[phase].append(course._rate())  # type: ignore[index]
    assert np.argmax(rates["whole"]) == 19
    assert max(rates["whole"]) == pytest.approx(1, abs=0.1)
    assert rates["thin"][19] == pytest.approx(0.25 * (1 - 19.5 / 100))
    for each in rates.values():
        assert each[0] == pytest.approx(each[19] / 20, rel=0.6)
        assert 0 < each[-1] < 0.01


def test_a_training_by_time_ends_in_time() -> None:
    watched = Watched()
    watched.run(plan(seconds=0.2))
    assert len(watched.batches) > 2
    assert [phase for phase, _ in watched.ended] == ["whole", "thin"]


def test_the_log_says_how_the_loss_falls(capsys: pytest.CaptureFixture[str]) -> None:
    Watched().run(plan(steps=40, every=7))
    lines = capsys.readouterr().out.splitlines()
    where = [re.findall(r"x (\w+), step (\d+), \d+ s: loss [\d.]+$", line)[0] for line in lines]
    assert where == [("whole", str(n)) for n in (7, 14, 21, 28, 30)] + [
        ("thin", "7"),
        ("thin", "10"),
    ]
    losses = [float(line.split("loss ")[1]) for line in lines]
    assert losses[0] > losses[4]


def test_fewer_questions_than_a_batch_are_refused() -> None:
    with pytest.raises(ValueError, match="takes 11 questions, but there are 10"):
        Watched().run(plan(steps=4, batch=11))
