"""What a training says of its speed."""

from __future__ import annotations

import time

import pytest
import torch

from training.loop.course import Meter


def line_after(meter: Meter, steps: int = 2) -> tuple[float, float]:
    for step in range(1, steps + 1):
        meter.add(torch.tensor(1.0), step=step, rate=0.1)
    line = meter.progress(step=steps, steps=10, epoch=0.0)
    return line.examples_per_second, line.seconds_left


def test_a_clock_started_within_a_pause_does_not_run_ahead() -> None:
    meter = Meter(stage="", examples=8)
    with meter.paused():
        time.sleep(0.05)
        meter.begin()
        time.sleep(0.02)
    time.sleep(0.02)
    speed, left = line_after(meter)
    assert 0 < speed <= 2 * 8 / 0.02
    assert left > 0


def test_a_pause_counts_neither_for_the_speed_nor_for_the_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    meter = Meter(stage="", examples=8)
    meter.begin()
    now[0] += 2
    with meter.paused():
        now[0] += 50
    assert line_after(meter) == (8.0, 8.0)


def test_evaluations_to_come_count_for_the_time_left_once_one_was_timed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    meter = Meter(stage="", examples=8)
    meter.begin()
    now[0] += 2
    assert left_with(meter, evaluations=3) == 8
    with meter.measuring():
        now[0] += 50
    assert left_with(meter, evaluations=3) == 8 + 150


def left_with(meter: Meter, *, evaluations: int) -> float:
    meter.add(torch.tensor(1.0), step=1, rate=0.1)
    meter._counted = 2
    return meter.progress(step=2, steps=10, epoch=0.0, evaluations=evaluations).seconds_left
