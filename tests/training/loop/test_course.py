"""When a training makes a checkpoint by time, and what it says of where it goes on."""

from __future__ import annotations

import time

import pytest

from core.base.wire import Event
from training.base.recipe import RecipeSettings
from training.loop.checkpoints import About
from training.loop.course import CheckpointClock, Course
from training.loop.distribution import Processes


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
        (True, 1_240, "Resumed at step 1,240 of 2,000 (62%)"),
        (
            True,
            0,
            "There was no checkpoint to resume from: training starts again at step 1 of 2,000.",
        ),
    ],
)
def test_a_resumed_run_says_where_it_goes_on(resumed: bool, step: int, message: str) -> None:
    course, said = course_of(resumed=resumed), Quiet()
    course._watcher = said
    course.report_resume(step, steps=2_000)
    assert [event.message for event in said.events] == [message] * bool(message)
