"""When a training makes a checkpoint by time, and what it says of where it goes on."""

from __future__ import annotations

import time

import pytest
import torch

from core.base.wire import Event
from tests import wording
from training.base.recipe import RecipeSettings
from training.loop.checkpoints import About
from training.loop.course import CheckpointClock, Course, Meter, Processes


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


class Quiet:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def report(self, event: Event) -> None:
        self.events.append(event)

    def stop_asked(self) -> bool:
        return False


def course_of(*, resumed: bool = False, **settings: int) -> Course:
    return Course(
        RecipeSettings.model_validate(settings),
        metric="",
        about=About(identity={}, step=0),
        watcher=Quiet(),
        processes=Processes(),
        resumed=resumed,
    )


def saved_steps(course: Course, clock: Clock, *, steps: int, step_s: float) -> list[int]:
    """Return the steps of one epoch after which a checkpoint is made."""
    saved = []
    for step in range(1, steps + 1):
        clock.now += step_s
        if course.after(step, steps=steps, epoch=steps).keep:
            saved.append(step)
            course.clock.restart(step)
    return saved


def test_one_epoch_of_twenty_minutes_has_a_checkpoint_each_minute(clock: Clock) -> None:
    saved = saved_steps(course_of(), clock, steps=1_200, step_s=1.0)
    assert saved == list(range(60, 1_201, 60))


def test_a_run_of_a_day_has_one_each_50th_of_its_steps(clock: Clock) -> None:
    saved = saved_steps(course_of(), clock, steps=1_000, step_s=86.4)
    assert saved == list(range(20, 1_001, 20))


def test_a_run_of_seconds_has_only_its_last_one(clock: Clock) -> None:
    assert saved_steps(course_of(), clock, steps=100, step_s=0.5) == [100]


def test_steps_that_a_person_chose_between_checkpoints_stay_as_chosen(clock: Clock) -> None:
    saved = saved_steps(course_of(checkpoint_every=400), clock, steps=1_200, step_s=1.0)
    assert saved == [400, 800, 1_200]


def test_what_takes_long_to_write_is_written_more_seldom(clock: Clock) -> None:
    slow = CheckpointClock(0)
    slow.restart(10, written_in=6.0)
    clock.now += 119
    assert not slow.is_due(1_000, steps=1_000)
    clock.now += 1
    assert slow.is_due(1_000, steps=1_000)


@pytest.mark.parametrize(
    ("resumed", "step", "message"),
    [
        (False, 0, ""),
        (
            True,
            1_240,
            wording.fill("training.loop.course:report_resume", step=1240, steps=2000, share=0.62),
        ),
        (
            True,
            0,
            wording.fill("training.loop.course:report_resume", steps=2000),
        ),
    ],
)
def test_a_resumed_run_says_where_it_goes_on(resumed: bool, step: int, message: str) -> None:
    course, said = course_of(resumed=resumed), Quiet()
    course._watcher = said
    course.report_resume(step, steps=2_000)
    assert [event.message for event in said.events] == [message] * bool(message)


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
